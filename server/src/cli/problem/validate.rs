//! `dojo problem validate`: the report on a package of any type of contest.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, anyhow, bail};
use dojo_judge::contest::Contest;
use dojo_judge::sequence::ScoringVersion;

use crate::cli::data_folder::{DataFolder, DataFolderArgs};
use crate::cli::{input, runtime};
use crate::contests::{self, Package};
use crate::folder::{Folder, upload};
use crate::season;
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
    home: DataFolderArgs,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let files = upload::read_package(&args.package)
        .map_err(|error| anyhow!("{} is no package: {error}", args.package.display()))?;
    // What is no package of any type is told as one of programs.
    let contest = Contest::of_package(&files).unwrap_or_default();
    if args.compare && !contest.has_terms() {
        bail!("--compare is for sequences: a {contest} problem has no terms");
    }
    let earlier = if args.compare {
        let pool = DataFolder::open(&args.home)?.pool(1)?;
        store::blocking(&pool, season::earlier_terms)?
    } else {
        Vec::new()
    };
    let season = match &args.season {
        Some(folder) => Some(of_season(folder, contest)?),
        None => None,
    };
    let kept = args.home.cache.as_deref().or(args.home.data.as_deref());
    let report = contests::of(contest).host.validate(&Package {
        files: &files,
        name: Some(&name(&args.package)?),
        season: season.as_ref(),
        scoring: args.scoring,
        earlier,
        runtime: &|| runtime::open(kept, args.home.place.place()),
        threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
    })?;
    input::print_lines(&[if args.json {
        serde_json::to_string(&report)?
    } else {
        report.to_string()
    }])?;
    Ok(if report.is_valid() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// How the folder of a package, or its archive, is called.
fn name(package: &Path) -> anyhow::Result<String> {
    let full = package.canonicalize()?;
    let name = if full.is_dir() {
        full.file_name()
    } else {
        full.file_stem()
    };
    Ok(name.unwrap_or_default().to_string_lossy().into_owned())
}

/// The season of a folder, which must ask for this kind of problem.
fn of_season(folder: &Path, contest: Contest) -> anyhow::Result<NewSeason> {
    let (season, _) = season::read_season_file(&Folder::Disk(folder.to_owned()))
        .with_context(|| folder.display().to_string())?;
    if season.contest != contest {
        bail!(
            "{} is a season of another contest: {}, and this problem is one of {contest}",
            folder.display(),
            season.contest
        );
    }
    Ok(season)
}
