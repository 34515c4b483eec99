//! The types of contest: what only one of them knows is in its folder here, and this file is the one
//! place where they meet. Everything else asks [`Contest`], a [`Report`], [`Parameters`] or
//! [`Details`], and never which type it is.
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

/// Makes the enums of which each has one variant a type, and `each!`, the one `match` over them.
macro_rules! contests {
    ($d:tt $($(#[doc = $doc:literal])* $(#[cfg($cfg:meta)])? $name:ident($module:ident::$kind:ident),)*) => {
        /// What a season asks for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Contest { $($(#[doc = $doc])* $(#[cfg($cfg)])? $name,)* }

        /// What the judge found of a submission.
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

        /// The numbers of a season.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
        #[serde(untagged)]
        pub enum Parameters {
            $($(#[doc = $doc])* $(#[cfg($cfg)])? $name(<$crate::contest::$module::$kind as Kind>::Parameters),)*
        }

        /// What of a report is kept beside it for tables.
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
            /// All of them.
            pub const ALL: &'static [Self] = &[$($(#[cfg($cfg)])? Self::$name),*];
        }

        impl Report {
            /// The type of contest that it is of.
            pub fn contest(&self) -> Contest {
                match self { $($(#[cfg($cfg)])? Self::$name(_) => Contest::$name,)* }
            }

            fn judged(&self) -> &dyn Judged {
                match self { $($(#[cfg($cfg)])? Self::$name(report) => report,)* }
            }

            /// What of it is kept beside it for tables.
            pub fn details(&self) -> Details {
                match self {
                    $($(#[cfg($cfg)])? Self::$name(report) => {
                        Details::$name(<$crate::contest::$module::$kind>::details(report))
                    })*
                }
            }
        }

        impl Settings {
            /// The type of contest that they are for.
            pub fn contest(&self) -> Contest {
                match self { $($(#[cfg($cfg)])? Self::$name(_) => Contest::$name,)* }
            }
        }

        impl Parameters {
            /// The type of contest that they are for.
            pub fn contest(&self) -> Contest {
                match self { $($(#[cfg($cfg)])? Self::$name(_) => Contest::$name,)* }
            }
        }

        impl Details {
            /// The type of contest that they are of.
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

/// A type of contest with its place in the enums, for whoever knows which type it asks for.
pub trait Member: Kind {
    /// The report as one of any type.
    fn whole(report: Self::Report) -> Report;

    /// The report, if it is of this type.
    fn report(of: &Report) -> Option<&Self::Report>;

    /// The settings as those of any type.
    fn set(settings: Self::Settings) -> Settings;

    /// The settings, if they are of this type.
    fn settings(of: &Settings) -> Option<&Self::Settings>;

    /// The numbers, if they are of this type.
    fn parameters(of: &Parameters) -> Option<&Self::Parameters>;

    /// The details, if they are of this type.
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

    /// The type whose problem a setter's package is; `None` when it is of none.
    pub fn of_package(files: &Files) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|contest| files.contains_key(contest.names().package))
    }

    /// Reads a report as JSON.
    ///
    /// # Errors
    /// When it is no report of this type.
    pub fn read_report(self, value: Value) -> Result<Report, serde_json::Error> {
        each!(self, K => serde_json::from_value::<<K as Kind>::Report>(value).map(Report::from))
    }

    /// Its seasons have a seed, which is drawn when they are announced.
    pub fn has_seed(self) -> bool {
        each!(self, K => K::HAS_SEED)
    }

    /// Names what judges on a machine whose sandbox has this digest.
    pub fn digest_beside(self, sandbox: &str) -> String {
        each!(self, K => K::digest_beside(sandbox))
    }

    /// Reads what an organizer set for a season, as JSON.
    ///
    /// # Errors
    /// When it is not what this type has.
    pub fn read_settings(self, value: Value) -> Result<Settings, serde_json::Error> {
        each!(self, K => serde_json::from_value::<<K as Kind>::Settings>(value).map(K::set))
    }

    /// Reads the numbers of a season as JSON.
    ///
    /// # Errors
    /// When they are not those of this type.
    pub fn read_parameters(self, value: Value) -> Result<Parameters, serde_json::Error> {
        each!(self, K => {
            serde_json::from_value::<<K as Kind>::Parameters>(value).map(Parameters::from)
        })
    }

    /// Reads what is kept beside a report.
    ///
    /// # Errors
    /// When it is not what this type keeps.
    pub fn read_details(self, json: &str) -> Result<Details, serde_json::Error> {
        each!(self, K => serde_json::from_str::<<K as Kind>::Details>(json).map(Details::from))
    }
}

impl Settings {
    /// How much contestants learn before Reveal.
    pub fn told(&self) -> Told {
        each!(self.contest(), K => K::settings(self).map_or(Told::Scores, K::told))
    }

    /// The numbers of a season that is announced with these settings.
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
    /// What the manifest of a season publishes of its seed, where it has one.
    pub fn seed_commitment(&self) -> Option<Digest> {
        each!(self.contest(), K => K::parameters(self).and_then(K::seed_commitment))
    }
}

impl Default for Contest {
    /// The first type was the only one once, so what names none is of it.
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

/// The published rules by which a season counts points. They also say which type of contest it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scoring {
    contest: Contest,
    word: &'static str,
}

impl Scoring {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        Contest::ALL.iter().flat_map(|contest| {
            let words = contest.names().scorings.iter();
            words.map(move |&word| Self {
                contest: *contest,
                word,
            })
        })
    }

    /// The newest of a type of contest.
    pub fn newest(contest: Contest) -> Self {
        let of = Self::all().filter(|scoring| scoring.contest == contest);
        of.last().expect("every type has a scoring")
    }

    /// The word, as in records.
    pub const fn as_str(self) -> &'static str {
        self.word
    }

    /// The type of contest that is scored so.
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

    /// SHA-256 of what was submitted, in the form in which it is compared, in hexadecimal; `None` when
    /// there is no such form.
    pub fn content_hash(&self) -> Option<&str> {
        self.judged().content_hash()
    }

    /// What was measured besides, as it follows the word `with`.
    pub fn measured(&self) -> String {
        self.judged().measured()
    }

    /// Fuel used, where something ran.
    pub fn fuel(&self) -> Option<u64> {
        self.judged().fuel()
    }

    /// What decides points and places.
    pub fn worth(&self) -> Worth {
        let judged = self.judged();
        Worth {
            gates: judged.gates(),
            score: judged.score(),
            length: judged.length(),
            par: self.details().par(),
        }
    }

    /// Whether it would tell of more than the first `n_public` terms.
    pub fn depends_on_more(&self, n_public: u32) -> bool {
        self.judged().depends_on_more(n_public)
    }

    /// Points without bonuses that depend on others.
    pub fn score(&self) -> u32 {
        self.judged().score()
    }

    /// The highest gate that is passed.
    pub fn gates(&self) -> Gates {
        self.judged().gates()
    }

    /// Why the submission cannot deserve the tag that its author declared, when it cannot.
    pub fn contradiction(&self, tag: &str) -> Option<&str> {
        self.judged().contradiction(tag)
    }
}

impl<'de> Deserialize<'de> for Report {
    /// A key that only one type of report has tells which it is, so that what is wrong with it is named.
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
    /// `contest` says whose they are.
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

    /// What tells the types apart must do so.
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
