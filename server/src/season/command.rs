//! The commands that organizers can give for a season. Page, API and terminal each parse their input into a
//! [`Command`]; what a command does is defined only here.

use std::collections::BTreeMap;
use std::net::IpAddr;

use dojo_judge::contest::Judges;
use dojo_judge::digest::Digest;

use super::date_changes::{self, Moves};
use super::finalize::{Replayed, replay_and_finalize};
use super::lifecycle::{self, Actor, ChangeError, CommandError, Dates};
use super::replacing::{self, Replacement};
use super::requirements::{Doubt, Facts, doubts_in};
use super::revalidation::Checked;
use super::rulings::{self, Target};
use super::state::{Event, Illegal};
use super::{audit, commit, corrections, drafting, hand_in, rejudge, scores, show};
use crate::season::archives::Archives;
use crate::store::audit::{self as audit_table, By};
use crate::store::rejudges::Filter;
use crate::store::seasons::{self, Season};
use crate::store::{
    self, AnyConnection, Deed, IncidentId, Moment, RejudgeId, RejudgeState, StoreError, incidents,
    queue, records,
};
use crate::words::say;

/// A command of an organizer.
#[derive(Clone, Debug)]
pub enum Command {
    /// Commit every validated problem.
    Commit,
    /// Allow setters to hand problems in, or stop that.
    TakeProblems(bool),
    /// Fix parameters and dates and publish the manifest.
    Schedule(Dates),
    /// Accept submissions.
    Open,
    /// The same; a draft is first committed and scheduled, with these dates except the opening.
    OpenAtOnce(Dates),
    /// Stop accepting submissions.
    Freeze,
    /// Compute the bonuses; a running server does this by itself.
    Score,
    /// Publish what was hidden and open practice.
    Reveal,
    /// Replay the record and make the results final.
    Finalize {
        /// The results hash of a replay elsewhere, which must be the same.
        elsewhere: Option<Digest>,
        /// Do not judge again. The log records this.
        scores_only: bool,
    },
    /// Call it off.
    Cancel,
    /// Judge submissions again that failed by the server's fault.
    Retry,
    /// Take a problem out of the contest.
    WithdrawProblem {
        /// Its slug.
        problem: String,
        /// Why, for everybody.
        reason: String,
    },
    /// Put a correction above the statement of a problem.
    CorrectProblem {
        /// Its slug.
        problem: String,
        /// The words.
        text: String,
    },
    /// Hide a problem.
    HoldProblem {
        /// Its slug.
        problem: String,
        /// Why, for everybody.
        reason: String,
    },
    /// Show a hidden problem again.
    ReleaseProblem {
        /// Its slug.
        problem: String,
        /// Why, for everybody.
        reason: String,
    },
    /// Replace a wrong problem by the problem of a draft.
    ReplaceProblem(Replacement),
    /// Move announced dates.
    MoveDates {
        /// The new dates.
        moves: Moves,
        /// Why, for everybody.
        reason: String,
    },
    /// Extend a season by this many minutes.
    Extend {
        /// By how many minutes.
        minutes: u32,
        /// The end that whoever asks has seen, if it is told: then it must still be that one.
        seen: Option<Moment>,
        /// Why, for everybody.
        reason: String,
    },
    /// Reorder the problems of a draft, and remove some.
    Arrange {
        /// Place of each, by its slug.
        places: BTreeMap<String, u32>,
        /// The slugs of removed problems.
        out: Vec<String>,
    },
    /// Delete a draft.
    Delete,
    /// Disqualify a submission or a person.
    Disqualify {
        /// The submission or person.
        target: Target,
        /// Why, for everybody.
        reason: String,
    },
    /// Reinstate a submission or a person.
    Reinstate {
        /// The submission or person.
        target: Target,
        /// Why, for everybody.
        reason: String,
    },
    /// Judge a set of submissions again.
    Rejudge {
        /// Which ones.
        filter: Filter,
        /// Why, for everybody.
        reason: String,
    },
    /// Make the new judgements of a rejudging count.
    Apply(RejudgeId),
    /// Discard the new judgements of a rejudging.
    Discard(RejudgeId),
    /// Mark an incident as resolved.
    Resolve(IncidentId),
    /// Start, pause or resume the show for everybody.
    Show(show::Step),
}

impl Command {
    /// Whether it runs programs or grades derivations.
    pub fn judges(&self) -> bool {
        matches!(
            self,
            Self::Schedule(_)
                | Self::OpenAtOnce(_)
                | Self::Finalize { .. }
                | Self::ReplaceProblem(_)
        )
    }
}

/// The questions to ask an organizer before executing a command that is allowed but rarely intended.
///
/// # Errors
/// When the database fails.
pub fn doubts(
    conn: &mut AnyConnection,
    season: &Season,
    command: &Command,
    now: Moment,
) -> Result<Vec<Doubt>, ChangeError> {
    Ok(match command {
        Command::Schedule(dates) => {
            let facts = Facts::load(conn, season.clone())?.with_dates(dates, now);
            if facts.needs(Event::Schedule).is_empty() {
                facts.doubts()
            } else {
                Vec::new()
            }
        }
        Command::MoveDates { moves, .. } => date_changes::doubts(season, *moves, now),
        Command::OpenAtOnce(dates) => {
            let mut doubts = vec![Doubt::AtOnce];
            doubts.extend(doubts_in(now, now, dates.freeze_at, dates.reveals_at));
            doubts
        }
        Command::Disqualify {
            target: Target::Person(name),
            ..
        } if rulings::is_stranger(conn, season, name)? => vec![Doubt::Stranger(name.clone())],
        _ => Vec::new(),
    })
}

/// Who executes a command, and with which tools.
pub struct Hand<'a> {
    /// The person.
    pub actor: &'a Actor,
    /// The network address, if it is not at the terminal.
    pub address: Option<IpAddr>,
    /// The clock.
    pub clock: &'a dyn Fn() -> Moment,
    /// The archives.
    pub archives: &'a Archives,
    /// What submissions are judged again with, if the command may ask for it.
    pub judges: Option<&'a Judges<'a>>,
}

/// The result of a command, besides the season's new state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Done {
    /// There is nothing more to report.
    Changed,
    /// These problems are committed.
    Committed(Vec<String>),
    /// This many submissions are queued again.
    Requeued(usize),
    /// This many submissions were sent again to the replacement of their problem.
    Carried(usize),
    /// A rejudging of this many submissions was started.
    Rejudging(RejudgeId, usize),
    /// The replay, which found no difference.
    Replayed(Replayed),
}

/// A function that executes a command: [`execute`] or [`ensure`].
pub type Execute =
    fn(&mut AnyConnection, &Season, &Command, &Hand<'_>) -> Result<Done, CommandError>;

/// Executes a command in its own transaction, and records it in the site's audit log in another one: the command may
/// judge for minutes, and nobody else could write meanwhile.
///
/// # Errors
/// When the season does not allow it, or something is missing or differs.
pub fn execute(
    conn: &mut AnyConnection,
    season: &Season,
    command: &Command,
    hand: &Hand<'_>,
) -> Result<Done, CommandError> {
    let done = carry_out(conn, season, command, hand)?;
    let by = By {
        name: hand.actor.name(),
        address: hand.address,
    };
    note(conn, season, command, &by, (hand.clock)())?;
    Ok(done)
}

fn carry_out(
    conn: &mut AnyConnection,
    season: &Season,
    command: &Command,
    hand: &Hand<'_>,
) -> Result<Done, CommandError> {
    let (id, actor, now) = (season.id, hand.actor, (hand.clock)());
    match command {
        Command::Commit => return Ok(Done::Committed(commit::commit_problems(conn, id, now)?)),
        Command::TakeProblems(takes) => hand_in::set_taking(conn, id, *takes)?,
        Command::Schedule(dates) => {
            let checked = check(conn, season, hand)?;
            lifecycle::schedule(conn, id, *dates, &checked, actor, now)?;
        }
        Command::Open => lifecycle::open(conn, id, actor, now)?,
        Command::OpenAtOnce(dates) => {
            let checked = check(conn, season, hand)?;
            lifecycle::open_at_once(conn, id, *dates, &checked, actor, now)?;
        }
        Command::Freeze => lifecycle::freeze(conn, id, actor, hand.clock)?,
        Command::Score => scores::score(conn, id, now)?.done()?,
        Command::Reveal => lifecycle::reveal(conn, id, actor, now)?,
        Command::Finalize {
            elsewhere,
            scores_only,
        } => return finalize(conn, season, *elsewhere, *scores_only, hand),
        Command::Cancel => lifecycle::cancel(conn, id, actor, now)?,
        Command::Retry => return Ok(Done::Requeued(queue::requeue_internal(conn, id, now)?)),
        Command::WithdrawProblem { problem, reason } => {
            rulings::withdraw_problem(conn, id, problem, reason, actor, now)?;
        }
        Command::CorrectProblem { problem, text } => {
            corrections::correct(conn, id, problem, text, actor, now)?;
        }
        Command::HoldProblem { problem, reason } => {
            corrections::set_held(conn, id, problem, true, reason, actor, now)?;
        }
        Command::ReleaseProblem { problem, reason } => {
            corrections::set_held(conn, id, problem, false, reason, actor, now)?;
        }
        Command::ReplaceProblem(asked) => {
            let runtime = hand.judges.and_then(|judges| judges.runtime);
            let carried = replacing::replace(conn, season, asked, runtime, actor, hand.clock)?;
            return Ok(Done::Carried(carried));
        }
        Command::MoveDates { moves, reason } => {
            date_changes::move_dates(conn, id, *moves, reason, actor, now)?;
        }
        Command::Extend {
            minutes,
            seen,
            reason,
        } => {
            date_changes::extend(conn, id, *minutes, *seen, reason, actor, now)?;
        }
        Command::Arrange { places, out } => {
            drafting::arrange(conn, id, places, out, actor, now)?;
        }
        Command::Delete => drafting::delete(conn, id)?,
        Command::Disqualify { target, reason } => {
            rulings::disqualify(conn, id, target, reason, actor, now)?;
        }
        Command::Reinstate { target, reason } => {
            rulings::reinstate(conn, id, target, reason, actor, now)?;
        }
        Command::Rejudge { filter, reason } => {
            let (set, count) = rejudge::create(conn, id, filter, reason, actor, now)?;
            return Ok(Done::Rejudging(set, count));
        }
        Command::Apply(set) => rejudge::apply(conn, id, *set, actor, now)?,
        Command::Discard(set) => rejudge::discard(conn, id, *set, actor, now)?,
        Command::Show(step) => show::control(conn, id, *step, now)?,
        Command::Resolve(incident) => {
            if !incidents::resolve_incident(conn, id, *incident, now)? {
                return Err(ChangeError::NoIncident(*incident).into());
            }
        }
    }
    Ok(Done::Changed)
}

/// Validates the problems of a draft whose parameters are about to be published.
fn check(
    conn: &mut AnyConnection,
    season: &Season,
    hand: &Hand<'_>,
) -> Result<Checked, ChangeError> {
    Checked::load(conn, season, hand.judges.and_then(|judges| judges.runtime))
}

/// Like [`execute`], for a client that cannot know whether an earlier request arrived: a command that was already
/// executed counts as success.
///
/// # Errors
/// Like [`execute`].
pub fn ensure(
    conn: &mut AnyConnection,
    season: &Season,
    command: &Command,
    hand: &Hand<'_>,
) -> Result<Done, CommandError> {
    let decided = match command {
        Command::Apply(set) => Some((set, RejudgeState::Applied)),
        Command::Discard(set) => Some((set, RejudgeState::Discarded)),
        _ => None,
    };
    if let Some((set, state)) = decided
        && rejudge::load(conn, season.id, *set)?.state == state
    {
        return Ok(Done::Changed);
    }
    match execute(conn, season, command, hand) {
        Err(CommandError::Change(ChangeError::Illegal(Illegal { state, event })))
            if state == event.target() && stands(conn, season, command)? =>
        {
            Ok(Done::Changed)
        }
        outcome => outcome,
    }
}

/// Whether a finished step was done with what the command asks for.
fn stands(
    conn: &mut AnyConnection,
    season: &Season,
    command: &Command,
) -> Result<bool, ChangeError> {
    Ok(match command {
        Command::Schedule(dates) => {
            (
                season.opens_at,
                season.freeze_at,
                season.blackout_at,
                season.reveals_at,
            ) == (
                dates.opens_at,
                dates.freeze_at,
                dates.blackout_at,
                dates.reveals_at,
            )
        }
        Command::Finalize {
            elsewhere: Some(theirs),
            ..
        } => {
            let record = records::find_record(conn, season.id)?;
            record.and_then(|record| record.results_hash) == Some(theirs.to_string())
        }
        _ => true,
    })
}

fn finalize(
    conn: &mut AnyConnection,
    season: &Season,
    elsewhere: Option<Digest>,
    scores_only: bool,
    hand: &Hand<'_>,
) -> Result<Done, CommandError> {
    let judges = hand.judges.filter(|_| !scores_only);
    if judges.is_none() && !scores_only {
        return Err(ChangeError::refused(say!("change-no-judges")).into());
    }
    let (archives, actor, clock) = (hand.archives, hand.actor, hand.clock);
    let replayed = replay_and_finalize(conn, archives, season.id, judges, elsewhere, actor, clock)?;
    Ok(Done::Replayed(replayed))
}

/// Records an executed command. `before` is the season before it.
///
/// # Errors
/// When the database fails.
fn note(
    conn: &mut AnyConnection,
    before: &Season,
    command: &Command,
    by: &By,
    now: Moment,
) -> Result<(), StoreError> {
    store::write(conn, |conn| {
        let after = seasons::find_season(conn, &before.slug)?;
        let (deed, details) = told(command, before, after.as_ref());
        Ok(audit_table::note(
            conn,
            by,
            (deed, &before.slug, &details),
            now,
        )?)
    })
}

/// What a command did, with the values before and after.
fn told(command: &Command, before: &Season, after: Option<&Season>) -> (Deed, String) {
    let because = |what: &str, reason: &str| format!("{what}: {reason}");
    let state = || match after {
        Some(after) => format!("{} → {}", before.state, after.state),
        None => String::new(),
    };
    match command {
        Command::Commit => (Deed::ProblemsCommitted, String::new()),
        Command::TakeProblems(takes) => {
            let takes = format!("{} → {takes}", before.takes_problems);
            (Deed::ProblemsTaken, takes)
        }
        Command::Schedule(_)
        | Command::Open
        | Command::OpenAtOnce(_)
        | Command::Freeze
        | Command::Reveal
        | Command::Finalize { .. }
        | Command::Cancel => (Deed::SeasonMoved, state()),
        Command::Score => (Deed::SeasonScored, String::new()),
        Command::Retry => (Deed::JudgedAgain, String::new()),
        Command::WithdrawProblem { problem, reason } => {
            (Deed::ProblemWithdrawn, because(problem, reason))
        }
        Command::CorrectProblem { problem, text } => {
            (Deed::ProblemCorrected, because(problem, text))
        }
        Command::HoldProblem { problem, reason } => (Deed::ProblemHeld, because(problem, reason)),
        Command::ReleaseProblem { problem, reason } => {
            (Deed::ProblemReleased, because(problem, reason))
        }
        Command::ReplaceProblem(asked) => {
            let by = format!("{} → draft {}", asked.problem, asked.draft);
            (Deed::ProblemReplaced, because(&by, &asked.reason))
        }
        Command::MoveDates { reason, .. } | Command::Extend { reason, .. } => (
            Deed::DatesMoved,
            because(&audit::moved(before, after), reason),
        ),
        Command::Arrange { places, out } => {
            let places = places.iter().map(|(slug, place)| format!("{slug} {place}"));
            let out = out.iter().map(|slug| format!("{slug} out"));
            let all: Vec<String> = places.chain(out).collect();
            (Deed::ProblemsArranged, all.join(", "))
        }
        Command::Delete => (Deed::SeasonDeleted, String::new()),
        Command::Disqualify { target, reason } => (Deed::PutOut, because(&named(target), reason)),
        Command::Reinstate { target, reason } => (Deed::TakenBack, because(&named(target), reason)),
        Command::Rejudge { filter, reason } => {
            let texts = [&filter.problem, &filter.person, &filter.verdict];
            let texts = texts.into_iter().flatten().cloned();
            let numbers = filter.submissions.iter().map(ToString::to_string);
            let all: Vec<String> = texts.chain(numbers).collect();
            (Deed::JudgedAgain, because(&all.join(" "), reason))
        }
        Command::Apply(set) => (Deed::RejudgingDecided, format!("{set} → applied")),
        Command::Discard(set) => (Deed::RejudgingDecided, format!("{set} → discarded")),
        Command::Resolve(incident) => (Deed::IncidentSeen, incident.0.to_string()),
        Command::Show(step) => (Deed::ShowDirected, format!("{step:?}").to_lowercase()),
    }
}

fn named(target: &Target) -> String {
    match target {
        Target::Submissions(all) => {
            let all: Vec<String> = all.iter().map(ToString::to_string).collect();
            format!("submission {}", all.join(", "))
        }
        Target::Person(name) => name.clone(),
    }
}
