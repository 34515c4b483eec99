//! The form of a season: made, copied, and changed while it is a draft.

use askama::Template;

use super::fields::{FieldView, WrongField, wrong_fields};
use super::filters;
use super::form::FieldErrors;
use super::shell::Shell;
use crate::contests::FieldKind;
use crate::words::Phrase;

/// `/new-season` and `/seasons/{season}/organize/settings`.
#[derive(Template)]
#[template(path = "season_form.html")]
pub struct SeasonFormPage {
    /// Common data.
    pub shell: Shell,
    /// The draft that is changed; `None` when one is made.
    pub draft: Option<DraftView>,
    /// The draft that is copied: slug and title.
    pub copied: Option<(String, String)>,
    /// The types of contest.
    pub contests: Vec<ContestChoice>,
    /// Slug, as typed.
    pub slug: String,
    /// The fields.
    pub fields: Vec<FieldView>,
    /// What is wrong.
    pub errors: FieldErrors,
}

/// A draft and its problems.
#[derive(Clone, Debug)]
pub struct DraftView {
    /// Part of the address.
    pub slug: String,
    /// Title.
    pub title: String,
    /// The digest of the settings that the form was opened with.
    pub seen: String,
    /// Its problems: slug, title and whether it is committed, in board order.
    pub problems: Vec<(String, String, bool)>,
}

/// A type of contest.
#[derive(Clone, Debug)]
pub struct ContestChoice {
    /// Its word.
    pub word: &'static str,
    /// What people submit.
    pub noun: &'static str,
    /// The form is of that type.
    pub chosen: bool,
}

impl SeasonFormPage {
    /// What is wrong, as links to it.
    fn wrong(&self) -> Vec<WrongField> {
        let mut wrong = wrong_fields(&self.fields, &[], &self.errors);
        if self.errors.has("slug") {
            wrong.push(WrongField {
                name: "slug".to_owned(),
                row: None,
                label: Phrase("form-slug"),
            });
        }
        wrong
    }

    /// Something that has a default is wrong.
    fn opens_more(&self) -> bool {
        let mut more = self.fields.iter().filter(|view| !view.is_main());
        more.any(|view| self.errors.has(view.field.key))
    }

    fn contest(&self) -> &'static str {
        let chosen = self.contests.iter().find(|contest| contest.chosen);
        chosen.map_or("", |contest| contest.word)
    }
}
