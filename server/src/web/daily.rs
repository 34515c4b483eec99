//! The problem of the day, played on its own page.

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{Days, NaiveDate, NaiveTime};
use dojo_judge::sequence::{MAX_SOURCE_BYTES, ScoringVersion};
use dojo_sandbox::{End, Limits};
use sha2::{Digest as _, Sha256};

use super::route::{at, read};
use super::views::{self, first_terms, natural};
use super::visit::Visit;
use super::{arrival, body, trial_runs};
use crate::auth::Whose;
use crate::contests::{self, sequence};
use crate::daily::pool::{self, PUBLIC_TERMS, PoolProblem};
use crate::daily::{Solved, by_day, is_solved, of_day, streak};
use crate::error::{AppError, AppErrorKind};
use crate::html::TrustedHtml;
use crate::pages::daily::{Daily, DailyPage, DailyPlay, OldSeason, PlaceOfDay};
use crate::pages::markdown;
use crate::pages::terms::opening;
use crate::pages::trial::{LimitsView, ProgramRules, Trial};
use crate::pages::tried::Tried;
use crate::store::daily::{
    DailySolve, OldProblem, find_place, keep_solve, list_old, list_played, list_solved,
};
use crate::store::{self, AnyConnection, StoreError, daily as solves, problems, seasons};
use crate::words::say;

/// Days on the page before today.
const DAYS_BEFORE: u64 = 7;

/// Terms on the page of a problem that comes with the program.
const FIRST_TERMS: usize = 8;

const ADDRESS: &str = "/daily";

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(
            web::resource("/daily")
                .route(read().to(daily))
                .route(web::post().to(solve)),
        )
        .service(
            web::resource("/daily/try")
                .route(read().to(back))
                .route(web::post().to(try_out)),
        )
        .service(at("/daily/terms.txt", read().to(terms)));
}

/// The problem of a day that can be played on its page.
struct Playable {
    statement: String,
    /// The public terms.
    known: Vec<String>,
    /// All terms that a program must print.
    all: Vec<String>,
    limits: Limits,
    trial: Trial,
}

/// What the page shows.
struct LoadedDay {
    days: Vec<Daily>,
    play: Option<Playable>,
    streak: Option<usize>,
    solvers: i64,
    place: Option<PlaceOfDay>,
}

async fn daily(visit: Visit) -> Result<HttpResponse, AppError> {
    visit.form_page(StatusCode::OK, &load_page(&visit).await?)
}

/// The page before anything was sent.
///
/// # Errors
/// When the database fails.
pub(super) async fn load_page(visit: &Visit) -> Result<DailyPage, AppError> {
    let loaded = load(visit).await?;
    page(visit, loaded, String::new(), None).await
}

/// The public terms of today's problem as plain text, one a line.
async fn terms(visit: Visit) -> Result<HttpResponse, AppError> {
    let play = load(&visit).await?.play.ok_or_else(AppError::not_found)?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/plain; charset=utf-8"))
        .body(play.known.join("\n") + "\n"))
}

/// Where somebody comes who reloads the answer to a program that was tried.
async fn back(visit: Visit) -> HttpResponse {
    visit.see_other(ADDRESS, None)
}

async fn try_out(
    request: HttpRequest,
    visit: Visit,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    run(&request, &visit, payload, false).await
}

async fn solve(
    request: HttpRequest,
    visit: Visit,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    run(&request, &visit, payload, true).await
}

/// Runs what was sent; keeps that it is right where it was sent for that.
async fn run(
    request: &HttpRequest,
    visit: &Visit,
    payload: web::Payload,
    keep: bool,
) -> Result<HttpResponse, AppError> {
    let fields = body::read_form(request, payload).await?;
    let source = String::from_utf8_lossy(&fields.source).into_owned();
    let keeping = |error: AppError| error.keeping(source.clone());
    if keep {
        visit.check_form(&fields.csrf_token).map_err(keeping)?;
    }
    arrival::leave(request);
    let whose = visit
        .user_id()
        .map_or(Whose::Address(visit.address), Whose::Account);
    trial_runs::admit(visit, whose).map_err(keeping)?;
    let mut loaded = load(visit).await.map_err(keeping)?;
    let play = loaded.play.as_ref().ok_or_else(|| {
        AppError::because(AppErrorKind::NotFound, say!("refused-daily-elsewhere"))
    })?;
    let ran = trial_runs::run_source(visit, &fields.source, play.limits)
        .await
        .map_err(keeping)?;
    let is_right = matches!(ran.run.end, End::Enough) && ran.run.terms == play.all;
    let tried = Tried::new(&play.trial, play.known.clone(), ran.run, ran.short_of_fuel);
    if let Some(l_chars) = ran.l_chars.filter(|_| keep && is_right) {
        keep_solved(visit, l_chars).await?;
        loaded = load(visit).await?;
    }
    let shown = page(visit, loaded, source.clone(), Some((tried, is_right))).await?;
    visit.form_page(StatusCode::OK, &shown)
}

async fn keep_solved(visit: &Visit, l_chars: u32) -> Result<(), AppError> {
    let solve = DailySolve {
        day: visit.now.utc().date_naive().to_string(),
        solver: solver(visit),
        user_id: visit.user_id(),
        l_chars: l_chars.cast_signed(),
        solved_at: visit.now,
    };
    store::run_write(&visit.app.pool, move |conn| {
        keep_solve(conn, &solve)?;
        Ok::<_, StoreError>(())
    })
    .await?;
    Ok(())
}

/// Names who plays: an account, or the browser that the forms of this visit belong to.
fn solver(visit: &Visit) -> String {
    match visit.user_id() {
        Some(id) => format!("account {}", id.0),
        None => format!(
            "browser {}",
            hex::encode(Sha256::digest(visit.csrf_token()))
        ),
    }
}

async fn load(visit: &Visit) -> Result<LoadedDay, AppError> {
    let (me, who) = (visit.user_id(), solver(visit));
    let today = visit.now.utc().date_naive();
    store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let old = list_old(conn)?;
            let solved = match me {
                Some(me) => {
                    let played = list_played(conn, me)?;
                    let played = played.iter().filter_map(|day| day.parse().ok());
                    by_day(&list_solved(conn, me)?, played.collect())
                }
                None => Solved::default(),
            };
            let days = (0..=DAYS_BEFORE)
                .filter_map(|back| today.checked_sub_days(Days::new(back)))
                .map(|day| load_day(conn, day, &old, &solved))
                .collect::<Result<Vec<_>, _>>()?;
            let day = today.to_string();
            let place = find_place(conn, &day, &who)?.map(|place| PlaceOfDay {
                rank: natural(place.rank),
                people: natural(place.people),
                l_chars: natural(place.l_chars),
            });
            Ok::<_, AppError>(LoadedDay {
                days,
                play: load_play(conn, of_day(today, &old), today)?,
                streak: me.map(|_| streak(today, &solved, &old)),
                solvers: solves::count_solvers(conn, &day)?,
                place,
            })
        })
    })
    .await
}

/// What is played today; `None` for a problem that asks for no program.
fn load_play(
    conn: &mut AnyConnection,
    old: Option<&OldProblem>,
    today: NaiveDate,
) -> Result<Option<Playable>, AppError> {
    let Some(old) = old else {
        return Ok(Some(play_of_pool(pool::of_day(today))));
    };
    let problem = problems::load_problem(conn, old.id)?;
    let season = seasons::load_season(conn, problem.season_id)?;
    if !contests::of(season.contest).runs() {
        return Ok(None);
    }
    let known = views::visible_terms(&season, &problem);
    let trial = views::trial(&season, &problem, known.len()).map_err(AppError::internal)?;
    let limits = sequence::rules(&season, &problem).map_err(AppError::internal)?;
    Ok(Some(Playable {
        statement: problem.statement.clone(),
        all: problem.check_terms(),
        known,
        limits: limits.limits,
        trial: Trial {
            problem: ADDRESS.to_owned(),
            ..trial
        },
    }))
}

fn play_of_pool(problem: &PoolProblem) -> Playable {
    let all = problem.terms();
    let known: Vec<String> = all.iter().take(PUBLIC_TERMS).cloned().collect();
    let limits = Limits {
        max_terms: natural(all.len()),
        ..Limits::default()
    };
    Playable {
        statement: problem.statement.clone(),
        trial: Trial {
            problem: ADDRESS.to_owned(),
            known: known.len(),
            rules: ProgramRules {
                index_origin: problem.index_origin,
                n_check: limits.max_terms,
                n_stage: natural(known.len()),
                n_public: natural(known.len()),
                limits: LimitsView {
                    source_bytes: MAX_SOURCE_BYTES as u64,
                    fuel: limits.fuel.0,
                    memory_bytes: limits.memory_bytes,
                    output_bytes: limits.output_bytes.into(),
                    max_term_digits: limits.max_term_digits,
                    counts: ScoringVersion::FOR_NEW_SEASONS.thresholds(),
                    payload: None,
                    par: None,
                },
            },
        },
        known,
        all,
        limits,
    }
}

fn load_day(
    conn: &mut AnyConnection,
    day: NaiveDate,
    old: &[OldProblem],
    solved: &Solved,
) -> Result<Daily, StoreError> {
    let solved = is_solved(day, solved, old);
    let Some(old) = of_day(day, old) else {
        let problem = pool::of_day(day);
        let terms = problem.terms().into_iter();
        return Ok(Daily {
            day,
            season: None,
            title: problem.title.clone(),
            difficulty: problem.difficulty().map(|it| it.as_str().to_owned()),
            tags: Vec::new(),
            first_terms: terms.take(FIRST_TERMS).collect(),
            solved,
        });
    };
    let problem = problems::load_problem(conn, old.id)?;
    let season = seasons::load_season(conn, problem.season_id)?;
    Ok(Daily {
        day,
        first_terms: first_terms(&problem),
        difficulty: problem.difficulty.map(|it| it.as_str().to_owned()),
        tags: problem.tag_list(),
        season: Some(OldSeason {
            slug: season.slug,
            title: season.title,
            problem: problem.slug,
        }),
        title: problem.title,
        solved,
    })
}

/// The page, with what became of a program, and whether that is right.
async fn page(
    visit: &Visit,
    loaded: LoadedDay,
    source: String,
    tried: Option<(Tried, bool)>,
) -> Result<DailyPage, AppError> {
    let LoadedDay {
        mut days,
        play,
        streak,
        solvers,
        place,
    } = loaded;
    let today = visit.now.utc().date_naive();
    let tomorrow = today.succ_opt().unwrap_or(today);
    let play = match play {
        Some(play) => Some(DailyPlay {
            statement: statement(visit, play.statement).await?,
            opening: opening(&play.known),
            hidden_is_wrong: tried.as_ref().is_some_and(|(tried, is_right)| {
                !is_right && tried.right() == tried.known() && tried.made() > 0
            }),
            tried: tried.map(|(tried, _)| tried),
            trial: play.trial,
            source,
            place,
        }),
        None => None,
    };
    Ok(DailyPage {
        shell: visit.shell(),
        today: days.remove(0),
        play,
        solvers: natural(solvers),
        next_at: tomorrow.and_time(NaiveTime::MIN).and_utc(),
        streak,
        before: days,
    })
}

async fn statement(visit: &Visit, text: String) -> Result<TrustedHtml, AppError> {
    let made = visit.app.rendering.run(move || markdown::statement(&text));
    made.await
}
