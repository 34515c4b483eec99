//! All problems of all seasons. Only what is public is searched: hidden terms from Reveal on.

use std::collections::BTreeMap;

use actix_web::{HttpResponse, web};
use serde::Deserialize;

use super::route::{at, read};
use super::views::{self, natural};
use super::visit::Visit;
use crate::contests;
use crate::error::AppError;
use crate::pages::catalogue::{CataloguePage, FoundProblem};
use crate::pages::seasons::Mine;
use crate::store::problems::{self, Problem};
use crate::store::seasons::{self, Season};
use crate::store::{self, AnyConnection, StoreError, UserId, boards, practice};

/// Problems on the page.
const SHOWN: usize = 200;

/// Longest query, in characters.
const QUERY_CHARS: usize = 200;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service.service(at("/problems", read().to(search)));
}

#[derive(Deserialize)]
struct Query {
    #[serde(default)]
    q: String,
}

/// What a query looks for.
enum Sought {
    Words(Vec<String>),
    Terms(Vec<String>),
}

/// Where a problem fits a query.
enum Fit {
    /// In its words.
    Words,
    /// In its terms, the first of those sought at this place.
    Terms(usize),
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
            Self::Terms(sought) => views::visible_terms(season, problem)
                .windows(sought.len())
                .position(|terms| terms == sought)
                .map(Fit::Terms),
            Self::Words(words) => {
                let known_as = problem.known_as.as_deref().filter(|_| season.is_revealed());
                let text = [
                    problem.title.as_str(),
                    problem.tags.as_str(),
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

async fn search(visit: Visit, query: web::Query<Query>) -> Result<HttpResponse, AppError> {
    let query: String = query.q.trim().chars().take(QUERY_CHARS).collect();
    let sought = Sought::new(&query);
    let terms = match &sought {
        Sought::Terms(terms) => Some(terms.join(", ")),
        Sought::Words(_) => None,
    };
    let me = visit.user_id();
    let mut found = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let mut found = Vec::new();
            for season in seasons::list_seasons(conn, false)? {
                if season.has_opened() && found.len() <= SHOWN {
                    in_season(conn, &season, &sought, me, &mut found)?;
                }
            }
            Ok::<_, StoreError>(found)
        })
    })
    .await?;
    let is_cut = found.len() > SHOWN;
    found.truncate(SHOWN);
    visit.page(&CataloguePage {
        shell: visit.shell(),
        query,
        terms,
        found,
        is_cut,
    })
}

fn in_season(
    conn: &mut AnyConnection,
    season: &Season,
    sought: &Sought,
    me: Option<UserId>,
    found: &mut Vec<FoundProblem>,
) -> Result<(), StoreError> {
    let mut reached: BTreeMap<_, bool> = BTreeMap::new();
    if let Some(me) = me.filter(|_| season.shows_scores()) {
        for (problem, _, reward) in boards::list_own_best(conn, season.id, me)? {
            *reached.entry(problem).or_default() |= reward;
        }
    }
    for problem in problems::list_newest(conn, season.id)? {
        let Some(fit) = sought.find(season, &problem) else {
            continue;
        };
        let room = contests::of(season.contest);
        let shortest = if season.shows_scores() && room.has_lengths {
            practice::find_shortest(conn, problem.id)?.map(|shortest| natural(shortest.l_chars))
        } else {
            None
        };
        let mine = match reached.get(&problem.id) {
            Some(true) => Mine::Reward,
            Some(false) => Mine::Stage,
            None => Mine::None,
        };
        found.push(FoundProblem {
            season: season.slug.clone(),
            season_title: season.title.clone(),
            room,
            at: match fit {
                Fit::Words => None,
                Fit::Terms(place) => i64::try_from(place)
                    .ok()
                    .zip(problem.term_counts())
                    .map(|(place, counts)| counts.index_origin.saturating_add(place)),
            },
            shortest,
            row: views::problem_row(&problem, mine),
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::Sought;

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
