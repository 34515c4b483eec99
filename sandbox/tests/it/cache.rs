//! The compiled guest on disk: private, made once, and made anew when it is damaged.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use dojo_sandbox::{Limits, Progress, Runtime};

use crate::{CACHE, runtime};

fn only_file(folder: &Path) -> PathBuf {
    let files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    assert_eq!(files.len(), 1, "{files:?}");
    files[0].clone()
}

#[test]
fn a_damaged_cache_is_noticed_and_made_anew() {
    let digest = runtime().digest().to_string();
    let made = fs::read_dir(CACHE)
        .unwrap()
        .map(|file| file.unwrap().path())
        .find(|path| path.to_string_lossy().contains(&digest))
        .unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(made.file_name().unwrap());
    let whole = fs::read(&made).unwrap();
    let mut damaged = whole.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    fs::write(&path, &damaged).unwrap();

    let mut news = Vec::new();
    let runtime = Runtime::open(folder.path(), &mut |progress| news.push(progress)).unwrap();
    assert_eq!(news, [Progress::Recompiling, Progress::Compiled]);
    assert_eq!(
        runtime.run(b"print(1)", &Limits::default()).unwrap().terms,
        ["1"]
    );

    let made_anew = only_file(folder.path());
    let permissions = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(
        (permissions(folder.path()), permissions(&made_anew)),
        (0o700, 0o600)
    );
    assert!(fs::read(&made_anew).unwrap() != damaged);

    let mut news = Vec::new();
    Runtime::open(folder.path(), &mut |progress| news.push(progress)).unwrap();
    assert!(news.is_empty(), "it was made twice: {news:?}");
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let folder = file.path().join("inside-a-file");
    let error = Runtime::open(&folder, &mut |_| {}).err().unwrap();
    assert!(error.to_string().contains("inside-a-file"), "{error}");
}
