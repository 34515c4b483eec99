//! What the terminal says of a step of a season, a line each.

use super::super::data_folder::query;
use crate::pages::text;
use crate::season::command::{Command, Done};
use crate::season::show;
use crate::store::seasons::Season;
use crate::store::{Pool, problems};

/// What came of a command.
pub(super) fn lines(
    pool: &Pool,
    season: &Season,
    command: &Command,
    done: Done,
) -> anyhow::Result<Vec<String>> {
    let slug = &season.slug;
    Ok(match done {
        Done::Changed => vec![format!("{slug}: {}", changed(command))],
        Done::Committed(slugs) => {
            let problems = query(pool, |conn| problems::list_newest(conn, season.id))?;
            let mut lines: Vec<String> = problems
                .iter()
                .filter(|problem| slugs.contains(&problem.slug))
                .filter_map(|problem| {
                    Some(format!(
                        "{}\t{}",
                        problem.slug,
                        problem.commitment.as_ref()?
                    ))
                })
                .collect();
            lines.push(format!("{slug}: {} committed", slugs.len()));
            lines
        }
        Done::Requeued(count) => vec![format!("{slug}: {count} to be judged again")],
        Done::Carried(count) => {
            let count = text::count(&count.to_string(), "submission");
            vec![format!("{slug}: replaced, {count} sent again")]
        }
        Done::Rejudging(id, count) => {
            let count = text::count(&count.to_string(), "submission");
            vec![
                format!("{slug}: to be judged again"),
                format!("rejudging {id}: {count}"),
            ]
        }
        Done::Replayed(replayed) => vec![
            format!("{slug}: final"),
            format!(
                "replayed: {} judged again, results_hash {}",
                replayed.judged_again(),
                replayed.results()
            ),
        ],
    })
}

/// What a season, or what the command is about, then is.
fn changed(command: &Command) -> &'static str {
    match command {
        Command::Commit => "committed",
        Command::TakeProblems(true) => "takes problems",
        Command::TakeProblems(false) => "takes no more problems",
        Command::Schedule(_) => "scheduled",
        Command::Open | Command::OpenAtOnce(_) => "opened",
        Command::Freeze => "frozen",
        Command::Score => "scored",
        Command::Reveal => "revealed",
        Command::Finalize { .. } => "final",
        Command::Cancel => "cancelled",
        Command::Retry | Command::Rejudge { .. } => "to be judged again",
        Command::WithdrawProblem { .. } => "withdrawn",
        Command::CorrectProblem { .. } => "corrected",
        Command::HoldProblem { .. } => "hidden",
        Command::ReplaceProblem(_) => "replaced",
        Command::ReleaseProblem { .. } => "shown again",
        Command::MoveDates { .. } | Command::Extend { .. } => "dates moved",
        Command::Arrange { .. } => "in order",
        Command::Delete => "deleted",
        Command::Disqualify { .. } => "disqualified",
        Command::Reinstate { .. } => "back in the contest",
        Command::Apply(_) => "applied",
        Command::Discard(_) => "discarded",
        Command::Resolve(_) => "seen to",
        Command::Show(show::Step::Start) => "show started",
        Command::Show(show::Step::Pause) => "show paused",
        Command::Show(show::Step::Resume) => "show goes on",
    }
}
