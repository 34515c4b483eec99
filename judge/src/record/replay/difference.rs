//! The differences that a replay finds, with their places.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

/// How many differences are listed; the rest is only counted.
const LISTED: usize = 200;

/// How many differences of one kind in one member are listed, so that one cause does not hide others.
const LISTED_OF_A_KIND: usize = 20;

/// A difference between the archive and what it should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The member, by its path below the season's folder.
    pub member: String,
    /// The field of the member.
    pub field: String,
    /// What is wrong, in a clause.
    pub message: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: `{}`: {}", self.member, self.field, self.message)
    }
}

/// The differences found so far.
#[derive(Default)]
pub(super) struct Findings {
    list: Vec<Difference>,
    unlisted: u64,
}

impl Findings {
    pub(super) fn add(&mut self, member: &str, field: &str, message: &str) {
        let same = |known: &&Difference| {
            known.member == member && last_key(&known.field) == last_key(field)
        };
        if self.list.len() >= LISTED || self.list.iter().filter(same).count() >= LISTED_OF_A_KIND {
            self.unlisted += 1;
            return;
        }
        self.list.push(Difference {
            member: member.to_owned(),
            field: field.to_owned(),
            message: message.to_owned(),
        });
    }

    /// The list, and how many differences are not in it.
    pub(super) fn into_parts(self) -> (Vec<Difference>, u64) {
        (self.list, self.unlisted)
    }

    /// Compares two JSON values key by key; `found` is what the archive has.
    pub(super) fn compare(&mut self, member: &str, at: &str, found: &Value, expected: &Value) {
        match (found, expected) {
            (Value::Object(found), Value::Object(expected)) => {
                for (key, value) in expected {
                    let inner = join(at, key);
                    match found.get(key) {
                        Some(found) => self.compare(member, &inner, found, value),
                        None => self.add(
                            member,
                            &inner,
                            &format!("is missing, should be {}", shown(value)),
                        ),
                    }
                }
                for (key, value) in found {
                    if !expected.contains_key(key) {
                        let message = format!("is {}, should not be there", shown(value));
                        self.add(member, &join(at, key), &message);
                    }
                }
            }
            (Value::Array(found), Value::Array(expected)) => {
                if found.len() != expected.len() {
                    let message =
                        format!("has {} rows, should have {}", found.len(), expected.len());
                    self.add(member, at, &message);
                }
                for (place, (found, expected)) in found.iter().zip(expected).enumerate() {
                    self.compare(member, &format!("{at}[{place}]"), found, expected);
                }
            }
            (found, expected) if found == expected => {}
            (found, expected) => {
                let message = format!("is {}, should be {}", shown(found), shown(expected));
                let at = if at.is_empty() { "form" } else { at };
                self.add(member, at, &message);
            }
        }
    }
}

fn join(at: &str, key: &str) -> String {
    if at.is_empty() {
        key.to_owned()
    } else {
        format!("{at}.{key}")
    }
}

/// The key itself, without its path.
fn last_key(field: &str) -> &str {
    field.rsplit(['.', ' ']).next().unwrap_or(field)
}

fn shown(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() > 120 {
        let few: String = text.chars().take(120).collect();
        format!("{few}…")
    } else {
        text
    }
}
