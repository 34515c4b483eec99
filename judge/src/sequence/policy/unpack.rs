//! Finds code that a program holds in a literal and executes: `exec("…")`, also when the literal is
//! repeated, cut, joined, recoded or has parts replaced first. Nothing is made before its length is
//! known to fit.

use std::cell::Cell;

use num_traits::ToPrimitive as _;

use super::super::tree::{Children, Leaf, Tree};
use super::parse;

/// Longest text that is made of a literal. What would be longer is weighed as text.
const MAX_UNPACKED_BYTES: usize = 64 << 10;

/// How deeply the operations are nested that are followed.
const MAX_DEPTH: u32 = 10;

/// How much may be made of the literals of one source, and of the code in them.
#[derive(Debug)]
pub(super) struct Room {
    /// Bytes of text, those that are only made on the way to others too.
    text: Cell<usize>,
    /// Bytes of code that is read.
    code: Cell<usize>,
}

impl Room {
    /// As much code as a source may have, and a few steps on the way to each byte of it.
    pub(super) fn for_a_source() -> Self {
        Self {
            text: Cell::new(16 * MAX_UNPACKED_BYTES),
            code: Cell::new(MAX_UNPACKED_BYTES),
        }
    }

    /// Takes room for a text before it is made.
    fn take_text(&self, bytes: usize) -> Option<()> {
        take(&self.text, bytes).filter(|()| bytes <= MAX_UNPACKED_BYTES)
    }

    /// Takes room for code before it is read.
    pub(super) fn take_code(&self, bytes: usize) -> Option<()> {
        take(&self.code, bytes)
    }
}

fn take(room: &Cell<usize>, bytes: usize) -> Option<()> {
    room.set(room.get().checked_sub(bytes)?);
    Some(())
}

/// Code that a program holds in a literal and executes.
#[derive(Debug)]
pub(super) struct Packed {
    /// Where the expression is that the code is the value of.
    pub(super) at: usize,
    /// The code.
    pub(super) code: Tree,
}

/// A value that is known without running anything.
enum Value {
    Text(String),
    Bytes(Vec<u8>),
}

impl Value {
    fn bytes(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Bytes(bytes) => bytes.len(),
        }
    }
}

/// The code in all calls of `exec`, `eval` and `compile` where it is known, as far as there is room
/// for it.
pub(super) fn packed(tree: &Tree, room: &Room) -> Vec<Packed> {
    let children = tree.children();
    let folding = Folding {
        tree,
        room,
        children: &children,
    };
    let all = tree.nodes.iter().enumerate();
    all.filter(|(_, node)| node.kind() == "Call")
        .filter_map(|(at, _)| {
            let function = folding.one(at, "func")?;
            let name = folding.name(function, "id")?;
            if !matches!(name, "exec" | "eval" | "compile") {
                return None;
            }
            folding.code(folding.first(at, "args")?)
        })
        .collect()
}

/// Makes the values of expressions. No value is made before there is room for it.
struct Folding<'a> {
    tree: &'a Tree,
    room: &'a Room,
    children: &'a Children,
}

impl Folding<'_> {
    fn slot(&self, at: usize, slot: &str) -> impl Iterator<Item = usize> {
        let children = self.children.of(at).iter().copied();
        children.filter(move |&child| self.tree.nodes.get(child).is_some_and(|n| n.slot() == slot))
    }

    fn first(&self, at: usize, slot: &str) -> Option<usize> {
        self.slot(at, slot).next()
    }

    /// The only child in a slot.
    fn one(&self, at: usize, slot: &str) -> Option<usize> {
        let mut children = self.slot(at, slot);
        children.next().filter(|_| children.next().is_none())
    }

    fn name(&self, at: usize, slot: &str) -> Option<&str> {
        match &self.tree.nodes.get(self.one(at, slot)?)?.leaf {
            Leaf::Name(name) => Some(name),
            _ => None,
        }
    }

    /// The code that an expression is. Statements that are repeated stay so.
    fn code(&self, at: usize) -> Option<Packed> {
        if self.tree.nodes.get(at)?.kind() == "Mult" {
            for slot in ["left", "right"] {
                let part = self.one(at, slot)?;
                if let Some(packed) = self.read(part) {
                    return Some(packed);
                }
            }
        }
        self.read(at)
    }

    /// The code that the value of an expression is, if it is Python, and for this parser.
    fn read(&self, at: usize) -> Option<Packed> {
        let text = match self.value(at, 0)? {
            Value::Text(text) => text,
            Value::Bytes(bytes) => String::from_utf8(bytes).ok()?,
        };
        // `eval` does not mind blanks before an expression.
        let text = text.trim_start_matches([' ', '\t']);
        self.room.take_code(text.len())?;
        if parse::may_have_surrogates(text) {
            return None;
        }
        let module = parse::module(text).ok()?;
        let code = Tree::from_parsed(&module, text);
        (!code.has_unusual_names()).then_some(Packed { at, code })
    }

    fn text(&self, at: usize, depth: u32) -> Option<String> {
        match self.value(at, depth)? {
            Value::Text(text) => Some(text),
            Value::Bytes(_) => None,
        }
    }

    /// The value of an expression.
    fn value(&self, at: usize, depth: u32) -> Option<Value> {
        if depth > MAX_DEPTH {
            return None;
        }
        let depth = depth + 1;
        let node = self.tree.nodes.get(at)?;
        Some(match (node.kind(), &node.leaf) {
            ("Str", Leaf::Text(text)) => {
                self.room.take_text(text.len())?;
                Value::Text(String::from(&**text))
            }
            ("Bytes", Leaf::Bytes(bytes)) => {
                self.room.take_text(bytes.len())?;
                Value::Bytes(bytes.to_vec())
            }
            ("Add", _) => {
                let left = self.value(self.one(at, "left")?, depth)?;
                let right = self.value(self.one(at, "right")?, depth)?;
                self.room.take_text(left.bytes() + right.bytes())?;
                match (left, right) {
                    (Value::Text(left), Value::Text(right)) => Value::Text(left + &right),
                    (Value::Bytes(left), Value::Bytes(right)) => {
                        Value::Bytes([left, right].concat())
                    }
                    _ => return None,
                }
            }
            ("Mult", _) => {
                let (left, right) = (self.one(at, "left")?, self.one(at, "right")?);
                let (value, times) = match self.index(right) {
                    Some(times) => (left, times),
                    None => (right, self.index(left)?),
                };
                let times = usize::try_from(times.max(0)).ok()?;
                let value = self.value(value, depth)?;
                self.room.take_text(value.bytes().checked_mul(times)?)?;
                match value {
                    Value::Text(text) => Value::Text(text.repeat(times)),
                    Value::Bytes(bytes) => Value::Bytes(bytes.repeat(times)),
                }
            }
            ("Subscript", _) => {
                let value = self.value(self.one(at, "value")?, depth)?;
                self.sliced(value, self.one(at, "slice")?)?
            }
            ("Call", _) => self.call(at, depth)?,
            _ => return None,
        })
    }

    fn sliced(&self, value: Value, slice: usize) -> Option<Value> {
        if self.tree.nodes.get(slice)?.kind() != "Slice" {
            return None;
        }
        let bound = |slot| match self.one(slice, slot) {
            None => Some(None),
            Some(at) => self.index(at).map(Some),
        };
        let (lower, upper, step) = (bound("lower")?, bound("upper")?, bound("step")?);
        self.room.take_text(value.bytes())?;
        Some(match value {
            Value::Text(text) => {
                let letters: Vec<char> = text.chars().collect();
                Value::Text(cut(&letters, lower, upper, step)?.into_iter().collect())
            }
            Value::Bytes(bytes) => Value::Bytes(cut(&bytes, lower, upper, step)?),
        })
    }

    fn index(&self, at: usize) -> Option<i64> {
        let node = self.tree.nodes.get(at)?;
        match (node.kind(), &node.leaf) {
            ("Int", Leaf::Int(value)) => value.to_i64(),
            ("USub", _) => self.index(self.one(at, "operand")?)?.checked_neg(),
            _ => None,
        }
    }

    fn call(&self, at: usize, depth: u32) -> Option<Value> {
        let function = self.one(at, "func")?;
        let arguments: Vec<usize> = self.slot(at, "args").collect();
        if self.slot(at, "keywords").next().is_some() {
            return None;
        }
        if let Some(name) = self.name(function, "id") {
            let (&first, encoding) = arguments.split_first()?;
            let encoding = match encoding {
                [] => "utf-8".to_owned(),
                [encoding] => self.text(*encoding, depth)?,
                _ => return None,
            };
            let value = self.value(first, depth)?;
            self.room.take_text(most_recoded(value.bytes()))?;
            return match (name, value) {
                ("bytes", Value::Text(text)) => encode(&text, &encoding).map(Value::Bytes),
                ("str", Value::Bytes(bytes)) => decode(&bytes, &encoding).map(Value::Text),
                _ => None,
            };
        }
        let method = self.name(function, "attr")?;
        let object = self.value(self.one(function, "value")?, depth)?;
        if let ("join", Value::Text(between), [parts]) = (method, &object, arguments.as_slice()) {
            return self.joined(between, *parts, depth).map(Value::Text);
        }
        let arguments: Option<Vec<String>> = (arguments.iter())
            .map(|&argument| self.text(argument, depth))
            .collect();
        let arguments = arguments?;
        Some(match (method, object, arguments.as_slice()) {
            ("replace", Value::Text(text), [old, new]) if !old.is_empty() => {
                let places = text.matches(old.as_str()).count();
                let kept = text.len() - places * old.len();
                let made = kept.checked_add(places.checked_mul(new.len())?)?;
                self.room.take_text(made)?;
                Value::Text(text.replace(old.as_str(), new))
            }
            ("encode", Value::Text(text), []) => Value::Bytes(text.into_bytes()),
            ("encode", Value::Text(text), [encoding]) => {
                self.room.take_text(most_recoded(text.len()))?;
                Value::Bytes(encode(&text, encoding)?)
            }
            ("decode", Value::Bytes(bytes), []) => Value::Text(String::from_utf8(bytes).ok()?),
            ("decode", Value::Bytes(bytes), [encoding]) => {
                self.room.take_text(most_recoded(bytes.len()))?;
                Value::Text(decode(&bytes, encoding)?)
            }
            _ => return None,
        })
    }

    /// `between.join(parts)` of a list or tuple that is written out, of a text, or of either from
    /// its end.
    fn joined(&self, between: &str, parts: usize, depth: u32) -> Option<String> {
        let mut parts = parts;
        let is_reversed = self.name_called(parts) == Some("reversed");
        if is_reversed {
            parts = self.one(parts, "args")?;
        }
        let mut texts: Vec<String> = match self.tree.nodes.get(parts)?.kind() {
            "List" | "Tuple" => {
                let texts: Option<_> = self
                    .slot(parts, "elts")
                    .map(|part| self.text(part, depth))
                    .collect();
                texts?
            }
            _ => {
                let text = self.text(parts, depth)?;
                // Each letter becomes a text of its own.
                self.room.take_text(text.len())?;
                text.chars().map(String::from).collect()
            }
        };
        if is_reversed {
            texts.reverse();
        }
        let gaps = texts.len().saturating_sub(1);
        let all: usize = texts.iter().map(String::len).sum();
        self.room
            .take_text(all.checked_add(gaps.checked_mul(between.len())?)?)?;
        Some(texts.join(between))
    }

    /// The name of the function that an expression calls.
    fn name_called(&self, at: usize) -> Option<&str> {
        if self.tree.nodes.get(at)?.kind() != "Call" {
            return None;
        }
        self.name(self.one(at, "func")?, "id")
    }
}

/// A slice with the bounds of Python's.
fn cut<T: Copy>(
    items: &[T],
    lower: Option<i64>,
    upper: Option<i64>,
    step: Option<i64>,
) -> Option<Vec<T>> {
    let length = i64::try_from(items.len()).ok()?;
    let step = step.unwrap_or(1);
    let clamp = |bound: i64, least: i64, most: i64| {
        let bound = if bound < 0 {
            bound.saturating_add(length)
        } else {
            bound
        };
        bound.clamp(least, most)
    };
    let (start, end) = if step > 0 {
        (
            lower.map_or(0, |bound| clamp(bound, 0, length)),
            upper.map_or(length, |bound| clamp(bound, 0, length)),
        )
    } else {
        (
            lower.map_or(length - 1, |bound| clamp(bound, -1, length - 1)),
            upper.map_or(-1, |bound| clamp(bound, -1, length - 1)),
        )
    };
    if step == 0 {
        return None;
    }
    let mut cut = Vec::new();
    let mut at = start;
    while if step > 0 { at < end } else { at > end } {
        cut.push(*items.get(usize::try_from(at).ok()?)?);
        at = at.checked_add(step)?;
    }
    Some(cut)
}

/// The codecs that packers use.
#[derive(Clone, Copy)]
enum Codec {
    Utf8,
    Utf16,
    Utf16Le,
    Utf16Be,
    Latin1,
}

/// What so many bytes may become in another code: letters of ASCII double in UTF-16, which starts
/// with a mark.
fn most_recoded(bytes: usize) -> usize {
    2 * bytes + 2
}

fn codec(name: &str) -> Option<Codec> {
    let name = name.to_ascii_lowercase().replace(['-', '_', ' '], "");
    Some(match name.as_str() {
        "utf8" | "u8" | "utf" => Codec::Utf8,
        "utf16" | "u16" => Codec::Utf16,
        "utf16le" => Codec::Utf16Le,
        "utf16be" => Codec::Utf16Be,
        "latin1" | "l1" | "latin" | "iso88591" | "8859" => Codec::Latin1,
        _ => return None,
    })
}

fn encode(text: &str, name: &str) -> Option<Vec<u8>> {
    Some(match codec(name)? {
        Codec::Utf8 => text.as_bytes().to_vec(),
        Codec::Utf16 => [0xff, 0xfe]
            .into_iter()
            .chain(text.encode_utf16().flat_map(u16::to_le_bytes))
            .collect(),
        Codec::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        Codec::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        Codec::Latin1 => {
            let bytes: Result<_, _> = text.chars().map(u8::try_from).collect();
            bytes.ok()?
        }
    })
}

fn decode(bytes: &[u8], name: &str) -> Option<String> {
    let wide = |bytes: &[u8], of: fn([u8; 2]) -> u16| {
        let (units, rest) = bytes.as_chunks::<2>();
        let units: Vec<u16> = units.iter().copied().map(of).collect();
        rest.is_empty().then(|| String::from_utf16(&units).ok())?
    };
    match codec(name)? {
        Codec::Utf8 => String::from_utf8(bytes.to_vec()).ok(),
        Codec::Utf16 => match bytes {
            [0xfe, 0xff, rest @ ..] => wide(rest, u16::from_be_bytes),
            [0xff, 0xfe, rest @ ..] | rest => wide(rest, u16::from_le_bytes),
        },
        Codec::Utf16Le => wide(bytes, u16::from_le_bytes),
        Codec::Utf16Be => wide(bytes, u16::from_be_bytes),
        Codec::Latin1 => Some(bytes.iter().copied().map(char::from).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    fn code(source: &str) -> Option<String> {
        let module = parse::module(source).unwrap();
        let tree = Tree::from_parsed(&module, source);
        let packed = packed(&tree, &Room::for_a_source()).pop();
        packed.map(|packed| packed.code.print())
    }

    #[test]
    fn code_in_literals_is_found() {
        for (source, expected) in [
            ("exec('a=1')", "a = 1"),
            ("exec('a=1;'*200)", "a = 1"),
            ("eval('1+'*2+'1')", "1 + 1 + 1"),
            ("exec('a='+'1')", "a = 1"),
            ("exec('pri;(1)'.replace(';','nt'))", "print(1)"),
            ("exec('1=a'[::-1])", "a = 1"),
            ("exec('xxa=1y'[2:-1])", "a = 1"),
            ("exec(bytes('\u{3d61}\u{2031}','u16')[2:])", "a = 1"),
            ("exec(b'a=1'.decode())", "a = 1"),
            ("exec('\u{3d61}\u{2031}'.encode('utf-16le'))", "a = 1"),
            ("eval('1+1')", "1 + 1"),
            ("eval(' 1')", "1"),
            ("eval('+'.join(['1','2']))", "1 + 2"),
            ("eval(''.join(reversed('2-1')))", "1 - 2"),
            ("exec(compile('a=1','','exec'))", "a = 1"),
        ] {
            assert_eq!(code(source).as_deref(), Some(expected), "{source}");
        }
    }

    #[test]
    fn what_is_not_known_is_left_alone() {
        for source in [
            "exec(a)",
            "exec('%d'%a)",
            "exec('a'[::b])",
            "exec(''.join(a))",
            "run('a=1')",
            "exec()",
            "exec('a=1'.encode('rot13'))",
            "exec('a=1;'*10**9+'b')",
            "exec('a=1;'*9999999+'b')",
        ] {
            assert_eq!(code(source), None, "{source}");
        }
    }
}
