//! `dojo season create` and `dojo season import`: how a season comes into the database.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use dojo_judge::sequence::ScoringVersion;

use crate::cli::data_folder::{DataFolder, DataFolderArgs, query, say};
use crate::folder::Folder;
use crate::pages::text;
use crate::season::audit::note_import;
use crate::season::lifecycle::{self, Actor, Dates};
use crate::season::{self, Checked, Imported, SeasonContent};
use crate::store::audit::By;
use crate::store::{self, Moment, SeasonState, seasons, users};
use crate::words;

/// Options of `dojo season create`.
#[derive(Debug, clap::Args)]
pub(super) struct CreateArgs {
    /// Part of its address: a-z, 0-9 and hyphens.
    slug: String,
    /// Title.
    #[arg(long)]
    title: String,
    /// What it is about, in one or two sentences.
    #[arg(long)]
    summary: String,
    /// Scoring version; by default the newest.
    #[arg(long)]
    scoring: Option<ScoringVersion>,
    #[command(flatten)]
    home: DataFolderArgs,
}

/// Makes a draft without problems, with the parameters that a folder without any would have.
pub(super) fn create(args: &CreateArgs) -> anyhow::Result<ExitCode> {
    let season = season::new_season(&args.slug, &args.title, &args.summary, args.scoring)?;
    let home = DataFolder::open(&args.home)?;
    let pool = home.pool(1)?;
    let known = query(&pool, |conn| seasons::find_season(conn, &args.slug))?;
    if known.is_some() {
        eprintln!("there is a season `{}` already", args.slug);
        return Ok(ExitCode::FAILURE);
    }
    let runtime = home.runtime()?;
    let content = SeasonContent {
        season,
        problems: Vec::new(),
    };
    let (by, now) = (By::terminal(), Moment::now());
    store::blocking(&pool, |conn| {
        note_import(conn, &content.season.slug, &by, now, |conn| {
            season::import(conn, &runtime, &content, None, now)
        })
    })?;
    say(&format!("{}: a draft without problems", args.slug))?;
    Ok(ExitCode::SUCCESS)
}

pub(super) fn import(
    folder: PathBuf,
    open: bool,
    setter: Option<&str>,
    home: &DataFolderArgs,
) -> anyhow::Result<ExitCode> {
    let shown = folder.display().to_string();
    let folder = Folder::Disk(folder);
    let content = season::read_season(&folder).with_context(|| shown.clone())?;
    let home = DataFolder::open_or_make(home)?;
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
    season::validate_problems(&folder, &content, &runtime).with_context(|| shown.clone())?;
    let (by, now) = (By::terminal(), Moment::now());
    let imported = store::blocking(&pool, |conn| {
        note_import(conn, &content.season.slug, &by, now, |conn| {
            season::import(conn, &runtime, &content, setter, now)
        })
    })
    .with_context(|| shown)?;
    for name in season::passed_over(&folder)? {
        eprintln!("{}", words::say!("import-passed-over", name = name));
    }
    let slug = &content.season.slug;
    let problems = text::count(&content.problems.len().to_string(), "problem");
    say(&match imported {
        Imported::New(_) => format!("{slug}: imported with {problems}"),
        Imported::Replaced(_) => format!("{slug}: the draft is replaced, with {problems}"),
        Imported::Versions(_) => {
            format!("{slug}: new versions of withdrawn problems are committed")
        }
        Imported::Unchanged(_) => format!("{slug}: unchanged"),
    })?;
    let closed = matches!(
        query(&pool, |conn| seasons::load_season(conn, imported.id()))?.state,
        SeasonState::Draft | SeasonState::Scheduled
    );
    if open && closed {
        store::blocking(&pool, |conn| {
            let (id, by_hand) = (imported.id(), Dates::BY_HAND);
            let season = seasons::load_season(conn, id)?;
            let checked = Checked::load(conn, &season, Some(&runtime))?;
            lifecycle::open_at_once(conn, id, by_hand, &checked, &Actor::Terminal, Moment::now())
        })?;
        say(&format!("{slug}: opened"))?;
    }
    Ok(ExitCode::SUCCESS)
}
