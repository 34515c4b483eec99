//! The compiled guest on disk: private, made once, and made anew when it is damaged.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use dojo_sandbox::{Limits, Progress, Runtime};
use tempfile::TempDir;

use crate::{CACHE, runtime};

fn with_extension(folder: &Path, extension: &str) -> PathBuf {
    let digest = runtime().digest().to_string();
    let files = fs::read_dir(folder).unwrap();
    let mut files = files.map(|file| file.unwrap().path()).filter(|path| {
        path.to_string_lossy().contains(&digest) && path.extension().unwrap() == extension
    });
    files.next().unwrap()
}

/// A folder with a copy of the compiled guest, and the paths of its code and its sum.
fn copy() -> (TempDir, PathBuf, PathBuf) {
    runtime();
    let folder = tempfile::tempdir().unwrap();
    let copied = ["code", "sum"].map(|extension| {
        let from = with_extension(Path::new(CACHE), extension);
        let to = folder.path().join(from.file_name().unwrap());
        fs::copy(from, &to).unwrap();
        to
    });
    let [code, sum] = copied;
    (folder, code, sum)
}

fn open(folder: &Path) -> Vec<Progress> {
    let mut news = Vec::new();
    let runtime = Runtime::open(folder, &mut |progress| news.push(progress)).unwrap();
    let run = runtime.run(b"print(1)", &Limits::default()).unwrap();
    assert_eq!(run.terms, ["1"]);
    news
}

#[test]
fn a_damaged_cache_is_noticed_and_made_anew() {
    let (folder, code, sum) = copy();
    let mut damaged = fs::read(&code).unwrap();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    fs::write(&code, &damaged).unwrap();
    let times = [Progress::Recompiling, Progress::Compiled];
    assert_eq!(open(folder.path()), times);

    let permissions = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(
        [folder.path(), &code, &sum].map(permissions),
        [0o700, 0o600, 0o600]
    );
    assert!(fs::read(&code).unwrap() != damaged);
    assert!(open(folder.path()).is_empty(), "it was made twice");
}

#[test]
fn a_file_is_summed_again_only_when_it_has_changed() {
    let (folder, code, sum) = copy();
    let before = fs::read_to_string(&sum).unwrap();
    // A copy is another file.
    assert!(open(folder.path()).is_empty());
    let seen = fs::read_to_string(&sum).unwrap();
    assert_ne!(before, seen);
    assert!(open(folder.path()).is_empty());
    assert_eq!(fs::read_to_string(&sum).unwrap(), seen);
    // Written to, with the same bytes.
    fs::write(&code, fs::read(&code).unwrap()).unwrap();
    assert!(open(folder.path()).is_empty());
    assert_ne!(fs::read_to_string(&sum).unwrap(), seen);
}

#[test]
fn the_guest_is_mapped_from_the_file_that_was_checked() {
    runtime().run(b"print(1)", &Limits::default()).unwrap();
    let code = with_extension(Path::new(CACHE), "code");
    let maps = fs::read_to_string("/proc/self/maps").unwrap();
    assert!(maps.contains(&*code.to_string_lossy()));
    assert!(!maps.contains("memfd"), "a memory image was made anew");
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let folder = file.path().join("inside-a-file");
    let error = Runtime::open(&folder, &mut |_| {}).err().unwrap();
    assert!(error.to_string().contains("inside-a-file"), "{error}");
}
