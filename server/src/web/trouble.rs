//! What an organizer can do when something goes wrong: one page with links, the queue and the judges.

use actix_web::{HttpResponse, web};

use super::organize::organizer;
use super::resources::seasons::load_any;
use super::route::{at, read};
use super::views::{natural, season_head};
use super::visit::Visit;
use crate::error::AppError;
use crate::pages::trouble::{RunningView, TroublePage};
use crate::store::boards::CHANGEABLE;
use crate::store::queue::watch::watch;
use crate::store::{self, Moment, mails, submissions};

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service.service(at("/seasons/{season}/trouble", read().to(trouble)));
}

async fn trouble(visit: Visit, slug: web::Path<String>) -> Result<HttpResponse, AppError> {
    organizer(&visit)?;
    let (shell, live) = (visit.shell(), visit.live_season(&slug));
    let judges = visit.app.waker.ready();
    let pool = visit.app.pool.clone();
    let page = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_any(conn, &slug)?;
            let seen = watch(conn, season.id)?;
            let (queued, internal) = submissions::count_unsettled(conn, season.id)?;
            Ok::<_, AppError>(TroublePage {
                shell,
                live,
                season: season_head(&season),
                can_change: CHANGEABLE.contains(&season.state),
                queued: natural(queued),
                oldest: seen.oldest.map(Moment::utc),
                running: seen
                    .running
                    .into_iter()
                    .map(|job| RunningView {
                        submission: job.submission.0,
                        problem: job.problem,
                        judge: job.judge.unwrap_or_default(),
                        since: job.since.map(Moment::utc),
                    })
                    .collect(),
                judges,
                last_judged: seen.last_judged.map(Moment::utc),
                free: pool.free_bytes(),
                internal: natural(internal),
                mails: natural(mails::count_refused(conn)?),
            })
        })
    })
    .await?;
    visit.page(&page)
}
