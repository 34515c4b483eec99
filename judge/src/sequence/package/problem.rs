//! Reads `problem.toml`.

use dojo_sandbox::{Fuel, Limits};
use serde::{Deserialize, Serialize};

use super::closed_toml::{Document, Found, Mended, Table};
use crate::package::{Faults, MAX_STATEMENT_BYTES, check_line, check_slug};
use crate::sequence::MIN_PAR;

/// The most terms that a problem may check.
pub const MAX_CHECKED_TERMS: u32 = 10_000;

/// The terms of a full solution unless the file says otherwise.
pub const DEFAULT_CHECK: i64 = 200;

/// The terms of a Stage Pass unless the file says otherwise.
pub const DEFAULT_STAGE: i64 = 100;

/// The public terms unless the file says otherwise.
pub const DEFAULT_PUBLIC: i64 = 100;

const KEYS: [&str; 12] = [
    "slug",
    "title",
    "statement",
    "index_origin",
    "n_check",
    "n_stage",
    "n_public",
    "tags",
    "licence",
    "known_as",
    "par",
    "limits",
];

/// The setter's estimate of the difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Difficulty {
    /// It takes an afternoon.
    Easy,
    /// In between.
    Medium,
    /// It takes days.
    Hard,
}

impl Difficulty {
    /// All of them, in order.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// The word in `tags`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }
}

/// The content of a `problem.toml`, with the defaults filled in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// Part of the address.
    pub slug: String,
    /// Title.
    pub title: String,
    /// Index of the first term.
    pub index_origin: i64,
    /// Terms of a full solution.
    pub n_check: u32,
    /// Terms of a Stage Pass; at most `n_check`.
    pub n_stage: u32,
    /// Terms that are published; at most `n_stage`.
    pub n_public: u32,
    /// The difficulty, if the first tag is one.
    pub difficulty: Option<Difficulty>,
    /// The other tags.
    pub tags: Vec<String>,
    /// Licence of statement and programs.
    pub licence: String,
    /// Where the sequence is known from; hidden until Reveal.
    pub known_as: Option<String>,
    /// Limits of this problem.
    pub limits: ProblemLimits,
}

/// Limits of one problem that are tighter than the season's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProblemLimits {
    /// Instructions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fuel: Option<u64>,
    /// Memory, in MiB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_mib: Option<u32>,
    /// Output, in KiB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_kib: Option<u32>,
    /// Digits of a term.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_term_digits: Option<u32>,
    /// The par, in canonical bytes, if it is less than the length of the setter's program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub par: Option<u32>,
}

impl ProblemLimits {
    /// The season's limits with those of the problem applied.
    ///
    /// # Errors
    /// A limit above the season's: contestants rely on the season's limits.
    pub fn within(&self, season: &Limits) -> Result<Limits, String> {
        let limits = Limits {
            fuel: self.fuel.map_or(season.fuel, Fuel),
            memory_bytes: self
                .memory_mib
                .map_or(season.memory_bytes, |mib| u64::from(mib) << 20),
            output_bytes: self
                .output_kib
                .map_or(season.output_bytes, |kib| kib.saturating_mul(1024)),
            max_term_digits: self.max_term_digits.unwrap_or(season.max_term_digits),
            ..*season
        };
        let both = |of: &dyn Fn(&Limits) -> u64| (of(&limits), of(season));
        let above: Vec<_> = [
            ("fuel", both(&|limits| limits.fuel.0)),
            ("memory_mib", both(&|limits| limits.memory_bytes >> 20)),
            (
                "output_kib",
                both(&|limits| u64::from(limits.output_bytes / 1024)),
            ),
            (
                "max_term_digits",
                both(&|limits| limits.max_term_digits.into()),
            ),
        ]
        .into_iter()
        .filter(|(_, (own, most))| own > most)
        .map(|(key, (own, most))| {
            format!("`limits.{key}` is {own}, above the season's limit of {most}")
        })
        .collect();
        if above.is_empty() {
            Ok(limits)
        } else {
            Err(above.join("; "))
        }
    }
}

impl Problem {
    /// Reads the text of a `problem.toml`.
    pub(super) fn read(text: &str, faults: &mut Faults<'_>) -> Written {
        let mended = Mended::new(text, faults);
        let document = Document::parse(&mended);
        let root = document.root();
        root.close(&KEYS, faults);
        root.require(
            &["slug", "title", "index_origin", "tags", "licence"],
            faults,
        );
        let slug = root.checked("slug", check_slug, faults);
        let title = root.checked("title", |text| check_line(text, 100), faults);
        let licence = root.checked("licence", |text| check_line(text, 100), faults);
        let known_as = root.checked("known_as", |text| check_line(text, 200), faults);
        let statement = root.checked("statement", check_statement, faults);
        let index_origin = root.number("index_origin", -1_000_000..=1_000_000, faults);
        let [n_check, n_stage, n_public] = numbers_of_terms(&root, faults);
        let tags = root
            .texts("tags", faults)
            .map(|tags| split_tags(&tags.value, faults));
        let limits = root
            .table("limits", faults)
            .map(|table| read_limits(&table, faults));
        let par = root.number("par", i64::from(MIN_PAR)..=1 << 16, faults);
        let whole = || {
            let (difficulty, tags) = tags?;
            Some(Self {
                slug: slug.clone()?,
                title: title.clone()?,
                index_origin: index_origin?.value,
                n_check,
                n_stage,
                n_public,
                difficulty,
                tags,
                licence: licence?,
                known_as,
                limits: ProblemLimits {
                    par: par.and_then(|par| u32::try_from(par.value).ok()),
                    ..limits.unwrap_or_default()
                },
            })
        };
        Written {
            problem: faults.is_empty().then(whole).flatten(),
            statement,
            slug,
            title,
        }
    }
}

/// What stands in a `problem.toml`.
#[derive(Default)]
pub(super) struct Written {
    /// `None` if there are faults.
    pub(super) problem: Option<Problem>,
    /// The statement, if it is in there.
    pub(super) statement: Option<String>,
    /// The slug, if that can be read.
    pub(super) slug: Option<String>,
    /// The title, if that can be read.
    pub(super) title: Option<String>,
}

/// `n_check`, `n_stage` and `n_public`. A default never exceeds what it depends on.
fn numbers_of_terms(root: &Table<'_, '_>, faults: &mut Faults<'_>) -> [u32; 3] {
    let most = i64::from(MAX_CHECKED_TERMS);
    let mut limit = most;
    let mut above = String::new();
    let keys = [
        ("n_check", DEFAULT_CHECK),
        ("n_stage", DEFAULT_STAGE),
        ("n_public", DEFAULT_PUBLIC),
    ];
    keys.map(|(key, default)| {
        let given = root.number(key, 1..=most, faults);
        if let Some(given) = &given
            && given.value > limit
        {
            faults.add(
                given.offset,
                format!("`{key}`: at most {above}, which is {limit}"),
            );
        }
        // A wrong value says nothing about the values that depend on it.
        let value = match given {
            Some(given) => given.value,
            None if root.has(key) => limit,
            None => default.min(limit),
        };
        limit = value.min(limit);
        key.clone_into(&mut above);
        u32::try_from(value).expect("within MAX_CHECKED_TERMS")
    })
}

fn read_limits(table: &Table<'_, '_>, faults: &mut Faults<'_>) -> ProblemLimits {
    table.close(
        &["fuel", "memory_mib", "output_kib", "max_term_digits"],
        faults,
    );
    let mut small = |key| {
        let found = table.number(key, 1..=i64::from(u32::MAX >> 10), faults)?;
        u32::try_from(found.value).ok()
    };
    ProblemLimits {
        memory_mib: small("memory_mib"),
        output_kib: small("output_kib"),
        max_term_digits: small("max_term_digits"),
        fuel: table
            .number("fuel", 1..=i64::MAX, faults)
            .map(|found| found.value.unsigned_abs()),
        par: None,
    }
}

/// The first tag may be the difficulty; the others are topic words.
fn split_tags(
    tags: &[Found<String>],
    faults: &mut Faults<'_>,
) -> (Option<Difficulty>, Vec<String>) {
    let difficulty_of = |tag: &str| Difficulty::ALL.into_iter().find(|d| d.as_str() == tag);
    let difficulty = tags.first().and_then(|tag| difficulty_of(&tag.value));
    let topics = tags
        .get(usize::from(difficulty.is_some())..)
        .unwrap_or_default();
    for (place, tag) in topics.iter().enumerate() {
        let earlier = topics.iter().take(place);
        if let Err(message) = check_line(&tag.value, 40) {
            faults.add(tag.offset, format!("`tags`: {message}"));
        } else if difficulty_of(&tag.value).is_some() {
            faults.add(tag.offset, "`tags`: the difficulty comes first and once");
        } else if earlier
            .map(|tag| &tag.value)
            .any(|earlier| *earlier == tag.value)
        {
            faults.add(
                tag.offset,
                format!("`tags`: `{}` is there twice", tag.value),
            );
        }
    }
    let topics = topics.iter().map(|tag| tag.value.clone()).collect();
    (difficulty, topics)
}

fn check_statement(text: &str) -> Result<(), &'static str> {
    if text.trim().is_empty() {
        Err("may not be empty")
    } else if text.contains('\0') {
        Err("has a NUL in it")
    } else if text.len() > MAX_STATEMENT_BYTES {
        Err("longer than 64 KiB")
    } else {
        Ok(())
    }
}
