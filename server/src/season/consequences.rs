//! The irreversible consequences of a command, for the page that asks for confirmation.

use super::command::Command;
use super::corrections::check_correction;
use super::lifecycle::{ChangeError, Dates};
use super::replacing::Replacement;
use super::requirements::{Facts, Need};
use super::show::Step;
use super::state::Event;
use crate::store::problems::Problem;
use crate::store::seasons::Season;
use crate::store::{AnyConnection, ProblemState, questions, submissions};
use crate::words::say;

/// What will be published, ended or lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consequences {
    /// One sentence for each.
    pub facts: Vec<String>,
    /// Something ends or is lost: the organizer must type the season's slug.
    pub ends: bool,
    /// What is still missing.
    pub needs: Vec<Need>,
    /// The dates to ask for.
    pub dates: Option<Dates>,
    /// What contestants will read above a statement.
    pub correction: Option<String>,
}

impl Consequences {
    /// The consequences of a command; `None` if it can be undone.
    ///
    /// # Errors
    /// When the state of the season does not allow it, and when the database fails.
    pub fn load(
        conn: &mut AnyConnection,
        season: &Season,
        command: &Command,
        now: crate::store::Moment,
    ) -> Result<Option<Self>, ChangeError> {
        if !is_for_good(command) {
            return Ok(None);
        }
        let event = event(command);
        if let Some(event) = event {
            season.state.transition(event)?;
        }
        let mut facts = Facts::load(conn, season.clone())?;
        let standing: Vec<&Problem> = (facts.problems.iter())
            .filter(|problem| problem.state != ProblemState::Withdrawn)
            .collect();
        let problems = standing.len();
        let open = standing.iter().filter(|it| it.commitment.is_none()).count();
        let only = match command {
            Command::WithdrawProblem { problem, .. } => Some(problem.as_str()),
            Command::ReplaceProblem(asked) => Some(asked.problem.as_str()),
            _ => None,
        };
        let (people, sent) = submissions::count_contest(conn, season.id, only)?;
        let waiting = || say!("consequence-queue", n = facts.queued);
        let mut correction = None;
        let mut told = match command {
            Command::Commit => vec![say!("consequence-commit", n = open)],
            Command::Schedule(_) => vec![say!("consequence-schedule", n = problems)],
            Command::Open => vec![say!("consequence-open", n = problems)],
            Command::OpenAtOnce(_) => vec![
                say!("consequence-open", n = problems),
                say!("consequence-open-at-once").to_owned(),
            ],
            Command::Freeze => vec![say!("consequence-freeze", n = people), waiting()],
            Command::Reveal => {
                let mut told = vec![say!("consequence-reveal", n = problems, of = sent)];
                let hidden = standing.iter().filter(|problem| problem.is_hidden(season));
                told.extend(
                    hidden.map(|it| say!("consequence-shows-hidden", problem = it.title.as_str())),
                );
                told
            }
            Command::Finalize { .. } => vec![say!("consequence-finalize", n = sent)],
            Command::Cancel => vec![say!("consequence-cancel", n = people, of = sent), waiting()],
            Command::WithdrawProblem { problem, .. } => {
                let title = title(&standing, problem);
                vec![say!("consequence-withdraw", problem = title, n = people)]
            }
            Command::ReplaceProblem(Replacement { problem, .. }) => vec![
                say!(
                    "consequence-withdraw",
                    problem = title(&standing, problem),
                    n = people
                ),
                say!("consequence-replace").to_owned(),
            ],
            Command::Show(_) if season.is_revealed() => vec![say!("consequence-show").to_owned()],
            Command::Show(_) => vec![
                say!("consequence-show-reveals").to_owned(),
                say!("consequence-reveal", n = problems, of = sent),
            ],
            Command::CorrectProblem { problem, text } => {
                let (problem, text) = check_correction(conn, season, problem, text)?;
                correction = Some(text);
                let title = problem.title.as_str();
                vec![if season.has_opened() {
                    say!("consequence-correct", problem = title)
                } else {
                    say!("consequence-correct-before", problem = title)
                }]
            }
            _ => vec![say!("consequence-delete", n = problems)],
        };
        let questions = questions::count_open(conn, season.id, None)?;
        if questions > 0 && ends_asking(command) {
            told.push(say!("consequence-questions", n = questions));
        }
        let dates = match command {
            Command::Schedule(dates) | Command::OpenAtOnce(dates) => Some(*dates),
            _ => None,
        };
        let mut needs = Vec::new();
        if let Some(event) = event {
            if let Command::Schedule(dates) = command {
                facts = facts.with_dates(dates, now);
            }
            needs = facts.needs(event);
        }
        Ok(Some(Self {
            facts: told,
            ends: ends(command),
            needs,
            dates,
            correction,
        }))
    }
}

/// What people call the problem of that slug.
fn title<'a>(standing: &[&'a Problem], slug: &'a str) -> &'a str {
    let found = standing.iter().find(|problem| problem.slug == slug);
    found.map_or(slug, |problem| problem.title.as_str())
}

/// Whether something ends or is lost by it.
pub fn ends(command: &Command) -> bool {
    matches!(
        command,
        Command::Freeze
            | Command::Cancel
            | Command::WithdrawProblem { .. }
            | Command::ReplaceProblem(_)
            | Command::Delete
    )
}

/// Whether questions can no longer be answered in time after it. An organizer may continue anyway.
fn ends_asking(command: &Command) -> bool {
    ends(command) || matches!(command, Command::Reveal | Command::Finalize { .. })
}

/// Whether it cannot be undone.
fn is_for_good(command: &Command) -> bool {
    let is_step = event(command).is_some() || matches!(command, Command::OpenAtOnce(_));
    let starts = matches!(command, Command::Commit | Command::Show(Step::Start));
    is_step || starts || ends(command) || publishes_words(command)
}

/// Whether it publishes words for ever, which are shown as others will read them before it is done.
pub fn publishes_words(command: &Command) -> bool {
    matches!(command, Command::CorrectProblem { .. })
}

/// The event of a command itself; before other events a draft is committed and scheduled.
fn event(command: &Command) -> Option<Event> {
    match command {
        Command::Schedule(_) => Some(Event::Schedule),
        Command::Open => Some(Event::Open),
        Command::Freeze => Some(Event::Freeze),
        Command::Reveal => Some(Event::Reveal),
        Command::Finalize { .. } => Some(Event::Finalize),
        Command::Cancel => Some(Event::Cancel),
        _ => None,
    }
}
