//! `dojo season`: an organizer's work without a browser.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Subcommand;
use serde_json::json;

use super::home::{Home, HomeArgs, query, say};
use crate::season::{self, Folder, Imported};
use crate::store::seasons::{self, Season};
use crate::store::{self, Moment, Pool, SeasonId, users};

/// Options of `dojo season`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check a season's folder, run its setters' programs and store it as a draft.
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
    /// Open a season for submissions.
    Open {
        /// Its slug.
        season: String,
        #[command(flatten)]
        home: HomeArgs,
    },
    /// End the submissions to a season.
    Freeze {
        /// Its slug.
        season: String,
        #[command(flatten)]
        home: HomeArgs,
    },
}

pub(super) fn main(args: Args) -> anyhow::Result<ExitCode> {
    super::log_to_stderr("warn");
    match args.command {
        Command::Import {
            folder,
            open,
            setter,
            home,
        } => import(folder, open, setter.as_deref(), &home),
        Command::List { json, home } => list(json, &home),
        Command::Open { season, home } => change(&season, &home, "opened", |pool, id| {
            Ok(query(pool, |conn| {
                seasons::open_season(conn, id, Moment::now())
            })?)
        }),
        Command::Freeze { season, home } => change(&season, &home, "frozen", |pool, id| {
            Ok(store::blocking(pool, |conn| {
                seasons::freeze_season(conn, id, &Moment::now)
            })?)
        }),
    }
}

fn import(
    folder: PathBuf,
    open: bool,
    setter: Option<&str>,
    home: &HomeArgs,
) -> anyhow::Result<ExitCode> {
    let shown = folder.display().to_string();
    let content = season::read_season(&Folder::Disk(folder)).with_context(|| shown.clone())?;
    let home = Home::open(home)?;
    let pool = home.pool(2)?;
    let setter = match setter {
        Some(name) => Some(
            query(&pool, |conn| users::find_user(conn, name))?
                .with_context(|| format!("there is no user `{name}`"))?
                .id,
        ),
        None => None,
    };
    let runtime = home.runtime()?;
    let imported = store::blocking(&pool, |conn| {
        season::import(conn, &runtime, &content, setter, Moment::now())
    })
    .with_context(|| shown)?;
    let slug = &content.season.slug;
    say(&match imported {
        Imported::New(_) => format!("{slug}: imported with {} problems", content.problems.len()),
        Imported::Replaced(_) => format!(
            "{slug}: the draft is replaced, with {} problems",
            content.problems.len()
        ),
        Imported::Unchanged(_) => format!("{slug}: unchanged"),
    })?;
    if open
        && query(&pool, |conn| {
            seasons::open_season(conn, imported.id(), Moment::now())
        })?
    {
        say(&format!("{slug}: opened"))?;
    }
    Ok(ExitCode::SUCCESS)
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

/// Exit code 1 when the season's state does not allow it.
fn change(
    slug: &str,
    home: &HomeArgs,
    done: &str,
    f: impl FnOnce(&Pool, SeasonId) -> anyhow::Result<bool>,
) -> anyhow::Result<ExitCode> {
    let pool = Home::open(home)?.pool(1)?;
    let season = query(&pool, |conn| seasons::find_season(conn, slug))?
        .with_context(|| format!("there is no season `{slug}`"))?;
    if f(&pool, season.id)? {
        say(&format!("{slug}: {done}"))?;
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!("{slug} is {} and cannot be {done}", season.state);
    Ok(ExitCode::FAILURE)
}
