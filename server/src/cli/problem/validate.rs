//! `dojo problem validate`: the report on a package of either type of contest.

use std::fmt;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, anyhow, bail};
use dojo_judge::contest::Contest;
use dojo_judge::package::Files;
use dojo_judge::physics;
use dojo_judge::sequence::ScoringVersion;
use dojo_judge::sequence::package;
use dojo_judge::sequence::package::SeasonParameters;
use dojo_physics::grade::Settings;
use dojo_sandbox::Limits;
use serde::Serialize;

use crate::cli::home::{Home, HomeArgs};
use crate::cli::{input, runtime};
use crate::season::{self, Folder, upload};
use crate::store;
use crate::store::seasons::NewSeason;

/// Options of `dojo problem validate`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The problem's folder, or a zip or tar of it. With a problem.json it is a physics problem.
    #[arg(value_name = "DIR|ZIP|TAR")]
    package: PathBuf,
    /// Folder of the season that it is for; its parameters count instead of the defaults.
    #[arg(long, value_name = "DIR", conflicts_with = "scoring")]
    season: Option<PathBuf>,
    /// Scoring version by which example programs are judged; by default that of new seasons.
    #[arg(long, default_value = ScoringVersion::FOR_NEW_SEASONS.as_str())]
    scoring: ScoringVersion,
    /// Look for the same terms in the revealed seasons of the database.
    #[arg(long)]
    compare: bool,
    /// Print the report as one JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    home: HomeArgs,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let files = upload::read_package(&args.package)
        .map_err(|error| anyhow!("{} is no package: {error}", args.package.display()))?;
    // What is no package of any type is told as one of programs.
    let contest = Contest::of_package(&files).unwrap_or(Contest::Sequence);
    match contest {
        Contest::Physics => {
            let report = physics_report(args, &files, contest)?;
            print(&report, report.valid, args.json)
        }
        Contest::Sequence => {
            let report = sequence_report(args, &files, contest)?;
            print(&report, report.valid, args.json)
        }
    }
}

fn print(
    report: &(impl Serialize + fmt::Display),
    valid: bool,
    json: bool,
) -> anyhow::Result<ExitCode> {
    if json {
        input::print_json(report)?;
    } else {
        input::print_lines(&[report.to_string()])?;
    }
    Ok(if valid {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn physics_report(
    args: &Args,
    files: &Files,
    contest: Contest,
) -> anyhow::Result<physics::ValidationReport> {
    if args.compare {
        bail!("--compare is for sequences: a physics problem has no terms");
    }
    let settings = match &args.season {
        Some(folder) => season::settings_of(&of_season(folder, contest)?)?,
        None => Settings::default(),
    };
    Ok(physics::validate(&slug(&args.package)?, &settings, files))
}

/// A physics problem is named by its folder, or its archive.
fn slug(package: &Path) -> anyhow::Result<String> {
    let full = package.canonicalize()?;
    let name = if full.is_dir() {
        full.file_name()
    } else {
        full.file_stem()
    };
    Ok(name.unwrap_or_default().to_string_lossy().into_owned())
}

fn sequence_report(
    args: &Args,
    files: &Files,
    contest: Contest,
) -> anyhow::Result<package::ValidationReport> {
    let earlier = if args.compare {
        let pool = Home::open(&args.home)?.pool(1)?;
        store::blocking(&pool, season::earlier_terms)?
    } else {
        Vec::new()
    };
    let parameters = match &args.season {
        Some(folder) => season::parameters_of(&of_season(folder, contest)?, earlier)?,
        None => SeasonParameters {
            scoring: args.scoring,
            limits: Limits::default(),
            earlier,
        },
    };
    let kept = args.home.cache.as_deref().or(args.home.data.as_deref());
    let runtime = runtime::open(kept, args.home.place.place())?;
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    Ok(package::validate(&runtime, &parameters, files, threads)?)
}

/// The season of a folder, which must ask for this kind of problem.
fn of_season(folder: &Path, contest: Contest) -> anyhow::Result<NewSeason> {
    let (season, _) = season::read_season_file(&Folder::Disk(folder.to_owned()))
        .with_context(|| folder.display().to_string())?;
    if Contest::from(season.contest) != contest {
        bail!(
            "{} is a season of another contest: {}, and this problem is one of {contest}",
            folder.display(),
            season.contest
        );
    }
    Ok(season)
}
