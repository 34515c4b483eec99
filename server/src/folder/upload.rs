//! Packages from disk: a folder, or a zip or tar. What is in them is the judge's business.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use dojo_judge::package::{
    Files, MAX_ARCHIVE_BYTES, MAX_FILES, MAX_PATH_BYTES, MAX_UNPACKED_BYTES, NoFile, PathFault,
    UnpackError, check_distinct, is_left_behind, path_of, unpack, without_outer_folders,
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
    #[error("{}", refusal(.0))]
    Unpack(#[from] UnpackError),
}

/// Why an archive, or a name or size in a folder, is not accepted.
pub fn refusal(error: &UnpackError) -> String {
    match error {
        UnpackError::UnknownFormat => say!("unpack-format").to_owned(),
        UnpackError::OtherFormat(name) => say!("unpack-other-format", name = name),
        UnpackError::TooLarge { bytes, most } => {
            say!("unpack-large", n = bytes.to_string(), of = most.to_string())
        }
        UnpackError::TooMuchInside { most } => say!("unpack-much-inside", n = most.to_string()),
        UnpackError::TooManyFiles { most } => say!("unpack-many-files", n = most.to_string()),
        UnpackError::Damaged(why) => say!("unpack-damaged", why = why),
        UnpackError::CutOff => say!("unpack-cut-off").to_owned(),
        UnpackError::Password { path } => say!("unpack-password", name = format!("{path:?}")),
        UnpackError::Compression { path, method } => say!(
            "unpack-compression",
            name = format!("{path:?}"),
            what = method
        ),
        UnpackError::Alike { path, other } => say!(
            "unpack-alike",
            name = format!("{path:?}"),
            of = format!("{other:?}")
        ),
        UnpackError::Path { path, why } => {
            let why = match why {
                PathFault::TooLong => say!("unpack-path-long", n = MAX_PATH_BYTES),
                PathFault::NotUtf8 => say!("unpack-path-not-utf8").to_owned(),
                PathFault::ControlCharacters => say!("unpack-path-control").to_owned(),
                PathFault::Backslash => say!("unpack-path-backslash").to_owned(),
                PathFault::NotRelative => say!("unpack-path-not-relative").to_owned(),
                PathFault::LeadsOut => say!("unpack-path-leads-out").to_owned(),
            };
            say!("unpack-path", name = format!("{path:?}"), why = why)
        }
        UnpackError::Kind { path, what } => {
            let what = match what {
                NoFile::Link => say!("unpack-link"),
                NoFile::Device => say!("unpack-device"),
                NoFile::OfItsOwnKind => say!("unpack-own-kind"),
                NoFile::TooDeep => say!("unpack-too-deep"),
                NoFile::LinkOrDevice => say!("unpack-link-or-device"),
            };
            say!("unpack-kind", name = format!("{path:?}"), what = what)
        }
        UnpackError::Twice { path } => say!("unpack-twice", name = format!("{path:?}")),
        UnpackError::Empty => say!("unpack-empty").to_owned(),
    }
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
        return Ok(without_outer_folders(read_folder(path)?));
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
    check_distinct(&files)?;
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
                NoFile::TooDeep
            } else {
                NoFile::LinkOrDevice
            };
            return Err(UnpackError::Kind { path, what }.into());
        }
        if files.len() > MAX_FILES {
            return Err(UnpackError::TooManyFiles { most: MAX_FILES }.into());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_is_refused_in_the_words_of_the_judge() {
        let path = "a\"b".to_owned();
        let faults = [
            PathFault::TooLong,
            PathFault::NotUtf8,
            PathFault::ControlCharacters,
            PathFault::Backslash,
            PathFault::NotRelative,
            PathFault::LeadsOut,
        ]
        .map(|why| UnpackError::Path {
            path: path.clone(),
            why,
        });
        let kinds = [
            NoFile::Link,
            NoFile::Device,
            NoFile::OfItsOwnKind,
            NoFile::TooDeep,
            NoFile::LinkOrDevice,
        ]
        .map(|what| UnpackError::Kind {
            path: path.clone(),
            what,
        });
        let others = [
            UnpackError::UnknownFormat,
            UnpackError::OtherFormat("7z"),
            UnpackError::TooLarge {
                bytes: 12_345,
                most: 1_234,
            },
            UnpackError::TooMuchInside { most: 1_234 },
            UnpackError::TooManyFiles { most: 1_234 },
            UnpackError::Damaged("cut off".to_owned()),
            UnpackError::CutOff,
            UnpackError::Password { path: path.clone() },
            UnpackError::Compression {
                path: path.clone(),
                method: "Bzip2".to_owned(),
            },
            UnpackError::Alike {
                path: path.clone(),
                other: path.clone(),
            },
            UnpackError::Twice { path: path.clone() },
            UnpackError::Empty,
        ];
        for error in faults.iter().chain(&kinds).chain(&others) {
            assert_eq!(refusal(error), error.to_string());
        }
    }
}
