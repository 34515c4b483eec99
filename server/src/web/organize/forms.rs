//! Parses the forms of the organizers' pages into commands.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use dojo_judge::digest::Digest;

use crate::error::{AppError, AppErrorKind};
use crate::local_time::{self, LocalTime};
use crate::pages::organize::OrganizeFields;
use crate::pages::text;
use crate::season::command::Command;
use crate::season::date_changes::Moves;
use crate::season::lifecycle::Dates;
use crate::season::replacing::Replacement;
use crate::season::rulings::Target;
use crate::season::show;
use crate::store::rejudges::Filter;
use crate::store::{DraftId, IncidentId, Moment, RejudgeId, SubmissionId};
use crate::words::say;

/// Parses the form whose address ends in `action`.
///
/// # Errors
///
/// `NotFound` when there is no such form, `Invalid` when a field cannot be read.
pub(super) fn command(action: &str, form: &OrganizeFields) -> Result<Command, AppError> {
    let reason = form.reason.clone();
    Ok(match action {
        "commit" => Command::Commit,
        "take-problems" => Command::TakeProblems(true),
        "take-no-problems" => Command::TakeProblems(false),
        "schedule" => Command::Schedule(dates(form)?),
        "open" => Command::Open,
        "open-at-once" => Command::OpenAtOnce(end(form)?),
        "freeze" => Command::Freeze,
        "reveal" => Command::Reveal,
        "finalize" => Command::Finalize {
            elsewhere: filled(&form.replayed)
                .map(|text| text.parse::<Digest>())
                .transpose()
                .map_err(|error| {
                    invalid(say!("organize-replayed-wrong", why = error.to_string()))
                })?,
            scores_only: false,
        },
        "cancel" => Command::Cancel,
        "retry" => Command::Retry,
        "withdraw-problem" => Command::WithdrawProblem {
            problem: form.problem.clone(),
            reason,
        },
        "correct-problem" => Command::CorrectProblem {
            problem: form.problem.clone(),
            text: form.text.clone(),
        },
        "hold-problem" => Command::HoldProblem {
            problem: form.problem.clone(),
            reason,
        },
        "release-problem" => Command::ReleaseProblem {
            problem: form.problem.clone(),
            reason,
        },
        "replace-problem" => Command::ReplaceProblem(Replacement {
            problem: form.problem.clone(),
            draft: DraftId(number(say!("organize-a-draft"), &form.draft)?),
            all: !form.all.is_empty(),
            reason,
        }),
        "delete" => Command::Delete,
        "move-dates" => {
            let dates = dates(form)?;
            let moves = Moves {
                opens_at: dates.opens_at,
                freeze_at: dates.freeze_at,
                blackout_at: dates.blackout_at,
                reveals_at: dates.reveals_at,
            };
            Command::MoveDates { moves, reason }
        }
        "extend" => Command::Extend {
            minutes: minutes(&form.minutes)?,
            seen: end(form)?.freeze_at,
            reason,
        },
        "disqualify" => Command::Disqualify {
            target: target(form)?,
            reason,
        },
        "reinstate" => Command::Reinstate {
            target: target(form)?,
            reason,
        },
        "rejudge" => Command::Rejudge {
            filter: filter(form)?,
            reason,
        },
        "apply" => Command::Apply(RejudgeId(number(
            say!("organize-a-rejudging"),
            &form.rejudge,
        )?)),
        "discard" => Command::Discard(RejudgeId(number(
            say!("organize-a-rejudging"),
            &form.rejudge,
        )?)),
        "resolve" => Command::Resolve(IncidentId(number(
            say!("organize-an-incident"),
            &form.incident,
        )?)),
        "show-start" => Command::Show(show::Step::Start),
        "show-pause" => Command::Show(show::Step::Pause),
        "show-resume" => Command::Show(show::Step::Resume),
        _ => return Err(AppError::not_found()),
    })
}

fn invalid(text: impl Into<String>) -> AppError {
    AppError::because(AppErrorKind::Invalid, text)
}

fn filled(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn number(what: &str, text: &str) -> Result<i64, AppError> {
    let text = filled(text).ok_or_else(|| invalid(say!("organize-number-missing", what = what)))?;
    text.parse()
        .map_err(|_| invalid(say!("organize-number-wrong", name = text, what = what)))
}

/// Whom a ruling is about.
fn target(form: &OrganizeFields) -> Result<Target, AppError> {
    match (filled(&form.submission), filled(&form.person)) {
        (Some(_), Some(_)) => Err(invalid(say!("organize-target-both"))),
        (None, Some(name)) => Ok(Target::Person(name)),
        (Some(all), None) => Ok(Target::Submissions(submissions(&all)?)),
        (None, None) => Err(invalid(say!("organize-target-none"))),
    }
}

/// The numbers of a list, as people write it and as check boxes send it; none of an empty field. What has no number in
/// it is no empty field, which may mean all.
fn submissions(text: &str) -> Result<Vec<SubmissionId>, AppError> {
    let words = text.split(|c: char| c == ',' || c.is_whitespace());
    let mut all = Vec::new();
    for word in words.filter(|word| !word.is_empty()) {
        let id = SubmissionId(number(say!("organize-a-submission"), word)?);
        if !all.contains(&id) {
            all.push(id);
        }
    }
    if all.is_empty() && filled(text).is_some() {
        number(say!("organize-a-submission"), "")?;
    }
    Ok(all)
}

fn filter(form: &OrganizeFields) -> Result<Filter, AppError> {
    Ok(Filter {
        problem: filled(&form.problem),
        person: filled(&form.person),
        verdict: filled(&form.verdict),
        submissions: submissions(&form.submission)?,
    })
}

fn dates(form: &OrganizeFields) -> Result<Dates, AppError> {
    Ok(Dates {
        opens_at: moment(
            say!("organize-opens-at"),
            (&form.opens_at, &form.opens_at_which),
            &form.zone,
        )?,
        ..end(form)?
    })
}

/// All dates except the opening.
fn end(form: &OrganizeFields) -> Result<Dates, AppError> {
    let freeze_at = moment(
        say!("organize-freezes-at"),
        (&form.freeze_at, &form.freeze_at_which),
        &form.zone,
    )?;
    Ok(Dates {
        opens_at: None,
        freeze_at,
        blackout_at: moment(
            say!("organize-boards-keep-still"),
            (&form.blackout_at, &form.blackout_at_which),
            &form.zone,
        )?,
        reveals_at: moment(
            say!("organize-reveal-begins"),
            (&form.reveals_at, &form.reveals_at_which),
            &form.zone,
        )?,
        frozen_by_hand: freeze_at.is_none(),
    })
}

/// Minutes by which a season may be extended with one click.
const EXTENSIONS: [u32; 3] = [15, 30, 60];

fn minutes(typed: &str) -> Result<u32, AppError> {
    let known = typed.parse().ok().filter(|it| EXTENSIONS.contains(it));
    known.ok_or_else(|| invalid(say!("organize-no-extension", name = typed)))
}

/// The moment that a field means: local time if a zone is given, else a text that contains its own offset.
fn moment(
    what: &str,
    (typed, which): (&str, &str),
    zone: &str,
) -> Result<Option<Moment>, AppError> {
    let Some(typed) = filled(typed) else {
        return Ok(None);
    };
    if let Ok(at) = typed.parse::<DateTime<Utc>>() {
        return Ok(Some(at.into()));
    }
    let zone: Tz = match filled(zone) {
        None => Tz::UTC,
        Some(name) => name
            .parse()
            .map_err(|_| invalid(say!("organize-no-zone", name = name)))?,
    };
    match local_time::read(zone, &typed) {
        None => Err(invalid(say!("organize-no-time", what = what, name = typed))),
        Some(LocalTime::Once(at)) => Ok(Some(at.into())),
        Some(LocalTime::Never(nearest)) => {
            let [before, after] = nearest.map(|at| text::in_zone(&at, zone));
            let text = say!(
                "organize-never",
                what = what,
                zone = zone.name(),
                from = before,
                to = after
            );
            Err(invalid(text))
        }
        Some(LocalTime::Twice([first, second])) => match which {
            "first" => Ok(Some(first.into())),
            "second" => Ok(Some(second.into())),
            _ => {
                let [first, second] = [first, second].map(|at| text::in_zone(&at, zone));
                let text = say!(
                    "organize-twice",
                    what = what,
                    zone = zone.name(),
                    from = first,
                    to = second
                );
                Err(invalid(text))
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::season::state::Event;

    #[test]
    fn every_button_of_the_pages_asks_for_something() {
        let pages = [
            include_str!("../../../../templates/organize.html"),
            include_str!("../../../../templates/rejudge.html"),
        ];
        let form = OrganizeFields {
            submission: "1".to_owned(),
            rejudge: "1".to_owned(),
            incident: "1".to_owned(),
            draft: "1".to_owned(),
            minutes: "15".to_owned(),
            ..OrganizeFields::default()
        };
        let mut actions: Vec<&str> = Event::ALL.map(Event::as_str).to_vec();
        for page in pages {
            let addresses = page.split("action=\"").skip(1);
            actions.extend(
                addresses
                    .filter_map(|rest| rest.split_once('"')?.0.split_once("/organize/"))
                    .map(|(_, action)| action)
                    .filter(|action| !action.contains('{')),
            );
        }
        assert!(actions.len() > Event::ALL.len() + 10, "{actions:?}");
        for action in actions {
            assert!(command(action, &form).is_ok(), "{action}");
        }
        assert!(command("celebrate", &form).is_err());
    }
}
