//! `dojo problem`: a setter's work without a browser.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, anyhow};
use clap::Subcommand;

use super::data_folder::{DataFolder, DataFolderArgs, say};
use super::{input, skeleton};
use crate::folder::upload;
use crate::season::lifecycle::ChangeError;
use crate::season::{self, hand_in};
use crate::store::drafts::Whose;
use crate::store::{self, Moment, drafts, seasons, users};

mod validate;

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
        /// What people submit to it.
        #[arg(long, value_enum, default_value_t)]
        contest: skeleton::Kind,
    },
    /// Check a problem: its files, its setter's program or its formulas, and its examples.
    ///
    /// Ends with 0 when it is valid, with or without warnings, 1 when it is not, 2 when there is nothing to
    /// check.
    Validate(validate::Args),
    /// Make a problem the next one of a season that takes problems, and commit it; prints its commitment.
    ///
    /// Ends with 1 when it is not valid for the season, or the season does not take it.
    Commit {
        /// The problem's folder, or a zip or tar of it.
        #[arg(value_name = "DIR|ZIP|TAR")]
        package: PathBuf,
        /// Slug of the season.
        #[arg(long, value_name = "SLUG")]
        season: String,
        /// Sign-in name of the setter, who does not rank on it.
        #[arg(long, value_name = "NAME")]
        setter: String,
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        home: DataFolderArgs,
    },
    /// Show the drafts that setters keep on the site.
    Drafts {
        /// Of this setter alone.
        #[arg(long, value_name = "NAME")]
        setter: Option<String>,
        /// One JSON object a line.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        home: DataFolderArgs,
    },
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::New { folder, contest } => {
            skeleton::new_problem(folder, *contest)?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Validate(args) => validate::main(args),
        Command::Commit {
            package,
            season,
            setter,
            json,
            home,
        } => commit(package, season, setter, *json, home),
        Command::Drafts { setter, json, home } => list_drafts(setter.as_deref(), *json, home),
    }
}

fn commit(
    package: &Path,
    season: &str,
    setter: &str,
    json: bool,
    home: &DataFolderArgs,
) -> anyhow::Result<ExitCode> {
    let files = upload::read_package(package)
        .map_err(|error| anyhow!("{} is no package: {error}", package.display()))?;
    let home = DataFolder::open(home)?;
    let pool = home.pool(1)?;
    let (season, setter, earlier) = store::blocking(&pool, |conn| {
        let season = seasons::find_season(conn, season)?
            .with_context(|| format!("there is no season `{season}`"))?;
        let setter = users::find_user(conn, setter)?
            .with_context(|| format!("there is no user `{setter}`"))?;
        anyhow::ensure!(
            setter.role.sets_problems(),
            "{name} is a contestant; `dojo user role {name} setter` lets them set problems",
            name = setter.name
        );
        anyhow::Ok((season, setter, season::earlier_terms(conn)?))
    })?;
    let runtime = home.runtime()?;
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let prepared = match hand_in::prepare(&runtime, &season, earlier, &files, threads)? {
        Ok(prepared) => prepared,
        Err(report) => {
            eprintln!("{report}");
            return Ok(ExitCode::FAILURE);
        }
    };
    let done = store::blocking(&pool, |conn| {
        let giver = hand_in::Giver {
            setter: setter.id,
            staff: false,
        };
        store::write(conn, |conn| {
            hand_in::hand_in(conn, season.id, &prepared, &giver, None, Moment::now())
        })
    });
    match done {
        Ok(done) if json => input::print_json(&serde_json::json!({
            "season": season.slug,
            "problem": done.problem,
            "version": done.version,
            "commitment": done.commitment,
            "committed_at": done.committed_at.utc(),
        }))?,
        Ok(done) => say(&format!("{}\t{}", done.problem, done.commitment))?,
        Err(ChangeError::Store(error)) => return Err(error.into()),
        Err(refusal) => {
            eprintln!("{}: {refusal}", season.slug);
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn list_drafts(
    setter: Option<&str>,
    json: bool,
    home: &DataFolderArgs,
) -> anyhow::Result<ExitCode> {
    let pool = DataFolder::open(home)?.pool(1)?;
    let all = store::blocking(&pool, |conn| {
        let whose = match setter {
            Some(name) => Whose::Of(
                users::find_user(conn, name)?
                    .with_context(|| format!("there is no user `{name}`"))?
                    .id,
            ),
            None => Whose::All,
        };
        anyhow::Ok(drafts::list_drafts(conn, whose, i64::MAX)?)
    })?;
    for draft in all {
        let (slug, became) = (draft.slug.unwrap_or_default(), draft.became);
        say(&if json {
            serde_json::json!({
                "id": draft.id,
                "setter": draft.setter,
                "slug": slug,
                "state": draft.state.as_str(),
                "season": became.as_ref().map(|became| &became.season),
                "commitment": became.as_ref().and_then(|became| became.commitment.as_ref()),
            })
            .to_string()
        } else {
            let season = became.map(|became| became.season).unwrap_or_default();
            format!(
                "{}\t{}\t{slug}\t{}\t{season}",
                draft.id, draft.setter, draft.state
            )
        })?;
    }
    Ok(ExitCode::SUCCESS)
}
