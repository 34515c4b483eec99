//! `dojo season`: an organizer's work without a browser.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use chrono::{DateTime, Utc};
use clap::Subcommand;
use dojo_judge::season::Digest;
use serde_json::json;

use super::home::{Home, HomeArgs, query, say};
use super::skeleton;
use crate::season::lifecycle::{self, Actor, ChangeError, Dates};
use crate::season::rulings::{self, Target};
use crate::season::runtime::{self, Adopted};
use crate::season::scores;
use crate::season::{self, hand_in};
use crate::store::seasons::{self, Season};
use crate::store::{self, AnyConnection, Moment, Pool, SubmissionId, problems, queue};

mod import;
mod receipts;
mod record;
mod rejudge;
mod status;

/// Options of `dojo season`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Write the folder of a season with one problem to begin with; it can be imported as it is.
    New {
        /// The folder, which is made; its name is the season's slug.
        folder: PathBuf,
    },
    /// Make a draft without problems and with the default parameters, for setters to fill.
    Create(import::CreateArgs),
    /// Check a season's folder, run its setters' programs or grade its example derivations, and store it as a
    /// draft.
    ///
    /// For a problem that was withdrawn and has changed this makes a new version.
    Import {
        /// The folder, with season.toml and problems/.
        folder: PathBuf,
        /// Open it for submissions at once.
        #[arg(long)]
        open: bool,
        /// Sign-in name of the setter, who does not rank on these problems.
        #[arg(long, value_name = "NAME")]
        setter: Option<String>,
        #[command(flatten)]
        home: HomeArgs,
    },
    /// Show all seasons.
    List {
        /// One JSON object a line.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        home: HomeArgs,
    },
    /// Commit every validated problem of a season, each with a fresh salt.
    Commit {
        #[command(flatten)]
        of: OfSeason,
    },
    /// Let setters hand problems in to a draft or announced season; each is committed at once.
    TakeProblems {
        #[command(flatten)]
        of: OfSeason,
        /// No longer.
        #[arg(long)]
        stop: bool,
    },
    /// Let a season go on under the sandbox of this program, when it was judged by another.
    ///
    /// The setters' programs must give the same terms, and all that was judged is judged again.
    AdoptRuntime {
        #[command(flatten)]
        of: OfSeason,
        /// Why, for everybody to read.
        #[arg(long)]
        reason: String,
    },
    /// Fix a draft's parameters and dates and publish its manifest.
    Schedule {
        #[command(flatten)]
        of: OfSeason,
        /// When it opens, as in 2026-12-01T18:00:00Z.
        #[arg(long, value_name = "TIME", value_parser = time)]
        opens_at: DateTime<Utc>,
        /// When it freezes.
        #[arg(long, value_name = "TIME", value_parser = time, required_unless_present = "freeze_by_hand")]
        freeze_at: Option<DateTime<Utc>>,
        /// From when on boards show nothing new of others until the season is scored.
        #[arg(long, value_name = "TIME", value_parser = time)]
        blackout_at: Option<DateTime<Utc>>,
        /// It has no date at which it freezes.
        #[arg(long, conflicts_with = "freeze_at")]
        freeze_by_hand: bool,
    },
    /// Open a season for submissions; a draft is committed and scheduled at once, to be frozen by
    /// hand.
    Open {
        #[command(flatten)]
        of: OfSeason,
    },
    /// End the submissions to a season.
    Freeze {
        #[command(flatten)]
        of: OfSeason,
    },
    /// Hold receipts of contestants against this database, after it was restored from a backup for example.
    CheckReceipts {
        #[command(flatten)]
        of: OfSeason,
        /// The receipts, JSON files as contestants have them.
        #[arg(required = true)]
        receipts: Vec<PathBuf>,
    },
    /// Compute the bonuses of a frozen season, which a running server does by itself.
    Score {
        #[command(flatten)]
        of: OfSeason,
    },
    /// Publish the salts of a frozen season with its setters' programs and terms, or its reference solutions,
    /// and open practice.
    Reveal {
        #[command(flatten)]
        of: OfSeason,
    },
    /// Replay the record of a revealed season, every submission judged again, and make its results final
    /// when nothing differs.
    Finalize {
        #[command(flatten)]
        of: OfSeason,
        /// Run no program: take the judgements as they are. The log says so.
        #[arg(long)]
        scores_only: bool,
        /// The results hash that a replay elsewhere gave; it must be the same.
        #[arg(long, value_name = "HASH")]
        replayed: Option<Digest>,
    },
    /// Call a season off.
    Cancel {
        #[command(flatten)]
        of: OfSeason,
    },
    /// Show a season's state, its dates and what its next step needs.
    Status {
        #[command(flatten)]
        of: OfSeason,
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Write the archive of a revealed or final season.
    Export {
        #[command(flatten)]
        of: OfSeason,
        /// The file; by default season-SLUG.tar.zst here.
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Judge the submissions that failed by our fault once more.
    Retry {
        #[command(flatten)]
        of: OfSeason,
    },
    /// Take a problem out of the contest: 0 points for everyone.
    WithdrawProblem {
        #[command(flatten)]
        of: OfSeason,
        /// Its slug.
        problem: String,
        /// Why, for everybody to read.
        #[arg(long)]
        reason: String,
    },
    /// Take a submission out of the contest, or a person with all submissions, also those to come.
    Disqualify {
        #[command(flatten)]
        of: OfSeason,
        /// Number of the submission.
        #[arg(long, required_unless_present = "person")]
        submission: Option<i64>,
        /// Sign-in name of the person.
        #[arg(long, conflicts_with = "submission")]
        person: Option<String>,
        /// Why, for everybody to read.
        #[arg(long)]
        reason: String,
    },
    /// Take a submission back into the contest, or let a person submit again.
    Reinstate {
        #[command(flatten)]
        of: OfSeason,
        /// Number of the submission.
        #[arg(long, required_unless_present = "person")]
        submission: Option<i64>,
        /// Sign-in name of the person.
        #[arg(long, conflicts_with = "submission")]
        person: Option<String>,
        /// Why, for everybody to read.
        #[arg(long)]
        reason: String,
    },
    /// Judge submissions again: make a set, look at it, apply or discard it.
    Rejudge(rejudge::Args),
}

fn time(text: &str) -> Result<DateTime<Utc>, &'static str> {
    text.parse()
        .map_err(|_| "write a time as in 2026-12-01T18:00:00Z")
}

/// A season by its slug.
#[derive(Debug, clap::Args)]
pub(super) struct OfSeason {
    /// Its slug.
    season: String,
    #[command(flatten)]
    home: HomeArgs,
}

impl OfSeason {
    /// Opens the database and finds the season.
    fn open(&self) -> anyhow::Result<(Pool, Season)> {
        let pool = Home::open(&self.home)?.pool(1)?;
        let season = query(&pool, |conn| seasons::find_season(conn, &self.season))?
            .with_context(|| format!("there is no season `{}`", self.season))?;
        Ok((pool, season))
    }

    /// Changes the season; exit code 1 with the reason when it does not allow it.
    fn change(
        &self,
        done: &str,
        f: impl FnOnce(&mut AnyConnection, &Season) -> Result<(), ChangeError>,
    ) -> anyhow::Result<ExitCode> {
        let (pool, season) = self.open()?;
        match store::blocking(&pool, |conn| f(conn, &season)) {
            Ok(()) => {
                say(&format!("{}: {done}", self.season))?;
                Ok(ExitCode::SUCCESS)
            }
            Err(ChangeError::Store(error)) => Err(error.into()),
            Err(refusal) => {
                let text = refusal.to_string();
                match text.strip_prefix("the season ") {
                    Some(rest) => eprintln!("{} {rest}", self.season),
                    None => eprintln!("{}: {text}", self.season),
                }
                Ok(ExitCode::FAILURE)
            }
        }
    }
}

pub(super) fn main(args: Args) -> anyhow::Result<ExitCode> {
    super::log_to_stderr("warn");
    let now = Moment::now();
    let actor = Actor::Terminal;
    match args.command {
        Command::New { folder } => {
            skeleton::new_season(&folder)?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Import {
            folder,
            open,
            setter,
            home,
        } => import::import(folder, open, setter.as_deref(), &home),
        Command::Create(args) => import::create(&args),
        Command::TakeProblems { of, stop } => {
            let done = if stop {
                "takes no more problems"
            } else {
                "takes problems"
            };
            of.change(done, |conn, season| {
                hand_in::set_taking(conn, season.id, !stop)
            })
        }
        Command::AdoptRuntime { of, reason } => adopt_runtime(&of, &reason),
        Command::List { json, home } => list(json, &home),
        Command::Commit { of } => commit(&of),
        Command::Schedule {
            of,
            opens_at,
            freeze_at,
            blackout_at,
            freeze_by_hand,
        } => {
            let dates = Dates {
                opens_at: Some(opens_at.into()),
                freeze_at: freeze_at.map(Moment::from),
                blackout_at: blackout_at.map(Moment::from),
                frozen_by_hand: freeze_by_hand,
            };
            of.change("scheduled", |conn, season| {
                lifecycle::schedule(conn, season.id, dates, &actor, now)
            })
        }
        Command::Open { of } => of.change("opened", |conn, season| {
            lifecycle::open_at_once(conn, season.id, &actor, now)
        }),
        Command::Freeze { of } => of.change("frozen", |conn, season| {
            lifecycle::freeze(conn, season.id, &actor, &Moment::now)
        }),
        Command::CheckReceipts { of, receipts } => receipts::check(&of, &receipts),
        Command::Score { of } => score(&of),
        Command::Reveal { of } => of.change("revealed", |conn, season| {
            lifecycle::reveal(conn, season.id, &actor, now)
        }),
        Command::Finalize {
            of,
            scores_only,
            replayed,
        } => record::finalize(&of, scores_only, replayed),
        Command::Cancel { of } => of.change("cancelled", |conn, season| {
            lifecycle::cancel(conn, season.id, &actor, now)
        }),
        Command::Status { of, json } => status::status(&of, json),
        Command::Export { of, output } => record::export(&of, output),
        Command::Retry { of } => retry(&of),
        Command::WithdrawProblem {
            of,
            problem,
            reason,
        } => of.change("withdrawn", |conn, season| {
            rulings::withdraw_problem(conn, season.id, &problem, &reason, now)
        }),
        Command::Disqualify {
            of,
            submission,
            person,
            reason,
        } => of.change("disqualified", |conn, season| {
            let target = target(submission, person.as_deref());
            rulings::disqualify(conn, season.id, target, &reason, &actor, now).map(drop)
        }),
        Command::Reinstate {
            of,
            submission,
            person,
            reason,
        } => of.change("back in the contest", |conn, season| {
            let target = target(submission, person.as_deref());
            rulings::reinstate(conn, season.id, target, &reason, &actor, now)
        }),
        Command::Rejudge(args) => rejudge::main(args),
    }
}

/// The one of both that clap has made sure of.
fn target(submission: Option<i64>, person: Option<&str>) -> Target<'_> {
    match submission {
        Some(id) => Target::Submission(SubmissionId(id)),
        None => Target::Person(person.unwrap_or_default()),
    }
}

fn retry(of: &OfSeason) -> anyhow::Result<ExitCode> {
    let (pool, season) = of.open()?;
    let now = Moment::now();
    let count = store::blocking(&pool, |conn| queue::requeue_internal(conn, season.id, now))?;
    say(&format!("{}: {count} to be judged again", of.season))?;
    Ok(ExitCode::SUCCESS)
}

fn commit(of: &OfSeason) -> anyhow::Result<ExitCode> {
    let (pool, season) = of.open()?;
    let done = store::blocking(&pool, |conn| {
        season::commit::commit_problems(conn, season.id, Moment::now())
    })?;
    for problem in query(&pool, |conn| problems::list_newest(conn, season.id))? {
        if let (true, Some(commitment)) = (done.contains(&problem.slug), &problem.commitment) {
            say(&format!("{}\t{commitment}", problem.slug))?;
        }
    }
    say(&format!("{}: {} committed", of.season, done.len()))?;
    Ok(ExitCode::SUCCESS)
}

fn score(of: &OfSeason) -> anyhow::Result<ExitCode> {
    of.change("scored", |conn, season| {
        scores::score(conn, season.id, Moment::now())?.done()
    })
}

fn adopt_runtime(of: &OfSeason, reason: &str) -> anyhow::Result<ExitCode> {
    let runtime = Home::open(&of.home)?.runtime()?;
    let mut adopted = None;
    let code = of.change("seen to", |conn, season| {
        let (actor, now) = (Actor::Terminal, Moment::now());
        adopted = Some(runtime::adopt(
            conn, &runtime, season.id, reason, &actor, now,
        )?);
        Ok(())
    })?;
    match adopted {
        Some(Adopted::Now) => say("it is judged by this program's sandbox from now on")?,
        Some(Adopted::Rejudging(id, count)) => say(&format!(
            "rejudging {id}: {count} submissions; a running server judges them, then apply it: dojo \
             season rejudge apply {} {id}",
            of.season
        ))?,
        None => {}
    }
    Ok(code)
}

fn list(json: bool, home: &HomeArgs) -> anyhow::Result<ExitCode> {
    let pool = Home::open(home)?.pool(1)?;
    for season in query(&pool, |conn| seasons::list_seasons(conn, true))? {
        let Season {
            slug, state, title, ..
        } = season;
        say(&if json {
            json!({"slug": slug, "state": state.as_str(), "title": title}).to_string()
        } else {
            format!("{slug}\t{state}\t{title}")
        })?;
    }
    Ok(ExitCode::SUCCESS)
}
