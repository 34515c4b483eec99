//! The organizers' page of one rejudging: old verdicts beside new ones.

use actix_web::{HttpResponse, web};

use super::organize::organizer;
use super::resources::seasons::load_any;
use super::route::{at, read};
use super::views::{natural, season_head};
use super::visit::Visit;
use crate::error::AppError;
use crate::pages::RejudgePage;
use crate::pages::organize::{ComparisonView, OutcomeView, RejudgeView};
use crate::season::rejudge;
use crate::store::rejudges::{self, Rejudge, RejudgedSubmission};
use crate::store::{self, RejudgeId};

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service.service(at(
        "/seasons/{season}/organize/rejudges/{id}",
        read().to(show_rejudge),
    ));
}

async fn show_rejudge(
    visit: Visit,
    path: web::Path<(String, i64)>,
) -> Result<HttpResponse, AppError> {
    organizer(&visit)?;
    let (slug, id) = path.into_inner();
    let (season, set, rows) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_any(conn, &slug)?;
            let set = rejudge::load(conn, season.id, RejudgeId(id))?;
            let rows = rejudges::list_comparisons(conn, set.id)?;
            Ok::<_, AppError>((season, set, rows))
        })
    })
    .await?;
    let left = rows.iter().filter(|row| row.new.is_none()).count();
    let mut rows: Vec<ComparisonView> = rows.into_iter().map(comparison_view).collect();
    rows.sort_by_key(|row| !row.changes);
    visit.page(&RejudgePage {
        shell: visit.shell(),
        season: season_head(&season),
        rejudge: rejudge_view(set),
        left,
        changed: rows.iter().filter(|row| row.changes).count(),
        rows,
    })
}

fn comparison_view(row: RejudgedSubmission) -> ComparisonView {
    ComparisonView {
        submission: row.submission.0,
        changes: row.changes(),
        problem: row.problem,
        person: row.person,
        display_name: row.display_name,
        old: match row.old {
            Some((word, score)) => OutcomeView::of_verdict(&word, natural(score)),
            None => OutcomeView::of_state("INTERNAL"),
        },
        new: row
            .new
            .map(|new| OutcomeView::of_verdict(new.report.verdict_word(), new.report.score())),
    }
}

/// A set in a list, and as the head of its page.
pub(super) fn rejudge_view(set: Rejudge) -> RejudgeView {
    RejudgeView {
        id: set.id.0,
        state: set.state.as_str(),
        reason: set.reason,
        created_at: set.created_at.utc(),
    }
}
