//! `dojo backup` and `dojo restore`: everything in the database as a file, and back.

use std::fs::File;
use std::io::{BufReader, Seek as _};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;

use super::data_folder::{DataFolder, DataFolderArgs, say};
use crate::store::backup::{self, BackupError, Summary};
use crate::store::{self, Moment};
use crate::whole_file::{WholeFile, folder_of};

/// Options of `dojo backup`.
#[derive(Debug, clap::Args)]
pub(super) struct BackupArgs {
    /// The file to write; there must be none yet. It holds hidden terms and the hashes of passwords.
    file: PathBuf,
    #[command(flatten)]
    home: DataFolderArgs,
}

/// Options of `dojo restore`.
#[derive(Debug, clap::Args)]
pub(super) struct RestoreArgs {
    /// The backup.
    file: PathBuf,
    /// Only check that the file is a whole backup.
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    home: DataFolderArgs,
}

/// The file is written without a name, read back and only then put in its place: what has the name is whole.
pub(super) fn backup(args: &BackupArgs) -> anyhow::Result<ExitCode> {
    let shown = args.file.display();
    anyhow::ensure!(!args.file.exists(), "there is a file {shown} already");
    let home = DataFolder::open_to_read(&args.home)?;
    let folder = folder_of(&args.file);
    let (pool, _copy) = home.pool_to_read(folder)?;
    let whole = WholeFile::begin(folder).with_context(|| format!("cannot write {shown}"))?;
    let mut file = whole.file();
    let written = store::blocking(&pool, |conn| backup::write(conn, file, Moment::now()))?;
    file.rewind()?;
    let read = backup::verify(BufReader::new(file))?;
    anyhow::ensure!(
        read == written,
        "the file {shown} does not read back as it was written"
    );
    whole
        .put(&args.file)
        .with_context(|| format!("cannot write {shown}"))?;
    say(&format!("{shown}: {}", told(&written)))?;
    Ok(ExitCode::SUCCESS)
}

pub(super) fn restore(args: &RestoreArgs) -> anyhow::Result<ExitCode> {
    let shown = args.file.display();
    let open = || {
        let file = File::open(&args.file).with_context(|| format!("cannot read {shown}"))?;
        anyhow::Ok(BufReader::new(file))
    };
    // Before anything is made: a file that is cut off leaves no half-made database behind.
    let summary = match backup::verify(open()?) {
        Ok(summary) => summary,
        Err(error @ (BackupError::Broken(_) | BackupError::Io(_))) => {
            eprintln!("{shown}: {error}");
            return Ok(ExitCode::FAILURE);
        }
        Err(error) => return Err(error.into()),
    };
    if args.check {
        say(&format!("{shown}: whole, {}", told(&summary)))?;
        return Ok(ExitCode::SUCCESS);
    }
    let home = DataFolder::open_or_make(&args.home)?;
    let pool = home.pool_as_it_is()?;
    let _lock = home.lock()?;
    let file = open()?;
    let stored = store::blocking_write(&pool, |conn| backup::restore(conn, file))?;
    say(&format!("{}: restored, {}", home.url, told(&stored)))?;
    say(
        "What was accepted after the backup is not in it. `dojo season check-receipts` tells which receipts \
         of contestants this database does not know.",
    )?;
    Ok(ExitCode::SUCCESS)
}

fn told(summary: &Summary) -> String {
    let rows = |table| summary.rows.get(table).copied().unwrap_or(0);
    format!(
        "{} people, {} seasons, {} submissions, sha256 {}",
        rows("users"),
        rows("seasons"),
        rows("submissions"),
        summary.sha256
    )
}
