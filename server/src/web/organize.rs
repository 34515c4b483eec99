//! The organizers' page of a season: state, needs, incidents, and one address for each thing that an
//! organizer can do.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use dojo_judge::season::Digest;
use dojo_judge::season::replay::Judges;

use super::rejudges::rejudge_view;
use super::views::{self, natural, season_head};
use super::visit::Visit;
use super::{at, read};
use crate::error::{AppError, Kind};
use crate::pages::OrganizePage;
use crate::pages::organize::{
    IncidentView, OrganizeFields, ProblemView, Refused, RulingView, StepView,
};
use crate::season::finalize::replay_and_finalize;
use crate::season::lifecycle::{self, Actor, Dates};
use crate::season::needs::Facts;
use crate::season::rulings::{self, Target};
use crate::season::state::Event;
use crate::season::{commit, hand_in, rejudge, runtime, scores};
use crate::store::boards::CHANGEABLE;
use crate::store::rejudges::{self, Filter};
use crate::store::seasons::{self, Season};
use crate::store::{
    self, AnyConnection, IncidentId, Moment, RejudgeId, SubmissionId, UserId, incidents, queue,
    records, rulings as ruling_table,
};

/// Rulings shown on the page.
pub(super) const SHOWN_RULINGS: i64 = 200;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/seasons/{season}/organize", read().to(organize)))
        .service(
            web::resource("/seasons/{season}/organize/{action}")
                .route(read().to(back))
                .route(web::post().to(act)),
        );
}

/// Who organizes.
///
/// # Errors
/// When it is not an organizer; such a one is not told that there is anything here.
pub(super) fn organizer(visit: &Visit) -> Result<Actor, AppError> {
    let user = visit.require_user()?;
    if !visit.is_staff() {
        return Err(AppError::not_found());
    }
    Ok(Actor::Person {
        id: user.id,
        name: user.name.clone(),
    })
}

/// A season in whatever state.
///
/// # Errors
/// `NotFound` when there is none.
pub(super) fn load_season(conn: &mut AnyConnection, slug: &str) -> Result<Season, AppError> {
    seasons::find_season(conn, slug)?
        .ok_or_else(|| AppError::because(Kind::NotFound, format!("there is no season `{slug}`")))
}

async fn organize(visit: Visit, slug: web::Path<String>) -> Result<HttpResponse, AppError> {
    organizer(&visit)?;
    show(&visit, slug.into_inner(), StatusCode::OK, None).await
}

/// Whoever reloads the address of an action comes to the page. The address is a relative one: the
/// name of the season may be anything.
async fn back() -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header(("Location", "../organize"))
        .finish()
}

async fn show(
    visit: &Visit,
    slug: String,
    status: StatusCode,
    refused: Option<Refused>,
) -> Result<HttpResponse, AppError> {
    let (shell, now) = (visit.shell(), visit.now);
    let digest = visit.app.validator.digest();
    let page = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_season(conn, &slug)?;
            let facts = Facts::load(conn, season)?;
            let record = records::find_record(conn, facts.season.id)?;
            let incidents = incidents::list_open_incidents(conn, facts.season.id)?;
            let sets = rejudges::list_rejudges(conn, facts.season.id)?;
            let out = ruling_table::list_rulings(conn, facts.season.id, SHOWN_RULINGS)?;
            let state = facts.season.state;
            let setters = scores::setter_names(conn, &facts.problems)?;
            Ok::<_, AppError>(OrganizePage {
                shell,
                season: season_head(&facts.season),
                published: views::published(&facts.season, record.as_ref(), now),
                refused,
                waits: digest.and_then(|ours| runtime::waits(&facts.season, &ours)),
                takes_problems: hand_in::TAKING
                    .contains(&state)
                    .then_some(facts.season.takes_problems),
                next: state.next().map(|event| step(event, &facts)),
                can_cancel: state.transition(Event::Cancel).is_ok(),
                can_change: CHANGEABLE.contains(&state),
                problems: problem_views(&facts, &setters),
                queued: natural(facts.queued),
                internal: natural(facts.internal),
                incidents: incidents
                    .into_iter()
                    .map(|incident| IncidentView {
                        id: incident.id.0,
                        submission: incident.submission_id.map(|id| id.0),
                        what: incident.what,
                        happened_at: incident.happened_at.utc(),
                    })
                    .collect(),
                rejudges: sets.into_iter().map(rejudge_view).collect(),
                rulings: out
                    .into_iter()
                    .map(|(ruling, author)| RulingView {
                        submission: ruling.submission_id.0,
                        author,
                        kind: ruling.kind.as_str(),
                        reason: ruling.reason,
                    })
                    .collect(),
            })
        })
    })
    .await?;
    visit.page_with(status, &page)
}

fn problem_views(facts: &Facts, setters: &BTreeMap<UserId, String>) -> Vec<ProblemView> {
    facts
        .problems
        .iter()
        .map(|problem| ProblemView {
            slug: problem.slug.clone(),
            title: problem.title.clone(),
            version: natural(problem.version),
            setter: problem.setter_id.and_then(|id| setters.get(&id).cloned()),
            state: problem.state.as_str(),
            commitment: problem.commitment.clone(),
        })
        .collect()
}

fn step(event: Event, facts: &Facts) -> StepView {
    let (label, does) = match event {
        Event::Schedule => (
            "Schedule",
            "Fixes the parameters and dates and publishes the manifest with its hash.",
        ),
        Event::Open => (
            "Open now",
            "Publishes the problems and accepts submissions. At its date the season opens by itself.",
        ),
        Event::Freeze => (
            "Freeze now",
            "Ends the submissions and seals them. At its date the season freezes by itself; results are computed once everything is judged.",
        ),
        Event::Reveal => (
            "Reveal",
            "Publishes setters’ programs with the hidden terms, or reference solutions, the salts and what was submitted, and opens practice.",
        ),
        Event::Finalize => (
            "Replay and make final",
            "Exports the record and replays it here, everything judged again; when nothing differs, fixes the results and publishes the archive. That takes about as long as judging did; you need not wait on this page.",
        ),
        Event::Cancel => ("Cancel", "Calls the season off."),
    };
    // What the form itself asks for is not missing.
    let asked = |need: &crate::season::needs::Need| {
        use crate::season::needs::Need;
        matches!(need, Need::OpeningDate | Need::FreezingDate)
    };
    StepView {
        word: event.as_str(),
        label,
        does,
        needs: facts
            .needs(event)
            .iter()
            .filter(|need| !asked(need))
            .map(ToString::to_string)
            .collect(),
    }
}

/// Does one thing and comes back to the page; a refusal is told there.
async fn act(
    visit: Visit,
    path: web::Path<(String, String)>,
    form: web::Form<OrganizeFields>,
) -> Result<HttpResponse, AppError> {
    let actor = organizer(&visit)?;
    visit.check_form(&form.csrf_token)?;
    let (slug, action) = path.into_inner();
    let (season, now) = (slug.clone(), visit.now);
    let clock = visit.app.clock.clone();
    let form = form.into_inner();
    let (asked, typed) = (action.clone(), form.clone());
    let done = if action == Event::Finalize.as_str() {
        match replayed_elsewhere(&form.replayed) {
            Ok(elsewhere) => finalize(&visit, season, elsewhere, actor).await,
            Err(error) => Err(error),
        }
    } else {
        store::run_write(&visit.app.pool, move |conn| {
            let season = load_season(conn, &season)?;
            perform(conn, &season, &action, &form, &actor, now, &|| clock.now())
        })
        .await
    };
    match done {
        Ok(()) => {
            visit.app.waker.wake();
            Ok(visit.see_other(&format!("/seasons/{slug}/organize"), None))
        }
        Err(error) if matches!(error.kind, Kind::Conflict | Kind::Invalid) => {
            let refused = Refused {
                why: super::answer::sentence(&error.to_string()),
                action: asked,
                fields: typed,
            };
            show(&visit, slug, error.kind.parts().0, Some(refused)).await
        }
        Err(error) => Err(error),
    }
}

fn replayed_elsewhere(field: &str) -> Result<Option<Digest>, AppError> {
    filled(field)
        .map(|text| text.parse())
        .transpose()
        .map_err(|error| invalid(format!("the hash of the replay: {error}")))
}

/// Replays a season and makes it final, even if the organizer does not wait for it. `elsewhere` is
/// the results hash that somebody else's replay gave.
///
/// # Errors
/// When something is missing or differs.
pub(super) async fn finalize(
    visit: &Visit,
    slug: String,
    elsewhere: Option<Digest>,
    actor: Actor,
) -> Result<(), AppError> {
    let app = visit.app.clone();
    let eed = app.validator.eed();
    let replayed = visit.app.validator.run(move |runtime| {
        let judges = Judges {
            runtime: Some(runtime),
            eed: Some(&eed),
            threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
        };
        let done = store::blocking(&app.pool, |conn| {
            let season = load_season(conn, &slug)?;
            let clock = || app.clock.now();
            replay_and_finalize(
                conn,
                &app.archives,
                season.id,
                Some(&judges),
                elsewhere,
                &actor,
                &clock,
            )
            .map_err(AppError::from)
        });
        if let Err(error) = &done {
            tracing::warn!(season = %slug, detail = error.detail, "not made final");
        }
        done
    });
    replayed.await?.map(drop)
}

/// Whom a ruling is about.
fn ruled(form: &OrganizeFields) -> Result<Target<'_>, AppError> {
    match (filled(&form.submission), filled(&form.person)) {
        (Some(_), Some(_)) => Err(invalid("give a submission or a person, not both")),
        (None, Some(_)) => Ok(Target::Person(form.person.trim())),
        (Some(_), None) => Ok(Target::Submission(submission(form)?)),
        (None, None) => Err(invalid("give the number of a submission or a sign-in name")),
    }
}

fn perform(
    conn: &mut AnyConnection,
    season: &Season,
    action: &str,
    form: &OrganizeFields,
    actor: &Actor,
    now: Moment,
    clock: &dyn Fn() -> Moment,
) -> Result<(), AppError> {
    let id = season.id;
    match action {
        "schedule" => lifecycle::schedule(conn, id, dates(form)?, actor, now)?,
        "open" => lifecycle::open(conn, id, actor, now)?,
        "freeze" => lifecycle::freeze(conn, id, actor, clock)?,
        "reveal" => lifecycle::reveal(conn, id, actor, now)?,
        "cancel" => lifecycle::cancel(conn, id, actor, now)?,
        "commit" => {
            commit::commit_problems(conn, id, now)?;
        }
        "take-problems" => hand_in::set_taking(conn, id, true)?,
        "take-no-problems" => hand_in::set_taking(conn, id, false)?,
        "retry" => {
            queue::requeue_internal(conn, id, now)?;
        }
        "withdraw-problem" => {
            rulings::withdraw_problem(conn, id, &form.problem, &form.reason, now)?;
        }
        "disqualify" => {
            rulings::disqualify(conn, id, ruled(form)?, &form.reason, actor, now)?;
        }
        "reinstate" => {
            rulings::reinstate(conn, id, ruled(form)?, &form.reason, actor, now)?;
        }
        "rejudge" => {
            rejudge::create(conn, id, &filter(form)?, &form.reason, actor, now)?;
        }
        "apply" => rejudge::apply(
            conn,
            id,
            RejudgeId(number("a rejudging", &form.rejudge)?),
            actor,
            now,
        )?,
        "discard" => rejudge::discard(
            conn,
            id,
            RejudgeId(number("a rejudging", &form.rejudge)?),
            actor,
            now,
        )?,
        "resolve" => {
            let incident = IncidentId(number("an incident", &form.incident)?);
            incidents::resolve_incident(conn, id, incident, now)?;
        }
        _ => return Err(AppError::not_found()),
    }
    Ok(())
}

fn invalid(text: impl Into<String>) -> AppError {
    AppError::because(Kind::Invalid, text)
}

fn number(what: &str, text: &str) -> Result<i64, AppError> {
    if text.trim().is_empty() {
        return Err(invalid(format!("give the number of {what}")));
    }
    text.trim()
        .parse()
        .map_err(|_| invalid(format!("`{text}` is not the number of {what}")))
}

fn submission(form: &OrganizeFields) -> Result<SubmissionId, AppError> {
    number("a submission", &form.submission).map(SubmissionId)
}

fn filled(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn moment(what: &str, text: &str) -> Result<Option<Moment>, AppError> {
    filled(text)
        .map(|text| {
            text.parse::<DateTime<Utc>>()
                .map(Moment::from)
                .map_err(|_| {
                    invalid(format!(
                        "{what}: `{text}` is no time; write it as 2026-12-01T18:00:00Z"
                    ))
                })
        })
        .transpose()
}

fn dates(form: &OrganizeFields) -> Result<Dates, AppError> {
    let freeze_at = moment("freezes at", &form.freeze_at)?;
    Ok(Dates {
        opens_at: moment("opens at", &form.opens_at)?,
        freeze_at,
        blackout_at: moment("boards stand still from", &form.blackout_at)?,
        frozen_by_hand: freeze_at.is_none(),
    })
}

fn filter(form: &OrganizeFields) -> Result<Filter, AppError> {
    Ok(Filter {
        problem: filled(&form.problem),
        person: filled(&form.person),
        verdict: filled(&form.verdict),
        submission: match filled(&form.submission) {
            Some(text) => Some(number("a submission", &text)?),
            None => None,
        },
    })
}
