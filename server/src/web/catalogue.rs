//! All problems of all seasons. Only what is public is searched: hidden terms from Reveal on.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use actix_web::{HttpResponse, web};
use serde::Deserialize;

use super::route::{at, read};
use super::views::{self, natural};
use super::visit::Visit;
use crate::contests;
use crate::error::AppError;
use crate::pages::catalogue::{Asked, CataloguePage, FoundProblem, FoundTerms};
use crate::pages::seasons::{Mine, ProblemRow};
use crate::store::problems::{self, Problem};
use crate::store::seasons::{self, Season};
use crate::store::{self, AnyConnection, Difficulty, StoreError, UserId, boards, practice};
use crate::tally::Tally;
use crate::words::Phrase;

/// Problems on the page.
const SHOWN: usize = 200;

/// Topics that have a chip.
const TOPICS: usize = 12;

/// From so many terms on, one of them may be another.
const LENGTH_OF_NEAR: usize = 4;

/// Longest query, in characters.
const QUERY_CHARS: usize = 200;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service.service(at("/problems", read().to(search)));
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Query {
    q: String,
    difficulty: String,
    contest: String,
    topic: String,
    mine: String,
    sort: String,
}

/// What a query looks for.
enum Sought {
    Words(Vec<String>),
    Terms(Vec<String>),
}

/// Where a problem fits a query.
#[derive(Clone, Copy)]
enum Fit {
    /// In its words.
    Words,
    /// In its terms, the first of those sought at this place.
    Terms(usize),
    /// There too, but that one of them, so many places on, is another.
    Near(usize, usize),
}

impl Sought {
    /// Integers between commas and spaces are terms, in brackets and with dots for what is left out, too;
    /// anything else is words.
    fn new(query: &str) -> Self {
        let list = query.trim_matches(|c: char| "[](){}<>,;….".contains(c) || c.is_whitespace());
        let parts: Vec<&str> = list
            .split(|c: char| c == ',' || c == ';' || c.is_whitespace())
            .filter(|part| !part.is_empty())
            .collect();
        let is_term = |part: &&str| {
            let digits = part.strip_prefix('-').unwrap_or(part);
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        };
        if !parts.is_empty() && parts.iter().all(is_term) {
            Self::Terms(parts.into_iter().map(str::to_owned).collect())
        } else {
            let words = query.split(|c: char| c == ',' || c.is_whitespace());
            Self::Words(
                words
                    .filter(|word| !word.is_empty())
                    .map(str::to_lowercase)
                    .collect(),
            )
        }
    }

    /// Whether a problem fits, and where.
    fn find(&self, season: &Season, problem: &Problem) -> Option<Fit> {
        match self {
            Self::Terms(sought) => find_terms(&views::visible_terms(season, problem), sought),
            Self::Words(words) => {
                let known_as = problem.known_as.as_deref().filter(|_| season.is_revealed());
                let text = [
                    problem.title.as_str(),
                    problem.tags.as_str(),
                    problem.difficulty.map_or("", Difficulty::as_str),
                    problem.statement.as_str(),
                    known_as.unwrap_or_default(),
                ]
                .join("\n")
                .to_lowercase();
                words
                    .iter()
                    .all(|word| text.contains(word.as_str()))
                    .then_some(Fit::Words)
            }
        }
    }
}

/// Where terms are among those of a problem: all of them, or where there are enough, all but one.
fn find_terms(terms: &[String], sought: &[String]) -> Option<Fit> {
    let windows = || terms.windows(sought.len());
    if let Some(place) = windows().position(|window| window == sought) {
        return Some(Fit::Terms(place));
    }
    if sought.len() < LENGTH_OF_NEAR {
        return None;
    }
    windows().enumerate().find_map(|(place, window)| {
        let pairs = window.iter().zip(sought).enumerate();
        let mut differing = pairs.filter(|(_, (term, other))| term != other);
        match (differing.next(), differing.next()) {
            (Some((offset, _)), None) => Some(Fit::Near(place, offset)),
            _ => None,
        }
    })
}

async fn search(visit: Visit, query: web::Query<Query>) -> Result<HttpResponse, AppError> {
    let query = query.into_inner();
    let asked = Asked {
        q: query.q.trim().chars().take(QUERY_CHARS).collect(),
        difficulty: query.difficulty,
        contest: query.contest,
        topic: query.topic.chars().take(QUERY_CHARS).collect(),
        mine: query.mine,
        sort: query.sort,
    };
    let sought = Sought::new(&asked.q);
    let terms = match &sought {
        Sought::Terms(terms) => Some(terms.join(", ")),
        Sought::Words(_) => None,
    };
    let (me, now) = (visit.user_id(), visit.now);
    let tallies = Arc::clone(&visit.app.tallies);
    let filters = asked.clone();
    let (mut found, topics, contests) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let mut all = Catalogue::default();
            for season in seasons::list_seasons(conn, false)? {
                if season.has_opened() {
                    let tally = tallies.load(conn, &season, now)?;
                    in_season(conn, &season, &tally, me, &mut all)?;
                }
            }
            let (topics, contests) = (all.topics(), all.contests());
            Ok::<_, StoreError>((all.find(&sought, &filters), topics, contests))
        })
    })
    .await?;
    match asked.sort.as_str() {
        "shortest" => found.sort_by_key(|hit| hit.shortest.unwrap_or(u32::MAX)),
        "solvers" => found.sort_by_key(|hit| Reverse(hit.row.solvers)),
        _ => {}
    }
    let count = found.len();
    found.truncate(SHOWN);
    visit.page(&CataloguePage {
        shell: visit.shell(),
        asked,
        terms,
        topics,
        contests,
        found,
        count,
    })
}

/// All problems that may be found, newest season first.
#[derive(Default)]
struct Catalogue(Vec<(Season, Problem, FoundProblem)>);

impl Catalogue {
    /// The topics that most problems have.
    fn topics(&self) -> Vec<String> {
        let mut counted: BTreeMap<&String, usize> = BTreeMap::new();
        for (_, _, entry) in &self.0 {
            for topic in &entry.row.tags {
                *counted.entry(topic).or_default() += 1;
            }
        }
        let mut topics: Vec<_> = counted.into_iter().filter(|(_, n)| *n > 1).collect();
        topics.sort_by_key(|(topic, n)| (Reverse(*n), *topic));
        let topics = topics.into_iter().take(TOPICS);
        topics.map(|(topic, _)| topic.clone()).collect()
    }

    /// The types of contest that there are: word and name.
    fn contests(&self) -> Vec<(&'static str, Phrase)> {
        let mut contests: Vec<_> = self
            .0
            .iter()
            .map(|(season, ..)| (season.contest.as_str(), contests::of(season.contest).noun))
            .collect();
        contests.sort_by_key(|(word, _)| *word);
        contests.dedup_by_key(|(word, _)| *word);
        contests
    }

    /// What fits. Terms that are nearly there are told of where none are.
    fn find(self, sought: &Sought, asked: &Asked) -> Vec<FoundProblem> {
        let fits = |value: &str, filter: &str| filter.is_empty() || value == filter;
        let all = self.0.into_iter().filter(|(season, _, entry)| {
            let is_solved = matches!(entry.row.mine, Mine::Reward);
            fits(
                entry.row.difficulty.as_deref().unwrap_or(""),
                &asked.difficulty,
            ) && fits(season.contest.as_str(), &asked.contest)
                && (asked.topic.is_empty() || entry.row.tags.contains(&asked.topic))
                && match asked.mine.as_str() {
                    "solved" => is_solved,
                    "open" => !is_solved,
                    _ => true,
                }
        });
        let found = all.filter_map(|(season, problem, entry)| {
            let at = found_at(&season, &problem, sought.find(&season, &problem)?);
            Some(FoundProblem { at, ..entry })
        });
        let found: Vec<FoundProblem> = found.collect();
        let is_near = |hit: &FoundProblem| hit.at.as_ref().is_some_and(|at| at.differs.is_some());
        if found.iter().all(is_near) {
            return found;
        }
        found.into_iter().filter(|hit| !is_near(hit)).collect()
    }
}

/// Where terms were found, in the problem's own counting.
fn found_at(season: &Season, problem: &Problem, fit: Fit) -> Option<FoundTerms> {
    let origin = problem.term_counts()?.index_origin;
    let index = |place: usize| Some(origin.saturating_add(i64::try_from(place).ok()?));
    match fit {
        Fit::Words => None,
        Fit::Terms(place) => Some(FoundTerms {
            index: index(place)?,
            differs: None,
        }),
        Fit::Near(place, offset) => {
            let term = views::visible_terms(season, problem)
                .into_iter()
                .nth(place + offset)?;
            Some(FoundTerms {
                index: index(place)?,
                differs: Some((index(place + offset)?, term)),
            })
        }
    }
}

fn in_season(
    conn: &mut AnyConnection,
    season: &Season,
    tally: &Tally,
    me: Option<UserId>,
    all: &mut Catalogue,
) -> Result<(), StoreError> {
    let mut reached: BTreeMap<_, bool> = BTreeMap::new();
    let mut shortest = BTreeMap::new();
    let room = contests::of(season.contest);
    if season.shows_scores() {
        if let Some(me) = me {
            for (problem, _, reward) in boards::list_own_best(conn, season.id, me)? {
                *reached.entry(problem).or_default() |= reward;
            }
        }
        if room.has_lengths {
            shortest = practice::list_shortest(conn, season.id)?;
        }
    }
    for problem in problems::list_newest(conn, season.id)? {
        if problem.is_hidden(season) {
            continue;
        }
        let mine = match reached.get(&problem.id) {
            Some(true) => Mine::Reward,
            Some(false) => Mine::Stage,
            None => Mine::None,
        };
        let solvers = if season.shows_scores() {
            natural(tally.of(problem.id).1)
        } else {
            0
        };
        let entry = FoundProblem {
            season: season.slug.clone(),
            season_title: season.title.clone(),
            room,
            at: None,
            shortest: shortest.get(&problem.id).copied().map(natural),
            row: ProblemRow {
                solvers,
                ..views::problem_row(&problem, mine)
            },
        };
        all.0.push((season.clone(), problem, entry));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Fit, Sought, find_terms};

    #[test]
    fn terms_that_are_right_but_for_one_are_near() {
        let terms = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let squares = terms("0 1 4 9 16 25 36");
        let find = |text: &str| find_terms(&squares, &terms(text));
        assert!(matches!(find("4 9 16"), Some(Fit::Terms(2))));
        assert!(matches!(find("4 9 17 25"), Some(Fit::Near(2, 2))));
        assert!(find("4 9 17").is_none(), "too few");
        assert!(find("4 8 17 25").is_none(), "two are others");
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
