//! Unpacks an uploaded archive: zip, or tar that is uncompressed or compressed by gzip or zstd. Nothing is written to
//! disk, and the archive's headers never decide how much memory is used: files and bytes are counted while they are
//! unpacked.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Cursor, ErrorKind, Read};

use icu_normalizer::ComposingNormalizerBorrowed;
use zip::CompressionMethod;
use zip::result::ZipError;

use super::Files;

/// The most bytes of a package's archive.
pub const MAX_ARCHIVE_BYTES: usize = 2 << 20;

/// The most bytes of all files of a package together.
pub const MAX_UNPACKED_BYTES: usize = 4 << 20;

/// The most entries of a package's archive, including folders.
pub const MAX_FILES: usize = 500;

/// How large an archive may be, and what it may unpack to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// The most bytes of the archive.
    pub archive_bytes: usize,
    /// The most bytes of all files together.
    pub unpacked_bytes: usize,
    /// The most entries, including folders.
    pub files: usize,
}

impl Room {
    /// The limits for the package of one problem.
    pub const PACKAGE: Self = Self {
        archive_bytes: MAX_ARCHIVE_BYTES,
        unpacked_bytes: MAX_UNPACKED_BYTES,
        files: MAX_FILES,
    };

    /// The limits for a season's folder with all its problems.
    pub const SEASON: Self = Self {
        archive_bytes: 8 << 20,
        unpacked_bytes: 32 << 20,
        files: 5000,
    };
}

/// The most bytes of a path.
pub const MAX_PATH_BYTES: usize = 200;

/// At most this many folders around a package are removed.
const MAX_OUTER_FOLDERS: usize = 3;

/// How many times the unpacked limit is read of a tar in total, including skipped files. Skipped content such as the
/// history of a git checkout hardly shrinks when it is packed.
const PASSED_OVER: usize = 4;

/// Room for the tar headers of each file: one for the file, one for its long name, and the padding of their last
/// blocks.
const TAR_HEADER_BYTES: usize = 4096;

/// A tar consists of blocks of this size.
const TAR_BLOCK_BYTES: usize = 512;

/// Why an archive cannot be used.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnpackError {
    /// Another format, or damaged at the very beginning.
    #[error("no zip and no tar (plain, .gz or .zst)")]
    UnknownFormat,
    /// A format that is known by its beginning, and not read.
    #[error("a {0} archive is not read; pack the folder as .zip or .tar.gz")]
    OtherFormat(&'static str),
    /// The archive is larger than the limit.
    #[error("the archive has {bytes} bytes, at most {most} are accepted")]
    TooLarge {
        /// Its size.
        bytes: usize,
        /// The limit.
        most: usize,
    },
    /// It unpacks to more than the limit.
    #[error("the files have more than {most} bytes together")]
    TooMuchInside {
        /// The limit.
        most: usize,
    },
    /// It has more entries than the limit.
    #[error("more than {most} files and folders")]
    TooManyFiles {
        /// The limit.
        most: usize,
    },
    /// Damaged in another way.
    #[error("the archive is damaged: {0}")]
    Damaged(String),
    /// Its end is missing.
    #[error("the archive is cut off: its end is missing; send it again")]
    CutOff,
    /// Encrypted.
    #[error("{path:?} needs a password; pack the folder again without one")]
    Password {
        /// The first such file.
        path: String,
    },
    /// A file compressed by an unsupported method.
    #[error(
        "{path:?} is packed by {method}; pack the folder again by Deflate, as every system does, or as .tar.gz"
    )]
    Compression {
        /// The first such file.
        path: String,
        /// The method's name.
        method: String,
    },
    /// A path that leads out of the package, or is not a valid file name on every system.
    #[error("the path {path:?} is not accepted: {why}")]
    Path {
        /// As it is in the archive, shortened.
        path: String,
        /// What is wrong with it.
        why: PathFault,
    },
    /// A link, a device or something similar.
    #[error("{path:?} is {what}; only files and folders are accepted")]
    Kind {
        /// Its path.
        path: String,
        /// What it is.
        what: NoFile,
    },
    /// A path that occurs twice.
    #[error("{path:?} is in the archive twice")]
    Twice {
        /// The path.
        path: String,
    },
    /// Two paths that are the same on other systems.
    #[error(
        "{path:?} and {other:?} differ only in case or in how accents are written; on a Mac or Windows one replaces \
         the other"
    )]
    Alike {
        /// The first path.
        path: String,
        /// The other.
        other: String,
    },
    /// It is empty.
    #[error("there is no file in the archive")]
    Empty,
}

/// Why a path is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathFault {
    /// Longer than any path may be.
    #[error("it is longer than {MAX_PATH_BYTES} bytes")]
    TooLong,
    /// Not a text.
    #[error("it is not UTF-8")]
    NotUtf8,
    /// It contains a line end or another control character.
    #[error("it has control characters")]
    ControlCharacters,
    /// It contains the separator of another system.
    #[error("names are separated by /, not by \\")]
    Backslash,
    /// It starts at a root or on a drive.
    #[error("it is not relative to the package")]
    NotRelative,
    /// It leads through `..`.
    #[error("it leads out of the package")]
    LeadsOut,
}

/// An entry that is neither a file nor a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoFile {
    /// A link to another file.
    #[error("a link")]
    Link,
    /// A device or a pipe.
    #[error("a device")]
    Device,
    /// Another kind of entry in an archive.
    #[error("of a kind of its own")]
    OfItsOwnKind,
    /// A folder that is nested too deeply.
    #[error("a folder too deep in others")]
    TooDeep,
    /// Another kind of entry on a disk.
    #[error("a link or a device")]
    LinkOrDevice,
}

impl UnpackError {
    fn damaged(error: impl std::fmt::Display) -> Self {
        Self::Damaged(error.to_string())
    }

    fn reading(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::UnexpectedEof => Self::CutOff,
            _ => Self::damaged(error),
        }
    }

    fn zip(error: ZipError) -> Self {
        match error {
            ZipError::Io(error) => Self::reading(error),
            error => Self::damaged(error),
        }
    }
}

/// The files of a package's archive.
///
/// # Errors
/// Like [`unpack_within`].
pub fn unpack(archive: &[u8]) -> Result<Files, UnpackError> {
    unpack_within(archive, &Room::PACKAGE)
}

/// The files of an archive, or of the only archive inside it. If all files are in one folder, paths start inside it.
/// Files that systems leave behind, such as `.DS_Store` and `.git`, are skipped.
///
/// # Errors
/// [`UnpackError`], for the first mistake.
pub fn unpack_within(archive: &[u8], room: &Room) -> Result<Files, UnpackError> {
    let files = open(archive, room)?;
    let inner = files
        .values()
        .next()
        .filter(|inner| files.len() == 1 && Format::of(inner).is_some());
    let files = match inner {
        Some(inner) => open(inner, room)?,
        None => files,
    };
    check_distinct(&files)?;
    Ok(without_outer_folders(files))
}

/// The format of an archive.
enum Format {
    Zip,
    Gzip,
    Zstd,
    Tar,
}

impl Format {
    fn of(archive: &[u8]) -> Option<Self> {
        match archive {
            [b'P', b'K', 3 | 5, 4 | 6, ..] => Some(Self::Zip),
            [0x1f, 0x8b, ..] => Some(Self::Gzip),
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(Self::Zstd),
            _ if archive.get(257..262) == Some(b"ustar") => Some(Self::Tar),
            _ => None,
        }
    }
}

/// How archives and compressed files begin that are not read.
const OTHER_FORMATS: [(&[u8], &str); 6] = [
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"Rar!\x1a\x07", "RAR"),
    (b"\xfd7zXZ\0", ".xz"),
    (b"BZh", ".bz2"),
    (b"LZIP", ".lz"),
    (b"\x04\x22\x4d\x18", ".lz4"),
];

fn unread(archive: &[u8]) -> UnpackError {
    let known = OTHER_FORMATS
        .iter()
        .find(|(beginning, _)| archive.starts_with(beginning));
    known.map_or(UnpackError::UnknownFormat, |(_, name)| {
        UnpackError::OtherFormat(name)
    })
}

fn open(archive: &[u8], room: &Room) -> Result<Files, UnpackError> {
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
    match Format::of(archive).ok_or_else(|| unread(archive))? {
        Format::Zip => unzip(archive, &mut unpacked)?,
        Format::Gzip => untar(flate2::read::MultiGzDecoder::new(archive), &mut unpacked)?,
        Format::Zstd => {
            let decoder = zstd::Decoder::with_buffer(archive).map_err(UnpackError::reading)?;
            untar(decoder, &mut unpacked)?;
        }
        Format::Tar if !archive.len().is_multiple_of(TAR_BLOCK_BYTES) => {
            return Err(UnpackError::CutOff);
        }
        Format::Tar => untar(archive, &mut unpacked)?,
    }
    if unpacked.files.is_empty() {
        return Err(UnpackError::Empty);
    }
    Ok(unpacked.files)
}

/// The files that were unpacked so far.
struct Unpacked {
    room: Room,
    files: Files,
    entries: usize,
    bytes: usize,
}

impl Unpacked {
    fn count_entry(&mut self) -> Result<(), UnpackError> {
        self.entries += 1;
        let most = self.room.files;
        if self.entries > most {
            return Err(UnpackError::TooManyFiles { most });
        }
        Ok(())
    }

    /// Reads a file to its end, within the limit for all files together. Returns its length.
    fn add(&mut self, path: String, content: impl Read) -> Result<u64, UnpackError> {
        let most = self.room.unpacked_bytes;
        let room = most - self.bytes;
        let mut bytes = Vec::new();
        content
            .take(room as u64 + 1)
            .read_to_end(&mut bytes)
            .map_err(UnpackError::reading)?;
        if bytes.len() > room {
            return Err(UnpackError::TooMuchInside { most });
        }
        self.bytes += bytes.len();
        if self.files.contains_key(&path) {
            return Err(UnpackError::Twice { path });
        }
        let length = bytes.len() as u64;
        self.files.insert(path, bytes);
        Ok(length)
    }
}

fn unzip(archive: &[u8], unpacked: &mut Unpacked) -> Result<(), UnpackError> {
    if !archive.windows(4).any(|bytes| bytes == ZIP_END) {
        return Err(UnpackError::CutOff);
    }
    let mut zip = zip::ZipArchive::new(Cursor::new(archive)).map_err(UnpackError::zip)?;
    if zip.has_duplicate_names() {
        let start = usize::try_from(zip.central_directory_start()).unwrap_or(usize::MAX);
        return Err(match name_twice(archive, start) {
            Some(path) => UnpackError::Twice { path },
            None => UnpackError::damaged("two entries have the same name"),
        });
    }
    for index in 0..zip.len() {
        let file = zip.by_index_raw(index).map_err(UnpackError::zip)?;
        // Some Windows programs write their own path separator.
        let mut name = file.name_raw().to_vec();
        for byte in &mut name {
            if *byte == b'\\' {
                *byte = b'/';
            }
        }
        let path = path_of(&name)?;
        if is_left_behind(&path) {
            continue;
        }
        unpacked.count_entry()?;
        if file.is_symlink() {
            let what = NoFile::Link;
            return Err(UnpackError::Kind { path, what });
        }
        if file.is_dir() {
            continue;
        }
        if file.encrypted() {
            return Err(UnpackError::Password { path });
        }
        let method = file.compression();
        if !matches!(
            method,
            CompressionMethod::Stored | CompressionMethod::Deflated
        ) {
            let method = method.to_string();
            return Err(UnpackError::Compression { path, method });
        }
        drop(file);
        let file = zip.by_index(index).map_err(UnpackError::zip)?;
        unpacked.add(path, file)?;
    }
    Ok(())
}

/// The signature of the last record of a zip.
const ZIP_END: &[u8] = b"PK\x05\x06";

/// Of an entry in a zip's directory: its signature, its length before the name, and where the lengths of its name,
/// extra fields and comment are.
const ZIP_ENTRY: (&[u8], usize, [usize; 3]) = (b"PK\x01\x02", 46, [28, 30, 32]);

/// The first name that occurs twice in the directory of a zip; the zip reader keeps only the last one.
fn name_twice(archive: &[u8], start: usize) -> Option<String> {
    let (signature, fixed, lengths) = ZIP_ENTRY;
    let mut names = BTreeSet::new();
    let mut rest = archive.get(start..)?;
    while rest.starts_with(signature) {
        let [name, extra, comment] = lengths.map(|at| {
            let bytes = rest.get(at..at + 2).and_then(|it| it.try_into().ok());
            usize::from(u16::from_le_bytes(bytes.unwrap_or_default()))
        });
        let bytes = rest.get(fixed..fixed + name)?;
        if !names.insert(bytes) {
            return Some(String::from_utf8_lossy(bytes).into_owned());
        }
        rest = rest.get(fixed + name + extra + comment..)?;
    }
    None
}

fn untar(content: impl Read, unpacked: &mut Unpacked) -> Result<(), UnpackError> {
    // Long names are headers too, and the tar reader reads them whole.
    let Room {
        archive_bytes,
        unpacked_bytes: most,
        files,
    } = unpacked.room;
    let bounded = most + files * TAR_HEADER_BYTES + PASSED_OVER * archive_bytes;
    let mut tar = tar::Archive::new(content.take(bounded as u64));
    let done = untar_entries(&mut tar, unpacked);
    let is_full = tar.into_inner().limit() == 0;
    match done {
        Err(UnpackError::CutOff | UnpackError::Damaged(_)) if is_full => {
            Err(UnpackError::TooMuchInside { most })
        }
        done => done,
    }
}

fn untar_entries<R: Read>(
    tar: &mut tar::Archive<R>,
    unpacked: &mut Unpacked,
) -> Result<(), UnpackError> {
    use tar::EntryType;

    for entry in tar.entries().map_err(UnpackError::reading)? {
        let entry = entry.map_err(UnpackError::reading)?;
        let kind = entry.header().entry_type();
        if kind == EntryType::XGlobalHeader {
            continue;
        }
        let path = path_of(&entry.path_bytes())?;
        if is_left_behind(&path) {
            continue;
        }
        unpacked.count_entry()?;
        let what = match kind {
            EntryType::Regular | EntryType::Continuous => {
                let size = entry.size();
                if unpacked.add(path, entry)? < size {
                    return Err(UnpackError::CutOff);
                }
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

/// A path of an archive with `/` between the names; no name is `.` or empty.
///
/// # Errors
/// [`UnpackError::Path`] for one that leads out of the package, or that some system does not allow.
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

/// Whether operating systems, editors or Python leave this path in folders. Such a file is not part of a package and
/// not a mistake either.
pub fn is_left_behind(path: &str) -> bool {
    path.split('/').any(|name| {
        let names = ["__MACOSX", "__pycache__", "Thumbs.db", "desktop.ini", ""];
        name.starts_with('.') || names.contains(&name)
    })
}

/// Checks that no two paths are the same on systems that ignore case or normalise accents.
///
/// # Errors
/// [`UnpackError::Alike`].
pub fn check_distinct(files: &Files) -> Result<(), UnpackError> {
    let nfc = ComposingNormalizerBorrowed::new_nfc();
    let mut known = BTreeMap::new();
    for path in files.keys() {
        let folded = nfc.normalize(&path.to_lowercase()).into_owned();
        if let Some(other) = known.insert(folded, path) {
            return Err(UnpackError::Alike {
                path: other.clone(),
                other: path.clone(),
            });
        }
    }
    Ok(())
}

/// The same files without the folders that contain all of them.
pub fn without_outer_folders(mut files: Files) -> Files {
    for _ in 0..MAX_OUTER_FOLDERS {
        let Some(prefix) = outer_folder(&files).map(|folder| folder.len() + 1) else {
            break;
        };
        files = files
            .into_iter()
            .map(|(path, bytes)| (path[prefix..].to_owned(), bytes))
            .collect();
    }
    files
}

/// The folder that contains all files. A package with only examples is not considered wrapped in a folder `examples`.
fn outer_folder(files: &Files) -> Option<&str> {
    let mut folders = files.keys().map(|path| path.split_once('/'));
    let (folder, _) = folders.next()??;
    let shared = folders.all(|other| other.is_some_and(|(other, _)| other == folder));
    (shared && folder != super::EXAMPLES).then_some(folder)
}
