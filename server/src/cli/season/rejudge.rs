//! `dojo season rejudge`: judging a set of submissions again.

use std::process::ExitCode;

use clap::Subcommand;

use super::OfSeason;
use crate::cli::data_folder::say;
use crate::season::command::Command;
use crate::season::rejudge::{self, Compared};
use crate::store::rejudges::{self, Filter};
use crate::store::{self, RejudgeId, StoreError, SubmissionId};

/// Options of `dojo season rejudge`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Typed,
}

#[derive(Debug, Subcommand)]
enum Typed {
    /// Make a set; what is not given does not matter. A running server judges it.
    Create {
        #[command(flatten)]
        of: OfSeason,
        /// Slug of the problem.
        #[arg(long)]
        problem: Option<String>,
        /// Sign-in name of the author.
        #[arg(long)]
        person: Option<String>,
        /// Word of the present verdict.
        #[arg(long)]
        verdict: Option<String>,
        /// One submission alone.
        #[arg(long)]
        submission: Option<i64>,
        /// Why, for everybody to read once it is applied.
        #[arg(long)]
        reason: String,
    },
    /// Show the sets of a season.
    List {
        #[command(flatten)]
        of: OfSeason,
    },
    /// Show old beside new, one submission a line; exit code 1 while not all are judged.
    Show {
        #[command(flatten)]
        of: OfSeason,
        /// Number of the set.
        rejudge: i64,
    },
    /// Make the new judgements count.
    Apply {
        #[command(flatten)]
        of: OfSeason,
        /// Number of the set.
        rejudge: i64,
    },
    /// Throw the new judgements away.
    Discard {
        #[command(flatten)]
        of: OfSeason,
        /// Number of the set.
        rejudge: i64,
    },
}

pub(super) fn main(args: Args) -> anyhow::Result<ExitCode> {
    match args.command {
        Typed::Create {
            of,
            problem,
            person,
            verdict,
            submission,
            reason,
        } => of.execute(&Command::Rejudge {
            filter: Filter {
                problem,
                person,
                verdict,
                submissions: submission.map(SubmissionId).into_iter().collect(),
            },
            reason,
        }),
        Typed::List { of } => {
            let (pool, season) = of.open()?;
            let all = store::blocking(&pool, |conn| {
                rejudges::list_rejudges(conn, season.id).map_err(StoreError::from)
            })?;
            for set in all {
                say(&format!(
                    "{}\t{}\t{}\t{}",
                    set.id, set.state, set.filter, set.reason
                ))?;
            }
            Ok(ExitCode::SUCCESS)
        }
        Typed::Show { of, rejudge } => show(&of, RejudgeId(rejudge)),
        Typed::Apply { of, rejudge } => of.execute(&Command::Apply(RejudgeId(rejudge))),
        Typed::Discard { of, rejudge } => of.execute(&Command::Discard(RejudgeId(rejudge))),
    }
}

fn show(of: &OfSeason, id: RejudgeId) -> anyhow::Result<ExitCode> {
    let (pool, season) = of.open()?;
    let rows = store::blocking(&pool, |conn| rejudge::load_comparisons(conn, season.id, id))?;
    let complete = !rows.is_empty() && rows.iter().all(|row| row.new.is_some());
    for row in rows {
        say(&serde_json::to_string(&Compared::from(row))?)?;
    }
    Ok(if complete {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
