//! Files that get their name when they are complete. Until then they have none, so that nothing is left over of one
//! whose process is killed.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use tempfile::{NamedTempFile, TempPath};

/// A file that is being written.
pub(crate) struct WholeFile {
    file: File,
    /// Its temporary name, on a file system where a file needs one.
    name: Option<TempPath>,
}

impl WholeFile {
    /// Begins a file in a folder, which only its owner may read.
    ///
    /// # Errors
    /// When the folder takes none.
    pub(crate) fn begin(folder: &Path) -> io::Result<Self> {
        if let Some(file) = nameless(folder) {
            return Ok(Self { file, name: None });
        }
        let (file, name) = NamedTempFile::new_in(folder)?.into_parts();
        Ok(Self {
            file,
            name: Some(name),
        })
    }

    /// The file itself.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Flushes it and gives it its name.
    ///
    /// # Errors
    /// `AlreadyExists` when there is a file with this name, and when the disk fails.
    pub(crate) fn put(self, path: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        match self.name {
            Some(name) => name.persist_noclobber(path).map_err(|error| error.error),
            None => link(&self.file, path),
        }
    }
}

/// Writes a file, over one that there is: whoever reads it meets the old one or the new one.
///
/// # Errors
/// When the file cannot be written.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut half = path.as_os_str().to_owned();
    half.push(".new");
    fs::write(&half, bytes)?;
    fs::rename(half, path)
}

/// [`write()`] for a file that somebody may go on with: one that there is stays. Returns whether these bytes stand there.
///
/// # Errors
/// When the file cannot be read or written.
pub(crate) fn write_once(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => write(path, bytes).map(|()| true),
        there => Ok(there? == bytes),
    }
}

/// The folder that a file is in, or will be.
pub(crate) fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// A file without a name, where the system has such files.
#[cfg(target_os = "linux")]
fn nameless(folder: &Path) -> Option<File> {
    use rustix::fs::{Mode, OFlags, open};

    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    let file = File::from(open(folder, flags, Mode::RUSR | Mode::WUSR).ok()?);
    // Through this it gets its name.
    address(&file).exists().then_some(file)
}

#[cfg(target_os = "linux")]
fn link(file: &File, path: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};

    let follow = AtFlags::SYMLINK_FOLLOW;
    Ok(linkat(CWD, address(file), CWD, path, follow)?)
}

#[cfg(target_os = "linux")]
fn address(file: &File) -> std::path::PathBuf {
    use std::os::fd::AsRawFd as _;

    Path::new("/proc/self/fd").join(file.as_raw_fd().to_string())
}

#[cfg(not(target_os = "linux"))]
fn nameless(_: &Path) -> Option<File> {
    None
}

#[cfg(not(target_os = "linux"))]
fn link(_: &File, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn what_somebody_made_of_a_file_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("draft");
        assert!(write_once(&path, b"proposed").unwrap());
        assert!(write_once(&path, b"proposed").unwrap());
        fs::write(&path, b"looked at").unwrap();
        assert!(!write_once(&path, b"proposed").unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"looked at");
    }

    #[test]
    fn a_file_has_no_name_before_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("whole");
        let begun = WholeFile::begin(folder.path()).unwrap();
        begun.file().write_all(b"half").unwrap();
        let names = || fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(names(), usize::from(begun.name.is_some()));
        begun.file().write_all(b" and half").unwrap();
        begun.put(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"half and half");
        assert_eq!(names(), 1);
        let again = WholeFile::begin(folder.path()).unwrap().put(&path);
        assert_eq!(again.unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"half and half");
    }
}
