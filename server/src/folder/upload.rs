//! Packages from disk: a folder, or a zip or tar. What is in them is the judge's business.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use dojo_judge::package::{
    Files, MAX_ARCHIVE_BYTES, MAX_FILES, MAX_UNPACKED_BYTES, UnpackError, is_left_behind, path_of,
    unpack,
};

use crate::words::say;

/// Folders in folders that are looked into; a package needs three.
const MAX_DEPTH: usize = 6;

/// Why there is no package at a path.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It cannot be read.
    #[error("{}", say!("folder-unreadable", name = .path.display().to_string(), why = .source.to_string()))]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The archive, or a name or size in the folder, is not accepted.
    #[error(transparent)]
    Unpack(#[from] UnpackError),
}

/// Reads a package from a folder, a zip or a tar.
///
/// # Errors
/// When it cannot be read, or is more than a package can be.
pub fn read_package(path: &Path) -> Result<Files, ReadError> {
    let failed = |source| ReadError::Io {
        path: path.to_owned(),
        source,
    };
    if fs::metadata(path).map_err(failed)?.is_dir() {
        return read_folder(path);
    }
    let mut archive = Vec::new();
    // One byte more than may be unpacked is enough to refuse it.
    File::open(path)
        .and_then(|file| {
            file.take(MAX_ARCHIVE_BYTES as u64 + 1)
                .read_to_end(&mut archive)
        })
        .map_err(failed)?;
    Ok(unpack(&archive)?)
}

/// Reads a package from a folder, by the rules that hold for archives.
///
/// # Errors
/// As [`read_package`].
pub fn read_folder(folder: &Path) -> Result<Files, ReadError> {
    let mut files = Files::new();
    let mut room = MAX_UNPACKED_BYTES;
    collect(folder, "", MAX_DEPTH, &mut room, &mut files)?;
    Ok(files)
}

fn collect(
    folder: &Path,
    prefix: &str,
    depth: usize,
    room: &mut usize,
    files: &mut Files,
) -> Result<(), ReadError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source| ReadError::Io { path, source }
    };
    for entry in fs::read_dir(folder).map_err(failed(folder))? {
        let entry = entry.map_err(failed(folder))?;
        let name = entry.file_name();
        let path = path_of(format!("{prefix}{}", name.to_string_lossy()).as_bytes())?;
        if is_left_behind(&path) {
            continue;
        }
        let kind = entry.file_type().map_err(failed(&entry.path()))?;
        if kind.is_dir() && depth > 0 {
            collect(&entry.path(), &format!("{path}/"), depth - 1, room, files)?;
        } else if kind.is_file() {
            let mut bytes = Vec::new();
            File::open(entry.path())
                .and_then(|file| file.take(*room as u64 + 1).read_to_end(&mut bytes))
                .map_err(failed(&entry.path()))?;
            *room = room
                .checked_sub(bytes.len())
                .ok_or(UnpackError::TooMuchInside {
                    most: MAX_UNPACKED_BYTES,
                })?;
            files.insert(path, bytes);
        } else {
            let what = if kind.is_dir() {
                say!("folder-too-deep")
            } else {
                say!("folder-no-file-at-all")
            };
            return Err(UnpackError::Kind { path, what }.into());
        }
        if files.len() > MAX_FILES {
            return Err(UnpackError::TooManyFiles { most: MAX_FILES }.into());
        }
    }
    Ok(())
}
