//! The show of a season: its page, and the data that it plays. Before Reveal it shows only what everybody has seen,
//! to staff too; from Reveal on it shows everything.

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, web};
use formula::problem::Problem as Reference;
use serde::Serialize;

use super::resources::reader::Reader;
use super::resources::seasons::load_visible;
use super::route::{at, read};
use super::shared_pages::{self, Shows};
use super::views::{self, natural, season_head};
use super::visit::Visit;
use crate::contests;
use crate::error::AppError;
use crate::html::TrustedHtml;
use crate::pages::physics::graph::Graph;
use crate::pages::season_show::{
    ActList, SeasonShowPage, ShowStands, ShownFormula, ShownRow, StandingRow,
};
use crate::season::show_script::{Act, Rank, ShowScript, Strip};
use crate::season_cache::SeasonCache;
use crate::store::seasons::Season;
use crate::store::shows::{self, ShowClock};
use crate::store::{self, AnyConnection, Moment};

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/seasons/{season}/show", read().to(page)))
        .service(at("/seasons/{season}/show.json", read().to(data)))
        .service(at("/seasons/{season}/resolver", read().to(final_ranks)))
        .service(at(
            "/seasons/{season}/problems/{problem}/show",
            read().to(problem),
        ));
}

/// The script of the show with its drawings.
#[derive(Serialize)]
struct Played {
    acts: Vec<DrawnAct>,
    #[serde(flatten)]
    bill: ShowScript,
}

#[derive(Serialize)]
struct DrawnAct {
    #[serde(flatten)]
    act: Act,
    /// The graph of a physics problem, whose boxes are the cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    graph: Option<String>,
    /// Its formulas.
    #[serde(skip)]
    formulas: Vec<TrustedHtml>,
}

struct Loaded {
    season: Season,
    clock: Option<ShowClock>,
    bill: ShowScript,
}

async fn data(
    request: HttpRequest,
    visit: Visit,
    slug: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    let shows = shows_show(&visit, &slug);
    let load = load(visit.clone(), slug.into_inner());
    Box::pin(shared_pages::json_for_all(&visit, &request, shows, async {
        Ok(load.await?.1)
    }))
    .await
}

/// What the show displays; it changes every second while the show is on.
fn shows_show(visit: &Visit, slug: &str) -> Shows {
    let known = visit.app.versions.now();
    let show = known.and_then(|known| known.seasons.get(slug)?.show);
    match show {
        Some(clock) if clock.is_over(visit.now) => Shows::boards(visit, slug),
        _ => Shows::season(visit, slug),
    }
}

/// A season that was revealed or is to be.
///
/// # Errors
///
/// `NotFound` when there is none.
fn load_bill(
    conn: &mut AnyConnection,
    slug: &str,
    (reader, now): (Reader, Moment),
    kept: &SeasonCache<ShowScript>,
) -> Result<Loaded, AppError> {
    let season = load_visible(conn, slug, reader)?;
    let clock = shows::find_show(conn, season.id)?;
    let seen = match clock {
        _ if season.is_revealed() => Some(u32::MAX),
        Some(clock) if season.has_ended() => Some(natural(clock.position(now))),
        _ if season.is_to_be_revealed() => None,
        _ => return Err(AppError::not_found()),
    };
    let bill = match seen {
        Some(position) => {
            let whole = kept.load(conn, season.id, |conn, _| ShowScript::load(conn, &season))?;
            let mut seen = whole.until(position);
            seen.name_people(conn)?;
            seen
        }
        None => ShowScript::empty(),
    };
    Ok(Loaded {
        season,
        clock,
        bill,
    })
}

async fn load(visit: Visit, slug: String) -> Result<(Loaded, Played), AppError> {
    let seen = (Reader::of(&visit), visit.now);
    let kept = Arc::clone(&visit.app.playbills);
    let mut loaded = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| load_bill(conn, &slug, seen, &kept))
    })
    .await?;
    let acts = std::mem::take(&mut loaded.bill.acts);
    let acts = if contests::of(loaded.season.contest).is_prose() {
        let draw = move || acts.into_iter().map(DrawnAct::draw).collect();
        visit.app.rendering.run(draw).await?
    } else {
        acts.into_iter().map(DrawnAct::plain).collect()
    };
    let bill = loaded.bill.clone();
    Ok((loaded, Played { acts, bill }))
}

impl DrawnAct {
    fn plain(act: Act) -> Self {
        Self {
            act,
            graph: None,
            formulas: Vec::new(),
        }
    }

    /// Draws the graph of a physics problem, as its page does.
    fn draw(act: Act) -> Self {
        let reference = act.reference.as_ref();
        let problem = reference.and_then(|file| Reference::read(file.as_bytes()).ok());
        let graph = problem.and_then(|problem| Graph::new(&problem, None).ok());
        let mut drawn = Self::plain(act);
        if let Some(graph) = graph {
            drawn.graph = Some(graph.drawing.as_str().to_owned());
            drawn.formulas = graph.rows.into_iter().map(|row| row.formula).collect();
        }
        drawn
    }
}

async fn page(
    request: HttpRequest,
    visit: Visit,
    slug: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    let shows = shows_show(&visit, &slug);
    let load = load_page(visit.clone(), slug.into_inner());
    shared_pages::page(&visit, &request, shows, load).await
}

async fn load_page(visit: Visit, slug: String) -> Result<SeasonShowPage, AppError> {
    let live = visit.live_season(&slug);
    let (loaded, played) = load(visit.clone(), slug).await?;
    let Loaded { season, clock, .. } = loaded;
    // A problem is listed once all of it was shown.
    let shown = played.acts.iter().filter(|drawn| {
        let act = &drawn.act;
        played.bill.is_whole || !act.ranks_after.is_empty()
    });
    Ok(SeasonShowPage {
        shell: visit.shell(),
        live,
        season: season_head(&season),
        banner: views::banner(&season, visit.now),
        stands: match clock {
            None => ShowStands::ToCome,
            Some(clock) if clock.is_over(visit.now) => ShowStands::Over,
            Some(clock) if clock.since.is_some() => ShowStands::Running,
            Some(_) => ShowStands::Paused,
        },
        can_start: visit.is_staff() && season.has_ended(),
        winners: standing_rows(&played.bill, &played.bill.winners),
        acts: shown.map(|act| listed(&played.bill, act)).collect(),
        problems: played.bill.of,
    })
}

fn standing_rows(bill: &ShowScript, ranks: &[Rank]) -> Vec<StandingRow> {
    let row = |rank: &Rank| {
        let who = bill.people.get(rank.who)?;
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
fn listed(bill: &ShowScript, drawn: &DrawnAct) -> ActList {
    let act = &drawn.act;
    let row = |strip: &Strip| {
        let who = bill.people.get(strip.who)?;
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
        formulas: drawn.formulas.iter().enumerate().map(formula).collect(),
        ranks: standing_rows(bill, &act.ranks_after),
    }
}

/// An address inside the show: the final ranks are its last act.
async fn final_ranks(visit: Visit, slug: web::Path<String>) -> Result<HttpResponse, AppError> {
    into_show(&visit, slug.into_inner(), "final-ranks").await
}

/// The same for the act of a problem.
async fn problem(
    visit: Visit,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, AppError> {
    let (season, problem) = path.into_inner();
    into_show(&visit, season, &problem).await
}

async fn into_show(visit: &Visit, slug: String, part: &str) -> Result<HttpResponse, AppError> {
    let reader = Reader::of(visit);
    let season = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| load_visible(conn, &slug, reader))
    })
    .await?;
    if !season.is_revealed() {
        return Err(AppError::not_found());
    }
    let part: String = part
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '-')
        .collect();
    Ok(visit.see_other(&format!("/seasons/{}/show#{part}", season.slug), None))
}
