//! Parses a source with `rustpython-parser`, within bounds that keep it safe, and only forms that it reads as
//! `CPython` does.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rustpython_parser::ast::{Mod, Stmt};
use rustpython_parser::lexer::lex;
use rustpython_parser::{Mode, StringKind, Tok, parse_tokens};

use super::super::tree::Tree;
use super::Counts;
use super::count::count;
use super::nesting::Nesting;

/// The deepest nesting that is parsed here, as [`Nesting`] bounds it.
///
/// This is far above real programs: the most of 119 is 34. It is low enough that parsing and dropping fit into 256
/// KiB of stack even in a debug build. It also stays far below the depth at which the guest's compiler gives up, so
/// that a source that is read here never fails there because of its depth.
const MAX_NESTING: usize = 200;

/// The stack that [`read`] needs at most. A test reads the deepest sources of each kind on a thread with this much.
#[cfg(test)]
const STACK_BYTES: usize = 256 << 10;

/// Why a source was not read here. The guest then decides what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unread {
    /// It is not in the grammar of this parser, which is slightly older than the guest's.
    Grammar,
    /// It is nested too deeply.
    Depth,
    /// This parser may read it differently from the guest.
    Doubtful,
}

/// Counts the literals of a canonical source. `numeric_limit` decides which number's line is reported.
///
/// Needs less than 256 KiB of stack.
///
/// # Errors
/// [`Unread`] if the source must be left to the guest.
pub fn read(source: &str, numeric_limit: u32) -> Result<Counts, Unread> {
    let tree = Tree::from_parsed(&module(source)?, source);
    Ok(count(&tree, numeric_limit))
}

/// Counts as [`read`] does, and also returns the tree.
///
/// # Errors
/// [`Unread`] if the source must be left to the guest.
pub(in super::super) fn read_tree(
    source: &str,
    numeric_limit: u32,
) -> Result<(Counts, Tree), Unread> {
    if may_have_surrogates(source) {
        return Err(Unread::Doubtful);
    }
    let module = module(source)?;
    let tree = Tree::from_parsed(&module, source);
    // `CPython` normalises names to NFKC.
    if tree.has_unusual_names() {
        return Err(Unread::Doubtful);
    }
    Ok((count(&tree, numeric_limit), tree))
}

/// The statements of a source.
///
/// # Errors
/// [`Unread`] if the source must be left to the guest.
pub(super) fn module(source: &str) -> Result<Vec<Stmt>, Unread> {
    let mut tokens = Vec::new();
    let mut nesting = Nesting::new();
    let (mut has_match, mut after_comma) = (false, false);
    for token in lex(source, Mode::Module) {
        let token = token.map_err(|_| Unread::Grammar)?;
        nesting.token(&token.0);
        if nesting.bound() > MAX_NESTING {
            return Err(Unread::Depth);
        }
        // The parser loses the tuple of `match x,:`.
        has_match |= token.0 == Tok::Match;
        let lost_tuple = has_match && after_comma && token.0 == Tok::Colon;
        after_comma = token.0 == Tok::Comma;
        if lost_tuple || is_doubtful(&token.0) {
            return Err(Unread::Doubtful);
        }
        tokens.push(Ok(token));
    }
    // A panic of the parser is its own bug, not an answer to the contestant; the guest has the answer.
    let parsed = catch_unwind(AssertUnwindSafe(|| {
        parse_tokens(tokens, Mode::Module, "main.py")
    }));
    match parsed {
        Ok(Ok(Mod::Module(module))) => Ok(module.body),
        Ok(Ok(_) | Err(_)) | Err(_) => Err(Unread::Grammar),
    }
}

/// f-strings that this parser may read differently from [PEP 701](https://peps.python.org/pep-0701/): a backslash in
/// a format specification is not an escape here, and a `#` does not start a comment everywhere. If quotes make the
/// braces hard to match, either of the two is enough. `CPython` 3.13 itself keeps only a part of the text of
/// `{a != b = }`, so it must decide.
fn is_doubtful(token: &Tok) -> bool {
    let Tok::String { value, kind, .. } = token else {
        return false;
    };
    if !matches!(kind, StringKind::FString | StringKind::RawFString) {
        return false;
    }
    let mut inside = 0u32;
    let (mut fields, mut quotes, mut marks) = (false, false, false);
    let mut bytes = value.bytes().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'{' if bytes.peek() == Some(&b'{') => {
                // A brace as text, or one of the finer points of the grammar inside a field.
                if inside > 0 {
                    return true;
                }
                bytes.next();
            }
            b'{' => {
                fields = true;
                inside += 1;
            }
            b'}' => inside = inside.saturating_sub(1),
            b'\'' | b'"' => quotes = true,
            b'\\' | b'#' if inside > 0 => return true,
            b'\\' | b'#' => marks = true,
            _ => {}
        }
    }
    fields && (quotes && marks || value.contains("!="))
}

/// Whether a source may contain an escape such as `\ud800`. The parser reads all lone surrogates as one character, so
/// it would see no difference between them.
fn may_have_surrogates(source: &str) -> bool {
    source.split('\\').skip(1).any(|escape| {
        let digits = (escape.strip_prefix('u')).or_else(|| escape.strip_prefix("U0000"));
        matches!(
            digits.map(str::as_bytes),
            Some([b'd' | b'D', b'8' | b'9' | b'a'..=b'f' | b'A'..=b'F', ..])
        )
    })
}

#[cfg(test)]
mod tests {
    use std::thread;

    use proptest::prelude::*;

    use super::*;

    /// A name, and a function that makes a source with this nesting depth.
    type Nest = (&'static str, fn(usize) -> String);

    /// Ways to nest.
    const DEEP: [Nest; 34] = [
        ("round brackets", |n| "(".repeat(n) + "1" + &")".repeat(n)),
        ("square brackets", |n| "[".repeat(n) + "1" + &"]".repeat(n)),
        ("braces", |n| "{".repeat(n) + "1" + &"}".repeat(n)),
        ("brackets left open", |n| "(".repeat(n)),
        ("brackets with an error inside", |n| {
            "(".repeat(n) + "1 1" + &")".repeat(n)
        }),
        ("tuples", |n| "(1,".repeat(n) + &")".repeat(n)),
        ("targets", |n| {
            "(a,*".repeat(n) + "b" + &")".repeat(n) + "=1"
        }),
        ("dictionaries", |n| "{1:".repeat(n) + "1" + &"}".repeat(n)),
        ("minus", |n| "-".repeat(n) + "1"),
        ("minus with an error after", |n| "-".repeat(n) + "1 1"),
        ("invert", |n| "~".repeat(n) + "1"),
        ("not", |n| "not ".repeat(n) + "1"),
        ("sum", |n| "1+".repeat(n) + "1"),
        ("sum with an error after", |n| "1+".repeat(n) + "1 1"),
        ("power", |n| "1**".repeat(n) + "1"),
        ("comparison", |n| "1<".repeat(n) + "1"),
        ("or", |n| "1 or ".repeat(n) + "1"),
        ("mixed operators", |n| "1*2+3<4 or ".repeat(n) + "1"),
        ("conditional", |n| "1 if 1 else ".repeat(n) + "1"),
        ("await", |n| {
            "async def f():\n ".to_owned() + &"await ".repeat(n) + "1"
        }),
        ("attributes", |n| "a".to_owned() + &".b".repeat(n)),
        ("calls", |n| "a".to_owned() + &"()".repeat(n)),
        ("subscripts", |n| "a".to_owned() + &"[1]".repeat(n)),
        ("nested calls", |n| "a(b=".repeat(n) + "1" + &")".repeat(n)),
        ("nested slices", |n| "a[1:".repeat(n) + "1" + &"]".repeat(n)),
        ("lambda", |n| "lambda:".repeat(n) + "1"),
        ("lambda with parameters", |n| {
            "lambda a,b=1:".repeat(n) + "1"
        }),
        ("lambda in defaults", |n| {
            "lambda a=".repeat(n) + "1" + &":1".repeat(n)
        }),
        ("comprehensions", |n| {
            "[a for a,b in ".repeat(n) + "c" + &"]".repeat(n)
        }),
        ("elif", |n| "if 1:1\n".to_owned() + &"elif 1:1\n".repeat(n)),
        ("blocks", |n| {
            let lines = (0..n).map(|depth| " ".repeat(depth) + "if 1:\n");
            lines.collect::<String>() + &" ".repeat(n) + "1"
        }),
        ("patterns", |n| {
            "match a:\n case ".to_owned() + &"[b,".repeat(n) + &"]".repeat(n) + ":1"
        }),
        ("or patterns", |n| {
            "match a:\n case ".to_owned() + &"(1|".repeat(n) + "1" + &")".repeat(n) + ":1"
        }),
        ("brackets in an f-string", |n| {
            "f'{".to_owned() + &"(".repeat(n) + "1" + &")".repeat(n) + "}'"
        }),
    ];

    /// Runs on a thread with the stack size that [`read`] promises to be enough. A stack overflow would end the test
    /// process.
    fn on_small_stack<T: Send>(f: impl FnOnce() -> T + Send) -> T {
        thread::scope(|scope| {
            thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, f)
                .unwrap()
                .join()
                .unwrap()
        })
    }

    #[test]
    fn whatever_is_read_fits_the_stack() {
        for (kind, source) in DEEP {
            let deepest_read = on_small_stack(|| {
                (1..=MAX_NESTING + 1)
                    .rev()
                    .find(|&levels| read(&source(levels), 120) != Err(Unread::Depth))
            });
            assert!(
                deepest_read.is_some_and(|levels| levels >= 15),
                "{kind}: {deepest_read:?}"
            );
            assert!(
                deepest_read <= Some(MAX_NESTING),
                "{kind}: {deepest_read:?}"
            );
        }
    }

    #[test]
    fn sources_of_full_size_get_an_answer() {
        for (kind, source) in DEEP {
            let unit = source(2).len() - source(1).len();
            // The indentation of blocks grows with the depth: 64 KiB hold 350 of them.
            let levels = if kind == "blocks" { 350 } else { 65_000 / unit };
            let source = source(levels);
            assert!(source.len() <= 65_536, "{kind}");
            assert_eq!(
                on_small_stack(|| read(&source, 120)),
                Err(Unread::Depth),
                "{kind}"
            );
        }
    }

    #[test]
    fn long_is_not_deep() {
        for source in [
            "1,".repeat(30_000),
            "[1,[2],3],".repeat(6000),
            "a=1;".repeat(16_000),
            "f(1)\n".repeat(13_000),
            "def f(a,b):\n return a+b\n".repeat(2000),
            format!("'{}'", "(".repeat(60_000)),
            format!("#{}\n1", "(".repeat(60_000)),
        ] {
            assert!(
                on_small_stack(|| read(&source, 120)).is_ok(),
                "{}",
                &source[..20]
            );
        }
    }

    #[test]
    fn what_the_parser_reads_otherwise_is_left_to_the_guest() {
        for source in [
            r"f'{a:\x41}'",
            "f'''{a #}'''",
            "f'{a!=b = }'",
            r#"f"{d['}']:\x41}""#,
            "match x,:\n case y: 1",
        ] {
            assert_eq!(read(source, 120), Err(Unread::Doubtful), "{source}");
        }
        for source in [r"f'{a}\n'", "f'#{a}'", "f'{{\\n}}'", "x[1,:]"] {
            assert!(read(source, 120).is_ok(), "{source}");
        }
        for source in ["f'{'a'}'", "def f[T=int](): 1", "1 +", "'", "0x"] {
            assert_eq!(read(source, 120), Err(Unread::Grammar), "{source}");
        }
    }

    #[test]
    fn surrogates_are_left_to_the_guest_where_text_is_weighed() {
        for source in [r"'\ud800'", r"'\U0000DFFF'", r"'\\\uDabc'"] {
            assert_eq!(read_tree(source, 120), Err(Unread::Doubtful), "{source}");
            assert!(read(source, 120).is_ok(), "{source}");
        }
        assert!(read_tree(r"'\ud7ff\ue000 \U0001d800'", 120).is_ok());
    }

    proptest! {
        #[test]
        fn any_text_gets_an_answer(source in "(?s).{0,200}") {
            let _ = on_small_stack(|| read(&source, 120));
        }

        #[test]
        fn any_tokens_get_an_answer(
            tokens in proptest::collection::vec(prop::sample::select(TOKENS), 0..400)
        ) {
            let source = tokens.concat();
            let _ = on_small_stack(|| read(&source, 120));
        }
    }

    const TOKENS: &[&str] = &[
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        ";",
        "\n",
        "\n ",
        "\n  ",
        " ",
        "-",
        "+",
        "*",
        "**",
        "=",
        ":=",
        ".",
        "a",
        "1",
        "2.5",
        "3j",
        "'s'",
        "b'b'",
        "f'{",
        "}'",
        "f'{a}'",
        "f'{(1,)!r:>{b}}'",
        "lambda ",
        "not ",
        " if ",
        " else ",
        " for ",
        " in ",
        "elif ",
        "if ",
        "match ",
        "case ",
        "type ",
        "def f",
        "class C",
        "async ",
        "await ",
        "return ",
        "yield ",
        "try:",
        "except ",
        "with ",
        " as ",
        "'''",
        "\\\n",
        "#",
        "é",
        "\u{1F600}",
        "\t",
        "@",
        "->",
        "0x",
        "1_0",
        "\x0c",
    ];
}
