//! The show of a revealed season: the page, and what it plays. Nothing is judged for it: how far each program
//! or derivation came is in its report. Before Reveal these addresses lead nowhere, for staff too.

use std::collections::{BTreeMap, BTreeSet};

use actix_web::{HttpRequest, HttpResponse, web};
use dojo_judge::contest::Member as _;
use dojo_judge::contest::physics::Derivations;
use dojo_judge::contest::sequence::Programs;
use formula::credit::Credit;
use formula::problem::Problem as Reference;
use serde::Serialize;

use super::resources::reader::Reader;
use super::reveal::load_revealed;
use super::route::{at, read};
use super::shared::{self, Shows};
use super::views::{self, natural, season_head};
use super::visit::Visit;
use crate::contests;
use crate::error::AppError;
use crate::html::TrustedHtml;
use crate::pages::physics::graph::Graph;
use crate::pages::season_show::{ActList, SeasonShowPage, ShownFormula, ShownRow, StandingRow};
use crate::season::show::{self, Schedule, WINNERS};
use crate::store::problems::{self, Problem};
use crate::store::seasons::Season;
use crate::store::shows;
use crate::store::standings::{self, Standing};
use crate::store::{self, AnyConnection, ProblemId, StoreError, UserId, judgements, users};

/// Strips of a problem that are played.
const STRIPS: i64 = 40;

/// Ranks that are shown after each problem.
const RANKS: usize = 10;

/// Digits of a term before its middle is left out.
const TERM_CHARS: usize = 14;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/seasons/{season}/show", read().to(page)))
        .service(at("/seasons/{season}/show.json", read().to(data)));
}

/// All that is played.
#[derive(Serialize)]
struct Played {
    acts: Vec<Act>,
    /// Names, to which the rest refers by place.
    people: Vec<Player>,
    /// The final ranks of the winners, the best first.
    winners: Vec<ShownRank>,
    /// When each of them is named, the last first.
    named: Vec<u32>,
    length: u32,
}

#[derive(Serialize)]
struct Player {
    name: String,
    display_name: String,
}

/// A problem.
#[derive(Serialize)]
struct Act {
    slug: String,
    title: String,
    origin: Option<i64>,
    /// Cells that everybody has seen before.
    known: u32,
    cells: u32,
    /// The hidden terms, long ones without their middle; none of derivations.
    terms: Vec<String>,
    /// The graph of a physics problem, whose boxes are the cells; drawn by [`Act::draw`].
    #[serde(skip_serializing_if = "Option::is_none")]
    graph: Option<String>,
    /// Its formulas.
    #[serde(skip)]
    formulas: Vec<TrustedHtml>,
    /// The file of a physics problem.
    #[serde(skip)]
    reference: Option<String>,
    #[serde(flatten)]
    schedule: Schedule,
    rows: Vec<Strip>,
    /// The ranks of the season after it.
    ranks_after: Vec<ShownRank>,
}

/// What somebody's program or derivation came to, a letter a cell: `r`ight, credited through another
/// (`m`), or wrong (`w`).
#[derive(Serialize)]
struct Strip {
    who: usize,
    submission: i64,
    /// Bytes, where shorter is better.
    bytes: Option<u32>,
    /// It ends at the first wrong cell.
    ends: bool,
    cells: String,
}

impl Strip {
    /// The cell is right or credited.
    fn has(&self, cell: usize) -> bool {
        let letter = self.cells.as_bytes().get(cell);
        letter.is_some_and(|letter| *letter != b'w')
    }
}

#[derive(Clone, Serialize)]
struct ShownRank {
    who: usize,
    total: u32,
    rank: u32,
}

async fn data(
    request: HttpRequest,
    visit: Visit,
    slug: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    let shows = Shows::boards(&visit, &slug);
    let load = load(visit.clone(), slug.into_inner());
    Box::pin(shared::json_for_all(&visit, &request, shows, async {
        Ok(load.await?.1)
    }))
    .await
}

async fn load(visit: Visit, slug: String) -> Result<(Season, Played), AppError> {
    let reader = Reader::of(&visit);
    let (season, mut played) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_revealed(conn, &slug, reader)?;
            let played = Playbill::default().play(conn, &season)?;
            Ok::<_, AppError>((season, played))
        })
    })
    .await?;
    if contests::of(season.contest).is_prose() {
        let drawn = visit.app.rendering.run(move || {
            played.acts.iter_mut().for_each(Act::draw);
            played
        });
        played = drawn.await?;
    }
    Ok((season, played))
}

impl Act {
    /// Draws the graph of a physics problem, as its page does.
    fn draw(&mut self) {
        let reference = self.reference.take();
        let problem = reference.and_then(|file| Reference::read(file.as_bytes()).ok());
        if let Some(graph) = problem.and_then(|problem| Graph::new(&problem, None).ok()) {
            self.graph = Some(graph.drawing.as_str().to_owned());
            self.formulas = graph.rows.into_iter().map(|row| row.formula).collect();
        }
    }
}

async fn page(
    request: HttpRequest,
    visit: Visit,
    slug: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    let shows = Shows::boards(&visit, &slug);
    let load = load_page(visit.clone(), slug.into_inner());
    shared::page(&visit, &request, shows, load).await
}

async fn load_page(visit: Visit, slug: String) -> Result<SeasonShowPage, AppError> {
    let live = visit.live_season(&slug);
    let (season, played) = load(visit.clone(), slug).await?;
    let id = season.id;
    let clock = store::run(&visit.app.pool, move |conn| {
        shows::find_show(conn, id).map_err(StoreError::from)
    })
    .await?;
    Ok(SeasonShowPage {
        shell: visit.shell(),
        live,
        season: season_head(&season),
        banner: views::banner(&season, visit.now),
        is_started: clock.is_some(),
        is_running: clock.is_some_and(|clock| clock.since.is_some()),
        organizes: visit.is_staff(),
        winners: standing_rows(&played, &played.winners),
        acts: played.acts.iter().map(|act| listed(&played, act)).collect(),
    })
}

fn standing_rows(played: &Played, ranks: &[ShownRank]) -> Vec<StandingRow> {
    let row = |rank: &ShownRank| {
        let who = played.people.get(rank.who)?;
        Some(StandingRow {
            rank: rank.rank,
            name: who.name.clone(),
            display_name: who.display_name.clone(),
            total: rank.total,
        })
    };
    ranks.iter().filter_map(row).collect()
}

/// A problem as a plain list.
fn listed(played: &Played, act: &Act) -> ActList {
    let row = |strip: &Strip| {
        let who = played.people.get(strip.who)?;
        Some(ShownRow {
            name: who.name.clone(),
            display_name: who.display_name.clone(),
            submission_id: strip.submission,
            l_chars: strip.bytes,
            right: natural(
                (0..strip.cells.len())
                    .filter(|cell| strip.has(*cell))
                    .count(),
            ),
            cells: strip.cells.clone(),
        })
    };
    let formula = |(place, formula): (usize, &TrustedHtml)| ShownFormula {
        formula: formula.clone(),
        credited: natural(act.rows.iter().filter(|row| row.has(place)).count()),
    };
    ActList {
        slug: act.slug.clone(),
        title: act.title.clone(),
        cells: act.cells,
        rows: act.rows.iter().filter_map(row).collect(),
        formulas: act.formulas.iter().enumerate().map(formula).collect(),
        ranks: standing_rows(played, &act.ranks_after),
    }
}

/// What is gathered while a show is put together.
#[derive(Default)]
struct Playbill {
    people: Vec<UserId>,
    totals: BTreeMap<UserId, u32>,
}

impl Playbill {
    fn play(mut self, conn: &mut AnyConnection, season: &Season) -> Result<Played, StoreError> {
        let mut scores: BTreeMap<ProblemId, Vec<(UserId, i32)>> = BTreeMap::new();
        for (problem, user, score) in standings::list_scores(conn, season.id)? {
            scores.entry(problem).or_default().push((user, score));
        }
        let is_prose = contests::of(season.contest).is_prose();
        let mut acts = Vec::new();
        let mut begins = 0;
        for problem in problems::list_newest(conn, season.id)? {
            let own = scores.remove(&problem.id).unwrap_or_default();
            for (user, score) in own {
                *self.totals.entry(user).or_default() += natural(score);
            }
            let mut act = self.act(conn, &problem, begins)?;
            act.reference = is_prose.then(|| problem.setter_source().to_owned());
            begins = act.schedule.ends;
            acts.push(act);
        }
        let mut winners = self.ranks();
        winners.truncate(WINNERS);
        let (named, length) = show::winners(begins, winners.len());
        let people = self.people.iter().map(|user| {
            let user = users::load_user(conn, *user)?;
            Ok(Player {
                name: user.name,
                display_name: user.display_name,
            })
        });
        Ok(Played {
            people: people.collect::<Result<_, StoreError>>()?,
            acts,
            winners,
            named,
            length,
        })
    }

    fn act(
        &mut self,
        conn: &mut AnyConnection,
        problem: &Problem,
        begins: u32,
    ) -> Result<Act, StoreError> {
        let best = standings::list_problem_standings(conn, problem.id, STRIPS)?;
        let mut rows = Vec::new();
        for standing in &best {
            rows.extend(self.strip(conn, problem, standing)?);
        }
        let cells = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
        let terms = problem.check_terms();
        // Without terms, the cells are those of the rows, and the first is the first.
        let counts = problem.term_counts();
        let known = counts.map_or(0, |counts| counts.n_public);
        let cells = counts.map_or(natural(cells), |counts| counts.n_check);
        let breaks: BTreeSet<u32> = rows
            .iter()
            .filter(|row| row.ends)
            .filter_map(|row| natural(row.cells.find('w')?).checked_sub(known))
            .collect();
        let breaks: Vec<u32> = breaks.into_iter().collect();
        let hidden = usize::try_from(known).unwrap_or(0);
        Ok(Act {
            slug: problem.slug.clone(),
            title: problem.title.clone(),
            origin: counts.map(|counts| counts.index_origin),
            known,
            cells,
            terms: terms.iter().skip(hidden).map(|term| short(term)).collect(),
            graph: None,
            formulas: Vec::new(),
            reference: None,
            schedule: show::schedule(begins, cells.saturating_sub(known), &breaks),
            rows,
            ranks_after: self.ranks(),
        })
    }

    fn strip(
        &mut self,
        conn: &mut AnyConnection,
        problem: &Problem,
        best: &Standing,
    ) -> Result<Option<Strip>, StoreError> {
        let Some(judgement) = judgements::find_judgement(conn, best.submission_id)? else {
            return Ok(None);
        };
        let report = &judgement.report;
        let (cells, bytes) = if let (Some(report), Some(counts)) =
            (Programs::report(report), problem.term_counts())
        {
            let all = usize::try_from(counts.n_check).unwrap_or(0);
            let right = usize::try_from(report.terms_matched).unwrap_or(0).min(all);
            let cells = "r".repeat(right) + &"w".repeat(all - right);
            (cells, best.l_chars.map(natural))
        } else if let Some(graded) =
            Derivations::report(report).and_then(|report| report.grading.as_ref())
        {
            let letter = |credit| match credit {
                Credit::Matched => 'r',
                Credit::Descendant => 'm',
                Credit::Missed => 'w',
            };
            let nodes = graded.nodes.iter();
            (nodes.map(|node| letter(node.credit)).collect(), None)
        } else {
            return Ok(None);
        };
        Ok(Some(Strip {
            who: self.person(best.user_id),
            submission: best.submission_id.0,
            ends: bytes.is_some(),
            bytes,
            cells,
        }))
    }

    /// The place of a person among those who are named.
    fn person(&mut self, user: UserId) -> usize {
        let known = self.people.iter().position(|known| *known == user);
        known.unwrap_or_else(|| {
            self.people.push(user);
            self.people.len() - 1
        })
    }

    /// The best by what they have so far; equal sums share a rank.
    fn ranks(&mut self) -> Vec<ShownRank> {
        let mut all: Vec<(UserId, u32)> = self.totals.clone().into_iter().collect();
        all.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut ranks: Vec<ShownRank> = Vec::new();
        for (place, (user, total)) in (1..).zip(all.into_iter().take(RANKS)) {
            let rank = ranks
                .last()
                .filter(|last| last.total == total)
                .map_or(place, |last| last.rank);
            let who = self.person(user);
            ranks.push(ShownRank { who, total, rank });
        }
        ranks
    }
}

/// A term, a long one without its middle.
fn short(term: &str) -> String {
    let (Some(head), Some(tail)) = (term.get(..6), term.get(term.len().saturating_sub(5)..)) else {
        return term.to_owned();
    };
    if term.len() <= TERM_CHARS {
        return term.to_owned();
    }
    format!("{head}…{tail}")
}
