//! Submitting, and loading a submission as a reader may see it.

use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::http::header;
use dojo_judge::record::receipt::Receipt;
use dojo_judge::sequence::diversity::{Bonus, DiversityRules};
use dojo_judge::sequence::{ScoringVersion, Solution};

use super::problems::load_visible;
use super::reader::Reader;
use crate::contests::{self, Asker, Audience};
use crate::error::{AppError, AppErrorKind};
use crate::season_cache::SeasonCache;
use crate::store::judgements::{self, Judgement};
use crate::store::problems::{self, Problem};
use crate::store::receipts::{self, Sealed};
use crate::store::rulings::{self, Ruling};
use crate::store::seasons::{self, Season};
use crate::store::submissions::{self, NewSubmission, Submission, Submitted};
use crate::store::{
    self, AnyConnection, Moment, SubmissionId, SubmissionKind, SubmissionState, UserId, results,
    standings, users,
};
use crate::web::visit::Visit;
use crate::words::say;

/// Who submits.
#[derive(Clone, Copy)]
pub(in crate::web) struct Submitter {
    pub(in crate::web) id: UserId,
    pub(in crate::web) staff: bool,
}

impl Submitter {
    fn reader(self) -> Reader {
        Reader {
            id: Some(self.id),
            staff: self.staff,
        }
    }
}

/// Stores a submission if its author may submit now, and wakes the judges. Sent again with the same key it is the
/// same submission.
///
/// # Errors
///
/// `NotFound` when there is no such problem, and when the database fails.
pub(in crate::web) async fn submit_to(
    visit: &Visit,
    path: (String, String),
    submitter: Submitter,
    source: Vec<u8>,
    solution: Solution,
    key: Option<String>,
) -> Result<Submitted, AppError> {
    let clock = visit.app.clock.clone();
    let outcome = store::run_write(&visit.app.pool, move |conn| {
        let place = load_visible(conn, &path.0, &path.1, submitter.reader())?;
        let contest = place.season.contest;
        if !solution.tag.is_unspecified() && !contest.declares_methods() {
            let message = say!("refused-no-method", what = contests::of(contest).noun);
            return Err(AppError::because(AppErrorKind::Invalid, message));
        }
        let new = NewSubmission {
            problem: place.problem.id,
            user: submitter.id,
            source,
            method_tag: if solution.tag.is_unspecified() {
                String::new()
            } else {
                solution.tag.into()
            },
            notes: solution.notes,
        };
        Ok::<_, AppError>(match &key {
            Some(key) => submissions::submit_once(conn, &new, key, &|| clock.now())?,
            None => submissions::submit(conn, &new, &|| clock.now())?,
        })
    })
    .await?;
    if let Submitted::Stored(_) = outcome {
        visit.app.waker.wake();
    }
    Ok(outcome)
}

/// A submission as one reader may see it.
pub(in crate::web) struct SeenSubmission {
    pub(in crate::web) submission: Submission,
    pub(in crate::web) season: Season,
    pub(in crate::web) problem: Problem,
    pub(in crate::web) audience: Audience,
    pub(in crate::web) judgement: Option<Judgement>,
    /// The reader may learn of the judgement only that the public terms are right.
    pub(in crate::web) held: bool,
    /// Name on boards of whoever submitted it.
    pub(in crate::web) author: String,
    /// The sign-in name of its author.
    pub(in crate::web) author_name: String,
    /// Who runs the model that sent it.
    pub(in crate::web) operator: Option<String>,
    /// Submissions that are judged before it.
    pub(in crate::web) ahead: Option<i64>,
    /// Diversity bonus, once it is computed.
    pub(in crate::web) bonus: Option<Bonus>,
    pub(in crate::web) ruling: Option<Ruling>,
    pub(in crate::web) own: bool,
}

impl SeenSubmission {
    /// When it was judged, where that may be told.
    pub(in crate::web) fn judged_at(&self) -> Option<Moment> {
        let keeps_back =
            self.problem.holds_back(&self.season) && self.audience != Audience::Everything;
        let judgement = self.judgement.as_ref().filter(|_| !keeps_back)?;
        Some(judgement.judged_at)
    }

    /// The reader may see the scores of its problem.
    pub(in crate::web) fn shows_scores(&self) -> bool {
        self.problem.shows_scores(&self.season)
    }

    /// The role of the reader, which decides how much of the report is shown.
    pub(in crate::web) fn asker(&self) -> Asker {
        Asker {
            audience: self.audience,
            n_public: self.problem.n_public(),
            index_origin: (self.problem.term_counts()).map_or(0, |counts| counts.index_origin),
            shows_scores: self.shows_scores(),
            settings: self.season.settings.clone(),
        }
    }
}

/// Finds a submission. Before Reveal other people see it only if it is on a board, and only what makes up its score.
///
/// # Errors
///
/// `NotFound` when there is none that the reader may see.
pub(in crate::web) fn load_seen(
    conn: &mut AnyConnection,
    id: SubmissionId,
    reader: Reader,
    now: Moment,
) -> Result<SeenSubmission, AppError> {
    // A submission that the reader may not see is reported like one that does not exist.
    let unknown = || {
        let message = say!("refused-no-submission", id = id.to_string());
        AppError::because(AppErrorKind::NotFound, message)
    };
    let mut submission = submissions::find_submission(conn, id)?.ok_or_else(unknown)?;
    let problem = problems::load_problem(conn, submission.problem_id)?;
    let season = seasons::load_season(conn, problem.season_id)?;
    let own = reader.id == Some(submission.user_id);
    let audience = if problem.is_open(&season) || (reader.staff && !own) {
        Audience::Everything
    } else if own {
        Audience::Author
    } else if problem.shows_scores(&season) && standings::is_standing(conn, id)? {
        Audience::Public
    } else {
        return Err(unknown());
    };
    let keeps_back = problem.holds_back(&season) && audience != Audience::Everything;
    let ahead = match submission.state {
        SubmissionState::Queued if !keeps_back => {
            Some(submissions::count_ahead(conn, submission.id)?)
        }
        _ => None,
    };
    let mut judgement = judgements::find_judgement(conn, id)?;
    let told = |it: &Judgement| season.told_at(submission.created_at, it.judged_at) <= now;
    if keeps_back && judgement.as_ref().is_some_and(|it| !told(it)) {
        judgement = None;
        submission.state = SubmissionState::Running;
    }
    let held = keeps_back
        && judgement
            .as_ref()
            .is_some_and(|it| it.depends_on_more(problem.n_public()));
    let ruling = rulings::find_ruling(conn, id)?;
    let bonus = if !problem.shows_bonuses(&season) {
        None
    } else if ruling.is_none() && submission.kind == SubmissionKind::Ranked {
        let (first_tag, shared) = results::find_bonus(conn, problem.id, id)?;
        diversity_rules(&season).map(|rules| rules.bonus(first_tag, shared))
    } else {
        Some(Bonus::default())
    };
    let author = users::load_user(conn, submission.user_id)?;
    Ok(SeenSubmission {
        audience,
        own,
        held,
        judgement,
        author: author.display_name,
        author_name: author.name,
        operator: author.operator,
        ahead,
        bonus,
        ruling,
        season,
        problem,
        submission,
    })
}

/// How a season of programs gives diversity bonuses.
fn diversity_rules(season: &Season) -> Option<DiversityRules> {
    let version: ScoringVersion = season.scoring_version.parse().ok()?;
    Some(DiversityRules::of(version))
}

/// The receipt of a submission of that person; `None` when there is none or it is somebody else's.
///
/// # Errors
///
/// When the database fails.
pub(in crate::web) fn load_receipt(
    conn: &mut AnyConnection,
    id: SubmissionId,
    user: UserId,
    kept: &SeasonCache<Sealed>,
) -> Result<Option<Receipt>, AppError> {
    let own = submissions::find_submission(conn, id)?.filter(|it| it.user_id == user);
    let Some(submission) = own else {
        return Ok(None);
    };
    let problem = problems::load_problem(conn, submission.problem_id)?;
    let season = seasons::load_season(conn, problem.season_id)?;
    let sealed = match season.freeze_started_at {
        Some(_) => Some(kept.load(conn, season.id, Sealed::load)?),
        None => None,
    };
    Ok(receipts::find_receipt(conn, id, sealed.as_deref())?)
}

/// Answers with the receipt of a submission of that person.
///
/// # Errors
///
/// `NotFound` when there is none or it is somebody else's, and when the database fails.
pub(in crate::web) async fn answer_receipt(
    visit: &Visit,
    id: SubmissionId,
    user: UserId,
) -> Result<HttpResponse, AppError> {
    let kept = Arc::clone(&visit.app.sealed);
    let receipt = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            load_receipt(conn, id, user, &kept)?.ok_or_else(AppError::not_found)
        })
    })
    .await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .insert_header((
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"receipt-{id}.json\""),
        ))
        .json(receipt))
}
