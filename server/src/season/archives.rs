//! Archives of seasons as files: each state of a season's record is archived once and then only read.
//!
//! The record is determined by the log, so the hash of the last log entry names the file. It gets its
//! name when it is complete; the season's older archive is removed.

use std::fs;
use std::io::{self, BufWriter, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use dojo_judge::digest::Digest;
use dojo_judge::record::archive::{self, WriteError};

use super::lifecycle::ChangeError;
use super::record::load_record;
use crate::store::seasons::{self, Season};
use crate::store::{self, AnyConnection, SeasonId, StoreError, log};
use crate::whole_file::WholeFile;

/// Why there is no archive.
#[derive(Debug, thiserror::Error)]
pub enum MakeError {
    /// It is too early, or the database failed.
    #[error(transparent)]
    Change(#[from] ChangeError),
    /// The record is inconsistent.
    #[error("the archive cannot be made: {0}")]
    Write(#[from] WriteError),
    /// The folder cannot be used.
    #[error("cannot write in {folder}: {source}")]
    Io {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl From<diesel::result::Error> for MakeError {
    fn from(error: diesel::result::Error) -> Self {
        Self::Change(error.into())
    }
}

impl From<StoreError> for MakeError {
    fn from(error: StoreError) -> Self {
        Self::Change(error.into())
    }
}

/// An archive on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveFile {
    /// Where it is.
    pub path: PathBuf,
    /// Hash of the last log entry in it.
    pub log_head: Digest,
}

/// The folder of archives.
pub struct Archives {
    folder: PathBuf,
    /// Only one archive is made at a time; others who wait find it made.
    making: Mutex<()>,
}

impl Archives {
    /// The archives below a data folder.
    pub fn new(data: &Path) -> Self {
        Self {
            folder: data.join("archives"),
            making: Mutex::new(()),
        }
    }

    /// The archive of a season in its current state.
    ///
    /// # Errors
    /// When the season is not revealed, and when the archive cannot be made.
    pub fn load(
        &self,
        conn: &mut AnyConnection,
        season: SeasonId,
    ) -> Result<ArchiveFile, MakeError> {
        if let Some(made) = store::read(conn, |conn| self.find(conn, season))? {
            return Ok(made);
        }
        let _turn = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        store::read(conn, |conn| match self.find(conn, season)? {
            Some(made) => Ok(made),
            None => self.make(conn, season),
        })
    }

    fn find(
        &self,
        conn: &mut AnyConnection,
        season: SeasonId,
    ) -> Result<Option<ArchiveFile>, MakeError> {
        let season = seasons::load_season(conn, season)?;
        let file = self.name(conn, &season)?;
        Ok(file.path.exists().then_some(file))
    }

    /// The name of a season's archive in its current state.
    fn name(&self, conn: &mut AnyConnection, season: &Season) -> Result<ArchiveFile, MakeError> {
        let head = log::find_head(conn, season.id)?;
        let log_head = head.map_or(Digest([0; 32]), |head| head.hash);
        let key = Digest::of(format!("{}\n{log_head}", archive::FORMAT));
        Ok(ArchiveFile {
            path: self.folder.join(format!("{}-{key}.tar.zst", season.slug)),
            log_head,
        })
    }

    fn make(&self, conn: &mut AnyConnection, season: SeasonId) -> Result<ArchiveFile, MakeError> {
        let season = seasons::load_season(conn, season)?;
        let record = load_record(conn, &season)?;
        let file = self.name(conn, &season)?;
        let io = |source| MakeError::Io {
            folder: self.folder.clone(),
            source,
        };
        fs::create_dir_all(&self.folder).map_err(io)?;
        let whole = WholeFile::begin(&self.folder).map_err(io)?;
        let mut out = BufWriter::new(whole.file());
        archive::write(&record, &mut out)?;
        out.flush().map_err(io)?;
        drop(out);
        match whole.put(&file.path) {
            // Another process was faster; its archive is the same.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            put => put.map_err(io)?,
        }
        self.remove_others(&season.slug, &file.path);
        Ok(file)
    }

    /// Files that remain only cost disk space.
    fn remove_others(&self, slug: &str, keep: &Path) {
        let is_older = |path: &Path| {
            let name = path.file_name().and_then(|name| name.to_str());
            let key = name
                .and_then(|name| name.strip_prefix(slug)?.strip_prefix('-'))
                .and_then(|rest| rest.strip_suffix(".tar.zst"));
            path != keep && key.is_some_and(|key| key.parse::<Digest>().is_ok())
        };
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        for path in entries
            .map(|entry| entry.path())
            .filter(|path| is_older(path))
        {
            if let Err(error) = fs::remove_file(&path) {
                tracing::warn!(path = %path.display(), %error, "an old archive is left over");
            }
        }
    }
}
