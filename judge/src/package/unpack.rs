//! Opens an uploaded archive: zip, or tar as it is or compressed by gzip or zstd. Nothing touches
//! a disk, and nothing in the archive decides how much memory is taken: files are counted and
//! their bytes are counted while they are unpacked, whatever the headers claim.

use std::io::{Cursor, Read};

use super::Files;

/// Largest archive of a package that is opened.
pub const MAX_ARCHIVE_BYTES: usize = 2 << 20;

/// Bytes that all files of a package may have together.
pub const MAX_UNPACKED_BYTES: usize = 4 << 20;

/// Entries that the archive of a package may have, folders included.
pub const MAX_FILES: usize = 500;

/// How much is taken in: an archive's own size, and what it may unpack to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Bytes of the archive.
    pub archive_bytes: usize,
    /// Bytes of all files together.
    pub unpacked_bytes: usize,
    /// Entries, folders included.
    pub files: usize,
}

impl Room {
    /// For the package of one problem.
    pub const PACKAGE: Self = Self {
        archive_bytes: MAX_ARCHIVE_BYTES,
        unpacked_bytes: MAX_UNPACKED_BYTES,
        files: MAX_FILES,
    };

    /// For a season's folder with all its problems.
    pub const SEASON: Self = Self {
        archive_bytes: 8 << 20,
        unpacked_bytes: 32 << 20,
        files: 5000,
    };
}

/// Longest path.
pub const MAX_PATH_BYTES: usize = 200;

/// Room for the headers of a tar beside each of its files: one of the file, one of its long name,
/// and what fills their last blocks.
const TAR_HEADER_BYTES: usize = 4096;

/// Why an archive cannot be used.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnpackError {
    /// Another format, or damaged at the very beginning.
    #[error("no zip and no tar (plain, .gz or .zst)")]
    UnknownFormat,
    /// More bytes than are opened.
    #[error("the archive has {bytes} bytes, at most {most} are accepted")]
    TooLarge {
        /// Its size.
        bytes: usize,
        /// The largest that is opened.
        most: usize,
    },
    /// It unpacks to more than it may.
    #[error("the files have more than {most} bytes together")]
    TooMuchInside {
        /// What they may have.
        most: usize,
    },
    /// More entries than it may have.
    #[error("more than {most} files and folders")]
    TooManyFiles {
        /// What it may have.
        most: usize,
    },
    /// Cut off or damaged.
    #[error("the archive is damaged: {0}")]
    Damaged(String),
    /// A path that leads out of the package or cannot be a file's everywhere.
    #[error("the path {path:?} is not accepted: {why}")]
    Path {
        /// As it is in the archive, shortened.
        path: String,
        /// What is wrong with it.
        why: PathFault,
    },
    /// A link, a device or the like.
    #[error("{path:?} is {what}; only files and folders are accepted")]
    Kind {
        /// Its path.
        path: String,
        /// What it is.
        what: NoFile,
    },
    /// A path that is there twice.
    #[error("{path:?} is in the archive twice")]
    Twice {
        /// The path.
        path: String,
    },
    /// Nothing in it.
    #[error("there is no file in the archive")]
    Empty,
}

/// Why a path is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathFault {
    /// Longer than any path may be.
    #[error("it is longer than {MAX_PATH_BYTES} bytes")]
    TooLong,
    /// No text.
    #[error("it is not UTF-8")]
    NotUtf8,
    /// With a line end or the like in it.
    #[error("it has control characters")]
    ControlCharacters,
    /// With the separator of another system.
    #[error("names are separated by /, not by \\")]
    Backslash,
    /// From a root, or on a drive.
    #[error("it is not relative to the package")]
    NotRelative,
    /// Through `..`.
    #[error("it leads out of the package")]
    LeadsOut,
}

/// What is neither a file nor a folder that is looked into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoFile {
    /// A link to another file.
    #[error("a link")]
    Link,
    /// A device or a pipe.
    #[error("a device")]
    Device,
    /// Something else in an archive.
    #[error("of a kind of its own")]
    OfItsOwnKind,
    /// A folder in more folders than are looked into.
    #[error("a folder too deep in others")]
    TooDeep,
    /// Something else on a disk.
    #[error("a link or a device")]
    LinkOrDevice,
}

impl UnpackError {
    fn damaged(error: impl std::fmt::Display) -> Self {
        Self::Damaged(error.to_string())
    }
}

/// The files of a package's archive.
///
/// # Errors
/// As [`unpack_within`].
pub fn unpack(archive: &[u8]) -> Result<Files, UnpackError> {
    unpack_within(archive, &Room::PACKAGE)
}

/// The files of an archive. When all of them are in one folder, paths begin inside it. What
/// systems leave behind, such as `.DS_Store` and `__MACOSX`, is passed over.
///
/// # Errors
/// [`UnpackError`], for the first thing that is wrong.
pub fn unpack_within(archive: &[u8], room: &Room) -> Result<Files, UnpackError> {
    if archive.len() > room.archive_bytes {
        return Err(UnpackError::TooLarge {
            bytes: archive.len(),
            most: room.archive_bytes,
        });
    }
    let mut unpacked = Unpacked {
        room: *room,
        files: Files::new(),
        entries: 0,
        bytes: 0,
    };
    match archive {
        [b'P', b'K', 3 | 5, 4 | 6, ..] => unzip(archive, &mut unpacked)?,
        [0x1f, 0x8b, ..] => untar(flate2::read::MultiGzDecoder::new(archive), &mut unpacked)?,
        [0x28, 0xb5, 0x2f, 0xfd, ..] => {
            let decoder = zstd::Decoder::with_buffer(archive).map_err(UnpackError::damaged)?;
            untar(decoder, &mut unpacked)?;
        }
        _ if archive.get(257..262) == Some(b"ustar") => untar(archive, &mut unpacked)?,
        _ => return Err(UnpackError::UnknownFormat),
    }
    if unpacked.files.is_empty() {
        return Err(UnpackError::Empty);
    }
    Ok(without_common_folder(unpacked.files))
}

/// What has been unpacked so far.
struct Unpacked {
    room: Room,
    files: Files,
    entries: usize,
    bytes: usize,
}

impl Unpacked {
    fn count_entry(&mut self) -> Result<(), UnpackError> {
        self.entries += 1;
        self.check_count(self.entries)
    }

    fn check_count(&self, entries: usize) -> Result<(), UnpackError> {
        let most = self.room.files;
        if entries > most {
            return Err(UnpackError::TooManyFiles { most });
        }
        Ok(())
    }

    /// Reads a file to its end, but never more than is allowed for all of them.
    fn add(&mut self, path: String, content: impl Read) -> Result<(), UnpackError> {
        let most = self.room.unpacked_bytes;
        let room = most - self.bytes;
        let mut bytes = Vec::new();
        content
            .take(room as u64 + 1)
            .read_to_end(&mut bytes)
            .map_err(UnpackError::damaged)?;
        if bytes.len() > room {
            return Err(UnpackError::TooMuchInside { most });
        }
        self.bytes += bytes.len();
        if is_left_behind(&path) {
            return Ok(());
        }
        if self.files.contains_key(&path) {
            return Err(UnpackError::Twice { path });
        }
        self.files.insert(path, bytes);
        Ok(())
    }
}

fn unzip(archive: &[u8], unpacked: &mut Unpacked) -> Result<(), UnpackError> {
    let mut zip = zip::ZipArchive::new(Cursor::new(archive)).map_err(UnpackError::damaged)?;
    unpacked.check_count(zip.len())?;
    if zip.has_duplicate_names() {
        return Err(UnpackError::Damaged(
            "two entries have the same name".to_owned(),
        ));
    }
    for index in 0..zip.len() {
        let file = zip.by_index(index).map_err(UnpackError::damaged)?;
        unpacked.count_entry()?;
        let path = path_of(file.name_raw())?;
        if file.is_symlink() {
            return Err(UnpackError::Kind {
                path,
                what: NoFile::Link,
            });
        }
        if !file.is_dir() {
            unpacked.add(path, file)?;
        }
    }
    Ok(())
}

fn untar(content: impl Read, unpacked: &mut Unpacked) -> Result<(), UnpackError> {
    use tar::EntryType;

    // Long names are headers too, which the tar reader takes in whole.
    let Room {
        unpacked_bytes,
        files,
        ..
    } = unpacked.room;
    let bounded = content.take((unpacked_bytes + files * TAR_HEADER_BYTES) as u64);
    let mut tar = tar::Archive::new(bounded);
    for entry in tar.entries().map_err(UnpackError::damaged)? {
        let entry = entry.map_err(UnpackError::damaged)?;
        unpacked.count_entry()?;
        let kind = entry.header().entry_type();
        if kind == EntryType::XGlobalHeader {
            continue;
        }
        let path = path_of(&entry.path_bytes())?;
        let what = match kind {
            EntryType::Regular | EntryType::Continuous => {
                unpacked.add(path, entry)?;
                continue;
            }
            EntryType::Directory => continue,
            EntryType::Link | EntryType::Symlink => NoFile::Link,
            EntryType::Char | EntryType::Block | EntryType::Fifo => NoFile::Device,
            _ => NoFile::OfItsOwnKind,
        };
        return Err(UnpackError::Kind { path, what });
    }
    Ok(())
}

/// A path of an archive with `/` between the names, none of them `.` or empty.
///
/// # Errors
/// [`UnpackError::Path`] for one that leads out of the package, or that some system cannot have.
pub fn path_of(raw: &[u8]) -> Result<String, UnpackError> {
    let refuse = |why| {
        let mut path = String::from_utf8_lossy(raw).into_owned();
        if let Some((end, _)) = path.char_indices().nth(60) {
            path.truncate(end);
            path.push('…');
        }
        Err(UnpackError::Path { path, why })
    };
    if raw.len() > MAX_PATH_BYTES {
        return refuse(PathFault::TooLong);
    }
    let Ok(text) = std::str::from_utf8(raw) else {
        return refuse(PathFault::NotUtf8);
    };
    if text.chars().any(char::is_control) {
        return refuse(PathFault::ControlCharacters);
    }
    if text.contains('\\') {
        return refuse(PathFault::Backslash);
    }
    if text.starts_with('/') || text.contains(':') {
        return refuse(PathFault::NotRelative);
    }
    let names: Vec<&str> = text
        .split('/')
        .filter(|name| !matches!(*name, "" | "."))
        .collect();
    if names.contains(&"..") {
        return refuse(PathFault::LeadsOut);
    }
    Ok(names.join("/"))
}

/// Whether a path is what operating systems, editors and Python leave in folders. It is no part of
/// a package and no mistake either.
pub fn is_left_behind(path: &str) -> bool {
    path.split('/')
        .any(|name| name.starts_with('.') || matches!(name, "__MACOSX" | "__pycache__" | ""))
}

fn without_common_folder(files: Files) -> Files {
    let mut folders = files.keys().map(|path| path.split_once('/'));
    let Some(Some((folder, _))) = folders.next() else {
        return files;
    };
    let shared = folders.all(|other| other.is_some_and(|(other, _)| other == folder));
    // A package that has only examples is not wrapped in a folder called `examples`.
    if !shared || folder == super::EXAMPLES {
        return files;
    }
    let prefix = folder.len() + 1;
    files
        .into_iter()
        .map(|(path, bytes)| (path[prefix..].to_owned(), bytes))
        .collect()
}
