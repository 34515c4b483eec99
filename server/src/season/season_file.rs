//! Reads `season.toml`: the type of contest, limits and the names of the problems' folders. All mistakes are reported
//! at once, each with its line.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use dojo_judge::contest::Contest;
use dojo_judge::package::{Fault, Faults, check_line, check_slug};
use dojo_judge::sequence::ScoringVersion;
use dojo_judge::sequence::package::{Document, Found, Mended, Table};

use crate::contests::{self, Field, FieldKind};
use crate::folder::{Folder, LoadError, SEASON_FILE as FILE};
use crate::store::seasons::NewSeason;
use crate::store::{Boards, HandingIn};
use crate::words::{Phrase, say};

/// The keys of seasons of every type of contest.
const KEYS: [&str; 8] = [
    "slug",
    "title",
    "summary",
    "contest",
    "boards",
    "handing_in",
    "problems",
    "attempts",
];

/// The same keys as fields of a form, except the slug, the type of contest and the problems.
pub const FIELDS: &[Field] = &[
    Field {
        key: "title",
        label: Phrase("field-title"),
        does: Phrase("field-title-does"),
        kind: FieldKind::Line(TITLE_CHARS),
    },
    Field {
        key: "summary",
        label: Phrase("field-summary"),
        does: Phrase("field-summary-does"),
        kind: FieldKind::Text(SUMMARY_CHARS),
    },
    Field {
        key: "boards",
        label: Phrase("field-boards"),
        does: Phrase("field-boards-does"),
        kind: FieldKind::Choice(|| Boards::ALL.iter().map(|it| it.as_str()).collect()),
    },
    Field {
        key: "handing_in",
        label: Phrase("field-handing-in"),
        does: Phrase("field-handing-in-does"),
        kind: FieldKind::Choice(|| HandingIn::ALL.iter().map(|it| it.as_str()).collect()),
    },
    Field {
        key: "attempts.max",
        label: Phrase("field-attempts"),
        does: Phrase("field-attempts-does"),
        kind: FieldKind::Number(1),
    },
    Field {
        key: "attempts.interval_seconds",
        label: Phrase("field-interval"),
        does: Phrase("field-interval-does"),
        kind: FieldKind::Number(0),
    },
];

const TITLE_CHARS: usize = 100;
const SUMMARY_CHARS: usize = 500;

/// Writes a season as `season.toml`, with every key.
pub fn write_season_file(season: &NewSeason, problems: &[&str]) -> toml::Table {
    let text = |text: &str| toml::Value::from(text);
    let attempts: toml::Table = [
        ("max", season.attempts_max),
        ("interval_seconds", season.attempt_interval_seconds),
    ]
    .into_iter()
    .map(|(key, value)| (key.to_owned(), i64::from(value).into()))
    .collect();
    let mut table = contests::of(season.contest).host.write_settings(season);
    for (key, value) in [
        ("slug", text(&season.slug)),
        ("title", text(&season.title)),
        ("summary", text(&season.summary)),
        ("contest", text(season.contest.as_str())),
        ("boards", text(season.boards.as_str())),
        ("handing_in", text(season.handing_in.as_str())),
        ("problems", problems.to_vec().into()),
        ("attempts", attempts.into()),
    ] {
        table.insert(key.to_owned(), value);
    }
    table
}

/// The default seconds between two attempts.
const DEFAULT_INTERVAL_SECONDS: i32 = 15;

/// The folder of a problem, as named in `season.toml`.
pub(super) struct NamedProblem {
    pub(super) slug: String,
    /// Line of the name, from 1.
    pub(super) line: usize,
}

/// Reads `season.toml`: the season, and the names of its problems' folders.
///
/// # Errors
/// Every mistake in it.
pub fn read_season_file(folder: &Folder) -> Result<(NewSeason, Vec<String>), LoadError> {
    let (season, named) = read(folder)?;
    Ok((season, named.into_iter().map(|named| named.slug).collect()))
}

/// The same, with the line numbers.
pub(super) fn read(folder: &Folder) -> Result<(NewSeason, Vec<NamedProblem>), LoadError> {
    Ok(parse(&folder.read_text(FILE)?)?)
}

/// A season of programs without a folder, with the default parameters of a `season.toml`.
///
/// # Errors
/// The mistakes in its slug, title or summary.
pub fn new_season(
    slug: &str,
    title: &str,
    summary: &str,
    scoring: Option<ScoringVersion>,
) -> Result<NewSeason, LoadError> {
    let mut text = String::new();
    for (key, value) in [("slug", slug), ("title", title), ("summary", summary)] {
        let _ = writeln!(text, "{key} = {}", toml::Value::from(value));
    }
    if let Some(version) = scoring {
        let _ = writeln!(text, "scoring = \"{version}\"");
    }
    // Nobody has seen the lines of this generated file.
    let without_line = |fault| Fault {
        line: None,
        ..fault
    };
    let (season, _) =
        parse(&text).map_err(|faults| faults.into_iter().map(without_line).collect::<Vec<_>>())?;
    Ok(season)
}

fn parse(text: &str) -> Result<(NewSeason, Vec<NamedProblem>), Vec<Fault>> {
    let mut faults = Faults::new(FILE, text);
    let mended = Mended::new(text, &mut faults);
    let document = Document::parse(&mended);
    let read = season(&document.root(), &mut faults);
    match read {
        Some(read) if faults.is_empty() => Ok(read),
        _ => Err(faults.into_list()),
    }
}

fn season(root: &Table<'_, '_>, faults: &mut Faults<'_>) -> Option<(NewSeason, Vec<NamedProblem>)> {
    root.require(&["slug", "title", "summary"], faults);
    let slug = root.checked("slug", check_slug, faults);
    let title = root.checked("title", |text| check_line(text, TITLE_CHARS), faults);
    let summary = root.checked("summary", |text| check_line(text, SUMMARY_CHARS), faults);
    let boards = root.word("boards", faults);
    let handing_in = root.word("handing_in", faults);
    let problems = named_problems(root, faults);
    let contest = match root.word("contest", faults) {
        Some(found) => found.value,
        None if root.has("contest") => {
            close(root, None, faults);
            return None;
        }
        None => Contest::default(),
    };
    close(root, Some(contest), faults);
    let host = contests::of(contest).host;
    let attempts = root.table("attempts", faults);
    let mut attempt = |key, least, default| {
        let found = (attempts.as_ref())
            .and_then(|table| table.number(key, least..=i32::MAX.into(), faults));
        found.map_or(default, |found| {
            i32::try_from(found.value).unwrap_or(i32::MAX)
        })
    };
    let attempts_max = attempt("max", 1, host.attempts());
    let attempt_interval_seconds = attempt("interval_seconds", 0, DEFAULT_INTERVAL_SECONDS);
    if let Some(attempts) = &attempts {
        attempts.close(&["max", "interval_seconds"], faults);
    }
    let (settings, scoring) = host.read_settings(root, faults)?;
    let season = NewSeason {
        slug: slug?,
        title: title?,
        summary: summary?,
        scoring_version: scoring.as_str().to_owned(),
        attempts_max,
        attempt_interval_seconds,
        contest,
        settings,
        boards: boards.map_or(Boards::UntilReveal, |found| found.value),
        handing_in: handing_in.map_or(HandingIn::AtOnce, |found| found.value),
    };
    Some((season, problems))
}

fn named_problems(root: &Table<'_, '_>, faults: &mut Faults<'_>) -> Vec<NamedProblem> {
    let named = root.texts("problems", faults);
    let mut seen = BTreeSet::new();
    let mut problems = Vec::new();
    for Found { value, offset } in named.into_iter().flat_map(|named| named.value) {
        if !seen.insert(value.clone()) {
            root.wrong(
                "problems",
                offset,
                say!("folder-named-twice", name = value),
                faults,
            );
        } else if let Err(message) = check_slug(&value) {
            root.wrong("problems", offset, message, faults);
        } else {
            let line = faults.line(offset);
            problems.push(NamedProblem { slug: value, line });
        }
    }
    problems
}

/// Reports keys that no type of contest has, and keys of another type.
fn close(root: &Table<'_, '_>, contest: Option<Contest>, faults: &mut Faults<'_>) {
    let mut known = KEYS.to_vec();
    for contest in Contest::ALL {
        known.extend(contests::of(*contest).host.keys());
    }
    root.close(&known, faults);
    let Some(contest) = contest else { return };
    let own = contests::of(contest).host.keys();
    for (key, offset) in root.keys() {
        if known.contains(&key) && !KEYS.contains(&key) && !own.contains(&key) {
            let message = say!("folder-other-contest", what = contest.as_str());
            root.wrong(key, offset, message, faults);
        }
    }
}
