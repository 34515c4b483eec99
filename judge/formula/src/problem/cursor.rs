//! A cursor in a JSON value that remembers its path, so that each mistake names its key and place.

use serde_json::{Map, Value};

use super::locate::JsonStep;
use super::mistakes::{Mistakes, shown};

/// A value inside the problem. If it is not as expected, the cursor records a mistake and reading goes on without the
/// value.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    value: &'a Value,
    path: Vec<JsonStep>,
    node: Option<u64>,
    mistakes: &'a Mistakes,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(value: &'a Value, mistakes: &'a Mistakes) -> Self {
        Self {
            value,
            path: Vec::new(),
            node: None,
            mistakes,
        }
    }

    pub(super) fn value(&self) -> &'a Value {
        self.value
    }

    /// From here on, mistakes name this node.
    pub(super) fn of_node(mut self, index: Option<u64>) -> Self {
        self.node = index;
        self
    }

    /// Records a mistake in this value.
    pub(super) fn wrong(&self, what: impl Into<String>) {
        self.mistakes.note(&self.path, self.node, what.into());
    }

    /// The value if one was found; otherwise records a mistake.
    fn expect<T>(&self, found: Option<T>, expected: impl FnOnce() -> String) -> Option<T> {
        if found.is_none() {
            let what = match self.value {
                Value::Null => "null".to_owned(),
                Value::Bool(value) => format!("`{value}`"),
                Value::Number(number) => format!("the number {number}"),
                Value::String(text) => format!("the text \"{}\"", shown(text)),
                Value::Array(list) => format!("a list of {}", list.len()),
                Value::Object(_) => "an object".to_owned(),
            };
            self.wrong(format!("{} is expected, {what} was found", expected()));
        }
        found
    }

    fn below(&self, value: &'a Value, step: JsonStep) -> Self {
        let mut path = self.path.clone();
        path.push(step);
        Self {
            value,
            path,
            node: self.node,
            mistakes: self.mistakes,
        }
    }

    pub(super) fn object(&self) -> Option<Object<'a>> {
        let members = self.expect(self.value.as_object(), || "an object".into())?;
        Some(Object {
            at: self.clone(),
            members,
        })
    }

    pub(super) fn list(&self) -> Option<Vec<Self>> {
        let list = self.expect(self.value.as_array(), || "a list".into())?;
        let elements = list.iter().enumerate();
        Some(
            elements
                .map(|(position, value)| self.below(value, JsonStep::Element(position)))
                .collect(),
        )
    }

    pub(super) fn string(&self) -> Option<&'a str> {
        let text = self.expect(self.value.as_str(), || "a text".into())?;
        if let Some(at) = text.chars().position(|c| c == '\0') {
            self.wrong(format!("character {} is NUL", at + 1));
            return None;
        }
        Some(text)
    }

    pub(super) fn boolean(&self) -> Option<bool> {
        self.expect(self.value.as_bool(), || "`true` or `false`".into())
    }

    /// A whole number from `least` to `most`.
    pub(super) fn whole<T: TryFrom<u64> + Copy + Into<u64>>(&self, least: T, most: T) -> Option<T> {
        let within = |number: &u64| (least.into()..=most.into()).contains(number);
        let number = self.value.as_u64().filter(within);
        self.expect(number.and_then(|number| T::try_from(number).ok()), || {
            let (least, most): (u64, u64) = (least.into(), most.into());
            format!("a whole number from {least} to {most}")
        })
    }

    /// A number from `least` to `most`.
    pub(super) fn number(&self, least: f64, most: f64) -> Option<f64> {
        let number = self.value.as_f64();
        self.expect(number.filter(|it| (least..=most).contains(it)), || {
            format!("a number from {least} to {most}")
        })
    }
}

/// An object inside the problem.
#[derive(Clone, Debug)]
pub(super) struct Object<'a> {
    at: Cursor<'a>,
    members: &'a Map<String, Value>,
}

impl<'a> Object<'a> {
    /// Records a mistake in the object as a whole.
    pub(super) fn wrong(&self, what: impl Into<String>) {
        self.at.wrong(what);
    }

    /// A member that may be missing; `null` counts as missing.
    pub(super) fn optional(&self, key: &str) -> Option<Cursor<'a>> {
        let found = self.members.get(key).filter(|value| !value.is_null())?;
        Some(self.at.below(found, JsonStep::Key(key.to_owned())))
    }

    pub(super) fn required(&self, key: &str) -> Option<Cursor<'a>> {
        let found = self.members.get(key);
        if found.is_none() && !self.members.keys().any(|found| is_slip(found, key)) {
            self.wrong(format!("`{key}` is missing"));
        }
        found.map(|value| self.at.below(value, JsonStep::Key(key.to_owned())))
    }

    pub(super) fn members(&self) -> impl Iterator<Item = (&'a str, Cursor<'a>)> {
        let members = self.members.iter();
        members.map(|(key, value)| {
            let at = self.at.below(value, JsonStep::Key(key.clone()));
            (key.as_str(), at)
        })
    }

    /// The text of a member; empty when there is none.
    pub(super) fn text(&self, key: &str) -> String {
        let text = self.optional(key).and_then(|at| at.string());
        text.unwrap_or_default().to_owned()
    }

    pub(super) fn required_text(&self, key: &str) -> String {
        let text = self.required(key).and_then(|at| at.string());
        text.unwrap_or_default().to_owned()
    }

    /// A member that is an object and may be missing.
    pub(super) fn object(&self, key: &str) -> Option<Self> {
        self.optional(key)?.object()
    }

    /// The elements of a list that may be missing.
    pub(super) fn list(&self, key: &str) -> Vec<Cursor<'a>> {
        let list = self.optional(key).and_then(|at| at.list());
        list.unwrap_or_default()
    }

    /// The elements that are objects; others are recorded as mistakes.
    pub(super) fn objects(&self, key: &str) -> Vec<Self> {
        self.list(key).iter().filter_map(Cursor::object).collect()
    }

    /// The members of an object that may be missing, each with its key.
    pub(super) fn named(
        &self,
        key: &str,
        value: fn(&Cursor) -> Option<String>,
    ) -> Vec<(String, String)> {
        self.object(key)
            .iter()
            .flat_map(Object::members)
            .filter_map(|(name, at)| Some((name.to_owned(), value(&at)?)))
            .collect()
    }

    /// The paths to members with unknown keys. A key that looks like a slip of a known one is a mistake, because a
    /// slip must never silently select a default.
    pub(super) fn unknown(&self, known: &[&str]) -> Vec<Vec<JsonStep>> {
        let mut unknown = Vec::new();
        for (key, member) in self.members().filter(|(key, _)| !known.contains(key)) {
            match known.iter().find(|known| is_slip(key, known)) {
                Some(meant) => {
                    member.wrong(format!("this key is not known; is `{meant}` meant?"));
                }
                None => unknown.push(member.path),
            }
        }
        unknown
    }
}

/// Whether a key looks like a mistyped known one: other case, or one or two letters wrong in a
/// long one.
fn is_slip(found: &str, known: &str) -> bool {
    let allowed = match known.len() {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    };
    found != known
        && found.len() <= known.len() + allowed
        && (found.eq_ignore_ascii_case(known) || letters_wrong(found, known) <= allowed)
}

/// The edit distance in letters; swapping two neighbours counts as two.
fn letters_wrong(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let change = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = change.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_told_from_other_keys() {
        assert!(is_slip("dependancy", "dependency"));
        assert!(is_slip("is_final_anwser", "is_final_answer"));
        assert!(is_slip("Formula", "formula"));
        assert!(is_slip("point", "points"));
        assert!(!is_slip("student_solutions", "solution"));
        assert!(!is_slip("tag", "id"));
        assert!(!is_slip("note", "source"));
    }
}
