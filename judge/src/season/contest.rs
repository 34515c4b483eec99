//! Where the two types of contest meet: programs that continue a sequence, and derivations that are
//! graded by the formulas in them. What records, results, boards and the store ask of either is asked
//! here.

use std::fmt;
use std::str::FromStr;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::canonical_json;
use super::digest::{Digest, Fields};
use super::manifest::{EedParameters, Equivalence};
use crate::physics::{FULL_MARKS, FinalAnswers};
use crate::sequence::gate::Gates;
use crate::sequence::{ScoringVersion, Tag};
use crate::words::UnknownWord;
use crate::{physics, sequence, words};
use dojo_physics::grade::GRADER_VERSION;

words! {
    /// What a season asks for.
    Contest("contest") {
        /// Programs.
        Sequence = "sequence",
        /// Derivations.
        Physics = "physics",
    }
}

/// The published rules by which a season counts points. They also say which type of contest it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scoring {
    /// Gates, brevity and diversity of programs.
    Sequence(ScoringVersion),
    /// `floor(1000·S)` of derivations, and nothing else (`docs/physics.md`).
    Physics,
}

/// The word of [`Scoring::Physics`].
const PHYSICS: &str = "physics-1";

impl Scoring {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        let versions = ScoringVersion::ALL.iter().copied().map(Self::Sequence);
        versions.chain([Self::Physics])
    }

    /// The word, as in records.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Sequence(version) => version.as_str(),
            Self::Physics => PHYSICS,
        }
    }

    /// The type of contest that is scored so.
    pub const fn contest(self) -> Contest {
        match self {
            Self::Sequence(_) => Contest::Sequence,
            Self::Physics => Contest::Physics,
        }
    }
}

impl fmt::Display for Scoring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Scoring {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        let mut all = Self::all();
        all.find(|scoring| scoring.as_str() == text)
            .ok_or_else(|| UnknownWord::new("scoring version", text, Self::all().map(Self::as_str)))
    }
}

impl Serialize for Scoring {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Scoring {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(D::Error::custom)
    }
}

impl From<ScoringVersion> for Scoring {
    fn from(version: ScoringVersion) -> Self {
        Self::Sequence(version)
    }
}

/// Names what grades derivations, as the digest of the sandbox names what runs programs: equal
/// digests mean equal reports.
pub fn grader_digest() -> Digest {
    digest_of_grader(
        GRADER_VERSION,
        &Equivalence::default(),
        Some(&EedParameters::default()),
    )
}

/// `SHA-256("sequence-dojo/grader/2" ‖ version ‖ parameters of comparing ‖ those of EED)`, parameters
/// as canonical JSON, every field preceded by its length as eight bytes, most significant first; the
/// version is decimal text. Graders that measured no EED have `grader/1` and no such field.
pub(super) fn digest_of_grader(
    version: u32,
    equivalence: &Equivalence,
    eed: Option<&EedParameters>,
) -> Digest {
    let equivalence = canonical_json::to_string(equivalence).expect("texts and integers only");
    let fields = |name| {
        Fields::new(name)
            .text(&version.to_string())
            .text(&equivalence)
    };
    match eed {
        Some(eed) => {
            let eed = canonical_json::to_string(eed).expect("texts and integers only");
            fields("sequence-dojo/grader/2").text(&eed).finish()
        }
        None => fields("sequence-dojo/grader/1").finish(),
    }
}

/// What the judge found of a submission, in either type of contest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Report {
    /// Of a program.
    Sequence(sequence::Report),
    /// Of a derivation.
    Physics(physics::Report),
}

/// How many formulas of a derivation were compared, and how many of them matched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Formulas {
    /// Compared.
    pub scored: u32,
    /// Of them matched.
    pub matched: u32,
}

impl Report {
    /// The type of contest that it is of.
    pub fn contest(&self) -> Contest {
        match self {
            Self::Sequence(_) => Contest::Sequence,
            Self::Physics(_) => Contest::Physics,
        }
    }

    /// The word of the verdict.
    pub fn verdict_word(&self) -> &'static str {
        match self {
            Self::Sequence(report) => report.verdict.word(),
            Self::Physics(report) => report.verdict.word(),
        }
    }

    /// Points without bonuses that depend on others.
    pub fn score(&self) -> u32 {
        match self {
            Self::Sequence(report) => report.score,
            Self::Physics(report) => report.score,
        }
    }

    /// The highest gate that is passed: for a derivation, full marks are Reward Correct and any
    /// points are a Stage Pass.
    pub fn gates(&self) -> Gates {
        match self {
            Self::Sequence(report) => super::record::gates(&report.verdict),
            Self::Physics(report) => match report.score {
                0 => Gates::None,
                FULL_MARKS.. => Gates::Reward,
                _ => Gates::Stage,
            },
        }
    }

    /// Canonical bytes of a program; the length of a derivation is of no account and 0.
    pub fn l_chars(&self) -> u32 {
        match self {
            Self::Sequence(report) => report.l_chars,
            Self::Physics(_) => 0,
        }
    }

    /// SHA-256 of the canonical source or of the derivation, in hexadecimal; `None` when there is no
    /// canonical source.
    pub fn content_hash(&self) -> Option<&str> {
        match self {
            Self::Sequence(report) => report.solver_hash.as_deref(),
            Self::Physics(report) => Some(&report.solution_hash),
        }
    }

    /// Right terms before the first that is wrong or missing.
    pub fn terms_matched(&self) -> u32 {
        match self {
            Self::Sequence(report) => report.terms_matched,
            Self::Physics(_) => 0,
        }
    }

    /// Fuel used.
    pub fn fuel(&self) -> u64 {
        match self {
            Self::Sequence(report) => report.fuel.0,
            Self::Physics(_) => 0,
        }
    }

    /// Largest size of the program's memory, in bytes.
    pub fn peak_memory_bytes(&self) -> u64 {
        match self {
            Self::Sequence(report) => report.peak_memory_bytes,
            Self::Physics(_) => 0,
        }
    }

    /// Brevity bonus, which is part of the score.
    pub fn brevity_bonus(&self) -> u32 {
        match self {
            Self::Sequence(report) => report.brevity_bonus,
            Self::Physics(_) => 0,
        }
    }

    /// The formulas of a derivation.
    pub fn formulas(&self) -> Option<Formulas> {
        match self {
            Self::Sequence(_) => None,
            Self::Physics(report) => Some(Formulas {
                scored: report.formulas_scored,
                matched: report.formulas_matched,
            }),
        }
    }

    /// How the final answers of a derivation came out, where that was measured.
    pub fn final_answers(&self) -> Option<FinalAnswers> {
        match self {
            Self::Sequence(_) => None,
            Self::Physics(report) => report.final_answers(),
        }
    }

    /// Why a program cannot deserve the tag that its author declared, when it cannot.
    pub fn contradiction(&self, tag: &str) -> Option<&str> {
        match self {
            Self::Sequence(report) => {
                let found = report.classification.as_ref()?;
                found.strongly_contradicts(&Tag::new(tag))
            }
            Self::Physics(_) => None,
        }
    }
}

impl From<sequence::Report> for Report {
    fn from(report: sequence::Report) -> Self {
        Self::Sequence(report)
    }
}

impl From<physics::Report> for Report {
    fn from(report: physics::Report) -> Self {
        Self::Physics(report)
    }
}

impl<'de> Deserialize<'de> for Report {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        either(deserializer, "solution_hash", Self::Sequence, Self::Physics)
    }
}

/// Reads one of two forms. A key that only the second has tells them apart, so that what is wrong
/// with either is named.
pub(super) fn either<'de, D, A, B, T>(
    deserializer: D,
    key: &str,
    first: fn(A) -> T,
    second: fn(B) -> T,
) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    A: DeserializeOwned,
    B: DeserializeOwned,
{
    let value = Value::deserialize(deserializer)?;
    let read = if value.get(key).is_some() {
        serde_json::from_value(value).map(second)
    } else {
        serde_json::from_value(value).map(first)
    };
    read.map_err(D::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_round_trip() {
        for scoring in Scoring::all() {
            assert_eq!(scoring.as_str().parse(), Ok(scoring));
            let json = serde_json::to_string(&scoring).unwrap();
            assert_eq!(serde_json::from_str::<Scoring>(&json).unwrap(), scoring);
        }
        assert!("physics-2".parse::<Scoring>().is_err());
    }
}
