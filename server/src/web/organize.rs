//! The organizers' page of a season: its state, what it still needs, incidents, and one address for each action.

use std::collections::BTreeMap;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};

use super::command;
use super::cookies::Notice;
use super::rejudges::rejudge_view;
use super::resources::drafts::list_waiting;
use super::resources::seasons::load_any;
use super::route::{at, read};
use super::views::{self, natural, season_head};
use super::visit::Visit;
use crate::error::{AppError, AppErrorKind};
use crate::pages::OrganizePage;
use crate::pages::organize::{
    DraftChoice, IncidentView, OrganizeFields, ProblemView, Refused, RulingView, StepView,
};
use crate::season::command::{Command, execute};
use crate::season::consequences;
use crate::season::lifecycle::Actor;
use crate::season::requirements::Facts;
use crate::season::state::Event;
use crate::season::{hand_in, rulings, runtime, scores};
use crate::store::boards::CHANGEABLE;
use crate::store::drafts::Whose;
use crate::store::{
    self, AnyConnection, HandingIn, SeasonState, UserId, drafts, incidents, questions, records,
    rejudges, rulings as ruling_table,
};
use crate::web::address_query::AddressQuery;
use crate::words::say;

mod confirm;
mod forms;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/seasons/{season}/organize", read().to(organize)))
        .service(
            web::resource("/seasons/{season}/organize/{action}")
                .route(read().to(ask))
                .route(web::post().to(act)),
        );
}

/// The organizer who asks.
///
/// # Errors
///
/// When the reader is not an organizer: the answer is then the same as for a page that does not exist.
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

async fn organize(
    visit: Visit,
    slug: web::Path<String>,
    query: AddressQuery<OrganizeFields>,
) -> Result<HttpResponse, AppError> {
    organizer(&visit)?;
    let fields = query.into_inner();
    let typed = (!fields.form.is_empty()).then(|| Refused {
        why: None,
        asks: false,
        action: fields.form.clone(),
        fields,
    });
    show(&visit, slug.into_inner(), StatusCode::OK, typed).await
}

/// The confirmation page of an action that cannot be undone. Leads whoever reloads the address of another action to
/// the page of the season. The redirect is relative, because the slug of the season may be anything.
async fn ask(
    visit: Visit,
    path: web::Path<(String, String)>,
    query: AddressQuery<OrganizeFields>,
) -> Result<HttpResponse, AppError> {
    organizer(&visit)?;
    let ((slug, action), fields) = (path.into_inner(), query.into_inner());
    let back = || {
        HttpResponse::SeeOther()
            .insert_header(("Location", "../organize"))
            .finish()
    };
    match forms::command(&action, &fields) {
        Ok(asked) => {
            let page = confirm::show(&visit, &slug, &action, &asked, &fields, None).await;
            match page {
                Ok(Some(page)) => Ok(page),
                // A list says which submissions are meant; the form still asks for the reason.
                Ok(None)
                    if matches!(asked, Command::Disqualify { .. } | Command::Rejudge { .. }) =>
                {
                    let filled = Refused {
                        why: None,
                        asks: false,
                        action,
                        fields,
                    };
                    show(&visit, slug, StatusCode::OK, Some(filled)).await
                }
                Ok(None) => Ok(back()),
                Err(error) => refuse(&visit, slug, action, fields, error).await,
            }
        }
        Err(error) if error.kind == AppErrorKind::NotFound => Ok(back()),
        Err(error) => refuse(&visit, slug, action, fields, error).await,
    }
}

/// Shows on the page of the season why an action was refused.
async fn refuse(
    visit: &Visit,
    slug: String,
    action: String,
    fields: OrganizeFields,
    error: AppError,
) -> Result<HttpResponse, AppError> {
    if !matches!(error.kind, AppErrorKind::Conflict | AppErrorKind::Invalid) {
        return Err(error);
    }
    let refused = Refused {
        why: Some(super::middleware::sentence(&error.to_string())),
        asks: false,
        action,
        fields,
    };
    show(visit, slug, error.kind.parts().0, Some(refused)).await
}

async fn show(
    visit: &Visit,
    slug: String,
    status: StatusCode,
    refused: Option<Refused>,
) -> Result<HttpResponse, AppError> {
    let (shell, now) = (visit.shell(), visit.now);
    let live = visit.live_season(&slug);
    let digest = visit.app.validator.digest();
    let page = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_any(conn, &slug)?;
            let facts = Facts::load(conn, season)?;
            let record = records::find_record(conn, facts.season.id)?;
            let incidents = incidents::list_open_incidents(conn, facts.season.id)?;
            let sets = rejudges::list_rejudges(conn, facts.season.id)?;
            let out = ruling_table::list_rulings(conn, facts.season.id, rulings::LISTED)?;
            let people_out = ruling_table::list_people_out(conn, facts.season.id, rulings::LISTED)?;
            let state = facts.season.state;
            let setters = scores::setter_names(conn, &facts.problems)?;
            Ok::<_, AppError>(OrganizePage {
                shell,
                live,
                season: season_head(&facts.season),
                published: views::published(&facts.season, record.as_ref(), true, now),
                refused,
                waits: digest.and_then(|ours| runtime::waits(&facts.season, &ours)),
                takes_problems: hand_in::TAKING
                    .contains(&state)
                    .then_some(facts.season.takes_problems),
                agrees: facts.season.handing_in == HandingIn::Agreed,
                waiting: (list_waiting(conn, facts.season.id)?.into_iter())
                    .map(views::draft_row)
                    .collect(),
                next: state.next().map(|event| step(event, &facts)),
                can_cancel: state.transition(Event::Cancel).is_ok(),
                can_change: CHANGEABLE.contains(&state),
                problems: problem_views(&facts, &setters),
                drafts: draft_choices(conn, &facts)?,
                questions: natural(questions::count_open(conn, facts.season.id, None)?),
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
                people_out: people_out.into_iter().map(views::person_out).collect(),
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

/// The drafts that can replace a problem; nothing where no problem can be replaced.
fn draft_choices(
    conn: &mut AnyConnection,
    facts: &Facts,
) -> Result<Option<Vec<DraftChoice>>, AppError> {
    if facts.season.state != SeasonState::Open {
        return Ok(None);
    }
    let ready = drafts::list_drafts(conn, Whose::Ready, rulings::LISTED)?;
    let choices = ready.into_iter().filter_map(|draft| {
        Some(DraftChoice {
            id: draft.id.0,
            title: draft.title.or(draft.slug)?,
            setter: draft.setter,
        })
    });
    Ok(Some(choices.collect()))
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
            held: problem
                .held_reason
                .clone()
                .filter(|_| problem.is_hidden(&facts.season)),
        })
        .collect()
}

fn step(event: Event, facts: &Facts) -> StepView {
    let (label, does) = match event {
        Event::Schedule => (say!("step-schedule"), say!("step-schedule-does")),
        Event::Open => (say!("step-open"), say!("step-open-does")),
        Event::Freeze => (say!("step-freeze"), say!("step-freeze-does")),
        Event::Reveal => (say!("step-reveal"), say!("step-reveal-does")),
        Event::Finalize => (say!("step-finalize"), say!("step-finalize-does")),
        Event::Cancel => (say!("step-end"), say!("step-end-does")),
    };
    // What the form itself asks for does not count as missing.
    let asked = |need: &crate::season::requirements::Need| {
        use crate::season::requirements::Need;
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

/// Performs an action and returns to the page, which shows a refusal. An action that cannot be undone is confirmed on
/// a page of its own.
async fn act(
    visit: Visit,
    path: web::Path<(String, String)>,
    form: web::Form<OrganizeFields>,
) -> Result<HttpResponse, AppError> {
    let actor = organizer(&visit)?;
    visit.check_form(&form.csrf_token)?;
    let ((slug, action), fields) = (path.into_inner(), form.into_inner());
    match forms::command(&action, &fields) {
        Ok(asked) => match carry_out(&visit, &slug, &action, asked, &fields, actor).await {
            Err(error) => refuse(&visit, slug, action, fields, error).await,
            done => done,
        },
        Err(error) => refuse(&visit, slug, action, fields, error).await,
    }
}

async fn carry_out(
    visit: &Visit,
    slug: &str,
    action: &str,
    asked: Command,
    fields: &OrganizeFields,
    actor: Actor,
) -> Result<HttpResponse, AppError> {
    if consequences::ends(&asked) && fields.confirm.trim() != slug {
        let why = say!("confirm-slug-wrong", name = slug);
        if let Some(page) = confirm::show(visit, slug, action, &asked, fields, Some(why)).await? {
            return Ok(page);
        }
    }
    if consequences::publishes_words(&asked) && fields.sure.is_empty() {
        let page = confirm::show(visit, slug, action, &asked, fields, None).await?;
        if let Some(page) = page {
            return Ok(page);
        }
    }
    if fields.sure.is_empty() {
        let doubts = command::doubts(visit, slug.to_owned(), asked.clone()).await?;
        if !doubts.is_empty() {
            let page = confirm::show(visit, slug, action, &asked, fields, None).await?;
            if let Some(mut page) = page {
                *page.status_mut() = StatusCode::CONFLICT;
                return Ok(page);
            }
            let refused = Refused {
                why: Some(doubts.join("\n")),
                asks: true,
                action: action.to_owned(),
                fields: fields.clone(),
            };
            return show(visit, slug.to_owned(), StatusCode::CONFLICT, Some(refused)).await;
        }
    }
    let is_deleted = matches!(asked, Command::Delete);
    command::execute(visit, slug.to_owned(), asked, actor, execute).await?;
    // The show is controlled from its own page.
    if action.starts_with("show-") {
        return Ok(visit.see_other(&format!("/seasons/{slug}/show"), None));
    }
    let page = if is_deleted {
        "/seasons".to_owned()
    } else {
        format!("/seasons/{slug}/organize")
    };
    Ok(visit.see_other(&page, Some(Notice::Done)))
}
