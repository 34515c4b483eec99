//! The compiled guest, kept on disk so that it is made once.
//!
//! One file a guest, runtime digest and kind of processor, in a folder that only its owner can enter:
//! the SHA-256 of the machine code, then the machine code. The file is read whole and checked
//! before any of it is trusted, so a damaged one is noticed and made anew, and what is checked is
//! what runs.

use std::fs::{self, Permissions};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use wasmtime::{Engine, Module};

use crate::engine::RuntimeDigest;
use crate::guest::{Guest, Manifest};
use crate::instances::OpenError;

const CHECKSUM_BYTES: usize = 32;

/// News while the sandbox is being opened, for the person who waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// There is no compiled guest yet: it is being made, which takes about half a minute.
    Compiling,
    /// The compiled guest on disk was damaged and is being made anew.
    Recompiling,
    /// The compiled guest has been made and stored.
    Compiled,
}

/// The compiled guest, from the cache folder or made now.
pub(crate) fn load_or_compile(
    engine: &Engine,
    folder: &Path,
    guest: &Guest,
    manifest: &Manifest,
    digest: &RuntimeDigest,
    progress: &mut dyn FnMut(Progress),
) -> Result<Module, OpenError> {
    let path = file_name(engine, folder, guest, digest);
    let news = match load(engine, &path) {
        Ok(Some(module)) => return Ok(module),
        Ok(None) => Progress::Compiling,
        Err(Damaged) => Progress::Recompiling,
    };
    let cannot_write = |source| OpenError::Cache {
        path: path.clone(),
        source,
    };
    // Compiling takes long; whether there is room for it is known before.
    make_folder(folder).map_err(cannot_write)?;
    progress(news);
    let wasm = guest.snapshot(manifest).map_err(OpenError::Snapshot)?;
    let code = engine.precompile_module(&wasm).map_err(OpenError::Engine)?;
    store(folder, &path, &code).map_err(cannot_write)?;
    progress(Progress::Compiled);
    deserialize(engine, &code).map_err(OpenError::Engine)
}

/// The file on disk is not what was written.
struct Damaged;

fn load(engine: &Engine, path: &Path) -> Result<Option<Module>, Damaged> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(_) => return Err(Damaged),
    };
    let (checksum, code) = bytes.split_at_checked(CHECKSUM_BYTES).ok_or(Damaged)?;
    if Sha256::digest(code)[..] != *checksum {
        return Err(Damaged);
    }
    deserialize(engine, code).map(Some).map_err(|_| Damaged)
}

#[allow(
    unsafe_code,
    reason = "wasmtime cannot know where machine code comes from; see SAFETY"
)]
fn deserialize(engine: &Engine, code: &[u8]) -> wasmtime::Result<Module> {
    // SAFETY: the bytes were made by `precompile_module` just now, or read from a file that only
    // its owner can write and whose checksum holds; wasmtime checks version, settings and
    // processor itself.
    unsafe { Module::deserialize(engine, code) }
}

/// Makes a folder that only its owner can enter, in which files can be made.
fn make_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::set_permissions(folder, Permissions::from_mode(0o700))?;
    tempfile::tempfile_in(folder).map(drop)
}

/// Writes beside the final place, then moves, so that no reader ever sees half a file.
fn store(folder: &Path, path: &Path, code: &[u8]) -> io::Result<()> {
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(&Sha256::digest(code))?;
    file.write_all(code)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

fn file_name(engine: &Engine, folder: &Path, guest: &Guest, digest: &RuntimeDigest) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    engine.precompile_compatibility_hash().hash(&mut hasher);
    let processor = hasher.finish();
    folder.join(format!("{}-{digest}-{processor:016x}.bin", guest.name))
}
