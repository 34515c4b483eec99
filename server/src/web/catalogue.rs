//! The catalogue of the problems of all seasons. The search covers only what is public: hidden terms from Reveal on.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use actix_web::{HttpResponse, web};
use serde::Deserialize;

use super::route::{at, read};
use super::views::{self, natural};
use super::visit::Visit;
use crate::catalogue::{Fit, Listed, ListedTerms, Sought};
use crate::contests;
use crate::error::AppError;
use crate::pages::catalogue::{Asked, CataloguePage, FoundProblem};
use crate::pages::seasons::{Mine, ProblemRow};
use crate::solve_counts::SolveCounts;
use crate::store::problems::{self, Problem};
use crate::store::seasons::{self, Season};
use crate::store::{
    self, AnyConnection, Difficulty, Moment, ProblemId, StoreError, boards, practice,
};
use crate::web::address_query::AddressQuery;
use crate::words::Phrase;

/// Most problems on the page.
const SHOWN: usize = 200;

/// Most topics that have a chip.
const TOPICS: usize = 12;

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

async fn search(visit: Visit, query: AddressQuery<Query>) -> Result<HttpResponse, AppError> {
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
    let terms = sought.terms().map(|terms| terms.join(", "));
    let (me, now) = (visit.user_id(), visit.now);
    let app = visit.app.clone();
    let versions = visit.app.versions.now();
    let filters = asked.clone();
    let (found, topics, contests) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let mut all = AllProblems::default();
            for season in seasons::list_seasons(conn, false)? {
                if season.has_opened() {
                    let version = versions
                        .as_ref()
                        .and_then(|it| it.seasons.get(&season.slug));
                    let load = || list_problems(conn, &season, &app.tallies, now);
                    let version = version.map(|it| &it.record);
                    all.seasons
                        .push(app.catalogue.problems(&season, version, load)?);
                }
            }
            if let Some(me) = me {
                for (_, problem, _, reward) in boards::list_own_best(conn, None, me)? {
                    *all.reached.entry(problem).or_default() |= reward;
                }
            }
            Ok::<_, StoreError>((all.find(&sought, &filters), all.topics(), all.contests()))
        })
    })
    .await?;
    let Found { count, shown } = found;
    visit.page(&CataloguePage {
        shell: visit.shell(),
        asked,
        terms,
        topics,
        contests,
        found: shown,
        count,
    })
}

/// All problems that a reader may find, newest season first.
#[derive(Default)]
struct AllProblems {
    seasons: Vec<Arc<Vec<Listed>>>,
    /// The reader's progress: whether all terms are right.
    reached: BTreeMap<ProblemId, bool>,
}

/// The matches of a query.
struct Found {
    /// How many.
    count: usize,
    /// The first of them.
    shown: Vec<FoundProblem>,
}

impl AllProblems {
    fn iter(&self) -> impl Iterator<Item = &Listed> {
        self.seasons.iter().flat_map(|season| season.iter())
    }

    /// The reader's progress with a problem, as far as it may be told.
    fn mine(&self, problem: &Listed) -> Mine {
        match self.reached.get(&problem.id) {
            Some(true) if problem.tells => Mine::Reward,
            Some(false) if problem.tells => Mine::Stage,
            _ => Mine::None,
        }
    }

    /// The most frequent topics.
    fn topics(&self) -> Vec<String> {
        let mut counted: BTreeMap<&String, usize> = BTreeMap::new();
        for problem in self.iter() {
            for topic in &problem.shown.row.tags {
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
        let of_seasons = self.seasons.iter().filter_map(|season| season.first());
        let mut contests: Vec<_> = of_seasons
            .map(|problem| {
                let contest = problem.contest;
                (contest.as_str(), contests::of(contest).noun)
            })
            .collect();
        contests.sort_by_key(|(word, _)| *word);
        contests.dedup_by_key(|(word, _)| *word);
        contests
    }

    /// Finds the matches. Near matches of terms are listed only where there are no exact ones.
    fn find(&self, sought: &Sought, asked: &Asked) -> Found {
        let fits = |value: &str, filter: &str| filter.is_empty() || value == filter;
        let all = self.iter().filter(|problem| {
            let row = &problem.shown.row;
            fits(row.difficulty.as_deref().unwrap_or(""), &asked.difficulty)
                && fits(problem.contest.as_str(), &asked.contest)
                && (asked.topic.is_empty() || row.tags.contains(&asked.topic))
                && match asked.mine.as_str() {
                    "solved" => self.mine(problem) == Mine::Reward,
                    "open" => self.mine(problem) != Mine::Reward,
                    _ => true,
                }
        });
        let mut found: Vec<(&Listed, Fit)> = all
            .filter_map(|problem| Some((problem, sought.find(problem)?)))
            .collect();
        let is_near = |fit: &Fit| matches!(fit, Fit::Near(..));
        if !found.iter().all(|(_, fit)| is_near(fit)) {
            found.retain(|(_, fit)| !is_near(fit));
        }
        match asked.sort.as_str() {
            "shortest" => found.sort_by_key(|(it, _)| it.shown.shortest.unwrap_or(u32::MAX)),
            "solvers" => found.sort_by_key(|(it, _)| Reverse(it.shown.row.solvers)),
            _ => {}
        }
        let shown = found.iter().take(SHOWN).map(|(problem, fit)| {
            let mut shown = problem.shown.clone();
            shown.row.mine = self.mine(problem);
            shown.at = problem.found_at(*fit);
            shown
        });
        Found {
            shown: shown.collect(),
            count: found.len(),
        }
    }
}

/// The problems of a season as everybody finds them.
fn list_problems(
    conn: &mut AnyConnection,
    season: &Season,
    tallies: &SolveCounts,
    now: Moment,
) -> Result<Vec<Listed>, StoreError> {
    let room = contests::of(season.contest);
    let tally = tallies.load(conn, season, now)?;
    let shortest = if room.has_lengths {
        practice::list_shortest(conn, season.id)?
    } else {
        BTreeMap::new()
    };
    let newest = problems::list_newest(conn, season.id)?;
    let open = newest.iter().filter(|problem| !problem.is_hidden(season));
    let listed = open.map(|problem| {
        let tells = problem.shows_scores(season);
        let solvers = if tells {
            natural(tally.of(problem.id).solvers)
        } else {
            0
        };
        let terms = views::visible_terms(season, problem);
        Listed {
            id: problem.id,
            contest: season.contest,
            tells,
            words: words(season, problem),
            terms: problem
                .term_counts()
                .map(|counts| ListedTerms::new(counts.index_origin, &terms)),
            shown: FoundProblem {
                season: season.slug.clone(),
                season_title: season.title.clone(),
                room,
                at: None,
                shortest: (shortest.get(&problem.id).copied())
                    .filter(|_| tells)
                    .map(natural),
                row: ProblemRow {
                    solvers,
                    ..views::problem_row(problem, Mine::None)
                },
            },
        }
    });
    Ok(listed.collect())
}

/// The text in which a problem is searched, in lower case.
fn words(season: &Season, problem: &Problem) -> String {
    let known_as = problem
        .known_as
        .as_deref()
        .filter(|_| problem.is_open(season));
    [
        problem.title.as_str(),
        problem.tags.as_str(),
        problem.difficulty.map_or("", Difficulty::as_str),
        problem.statement.as_str(),
        known_as.unwrap_or_default(),
    ]
    .join("\n")
    .to_lowercase()
}
