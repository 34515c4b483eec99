//! The page on which an organizer confirms an action that cannot be undone.

use std::time::{Duration, Instant};

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use chrono_tz::Tz;

use super::super::resources::seasons::load_any;
use super::super::views::natural;
use super::super::visit::Visit;
use crate::error::AppError;
use crate::pages::confirm::{ConfirmPage, PreviewView};
use crate::pages::organize::{ComparisonView, OrganizeFields, OutcomeView};
use crate::pages::text;
use crate::season::command::{self, Command};
use crate::season::consequences::{self, Consequences};
use crate::season::lifecycle::Dates;
use crate::season::replacing::{self, Previewed, Replacement};
use crate::season::requirements::{Doubt, Need};
use crate::store::seasons::Season;
use crate::store::{self, Moment};
use crate::words::say;

/// The page, or nothing if the command can be undone. With a reason for a refusal it is shown as a refusal.
///
/// # Errors
///
/// When the state of the season does not allow the command.
pub(super) async fn show(
    visit: &Visit,
    slug: &str,
    action: &str,
    asked: &Command,
    fields: &OrganizeFields,
    refused: Option<String>,
) -> Result<Option<HttpResponse>, AppError> {
    let command = asked.clone();
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
    let preview = match &command {
        Command::ReplaceProblem(replacement) => Some(preview(visit, &season, replacement).await?),
        _ => None,
    };
    let zone = fields.zone.parse().unwrap_or(Tz::UTC);
    let mut hidden = fields.filled();
    if consequences::publishes_words(&command) {
        hidden.push(("sure", "yes".to_owned()));
    }
    let page = ConfirmPage {
        shell: visit.shell(),
        back: back(&season.slug, action, fields),
        address: format!("/seasons/{}/organize/{action}", season.slug),
        about: season.title,
        label,
        facts: found.facts,
        plan: found
            .dates
            .map_or_else(Vec::new, |dates| plan(dates, zone, now)),
        looks_again: !found.needs.is_empty() && found.needs.iter().all(Need::comes_by_itself),
        needs: found.needs.iter().map(ToString::to_string).collect(),
        doubts: doubts.iter().map(Doubt::to_string).collect(),
        preview,
        returns: false,
        typed: found.ends.then_some(season.slug),
        correction: found.correction.map(|text| (text, now.utc())),
        hidden,
        refused: refused.clone(),
    };
    let status = match refused {
        None => StatusCode::OK,
        Some(_) => StatusCode::UNPROCESSABLE_ENTITY,
    };
    visit.page_with(status, &page).map(Some)
}

/// The page of the season, with its form as it was typed.
fn back(slug: &str, action: &str, fields: &OrganizeFields) -> String {
    let typed = fields.filled().into_iter();
    let typed = typed.map(|(name, value)| format!("&{name}={}", text::query(&value)));
    format!(
        "/seasons/{slug}/organize?form={action}{}",
        typed.collect::<String>()
    )
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
        Command::ReplaceProblem(_) => say!("organize-replace-go"),
        Command::CorrectProblem { .. } => say!("organize-correct-go"),
        Command::Show(_) => say!("season-show-start"),
        Command::Delete => say!("confirm-delete"),
        _ => say!("organize-call-season-off"),
    }
}

/// The longest time for which submissions are judged for the preview before the page is shown.
const PREVIEW_TIME: Duration = Duration::from_secs(20);

/// The submissions that would be submitted again, each with its present verdict and the new one.
async fn preview(
    visit: &Visit,
    season: &Season,
    asked: &Replacement,
) -> Result<PreviewView, AppError> {
    let (pool, eed, now) = (visit.app.pool.clone(), visit.app.validator.eed(), visit.now);
    let (season, asked) = (season.clone(), asked.clone());
    let judged = visit.app.validator.run(move |runtime| {
        let end = Instant::now() + PREVIEW_TIME;
        let has_time = || Instant::now() < end;
        let with = (Some(runtime), &*eed);
        store::blocking(&pool, |conn| {
            replacing::preview(conn, &season, &asked, with, now, &has_time)
        })
    });
    let found = judged.await??;
    let left = found.rows.iter().filter(|row| row.new.is_none()).count();
    let mut rows: Vec<ComparisonView> = found.rows.into_iter().map(comparison).collect();
    rows.sort_by_key(|row| !row.changes);
    Ok(PreviewView {
        title: found.title,
        left,
        changed: rows.iter().filter(|row| row.changes).count(),
        rows,
    })
}

fn comparison(row: Previewed) -> ComparisonView {
    let (person, display_name) = row.carried.author;
    let old = row.carried.result;
    let old = old.map(|(word, score)| (word, natural(score)));
    ComparisonView {
        submission: row.carried.id.0,
        changes: row.new.is_some() && row.new != old,
        problem: row.problem,
        person,
        display_name,
        old: match old {
            Some((word, score)) => OutcomeView::of_verdict(&word, score),
            None => OutcomeView::of_state("QUEUED"),
        },
        new: row
            .new
            .map(|(word, score)| OutcomeView::of_verdict(&word, score)),
    }
}

/// The dates in words, and how long each phase lasts.
fn plan(dates: Dates, zone: Tz, now: Moment) -> Vec<String> {
    let opens_at = dates.opens_at.unwrap_or(now);
    let said = |at: Moment| text::in_zone(&at.utc(), zone);
    // Dates in the wrong order have no duration.
    let between = |from: Moment, to: Moment| {
        let seconds = u64::try_from(to.since(from).num_seconds()).ok();
        seconds.filter(|seconds| *seconds > 0).map(text::duration)
    };
    let mut lines = Vec::new();
    if dates.opens_at.is_some() {
        lines.push(match between(now, opens_at) {
            Some(away) => say!("plan-opens", at = said(opens_at), away = away),
            None => say!("plan-opens-at", at = said(opens_at)),
        });
    }
    if let Some(at) = dates.blackout_at {
        let lasts = dates.freeze_at.and_then(|end| between(at, end));
        lines.push(match lasts {
            Some(away) => say!("plan-blackout", at = said(at), away = away),
            None => say!("plan-blackout-open", at = said(at)),
        });
    }
    lines.push(match dates.freeze_at {
        Some(end) => match between(opens_at, end) {
            Some(away) => say!("plan-ends", at = said(end), away = away),
            None => say!("plan-ends-at", at = said(end)),
        },
        None => say!("plan-by-hand").to_owned(),
    });
    if let Some(at) = dates.reveals_at {
        lines.push(say!("plan-reveals", at = said(at)));
    }
    lines
}
