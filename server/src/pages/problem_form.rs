//! The form of a problem, new or of a draft.

use askama::Template;

use super::fields::{FieldView, TableView, WrongField, wrong_fields};
use super::filters;
use super::form::FieldErrors;
use super::physics::graph::Graph;
use super::server_trial::Tried;
use super::setter::SeasonChoice;
use super::shell::Shell;
use super::terms::PublicTerms;
use crate::contests::FieldKind;
use crate::words::{Phrase, say};

/// `/setter/new` and `/setter/drafts/{draft}/edit`.
#[derive(Template)]
#[template(path = "problem_form.html")]
pub struct ProblemFormPage {
    /// Common data.
    pub shell: Shell,
    /// The draft that is changed: its address and what it is called.
    pub draft: Option<(String, String)>,
    /// Word of the type of contest.
    pub contest: &'static str,
    /// What people submit.
    pub noun: Phrase,
    /// When the package was sent that is changed.
    pub seen: String,
    /// The fields of which there is one each.
    pub fields: Vec<FieldView>,
    /// The tables.
    pub tables: Vec<TableView>,
    /// The key of the field or table below which the problem is drawn.
    pub drawn_below: &'static str,
    /// What is drawn there.
    pub drawn: Option<Drawn>,
    /// What it can be validated against.
    pub seasons: Vec<SeasonChoice>,
    /// What is wrong.
    pub errors: FieldErrors,
    /// What is in the fields is saved nowhere.
    pub is_unsaved: bool,
}

/// What is drawn of a problem.
#[derive(Clone, Debug)]
pub enum Drawn {
    /// What its program printed.
    Terms {
        /// The terms.
        terms: PublicTerms,
        /// How it ended.
        tried: Tried,
        /// The simple rule that gives the hidden terms away.
        rule: Option<String>,
    },
    /// Its reference solution.
    Graph(Graph),
    /// It cannot be drawn now, for this reason.
    Not(String),
}

impl ProblemFormPage {
    /// What the button says that has the problem drawn.
    fn draw(&self) -> &'static str {
        match self.drawn_below {
            "setter" => say!("problem-form-run"),
            _ => say!("problem-form-draw"),
        }
    }

    fn heading(&self) -> String {
        match &self.draft {
            Some((_, name)) => say!("problem-form-of", name = name),
            None => say!("problem-form-new", what = self.noun),
        }
    }

    fn action(&self) -> String {
        match &self.draft {
            Some((address, _)) => format!("{address}/edit"),
            None => "/setter/new".to_owned(),
        }
    }

    /// Something in a table has to be looked at.
    #[expect(clippy::unused_self, reason = "templates call methods, not functions")]
    fn opens(&self, table: &TableView) -> bool {
        table.rows.len() > table.table.spare
    }

    /// What is wrong, as links to it.
    fn wrong(&self) -> Vec<WrongField> {
        wrong_fields(&self.fields, &self.tables, &self.errors)
    }

    /// Something that has a default is wrong.
    fn opens_more(&self) -> bool {
        let mut more = self.fields.iter().filter(|view| !view.is_main());
        more.any(|view| self.errors.has(&view.name))
    }
}
