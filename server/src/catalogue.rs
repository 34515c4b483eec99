//! The searchable catalogue of all public problems. It is read from the database once and shared by all searches,
//! until a season shows something new. A search reads nothing from the database.

use std::collections::HashMap;
use std::iter;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use dojo_judge::contest::Contest;
use memchr::memchr_iter;
use memchr::memmem::Finder;

use crate::pages::catalogue::{FoundProblem, FoundTerms};
use crate::season_versions::Version;
use crate::store::seasons::Season;
use crate::store::{ProblemId, SeasonId, StoreError};

/// In sequences of at least this length, one term may differ.
const LENGTH_OF_NEAR: usize = 4;

/// How long a season past Reveal is cached: its version does not show new practice.
const REVEALED_S: u64 = 60;

/// A problem in the catalogue.
pub struct Listed {
    /// Number.
    pub id: ProblemId,
    /// What its season asks for.
    pub contest: Contest,
    /// Whether boards of its season show what people achieved.
    pub tells: bool,
    /// How it appears in the list for visitors who are not signed in.
    pub shown: FoundProblem,
    /// Its text in lower case.
    pub words: String,
    /// Its terms, where it has any.
    pub terms: Option<ListedTerms>,
}

/// The public terms of a problem.
pub struct ListedTerms {
    origin: i64,
    /// One term on each line, with a line break at the start and the end.
    lines: String,
}

impl ListedTerms {
    /// The terms, whose first has the index `origin`.
    pub fn new(origin: i64, terms: &[String]) -> Self {
        Self {
            origin,
            lines: lines(terms),
        }
    }

    fn index(&self, place: usize) -> Option<i64> {
        Some(self.origin.saturating_add(i64::try_from(place).ok()?))
    }

    fn list(&self) -> Vec<&str> {
        self.lines.trim_matches('\n').split('\n').collect()
    }
}

fn lines(terms: &[String]) -> String {
    let mut lines = "\n".to_owned();
    for term in terms {
        lines.push_str(term);
        lines.push('\n');
    }
    lines
}

/// A parsed query.
pub enum Sought {
    /// Words; all of them must occur.
    Words(Vec<Finder<'static>>),
    /// Consecutive terms.
    Terms(Box<SoughtTerms>),
}

/// Terms to search for.
pub struct SoughtTerms {
    terms: Vec<String>,
    whole: Finder<'static>,
    /// The two halves of the terms, if one term may differ: then one half is entirely right.
    halves: Option<[Finder<'static>; 2]>,
}

/// Where a problem matches a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// In its words.
    Words,
    /// In its terms; the first term of the query is at this position.
    Terms(usize),
    /// There too, except that the term this many positions later differs.
    Near(usize, usize),
}

impl Sought {
    /// Integers separated by commas and spaces are terms, also in brackets and with dots for omissions; anything else
    /// is words.
    pub fn new(query: &str) -> Self {
        let list = query.trim_matches(|c: char| "[](){}<>,;….".contains(c) || c.is_whitespace());
        let parts: Vec<String> = list
            .split(|c: char| c == ',' || c == ';' || c.is_whitespace())
            .filter(|part| !part.is_empty())
            .map(str::to_owned)
            .collect();
        let is_term = |part: &String| {
            let digits = part.strip_prefix('-').unwrap_or(part);
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        };
        if !parts.is_empty() && parts.iter().all(is_term) {
            Self::Terms(Box::new(SoughtTerms::new(parts)))
        } else {
            let words = query.split(|c: char| c == ',' || c.is_whitespace());
            Self::Words(
                words
                    .filter(|word| !word.is_empty())
                    .map(|word| Finder::new(&word.to_lowercase()).into_owned())
                    .collect(),
            )
        }
    }

    /// The terms to search for, if any.
    pub fn terms(&self) -> Option<&[String]> {
        match self {
            Self::Terms(sought) => Some(&sought.terms),
            Self::Words(_) => None,
        }
    }

    /// Whether a problem matches, and where.
    pub fn find(&self, problem: &Listed) -> Option<Fit> {
        match self {
            Self::Terms(sought) => sought.find(problem.terms.as_ref()?),
            Self::Words(words) => {
                let has = |word: &Finder<'_>| word.find(problem.words.as_bytes()).is_some();
                words.iter().all(has).then_some(Fit::Words)
            }
        }
    }
}

impl SoughtTerms {
    fn new(terms: Vec<String>) -> Self {
        let finder = |terms: &[String]| Finder::new(&lines(terms)).into_owned();
        let halves = terms.split_at(terms.len() / 2);
        Self {
            whole: finder(&terms),
            halves: (terms.len() >= LENGTH_OF_NEAR).then(|| [finder(halves.0), finder(halves.1)]),
            terms,
        }
    }

    /// Finds all terms or, if there are enough, all but one.
    fn find(&self, listed: &ListedTerms) -> Option<Fit> {
        let text = listed.lines.as_bytes();
        if let Some(at) = self.whole.find(text) {
            let before = text.get(..at).unwrap_or_default();
            return Some(Fit::Terms(memchr_iter(b'\n', before).count()));
        }
        let [first, second] = self.halves.as_ref()?;
        let (head, tail) = self.terms.split_at(self.terms.len() / 2);
        let place = |at: usize| memchr_iter(b'\n', text.get(..at).unwrap_or_default()).count();
        let after = occurrences(first, text).filter_map(|at| {
            let mut lines = text.get(at + 1..)?.split(|byte| *byte == b'\n');
            let there = lines.by_ref().skip(head.len()).take(tail.len());
            let offset = only_difference(there, tail.iter())?;
            Some((place(at), head.len() + offset))
        });
        let before = occurrences(second, text).filter_map(|at| {
            let there = text.get(..at)?.rsplit(|byte| *byte == b'\n');
            let back = only_difference(there.take(head.len()), head.iter().rev())?;
            let first = place(at).checked_sub(head.len())?;
            Some((first, head.len() - 1 - back))
        });
        let (place, offset) = after.chain(before).min()?;
        Some(Fit::Near(place, offset))
    }
}

/// The positions of lines in a text, including overlapping ones.
fn occurrences(lines: &Finder<'_>, text: &[u8]) -> impl Iterator<Item = usize> {
    let mut from = 0;
    iter::from_fn(move || {
        let at = from + lines.find(text.get(from..)?)?;
        from = at + 1;
        Some(at)
    })
}

/// The position of the only term that differs; `None` if there is not exactly one.
fn only_difference<'a>(
    there: impl Iterator<Item = &'a [u8]>,
    sought: impl ExactSizeIterator<Item = &'a String>,
) -> Option<usize> {
    let (wanted, mut compared, mut found) = (sought.len(), 0, None);
    for (place, (term, other)) in there.zip(sought).enumerate() {
        if term.is_empty() || term != other.as_bytes() && found.replace(place).is_some() {
            return None;
        }
        compared += 1;
    }
    found.filter(|_| compared == wanted)
}

impl Listed {
    /// Where terms were found, in the problem's own index.
    pub fn found_at(&self, fit: Fit) -> Option<FoundTerms> {
        let terms = self.terms.as_ref()?;
        match fit {
            Fit::Words => None,
            Fit::Terms(place) => Some(FoundTerms {
                index: terms.index(place)?,
                differs: None,
            }),
            Fit::Near(place, offset) => {
                let term = terms.list().get(place + offset).copied()?;
                Some(FoundTerms {
                    index: terms.index(place)?,
                    differs: Some((terms.index(place + offset)?, term.to_owned())),
                })
            }
        }
    }
}

struct KeptSeason {
    version: Version,
    at: Instant,
    problems: Arc<Vec<Listed>>,
}

/// The problems of all seasons, by season.
pub struct Catalogue {
    age: Duration,
    kept: Mutex<HashMap<SeasonId, KeptSeason>>,
    /// Held while a season is read, so that many readers do not read it at the same time.
    turn: Mutex<()>,
}

impl Catalogue {
    /// Caches a running season for at most `age`; with no age, every search reads all seasons.
    pub fn new(age: Duration) -> Self {
        Self {
            age,
            kept: Mutex::default(),
            turn: Mutex::default(),
        }
    }

    /// The cached problems of a season at `version`, or else the result of `load`.
    ///
    /// # Errors
    /// The errors of `load`; nothing is cached then.
    pub fn problems(
        &self,
        season: &Season,
        version: Option<&Version>,
        load: impl FnOnce() -> Result<Vec<Listed>, StoreError>,
    ) -> Result<Arc<Vec<Listed>>, StoreError> {
        let Some(version) = version.filter(|_| !self.age.is_zero()) else {
            return load().map(Arc::new);
        };
        if let Some(problems) = self.kept(season, version) {
            return Ok(problems);
        }
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(problems) = self.kept(season, version) {
            return Ok(problems);
        }
        let at = Instant::now();
        let problems = Arc::new(load()?);
        let kept = KeptSeason {
            version: version.clone(),
            at,
            problems: Arc::clone(&problems),
        };
        self.all().insert(season.id, kept);
        Ok(problems)
    }

    fn kept(&self, season: &Season, version: &Version) -> Option<Arc<Vec<Listed>>> {
        let lasts = if season.is_revealed() {
            // Spreads the seasons, so that they do not all expire at the same moment.
            Duration::from_secs(REVEALED_S + season.id.0.unsigned_abs() % REVEALED_S)
        } else {
            self.age
        };
        let all = self.all();
        let kept = all.get(&season.id)?;
        (kept.version == *version && kept.at.elapsed() < lasts).then(|| Arc::clone(&kept.problems))
    }

    fn all(&self) -> MutexGuard<'_, HashMap<SeasonId, KeptSeason>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_that_are_right_but_for_one_are_near() {
        let terms = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let squares = ListedTerms::new(0, &terms("0 1 4 9 16 25 36"));
        let find = |text: &str| SoughtTerms::new(terms(text)).find(&squares);
        assert_eq!(find("4 9 16"), Some(Fit::Terms(2)));
        assert_eq!(find("0 1"), Some(Fit::Terms(0)));
        assert_eq!(find("36"), Some(Fit::Terms(6)));
        for (text, place, offset) in [
            ("4 9 17 25", 2, 2),
            ("5 9 16 25", 2, 0),
            ("4 8 16 25 36", 2, 1),
            ("0 1 4 9 16 25 37", 0, 6),
        ] {
            assert_eq!(find(text), Some(Fit::Near(place, offset)), "{text}");
        }
        assert_eq!(find("4 9 17"), None, "too few");
        assert_eq!(find("4 8 17 25"), None, "two are others");
        assert_eq!(find("16 25 36 49"), None, "there is no more");
        assert_eq!(find("-1 0 1 4"), None, "there is none before");
        let ones = ListedTerms::new(0, &terms("1 1 1 2"));
        let found = SoughtTerms::new(terms("1 1 3 2")).find(&ones);
        assert_eq!(found, Some(Fit::Near(0, 2)));
        let found =
            SoughtTerms::new(terms("1 1 2 5")).find(&ListedTerms::new(0, &terms("1 1 1 2 4")));
        assert_eq!(found, Some(Fit::Near(1, 3)));
        assert_eq!(find("6 25"), None, "a part of a term is none");
    }

    #[test]
    fn a_list_of_integers_is_terms_and_anything_else_words() {
        for query in [
            "0, 1, 4, 9",
            "0 1 4 9",
            "-1,2",
            "0, 1, 4, …",
            "..., -4, 9",
            "[0; 1]",
        ] {
            assert!(matches!(Sought::new(query), Sought::Terms(_)), "{query}");
        }
        for query in ["", "primes", "rule 30", "4-cycles"] {
            assert!(matches!(Sought::new(query), Sought::Words(_)), "{query}");
        }
    }
}
