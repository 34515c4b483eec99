//! The problem of the day, played on its own page. Earlier days have pages too, where the problem is played out of
//! competition and nothing is stored.

use std::collections::{BTreeMap, BTreeSet};
use std::iter;

use actix_web::dev::Payload;
use actix_web::http::{StatusCode, header};
use actix_web::{FromRequest, HttpRequest, HttpResponse, web};
use chrono::{Days, NaiveDate, NaiveTime};
use dojo_judge::sequence::{MAX_SOURCE_BYTES, ScoringVersion};
use dojo_sandbox::{End, Limits};
use futures_util::future::LocalBoxFuture;

use super::route::{at, read};
use super::views::{self, first_terms, natural};
use super::visit::Visit;
use super::{body, body_limits, trial_runs};
use crate::auth::Whose;
use crate::contests::{self, sequence};
use crate::daily::pool::{self, PUBLIC_TERMS, PoolProblem};
use crate::daily::{self, Solved, by_day, of_day, streak};
use crate::error::{AppError, AppErrorKind};
use crate::html::TrustedHtml;
use crate::pages::daily::{Daily, DailyPage, DailyPlay, OldSeason, PlaceOfDay};
use crate::pages::markdown;
use crate::pages::server_trial::Tried;
use crate::pages::terms::opening;
use crate::pages::trial::{LimitsView, ProgramRules, Trial};
use crate::store::daily::{
    DailySolve, OldProblem, find_place, keep_solve, list_old, list_played, list_solved,
};
use crate::store::problems::{self, Problem};
use crate::store::seasons::Season;
use crate::store::{self, AnyConnection, ProblemId, StoreError, daily as solves};
use crate::words::say;

/// Days on the page before today.
const DAYS_BEFORE: u64 = 14;

/// Days for which a past day keeps its page.
const DAYS_KEPT: u64 = 366;

/// Terms shown of a problem that comes with the program.
const FIRST_TERMS: usize = 8;

const ADDRESS: &str = "/daily";

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(
            web::resource("/daily")
                .route(read().to(show))
                .route(web::post().to(solve)),
        )
        .service(
            web::resource("/daily/try")
                .route(read().to(back))
                .route(web::post().to(try_out)),
        )
        .service(at("/daily/terms.txt", read().to(terms)))
        .service(
            web::resource("/daily/{day}")
                .route(read().to(show))
                .route(web::post().to(solve)),
        )
        .service(
            web::resource("/daily/{day}/try")
                .route(read().to(back))
                .route(web::post().to(try_out)),
        )
        .service(at("/daily/{day}/terms.txt", read().to(terms)));
}

/// A visit to the page of a day: today's, or that of the day that the address names.
pub(super) struct OfDay {
    pub(super) visit: Visit,
    day: NaiveDate,
    /// The address names it.
    is_named: bool,
}

impl FromRequest for OfDay {
    type Error = AppError;
    type Future = LocalBoxFuture<'static, Result<Self, AppError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let visit = Visit::of(&request).await?;
            let named = request.match_info().get("day");
            let day = match named {
                Some(text) => past_day(&visit, text)?,
                None => today(&visit),
            };
            Ok(Self {
                visit,
                day,
                is_named: named.is_some(),
            })
        })
    }
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
    day: Daily,
    before: Vec<Daily>,
    play: Option<Playable>,
    streak: Option<usize>,
    solvers: i64,
    place: Option<PlaceOfDay>,
}

/// The day that it is now.
fn today(visit: &Visit) -> NaiveDate {
    visit.now.utc().date_naive()
}

/// The address at which the problem of a day is played.
fn address(visit: &Visit, day: NaiveDate) -> String {
    if day == today(visit) {
        ADDRESS.to_owned()
    } else {
        format!("{ADDRESS}/{day}")
    }
}

/// A past day that has a page.
///
/// # Errors
///
/// `NotFound` when there is none.
fn past_day(visit: &Visit, text: &str) -> Result<NaiveDate, AppError> {
    let today = today(visit);
    let first = today.checked_sub_days(Days::new(DAYS_KEPT));
    let day: Option<NaiveDate> = text.parse().ok();
    day.filter(|day| day.to_string() == text && *day <= today && Some(*day) >= first)
        .ok_or_else(AppError::not_found)
}

async fn show(of: OfDay) -> Result<HttpResponse, AppError> {
    let visit = &of.visit;
    if of.is_named && of.day == today(visit) {
        return Ok(visit.see_other(ADDRESS, None));
    }
    let loaded = load(visit, of.day).await?;
    let shown = page(visit, loaded, String::new(), None).await?;
    visit.form_page(StatusCode::OK, &shown)
}

/// The page of a day before anything was sent.
///
/// # Errors
/// When there is no page of that day, and when the database fails.
pub(super) async fn load_page(of: &OfDay) -> Result<DailyPage, AppError> {
    let loaded = load(&of.visit, of.day).await?;
    page(&of.visit, loaded, String::new(), None).await
}

/// The public terms as plain text, one a line.
async fn terms(of: OfDay) -> Result<HttpResponse, AppError> {
    let play = load(&of.visit, of.day)
        .await?
        .play
        .ok_or_else(AppError::not_found)?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/plain; charset=utf-8"))
        .body(play.known.join("\n") + "\n"))
}

/// Where somebody comes who reloads the answer to a program that was tried.
async fn back(of: OfDay) -> HttpResponse {
    of.visit.see_other(&address(&of.visit, of.day), None)
}

async fn try_out(
    request: HttpRequest,
    of: OfDay,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    run(&request, &of.visit, payload, (of.day, false)).await
}

async fn solve(
    request: HttpRequest,
    of: OfDay,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    run(&request, &of.visit, payload, (of.day, true)).await
}

/// Runs a program that was sent for a day. Stores that it is right if it was sent for that and the day is not over.
async fn run(
    request: &HttpRequest,
    visit: &Visit,
    payload: web::Payload,
    (day, is_sent): (NaiveDate, bool),
) -> Result<HttpResponse, AppError> {
    let fields = body::read_form(request, payload).await?;
    let source = String::from_utf8_lossy(&fields.source).into_owned();
    let keeping = |error: AppError| error.keeping(source.clone());
    if is_sent {
        visit.check_form(&fields.csrf_token).map_err(keeping)?;
    }
    body_limits::leave(request);
    let whose = visit
        .user_id()
        .map_or(Whose::Address(visit.address), Whose::Account);
    let admit = if is_sent {
        trial_runs::admit_solution
    } else {
        trial_runs::admit
    };
    admit(visit, whose).map_err(keeping)?;
    let mut loaded = load(visit, day).await.map_err(keeping)?;
    let play = loaded.play.as_ref().ok_or_else(|| {
        AppError::because(AppErrorKind::NotFound, say!("refused-daily-elsewhere"))
    })?;
    let ran = trial_runs::run_source(visit, &fields.source, play.limits)
        .await
        .map_err(keeping)?;
    let is_right = matches!(ran.run.end, End::Enough) && ran.run.terms == play.all;
    // Of a program that was sent and is right, all terms are known to be.
    let known = if is_sent && is_right {
        &play.all
    } else {
        &play.known
    };
    let tried = Tried::new(&play.trial, known.clone(), ran.run, ran.short_of_fuel);
    let tried = if is_right { tried } else { tried.not_right() };
    let solved = ran.l_chars.filter(|_| is_sent && is_right);
    if let Some(l_chars) = solved
        && day == today(visit)
    {
        keep_solved(visit, l_chars).await?;
        loaded = load(visit, day).await?;
    }
    let ran = RanProgram { tried, solved };
    let shown = page(visit, loaded, source.clone(), Some(ran)).await?;
    visit.form_page(StatusCode::OK, &shown)
}

/// The result of a program.
struct RanProgram {
    tried: Tried,
    /// Its bytes, where it is right and was sent.
    solved: Option<u32>,
}

async fn keep_solved(visit: &Visit, l_chars: u32) -> Result<(), AppError> {
    let solve = DailySolve {
        day: visit.now.utc().date_naive().to_string(),
        solver: solver(visit),
        user_id: visit.user_id(),
        l_chars: l_chars.cast_signed(),
        solved_at: visit.now,
    };
    store::run_transaction(&visit.app.pool, move |conn| {
        keep_solve(conn, &solve)?;
        Ok::<_, StoreError>(())
    })
    .await?;
    Ok(())
}

fn solver(visit: &Visit) -> String {
    daily::solver(visit.user_id(), &visit.csrf_token())
}

async fn load(visit: &Visit, day: NaiveDate) -> Result<LoadedDay, AppError> {
    let (me, who) = (visit.user_id(), solver(visit));
    // With its day, so that what is sent after midnight is of the day that was shown.
    let (today, played_at) = (today(visit), format!("{ADDRESS}/{day}"));
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
            let days: Vec<NaiveDate> = (1..=DAYS_BEFORE)
                .filter_map(|back| today.checked_sub_days(Days::new(back)))
                .collect();
            let results = Results::load(conn, &days, &who)?;
            let chosen = Chosen::load(conn, iter::once(day).chain(days.iter().copied()), &old)?;
            let before = days
                .into_iter()
                .map(|day| daily_of(day, &chosen, (&solved, &results)))
                .collect();
            let shown = daily_of(day, &chosen, (&solved, &results));
            let play = playable(chosen.get(day), (day, &played_at))?;
            let day = day.to_string();
            let place = find_place(conn, &day, &who)?.map(|place| PlaceOfDay {
                rank: natural(place.rank),
                people: natural(place.people),
                l_chars: natural(place.l_chars),
            });
            Ok::<_, AppError>(LoadedDay {
                day: shown,
                before,
                play,
                streak: me.map(|_| streak(today, &solved, &old)),
                solvers: solves::count_solvers(conn, &day)?,
                place,
            })
        })
    })
    .await
}

/// The problems of some days, as far as they are of seasons.
struct Chosen(BTreeMap<NaiveDate, (Problem, Season)>);

impl Chosen {
    fn load(
        conn: &mut AnyConnection,
        days: impl Iterator<Item = NaiveDate>,
        old: &[OldProblem],
    ) -> Result<Self, StoreError> {
        let chosen: BTreeMap<NaiveDate, ProblemId> = days
            .filter_map(|day| Some((day, of_day(day, old)?.id)))
            .collect();
        let ids: BTreeSet<ProblemId> = chosen.values().copied().collect();
        let loaded = problems::list_with_seasons(conn, ids)?;
        let found = chosen.into_iter().filter_map(|(day, id)| {
            let found = loaded.iter().find(|(problem, _)| problem.id == id)?;
            Some((day, found.clone()))
        });
        Ok(Self(found.collect()))
    }

    fn get(&self, day: NaiveDate) -> Option<&(Problem, Season)> {
        self.0.get(&day)
    }
}

/// What is played on a day; `None` for a problem that asks for no program.
fn playable(
    chosen: Option<&(Problem, Season)>,
    (day, played_at): (NaiveDate, &str),
) -> Result<Option<Playable>, AppError> {
    let Some((problem, season)) = chosen else {
        return Ok(Some(play_of_pool(pool::of_day(day), played_at)));
    };
    if !contests::of(season.contest).runs() {
        return Ok(None);
    }
    let known = views::visible_terms(season, problem);
    let trial = views::trial(season, problem, known.len()).map_err(AppError::internal)?;
    let limits = sequence::rules(season, problem).map_err(AppError::internal)?;
    Ok(Some(Playable {
        statement: problem.statement.clone(),
        all: problem.check_terms(),
        known,
        limits: limits.limits,
        trial: Trial {
            problem: played_at.to_owned(),
            ..trial
        },
    }))
}

fn play_of_pool(problem: &PoolProblem, played_at: &str) -> Playable {
    let all = problem.terms();
    let known: Vec<String> = all.iter().take(PUBLIC_TERMS).cloned().collect();
    let limits = Limits {
        max_terms: natural(all.len()),
        ..ScoringVersion::FOR_NEW_SEASONS.default_limits()
    };
    Playable {
        statement: problem.statement.clone(),
        trial: Trial {
            problem: played_at.to_owned(),
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

/// The results of days on their own pages.
struct Results {
    /// Bytes of the shortest program, by day.
    shortest: BTreeMap<String, i32>,
    /// The same of the reader.
    own: BTreeMap<String, i32>,
}

impl Results {
    fn load(
        conn: &mut AnyConnection,
        days: &[NaiveDate],
        reader: &str,
    ) -> Result<Self, StoreError> {
        let days: Vec<String> = days.iter().map(NaiveDate::to_string).collect();
        Ok(Self {
            shortest: solves::list_shortest(conn, &days, None)?,
            own: solves::list_shortest(conn, &days, Some(reader))?,
        })
    }
}

fn daily_of(day: NaiveDate, chosen: &Chosen, (solved, results): (&Solved, &Results)) -> Daily {
    let chosen = chosen.get(day);
    let solved = solved.on(day, || chosen.map(|(problem, _)| problem.id));
    let bytes = |of: &BTreeMap<String, i32>| of.get(&day.to_string()).copied().map(natural);
    let (own, shortest) = (bytes(&results.own), bytes(&results.shortest));
    let Some((problem, season)) = chosen else {
        let problem = pool::of_day(day);
        let terms = problem.terms().into_iter();
        return Daily {
            day,
            season: None,
            title: problem.title.clone(),
            difficulty: problem.difficulty().map(|it| it.as_str().to_owned()),
            tags: Vec::new(),
            first_terms: terms.take(FIRST_TERMS).collect(),
            solved,
            own,
            shortest,
        };
    };
    Daily {
        day,
        first_terms: first_terms(problem),
        difficulty: problem.difficulty.map(|it| it.as_str().to_owned()),
        tags: problem.tag_list(),
        season: Some(OldSeason {
            slug: season.slug.clone(),
            title: season.title.clone(),
            problem: problem.slug.clone(),
        }),
        title: problem.title.clone(),
        solved,
        own,
        shortest,
    }
}

/// The page, with the result of a program and whether it is right.
async fn page(
    visit: &Visit,
    loaded: LoadedDay,
    source: String,
    ran: Option<RanProgram>,
) -> Result<DailyPage, AppError> {
    let LoadedDay {
        day,
        before,
        play,
        streak,
        solvers,
        place,
    } = loaded;
    let today = today(visit);
    let is_over = day.day < today;
    let tomorrow = today.succ_opt().unwrap_or(today);
    let play = match play {
        Some(play) => Some(DailyPlay {
            statement: statement(visit, play.statement).await?,
            opening: opening(&play.known),
            late: (ran.as_ref()).and_then(|ran| ran.solved.filter(|_| is_over)),
            tried: ran.map(|ran| ran.tried),
            trial: play.trial,
            source,
            place,
        }),
        None => None,
    };
    Ok(DailyPage {
        shell: visit.shell(),
        day,
        is_over,
        play,
        solvers: natural(solvers),
        next_at: tomorrow.and_time(NaiveTime::MIN).and_utc(),
        streak,
        before,
    })
}

async fn statement(visit: &Visit, text: String) -> Result<TrustedHtml, AppError> {
    let made = visit.app.rendering.run(move || markdown::statement(&text));
    made.await
}
