//! `dojo season`: an organizer's work without a browser.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use chrono::{DateTime, Utc};
use clap::Subcommand;
use dojo_judge::contest::Judges;
use dojo_judge::digest::Digest;
use serde_json::json;

use super::data_folder::{DataFolder, DataFolderArgs, query, say};
use super::skeleton;
use crate::contests;
use crate::season::archives::{Archives, MakeError};
use crate::season::command::{Command, Hand, execute};
use crate::season::date_changes::Moves;
use crate::season::lifecycle::{Actor, ChangeError, CommandError, Dates};
use crate::season::replacing::Replacement;
use crate::season::rulings::Target;
use crate::season::runtime::{self, Adopted};
use crate::season::show;
use crate::store::seasons::{self, Season};
use crate::store::{self, DraftId, Moment, Pool, SeasonState, SubmissionId};

mod import;
mod receipts;
mod record;
mod rejudge;
mod status;
mod step_lines;

/// Options of `dojo season`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Typed,
}

#[derive(Debug, Subcommand)]
enum Typed {
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
        home: DataFolderArgs,
    },
    /// Show all seasons.
    List {
        /// One JSON object a line.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        home: DataFolderArgs,
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
        /// From when on boards show nothing new of others, until Reveal or as the season's `boards` has it.
        #[arg(long, value_name = "TIME", value_parser = time)]
        blackout_at: Option<DateTime<Utc>>,
        /// When its Reveal begins by itself: the show, and then all is open.
        #[arg(long, value_name = "TIME", value_parser = time)]
        reveals_at: Option<DateTime<Utc>>,
        /// It has no date at which it freezes.
        #[arg(long, conflicts_with = "freeze_at")]
        freeze_by_hand: bool,
    },
    /// Move dates that were announced, into the future; the log tells the reason.
    MoveDates {
        #[command(flatten)]
        of: OfSeason,
        /// When it opens, before it has; what is left out stays.
        #[arg(long, value_name = "TIME", value_parser = time)]
        opens_at: Option<DateTime<Utc>>,
        /// When it freezes.
        #[arg(long, value_name = "TIME", value_parser = time)]
        freeze_at: Option<DateTime<Utc>>,
        /// From when on boards show nothing new of others.
        #[arg(long, value_name = "TIME", value_parser = time)]
        blackout_at: Option<DateTime<Utc>>,
        /// When its Reveal begins.
        #[arg(long, value_name = "TIME", value_parser = time)]
        reveals_at: Option<DateTime<Utc>>,
        /// Why, for everybody to read.
        #[arg(long)]
        reason: String,
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
    /// Play the Reveal of a revealed season to everybody who watches its page.
    Show {
        #[command(flatten)]
        of: OfSeason,
        /// What to do with the show.
        step: ShowStep,
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
    /// Put words above the statement of a problem, for ever, and tell everybody.
    CorrectProblem {
        #[command(flatten)]
        of: OfSeason,
        /// Its slug.
        problem: String,
        /// The words.
        #[arg(long)]
        text: String,
    },
    /// Hide a problem for a while: nobody reads it or submits to it. Points stay.
    HoldProblem {
        #[command(flatten)]
        of: OfSeason,
        /// Its slug.
        problem: String,
        /// Why, for everybody to read.
        #[arg(long)]
        reason: String,
    },
    /// Show a hidden problem again.
    ReleaseProblem {
        #[command(flatten)]
        of: OfSeason,
        /// Its slug.
        problem: String,
        /// Why, for everybody to read.
        #[arg(long)]
        reason: String,
    },
    /// Put the problem of a draft in the place of one that is wrong, while the season is open.
    ///
    /// The best submission of each person is sent again for its author, and costs no attempt. The old version is
    /// withdrawn.
    ReplaceProblem {
        #[command(flatten)]
        of: OfSeason,
        /// Its slug.
        problem: String,
        /// Number of the draft, which may have the same slug.
        #[arg(long)]
        draft: i64,
        /// Send every attempt again that counts, not only the best.
        #[arg(long)]
        all: bool,
        /// Why, for everybody to read.
        #[arg(long)]
        reason: String,
    },
    /// Take a submission out of the contest, or a person with all submissions, also those to come.
    Disqualify {
        #[command(flatten)]
        of: OfSeason,
        #[command(flatten)]
        whom: Whom,
        /// Why, for everybody to read.
        #[arg(long)]
        reason: String,
    },
    /// Take a submission back into the contest, or a person with the submissions that went out with the person.
    Reinstate {
        #[command(flatten)]
        of: OfSeason,
        #[command(flatten)]
        whom: Whom,
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

/// Whom a ruling is about.
#[derive(Debug, clap::Args)]
struct Whom {
    /// Number of the submission.
    #[arg(long, required_unless_present = "person")]
    submission: Option<i64>,
    /// Sign-in name of the person.
    #[arg(long, conflicts_with = "submission")]
    person: Option<String>,
}

impl Whom {
    /// The one of both that clap has made sure of.
    fn target(self) -> Target {
        match self.submission {
            Some(id) => Target::Submissions(vec![SubmissionId(id)]),
            None => Target::Person(self.person.unwrap_or_default()),
        }
    }
}

/// A season by its slug.
#[derive(Debug, clap::Args)]
pub(super) struct OfSeason {
    /// Its slug.
    season: String,
    #[command(flatten)]
    home: DataFolderArgs,
}

impl OfSeason {
    /// Opens the database and finds the season.
    fn open(&self) -> anyhow::Result<(Pool, Season)> {
        let pool = DataFolder::open(&self.home)?.pool(1)?;
        let season = query(&pool, |conn| seasons::find_season(conn, &self.season))?
            .with_context(|| format!("there is no season `{}`", self.season))?;
        Ok((pool, season))
    }

    /// Executes a command and tells what came of it; exit code 1 with the reason when the season does
    /// not allow it.
    fn execute(&self, command: &Command) -> anyhow::Result<ExitCode> {
        self.execute_with(command, None)
    }

    /// The same for what publishes the parameters of a draft: its programs are run once more.
    fn execute_validating(&self, command: &Command) -> anyhow::Result<ExitCode> {
        let (_, season) = self.open()?;
        if season.state != SeasonState::Draft || !contests::of(season.contest).runs() {
            return self.execute(command);
        }
        self.execute_judging(command)
    }

    /// The same with what judges.
    fn execute_judging(&self, command: &Command) -> anyhow::Result<ExitCode> {
        let home = DataFolder::open(&self.home)?;
        let (runtime, eed) = (home.runtime()?, home.eed());
        let judges = Judges {
            runtime: Some(&runtime),
            eed: Some(&eed),
            threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
        };
        self.execute_with(command, Some(&judges))
    }

    fn execute_with(
        &self,
        command: &Command,
        judges: Option<&Judges<'_>>,
    ) -> anyhow::Result<ExitCode> {
        let (pool, season) = self.open()?;
        let hand = Hand {
            actor: &Actor::Terminal,
            address: None,
            clock: &Moment::now,
            archives: &Archives::new(DataFolder::open(&self.home)?.data()),
            judges,
        };
        let done = store::blocking(&pool, |conn| execute(conn, &season, command, &hand));
        match done {
            Ok(done) => {
                for line in step_lines::lines(&pool, &season, command, done)? {
                    say(&line)?;
                }
                Ok(ExitCode::SUCCESS)
            }
            Err(CommandError::Change(refusal) | CommandError::Make(MakeError::Change(refusal))) => {
                self.refuse(refusal)
            }
            Err(CommandError::Make(error)) => Err(error.into()),
        }
    }

    /// Tells why the season is not changed; exit code 1 when it is not our fault.
    fn refuse(&self, error: ChangeError) -> anyhow::Result<ExitCode> {
        if let ChangeError::Store(error) = error {
            return Err(error.into());
        }
        let text = error.to_string();
        match text.strip_prefix("the season ") {
            Some(rest) => eprintln!("{} {rest}", self.season),
            None => eprintln!("{}: {text}", self.season),
        }
        Ok(ExitCode::FAILURE)
    }
}

/// What is done with a show.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum ShowStep {
    /// Begin, also once more.
    Start,
    /// Stand still.
    Pause,
    /// Go on.
    Resume,
}

impl From<ShowStep> for show::Step {
    fn from(step: ShowStep) -> Self {
        match step {
            ShowStep::Start => Self::Start,
            ShowStep::Pause => Self::Pause,
            ShowStep::Resume => Self::Resume,
        }
    }
}

pub(super) fn main(args: Args) -> anyhow::Result<ExitCode> {
    super::log::log_to_stderr("warn");
    match args.command {
        Typed::New { folder } => skeleton::new_season(&folder).map(|()| ExitCode::SUCCESS),
        Typed::Import {
            folder,
            open,
            setter,
            home,
        } => import::import(folder, open, setter.as_deref(), &home),
        Typed::Create(args) => import::create(&args),
        Typed::TakeProblems { of, stop } => of.execute(&Command::TakeProblems(!stop)),
        Typed::AdoptRuntime { of, reason } => adopt_runtime(&of, &reason),
        Typed::List { json, home } => list(json, &home),
        Typed::Commit { of } => of.execute(&Command::Commit),
        Typed::Schedule {
            of,
            opens_at,
            freeze_at,
            blackout_at,
            reveals_at,
            freeze_by_hand,
        } => of.execute_validating(&Command::Schedule(Dates {
            opens_at: Some(opens_at.into()),
            freeze_at: freeze_at.map(Moment::from),
            blackout_at: blackout_at.map(Moment::from),
            reveals_at: reveals_at.map(Moment::from),
            frozen_by_hand: freeze_by_hand,
        })),
        Typed::MoveDates {
            of,
            opens_at,
            freeze_at,
            blackout_at,
            reveals_at,
            reason,
        } => of.execute(&Command::MoveDates {
            moves: Moves {
                opens_at: opens_at.map(Moment::from),
                freeze_at: freeze_at.map(Moment::from),
                blackout_at: blackout_at.map(Moment::from),
                reveals_at: reveals_at.map(Moment::from),
            },
            reason,
        }),
        Typed::Open { of } => of.execute_validating(&Command::OpenAtOnce(Dates::BY_HAND)),
        Typed::Freeze { of } => of.execute(&Command::Freeze),
        Typed::CheckReceipts { of, receipts } => receipts::check(&of, &receipts),
        Typed::Score { of } => of.execute(&Command::Score),
        Typed::Reveal { of } => of.execute(&Command::Reveal),
        Typed::Finalize {
            of,
            scores_only,
            replayed,
        } => record::finalize(&of, scores_only, replayed),
        Typed::Cancel { of } => of.execute(&Command::Cancel),
        Typed::Status { of, json } => status::status(&of, json),
        Typed::Export { of, output } => record::export(&of, output),
        Typed::Retry { of } => of.execute(&Command::Retry),
        Typed::Show { of, step } => of.execute(&Command::Show(step.into())),
        Typed::WithdrawProblem {
            of,
            problem,
            reason,
        } => of.execute(&Command::WithdrawProblem { problem, reason }),
        Typed::CorrectProblem { of, problem, text } => {
            of.execute(&Command::CorrectProblem { problem, text })
        }
        Typed::HoldProblem {
            of,
            problem,
            reason,
        } => of.execute(&Command::HoldProblem { problem, reason }),
        Typed::ReleaseProblem {
            of,
            problem,
            reason,
        } => of.execute(&Command::ReleaseProblem { problem, reason }),
        Typed::ReplaceProblem {
            of,
            problem,
            draft,
            all,
            reason,
        } => of.execute_judging(&Command::ReplaceProblem(Replacement {
            problem,
            draft: DraftId(draft),
            all,
            reason,
        })),
        Typed::Disqualify { of, whom, reason } => of.execute(&Command::Disqualify {
            target: whom.target(),
            reason,
        }),
        Typed::Reinstate { of, whom, reason } => of.execute(&Command::Reinstate {
            target: whom.target(),
            reason,
        }),
        Typed::Rejudge(args) => rejudge::main(args),
    }
}

fn adopt_runtime(of: &OfSeason, reason: &str) -> anyhow::Result<ExitCode> {
    let (pool, season) = of.open()?;
    let runtime = DataFolder::open(&of.home)?.runtime()?;
    let (actor, now) = (Actor::Terminal, Moment::now());
    let adopted = store::blocking(&pool, |conn| {
        runtime::adopt(conn, &runtime, season.id, reason, &actor, now)
    });
    let adopted = match adopted {
        Ok(adopted) => adopted,
        Err(error) => return of.refuse(error),
    };
    say(&format!("{}: seen to", of.season))?;
    say(&match adopted {
        Adopted::Now => "it is judged by this program's sandbox from now on".to_owned(),
        Adopted::Rejudging(id, count) => format!(
            "rejudging {id}: {count} submissions; a running server judges them, then apply it: dojo \
             season rejudge apply {} {id}",
            of.season
        ),
    })?;
    Ok(ExitCode::SUCCESS)
}

fn list(json: bool, home: &DataFolderArgs) -> anyhow::Result<ExitCode> {
    let pool = DataFolder::open(home)?.pool(1)?;
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
