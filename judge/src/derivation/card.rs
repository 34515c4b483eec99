//! The public facts about a problem besides its statement, known from the opening on.

use serde::{Deserialize, Serialize};

use formula::problem::dag::Dag;
use formula::problem::difficulty::{Thresholds, rate};
use formula::problem::{Level, Problem};

/// The public side of a problem. Its canonical JSON is part of the commitment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Its slug.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// The domain of physics.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// The part of the domain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subtopic: Option<String>,
    /// Easy, Medium or Hard, where its author rated it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<String>,
    /// Where it comes from.
    pub source: String,
    /// Terms under which it may be used.
    pub licence: String,
    /// What its author defines symbols to be: authors of derivations must know this.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub constants: Vec<SharedConstant>,
}

/// A definition of a symbol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SharedConstant {
    /// The symbol, in LaTeX.
    pub symbol: String,
    /// A number, or an expression in LaTeX.
    pub value: String,
}

impl Card {
    /// The card of a problem.
    pub fn of(slug: &str, problem: &Problem) -> Self {
        Self {
            slug: slug.to_owned(),
            title: problem.title.clone(),
            domain: problem.domain.map(|domain| domain.name().to_owned()),
            subtopic: problem.subtopic.map(str::to_owned),
            difficulty: level(problem).map(|level| level.word().to_owned()),
            source: problem.source.clone(),
            licence: problem.licence.clone(),
            constants: problem
                .constants
                .iter()
                .map(|constant| SharedConstant {
                    symbol: constant.symbol.clone(),
                    value: constant.value.clone(),
                })
                .collect(),
        }
    }

    /// The domain and its part, for lists.
    pub fn topics(&self) -> Vec<String> {
        let topics = self.domain.iter().chain(&self.subtopic);
        topics.cloned().collect()
    }
}

/// The level by the default thresholds; `None` if the file gives neither a level nor C1 and C2.
fn level(problem: &Problem) -> Option<Level> {
    let dag = Dag::new(&problem.nodes).ok()?;
    rate(&dag, &problem.difficulty, &Thresholds::default()).level
}
