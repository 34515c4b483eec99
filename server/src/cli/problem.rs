//! `dojo problem`: a setter's work without a browser.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Subcommand;
use dojo_judge::sequence::ScoringVersion;
use dojo_judge::sequence::package::{self, SeasonParameters};
use dojo_sandbox::Limits;

use super::home::{Home, HomeArgs};
use super::{input, runtime, skeleton};
use crate::season::{self, Folder, upload};
use crate::store;

/// Options of `dojo problem`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Write the folder of a problem to begin with; it is valid as it is.
    New {
        /// The folder, which is made; its name is the problem's slug.
        folder: PathBuf,
    },
    /// Check a problem: its files, its setter's program and its examples. Ends with 0 when it is
    /// valid, with or without warnings, 1 when it is not, 2 when there is nothing to check.
    Validate {
        /// The problem's folder, or a zip or tar of it.
        #[arg(value_name = "DIR|ZIP|TAR")]
        package: PathBuf,
        /// Folder of the season that it is for; its parameters count instead of the defaults.
        #[arg(long, value_name = "DIR", conflicts_with = "scoring")]
        season: Option<PathBuf>,
        /// Scoring version by which the examples are judged.
        #[arg(long, default_value = "0.1")]
        scoring: ScoringVersion,
        /// Look for the same terms in the revealed seasons of the database.
        #[arg(long)]
        compare: bool,
        /// Print the report as one JSON object.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        home: HomeArgs,
    },
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::New { folder } => {
            skeleton::new_problem(folder)?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Validate {
            package,
            season,
            scoring,
            compare,
            json,
            home,
        } => {
            let files = upload::read_package(package)
                .with_context(|| format!("{} is no package", package.display()))?;
            let earlier = if *compare {
                let pool = Home::open(home)?.pool(1)?;
                store::blocking(&pool, season::earlier_terms)?
            } else {
                Vec::new()
            };
            let parameters = match season {
                Some(folder) => of_season(folder, earlier)?,
                None => SeasonParameters {
                    scoring: *scoring,
                    limits: Limits::default(),
                    earlier,
                },
            };
            let runtime = runtime::open(home.cache.as_deref().or(home.data.as_deref()))?;
            let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
            let report = package::validate(&runtime, &parameters, &files, threads)?;
            if *json {
                input::print_json(&report)?;
            } else {
                input::print_lines(&[report.to_string()])?;
            }
            Ok(if report.valid {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            })
        }
    }
}

fn of_season(
    folder: &Path,
    earlier: Vec<package::EarlierTerms>,
) -> anyhow::Result<SeasonParameters> {
    let (season, _) = season::read_season_file(&Folder::Disk(folder.to_owned()))
        .with_context(|| folder.display().to_string())?;
    Ok(season::parameters_of(&season, earlier)?)
}
