//! The types of contest. The code of each type is in its folder here, and only this file lists the types. All other
//! code uses [`Contest`], a [`Report`], [`Parameters`] or [`Details`], and never asks which type it is.
//!
//! `docs/ARCHITECTURE.md` says how to add a type.

mod kind;
pub mod physics;
mod recorded;
pub mod sequence;
#[cfg(any(test, feature = "text-contest"))]
pub mod text;

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

pub use kind::{
    Announced, Columns, Judged, Judges, Kind, Names, NoPoints, Points, ProblemFiles, ProblemRow,
    Season, SeasonRow, SubmissionRow, Told, Worth, Wrong,
};

pub use recorded::RecordedReport;

use crate::digest::Digest;
use crate::package::Files;
use crate::sequence::ScoringVersion;
use crate::sequence::gate::Gates;
use crate::words::UnknownWord;

/// Declares the enums that have one variant for each type, and `each!`, the only `match` over them.
macro_rules! contests {
    ($d:tt $($(#[doc = $doc:literal])* $(#[cfg($cfg:meta)])? $name:ident($module:ident::$kind:ident),)*) => {
        /// What a season asks for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Contest { $($(#[doc = $doc])* $(#[cfg($cfg)])? $name,)* }

        /// The judge's report on a submission.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
        #[serde(untagged)]
        pub enum Report {
            $($(#[doc = $doc])* $(#[cfg($cfg)])? $name(<$crate::contest::$module::$kind as Kind>::Report),)*
        }

        /// What an organizer may set for a season.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
        #[serde(untagged)]
        pub enum Settings {
            $($(#[doc = $doc])* $(#[cfg($cfg)])? $name(<$crate::contest::$module::$kind as Kind>::Settings),)*
        }

        /// The parameters of a season.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
        #[serde(untagged)]
        pub enum Parameters {
            $($(#[doc = $doc])* $(#[cfg($cfg)])? $name(<$crate::contest::$module::$kind as Kind>::Parameters),)*
        }

        /// The part of a report that is stored beside it, for tables.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
        #[serde(untagged)]
        pub enum Details {
            $($(#[doc = $doc])* $(#[cfg($cfg)])? $name(<$crate::contest::$module::$kind as Kind>::Details),)*
        }

        /// Evaluates an expression with `$K` as the type of contest.
        macro_rules! each {
            ($d contest:expr, $d K:ident => $d value:expr) => {
                match $d contest { $($(#[cfg($cfg)])? $crate::contest::Contest::$name => {
                    type $d K = $crate::contest::$module::$kind;
                    $d value
                })* }
            };
        }

        impl Contest {
            /// All types.
            pub const ALL: &'static [Self] = &[$($(#[cfg($cfg)])? Self::$name),*];
        }

        impl Report {
            /// The type of contest that the report belongs to.
            pub fn contest(&self) -> Contest {
                match self { $($(#[cfg($cfg)])? Self::$name(_) => Contest::$name,)* }
            }

            fn judged(&self) -> &dyn Judged {
                match self { $($(#[cfg($cfg)])? Self::$name(report) => report,)* }
            }

            /// The part of it that is stored beside it, for tables.
            pub fn details(&self) -> Details {
                match self {
                    $($(#[cfg($cfg)])? Self::$name(report) => {
                        Details::$name(<$crate::contest::$module::$kind>::details(report))
                    })*
                }
            }
        }

        impl Settings {
            /// The type of contest that the settings belong to.
            pub fn contest(&self) -> Contest {
                match self { $($(#[cfg($cfg)])? Self::$name(_) => Contest::$name,)* }
            }
        }

        impl Parameters {
            /// The type of contest that the parameters belong to.
            pub fn contest(&self) -> Contest {
                match self { $($(#[cfg($cfg)])? Self::$name(_) => Contest::$name,)* }
            }
        }

        impl Details {
            /// The type of contest that the details belong to.
            pub fn contest(&self) -> Contest {
                match self { $($(#[cfg($cfg)])? Self::$name(_) => Contest::$name,)* }
            }
        }

        $(
            $(#[cfg($cfg)])?
            impl From<<$crate::contest::$module::$kind as Kind>::Report> for Report {
                fn from(report: <$crate::contest::$module::$kind as Kind>::Report) -> Self {
                    Self::$name(report)
                }
            }

            $(#[cfg($cfg)])?
            impl From<<$crate::contest::$module::$kind as Kind>::Parameters> for Parameters {
                fn from(parameters: <$crate::contest::$module::$kind as Kind>::Parameters) -> Self {
                    Self::$name(parameters)
                }
            }

            $(#[cfg($cfg)])?
            impl From<<$crate::contest::$module::$kind as Kind>::Details> for Details {
                fn from(details: <$crate::contest::$module::$kind as Kind>::Details) -> Self {
                    Self::$name(details)
                }
            }

            $(#[cfg($cfg)])?
            impl Member for $crate::contest::$module::$kind {
                fn whole(report: Self::Report) -> Report {
                    Report::$name(report)
                }

                fn report(of: &Report) -> Option<&Self::Report> {
                    match of { Report::$name(report) => Some(report), _ => None }
                }

                fn set(settings: Self::Settings) -> Settings {
                    Settings::$name(settings)
                }

                fn settings(of: &Settings) -> Option<&Self::Settings> {
                    match of { Settings::$name(settings) => Some(settings), _ => None }
                }

                fn parameters(of: &Parameters) -> Option<&Self::Parameters> {
                    match of { Parameters::$name(parameters) => Some(parameters), _ => None }
                }

                fn own(of: &Details) -> Option<&Self::Details> {
                    match of { Details::$name(details) => Some(details), _ => None }
                }
            }
        )*
    };
}

contests! { $
    /// Programs that continue a sequence.
    Sequence(sequence::Programs),
    /// Derivations that are graded by the formulas in them.
    Physics(physics::Derivations),
    /// Texts that must be another text, for tests alone.
    #[cfg(any(test, feature = "text-contest"))]
    Text(text::Texts),
}

pub(crate) use each;

impl Details {
    /// See [`Kind::par`].
    pub fn par(&self) -> Option<u32> {
        each!(self.contest(), K => K::own(self).and_then(K::par))
    }

    /// See [`Kind::method_hash`].
    pub fn method_hash(&self) -> Option<Digest> {
        each!(self.contest(), K => K::own(self).and_then(K::method_hash))
    }
}

/// A type of contest with its variant in the enums, for code that knows which type it handles.
pub trait Member: Kind {
    /// The report as a report of any type.
    fn whole(report: Self::Report) -> Report;

    /// The report, if it belongs to this type.
    fn report(of: &Report) -> Option<&Self::Report>;

    /// The settings as those of any type.
    fn set(settings: Self::Settings) -> Settings;

    /// The settings, if they belong to this type.
    fn settings(of: &Settings) -> Option<&Self::Settings>;

    /// The parameters, if they belong to this type.
    fn parameters(of: &Parameters) -> Option<&Self::Parameters>;

    /// The details, if they belong to this type.
    fn own(of: &Details) -> Option<&Self::Details>;
}

impl Contest {
    /// Its words and files.
    pub fn names(self) -> &'static Names {
        each!(self, K => &K::NAMES)
    }

    /// The word of `season.toml`.
    pub fn as_str(self) -> &'static str {
        self.names().word
    }

    /// Problems have terms.
    pub fn has_terms(self) -> bool {
        self.names().terms.is_some()
    }

    /// Authors declare a method, and different methods have bonuses.
    pub fn declares_methods(self) -> bool {
        each!(self, K => K::diversity(Scoring::newest(self)).is_some())
    }

    /// Setters have a board.
    pub fn has_setters_board(self) -> bool {
        each!(self, K => K::HAS_SETTERS_BOARD)
    }

    /// The type whose problem a setter's package contains; `None` if it is of no type.
    pub fn of_package(files: &Files) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|contest| files.contains_key(contest.names().package))
    }

    /// Reads a report as JSON.
    ///
    /// # Errors
    /// When it is not a report of this type.
    pub fn read_report(self, value: Value) -> Result<Report, serde_json::Error> {
        each!(self, K => serde_json::from_value::<<K as Kind>::Report>(value).map(Report::from))
    }

    /// Whether its seasons have a seed, which is drawn when they are announced.
    pub fn has_seed(self) -> bool {
        each!(self, K => K::HAS_SEED)
    }

    /// The digest that identifies what judges on a machine whose sandbox has this digest.
    pub fn digest_beside(self, sandbox: &str) -> String {
        each!(self, K => K::digest_beside(sandbox))
    }

    /// Reads an organizer's settings for a season from JSON.
    ///
    /// # Errors
    /// When they are not settings of this type.
    pub fn read_settings(self, value: Value) -> Result<Settings, serde_json::Error> {
        each!(self, K => serde_json::from_value::<<K as Kind>::Settings>(value).map(K::set))
    }

    /// Reads the parameters of a season from JSON.
    ///
    /// # Errors
    /// When they are not parameters of this type.
    pub fn read_parameters(self, value: Value) -> Result<Parameters, serde_json::Error> {
        each!(self, K => {
            serde_json::from_value::<<K as Kind>::Parameters>(value).map(Parameters::from)
        })
    }

    /// Reads the details that are stored beside a report.
    ///
    /// # Errors
    /// When they are not details of this type.
    pub fn read_details(self, json: &str) -> Result<Details, serde_json::Error> {
        each!(self, K => serde_json::from_str::<<K as Kind>::Details>(json).map(Details::from))
    }
}

impl Settings {
    /// How much contestants learn before Reveal.
    pub fn told(&self) -> Told {
        each!(self.contest(), K => K::settings(self).map_or(Told::Scores, K::told))
    }

    /// The parameters of a season that is announced with these settings.
    ///
    /// # Errors
    /// What is missing for them.
    pub fn announce(&self, announced: &Announced<'_>) -> Result<Parameters, &'static str> {
        each!(self.contest(), K => {
            let settings = K::settings(self).ok_or("type of contest")?;
            K::announce(settings, announced).map(Parameters::from)
        })
    }
}

impl Parameters {
    /// What the season's manifest publishes about its seed, if it has one.
    pub fn seed_commitment(&self) -> Option<Digest> {
        each!(self.contest(), K => K::parameters(self).and_then(K::seed_commitment))
    }
}

impl Default for Contest {
    /// The first type was once the only one, so data that names no type belongs to it.
    fn default() -> Self {
        Self::Sequence
    }
}

impl fmt::Display for Contest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Contest {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        let all = || Self::ALL.iter().copied();
        all()
            .find(|contest| contest.as_str() == text)
            .ok_or_else(|| UnknownWord::new("contest", text, all().map(Self::as_str)))
    }
}

impl Serialize for Contest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Contest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parsed(deserializer)
    }
}

fn parsed<'de, D: Deserializer<'de>, T: FromStr<Err = UnknownWord>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(D::Error::custom)
}

/// The published scoring rules of a season. They also determine the type of contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scoring {
    contest: Contest,
    word: &'static str,
}

impl Scoring {
    /// All scoring rules.
    pub fn all() -> impl Iterator<Item = Self> {
        Contest::ALL.iter().flat_map(|contest| {
            let words = contest.names().scorings.iter();
            words.map(move |&word| Self {
                contest: *contest,
                word,
            })
        })
    }

    /// The newest scoring rules of a type of contest.
    pub fn newest(contest: Contest) -> Self {
        let of = Self::all().filter(|scoring| scoring.contest == contest);
        of.last().expect("every type has a scoring")
    }

    /// The word, as in records.
    pub const fn as_str(self) -> &'static str {
        self.word
    }

    /// The type of contest that is scored by these rules.
    pub const fn contest(self) -> Contest {
        self.contest
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
        Self::all()
            .find(|scoring| scoring.as_str() == text)
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
        parsed(deserializer)
    }
}

impl From<ScoringVersion> for Scoring {
    fn from(version: ScoringVersion) -> Self {
        Self {
            contest: Contest::Sequence,
            word: version.as_str(),
        }
    }
}

impl Report {
    /// The word of the verdict.
    pub fn verdict_word(&self) -> &'static str {
        self.judged().verdict_word()
    }

    /// SHA-256 in hexadecimal of the submission in the form in which it is compared; `None` if it has no such form.
    pub fn content_hash(&self) -> Option<&str> {
        self.judged().content_hash()
    }

    /// Other measurements, worded so that they can follow the word `with`.
    pub fn measured(&self) -> String {
        self.judged().measured()
    }

    /// The fuel used, if something ran.
    pub fn fuel(&self) -> Option<u64> {
        self.judged().fuel()
    }

    /// The part that decides points and places.
    pub fn worth(&self) -> Worth {
        let judged = self.judged();
        Worth {
            gates: judged.gates(),
            score: judged.score(),
            length: judged.length(),
            par: self.details().par(),
        }
    }

    /// Whether it would reveal something about terms after the first `n_public`.
    pub fn depends_on_more(&self, n_public: u32) -> bool {
        self.judged().depends_on_more(n_public)
    }

    /// Points without the bonuses that depend on other submissions.
    pub fn score(&self) -> u32 {
        self.judged().score()
    }

    /// The highest gate that the submission passed.
    pub fn gates(&self) -> Gates {
        self.judged().gates()
    }

    /// Why the submission cannot deserve the method tag that its author declared, if it cannot.
    pub fn contradiction(&self, tag: &str) -> Option<&str> {
        self.judged().contradiction(tag)
    }
}

impl<'de> Deserialize<'de> for Report {
    /// A key that only one type of report has selects the type, so that errors can name the mistake.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let mut all = Contest::ALL.iter().copied();
        let contest = all.find(|contest| value.get(contest.names().report_key).is_some());
        let contest =
            contest.ok_or_else(|| D::Error::custom("no report of any type of contest"))?;
        contest.read_report(value).map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Parameters {
    /// `contest` selects the type.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let contest = match value.get("contest") {
            None => Contest::default(),
            Some(word) => Contest::deserialize(word).map_err(D::Error::custom)?,
        };
        contest.read_parameters(value).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_round_trip() {
        for contest in Contest::ALL {
            assert_eq!(contest.as_str().parse(), Ok(*contest));
        }
        for scoring in Scoring::all() {
            assert_eq!(scoring.as_str().parse(), Ok(scoring));
            let json = serde_json::to_string(&scoring).unwrap();
            assert_eq!(serde_json::from_str::<Scoring>(&json).unwrap(), scoring);
        }
        let known: Vec<&str> = Scoring::all().map(Scoring::as_str).collect();
        let error = "physics-2".parse::<Scoring>().unwrap_err().to_string();
        assert!(error.ends_with(&known.join(", ")), "{error}");
    }

    /// The keys that select a type must be unique.
    #[test]
    fn no_two_types_share_a_name() {
        for name in [
            |names: &Names| names.word,
            |names: &Names| names.extension,
            |names: &Names| names.package,
            |names: &Names| names.commitment,
            |names: &Names| names.report_key,
        ] {
            let mut all: Vec<&str> = Contest::ALL.iter().map(|it| name(it.names())).collect();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), Contest::ALL.len(), "{all:?}");
        }
    }
}
