//! The problem of the day.

use actix_web::{HttpResponse, web};
use chrono::{Days, NaiveDate, NaiveTime};

use super::route::{at, read};
use super::views::first_terms;
use super::visit::Visit;
use crate::contests;
use crate::daily::{Solved, by_day, is_solved, of_day, streak};
use crate::error::AppError;
use crate::pages::daily::{Daily, DailyPage};
use crate::store::daily::{OldProblem, list_old, list_solved};
use crate::store::{self, AnyConnection, StoreError, problems, seasons};

/// Days on the page before today.
const DAYS_BEFORE: u64 = 7;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service.service(at("/daily", read().to(daily)));
}

async fn daily(visit: Visit) -> Result<HttpResponse, AppError> {
    let me = visit.user_id();
    let today = visit.now.utc().date_naive();
    let (mut days, streak) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let old = list_old(conn)?;
            let solved = match me {
                Some(me) => by_day(&list_solved(conn, me)?),
                None => Solved::new(),
            };
            let days = (0..=DAYS_BEFORE)
                .filter_map(|back| today.checked_sub_days(Days::new(back)))
                .filter_map(|day| Some((day, of_day(day, &old)?)))
                .map(|(day, problem)| load(conn, day, problem, is_solved(day, &solved, &old)))
                .collect::<Result<Vec<_>, _>>()?;
            Ok::<_, StoreError>((days, me.map(|_| streak(today, &solved, &old))))
        })
    })
    .await?;
    let is_today = days.first().is_some_and(|first| first.day == today);
    let tomorrow = today.succ_opt().unwrap_or(today);
    visit.page(&DailyPage {
        shell: visit.shell(),
        today: is_today.then(|| days.remove(0)),
        next_at: tomorrow.and_time(NaiveTime::MIN).and_utc(),
        streak,
        before: days,
    })
}

fn load(
    conn: &mut AnyConnection,
    day: NaiveDate,
    old: &OldProblem,
    solved: bool,
) -> Result<Daily, StoreError> {
    let problem = problems::load_problem(conn, old.id)?;
    let season = seasons::load_season(conn, problem.season_id)?;
    Ok(Daily {
        day,
        room: contests::of(season.contest),
        season: season.slug,
        season_title: season.title,
        first_terms: first_terms(&problem),
        difficulty: problem.difficulty.map(|it| it.as_str().to_owned()),
        tags: problem.tag_list(),
        slug: problem.slug,
        title: problem.title,
        solved,
    })
}
