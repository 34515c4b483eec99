//! All problems of all seasons, searched by words and by terms, and filtered.

use std::fmt::Write as _;

use askama::Template;

use super::seasons::{Mine, ProblemRow};
use super::shell::Shell;
use super::{filters, text};
use crate::contests::Room;
use crate::words::Phrase;

/// `/problems?q=…`: the problems that fit.
#[derive(Template)]
#[template(path = "problems.html")]
pub struct CataloguePage {
    /// Common data.
    pub shell: Shell,
    /// What was asked for.
    pub asked: Asked,
    /// The terms that were looked for, when the query is a list of integers.
    pub terms: Option<String>,
    /// Topics that many problems have.
    pub topics: Vec<String>,
    /// Contests of which there are problems, where there are several: word and name.
    pub contests: Vec<(&'static str, Phrase)>,
    /// What fits.
    pub found: Vec<FoundProblem>,
    /// How many fit; there are more than are shown when this is larger.
    pub count: usize,
}

/// What is asked of the catalogue; an empty text asks for nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// Words or terms.
    pub q: String,
    /// `easy`, `medium` or `hard`.
    pub difficulty: String,
    /// The word of a type of contest.
    pub contest: String,
    /// A topic.
    pub topic: String,
    /// `solved` or `open`: by the reader.
    pub mine: String,
    /// `shortest` or `solvers`; by date otherwise.
    pub sort: String,
}

/// A filter that a chip sets.
#[derive(Clone, Copy)]
enum Filter {
    Difficulty,
    Contest,
    Topic,
    Mine,
    Sort,
}

impl Asked {
    /// Nothing but an order is asked for.
    fn is_all(&self) -> bool {
        *self
            == Self {
                sort: self.sort.clone(),
                ..Self::default()
            }
    }

    fn of(&self, filter: Filter) -> &str {
        match filter {
            Filter::Difficulty => &self.difficulty,
            Filter::Contest => &self.contest,
            Filter::Topic => &self.topic,
            Filter::Mine => &self.mine,
            Filter::Sort => &self.sort,
        }
    }

    /// The address with one filter set to `value`, or unset where it has that value.
    fn address(&self, filter: Filter, value: &str) -> String {
        let mut asked = self.clone();
        let place = match filter {
            Filter::Difficulty => &mut asked.difficulty,
            Filter::Contest => &mut asked.contest,
            Filter::Topic => &mut asked.topic,
            Filter::Mine => &mut asked.mine,
            Filter::Sort => &mut asked.sort,
        };
        let next = if place == value { "" } else { value };
        next.clone_into(place);
        let fields = [
            ("q", &asked.q),
            ("difficulty", &asked.difficulty),
            ("contest", &asked.contest),
            ("topic", &asked.topic),
            ("mine", &asked.mine),
            ("sort", &asked.sort),
        ];
        let mut address = "/problems".to_owned();
        for (name, value) in fields.into_iter().filter(|(_, value)| !value.is_empty()) {
            let mark = if address.contains('?') { '&' } else { '?' };
            write!(address, "{mark}{name}={}", text::query(value))
                .expect("a text takes what is written to it");
        }
        address
    }

    /// A chip for a value of a filter.
    fn chip(&self, filter: Filter, value: &str) -> Chip {
        Chip {
            address: self.address(filter, value),
            is_on: self.of(filter) == value,
        }
    }
}

/// A link that sets a filter, or takes it away.
struct Chip {
    address: String,
    is_on: bool,
}

/// A problem that fits.
#[derive(Clone, Debug)]
pub struct FoundProblem {
    /// Slug of its season.
    pub season: String,
    /// Title of its season.
    pub season_title: String,
    /// What its season asks for.
    pub room: &'static Room,
    /// The problem.
    pub row: ProblemRow,
    /// Bytes of the shortest correct program so far, as boards tell.
    pub shortest: Option<u32>,
    /// Where the terms that were looked for are.
    pub at: Option<FoundTerms>,
}

/// Where terms were found, in the problem's own counting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundTerms {
    /// Index of the first.
    pub index: i64,
    /// The one of them that is another there: index and term.
    pub differs: Option<(i64, String)>,
}
