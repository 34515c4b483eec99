//! What an organizer is shown before something that cannot be taken back.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use chrono_tz::Tz;

use super::super::resources::seasons::load_any;
use super::super::visit::Visit;
use crate::error::AppError;
use crate::pages::confirm::ConfirmPage;
use crate::pages::organize::OrganizeFields;
use crate::pages::text;
use crate::season::command::{self, Command};
use crate::season::consequences::Consequences;
use crate::season::lifecycle::Dates;
use crate::season::needs::Doubt;
use crate::store::{self, Moment};
use crate::words::say;

/// The page, or nothing where the command can be taken back. With a reason why it was not done it is a refusal.
///
/// # Errors
/// When the state of the season does not allow the command.
pub(super) async fn show(
    visit: &Visit,
    slug: &str,
    action: &str,
    asked: &Command,
    fields: &OrganizeFields,
    refused: Option<String>,
) -> Result<Option<HttpResponse>, AppError> {
    let (now, slug, asked) = (visit.now, slug.to_owned(), asked.clone());
    let label = label(&asked);
    let found = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_any(conn, &slug)?;
            let found = Consequences::load(conn, &season, &asked, now)?;
            let doubts = command::doubts(conn, &season, &asked, now)?;
            Ok::<_, AppError>(found.map(|found| (season, found, doubts)))
        })
    })
    .await?;
    let Some((season, found, doubts)) = found else {
        return Ok(None);
    };
    let zone = fields.zone.parse().unwrap_or(Tz::UTC);
    let page = ConfirmPage {
        shell: visit.shell(),
        back: format!("/seasons/{}/organize", season.slug),
        address: format!("/seasons/{}/organize/{action}", season.slug),
        about: season.title,
        label,
        facts: found.facts,
        plan: found
            .dates
            .map_or_else(Vec::new, |dates| plan(dates, zone, now)),
        needs: found.needs.iter().map(ToString::to_string).collect(),
        doubts: doubts.iter().map(Doubt::to_string).collect(),
        typed: found.ends.then_some(season.slug),
        hidden: fields.filled(),
        refused: refused.clone(),
    };
    let status = match refused {
        None => StatusCode::OK,
        Some(_) => StatusCode::UNPROCESSABLE_ENTITY,
    };
    visit.page_with(status, &page).map(Some)
}

fn label(command: &Command) -> &'static str {
    match command {
        Command::Schedule(_) => say!("step-schedule"),
        Command::Open | Command::OpenAtOnce(_) => say!("step-open"),
        Command::Freeze => say!("step-freeze"),
        Command::Reveal => say!("step-reveal"),
        Command::Finalize { .. } => say!("step-finalize"),
        Command::Commit => say!("confirm-commit"),
        Command::WithdrawProblem { .. } => say!("organize-withdraw-a-problem"),
        Command::Delete => say!("confirm-delete"),
        _ => say!("organize-call-season-off"),
    }
}

/// The dates in words, with how long each lasts.
fn plan(dates: Dates, zone: Tz, now: Moment) -> Vec<String> {
    let opens_at = dates.opens_at.unwrap_or(now);
    let said = |at: Moment| text::in_zone(&at.utc(), zone);
    let between = |from: Moment, to: Moment| {
        let seconds = to.since(from).num_seconds();
        text::seconds(seconds.max(0).unsigned_abs())
    };
    let mut lines = Vec::new();
    if dates.opens_at.is_some() {
        let away = between(now, opens_at);
        lines.push(say!("plan-opens", at = said(opens_at), away = away));
    }
    match (dates.blackout_at, dates.freeze_at) {
        (Some(at), Some(end)) => {
            let away = between(at, end);
            lines.push(say!("plan-blackout", at = said(at), away = away));
        }
        (Some(at), None) => lines.push(say!("plan-blackout-open", at = said(at))),
        (None, _) => {}
    }
    lines.push(match dates.freeze_at {
        Some(end) => {
            let away = between(opens_at, end);
            say!("plan-ends", at = said(end), away = away)
        }
        None => say!("plan-by-hand").to_owned(),
    });
    lines
}
