//! What a refused form shows again: the error messages, each beside its field.

use std::borrow::Cow;

/// Messages about fields of a form, in the order of the form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldErrors(Vec<(Cow<'static, str>, String)>);

impl FieldErrors {
    /// No message yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a message about the field of that name, after what is said of it already; the name `""` stands for the whole
    /// form.
    pub fn add(&mut self, field: impl Into<Cow<'static, str>>, message: impl Into<String>) {
        let (field, message) = (field.into(), message.into());
        match self.0.iter_mut().find(|(name, _)| *name == field) {
            Some((_, said)) if said.contains(&message) => {}
            Some((_, said)) => {
                said.push(' ');
                said.push_str(&message);
            }
            None => self.0.push((field, message)),
        }
    }

    /// One message about one field.
    pub fn one(field: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Self(vec![(field.into(), message.into())])
    }

    /// The form is fine.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What is said about a field.
    pub fn of(&self, field: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(name, _)| name == field)
            .map(|(_, message)| message.as_str())
    }

    /// There is a message about a field.
    pub fn has(&self, field: &str) -> bool {
        self.of(field).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_found_by_its_field() {
        let mut errors = FieldErrors::new();
        assert!(errors.is_empty());
        errors.add("name", "Choose another name.");
        assert_eq!(errors.of("name"), Some("Choose another name."));
        errors.add("name", "Choose another name.");
        errors.add("name", "It is long.");
        let both = "Choose another name. It is long.";
        assert_eq!(errors.of("name"), Some(both));
        assert!(!errors.has("password"));
        assert_eq!(
            FieldErrors::one("", "Try again.").of(""),
            Some("Try again.")
        );
    }
}
