//! The compiled guest, cached on disk so that it is compiled only once.
//!
//! There is one file for each guest, runtime digest and kind of processor, in a folder that only its owner can enter.
//! The file is mapped, not read: processes share its pages, and the initial memory of a guest comes from them too.
//! Beside it is its SHA-256 with the file's metadata (inode, size and times) at the time when the checksum was last
//! verified. As long as the metadata is unchanged, nobody has written to the file, and it is not read again.
//! Otherwise it is verified, and a damaged file is made anew.

use std::fs::{self, File, Metadata, Permissions};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use wasmtime::{Engine, Module};

use crate::digest::RuntimeDigest;
use crate::error::OpenError;
use crate::guest::{Guest, Manifest};

/// Progress while the sandbox is being opened, for the person who waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// There is no compiled guest yet: it is being compiled, which takes about half a minute.
    Compiling,
    /// The compiled guest on disk was damaged and is being compiled again.
    Recompiling,
    /// The compiled guest was stored.
    Compiled,
}

/// The compiled guest, from the cache folder or compiled now.
pub(crate) fn load_or_compile(
    engine: &Engine,
    folder: &Path,
    guest: &Guest,
    manifest: &Manifest,
    digest: &RuntimeDigest,
    progress: &mut dyn FnMut(Progress),
) -> Result<Module, OpenError> {
    let place = Place::new(engine, folder, guest, digest);
    let news = match place.load(engine) {
        Ok(Some(module)) => return Ok(module),
        Ok(None) => Progress::Compiling,
        Err(Damaged) => Progress::Recompiling,
    };
    let cannot_write = |source| OpenError::Cache {
        path: place.code.clone(),
        source,
    };
    // Compiling takes long, so check first that the folder can be written.
    make_folder(folder).map_err(cannot_write)?;
    progress(news);
    let wasm = guest.snapshot(manifest).map_err(OpenError::Snapshot)?;
    let code = engine.precompile_module(&wasm).map_err(OpenError::Engine)?;
    let file = place.store(folder, &code).map_err(cannot_write)?;
    progress(Progress::Compiled);
    map(engine, file).map_err(OpenError::Engine)
}

/// The files on disk are not what was written.
struct Damaged;

/// The paths of a compiled guest.
struct Place {
    code: PathBuf,
    sum: PathBuf,
}

impl Place {
    fn new(engine: &Engine, folder: &Path, guest: &Guest, digest: &RuntimeDigest) -> Self {
        let mut hasher = DefaultHasher::new();
        engine.precompile_compatibility_hash().hash(&mut hasher);
        let processor = hasher.finish();
        let name = format!("{}-{digest}-{processor:016x}", guest.name);
        Self {
            code: folder.join(format!("{name}.code")),
            sum: folder.join(format!("{name}.sum")),
        }
    }

    fn load(&self, engine: &Engine) -> Result<Option<Module>, Damaged> {
        let mut file = match File::open(&self.code) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(_) => return Err(Damaged),
        };
        let metadata = file.metadata().map_err(|_| Damaged)?;
        let sum = fs::read_to_string(&self.sum).map_err(|_| Damaged)?;
        let (sha256, seen) = sum.split_once(' ').ok_or(Damaged)?;
        if seen != state(&metadata) {
            let mut code = Vec::new();
            file.read_to_end(&mut code).map_err(|_| Damaged)?;
            if hex::encode(Sha256::digest(&code)) != sha256 {
                return Err(Damaged);
            }
            // If this cannot be written, the file is verified each time.
            let _ = fs::write(&self.sum, format!("{sha256} {}", state(&metadata)));
        }
        map(engine, file).map(Some).map_err(|_| Damaged)
    }

    /// Writes a temporary file and renames it, so that no reader ever sees half a file.
    fn store(&self, folder: &Path, code: &[u8]) -> io::Result<File> {
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(code)?;
        file.as_file().sync_all()?;
        let file = file.persist(&self.code)?;
        let mut sum = tempfile::NamedTempFile::new_in(folder)?;
        let sha256 = hex::encode(Sha256::digest(code));
        write!(sum, "{sha256} {}", state(&file.metadata()?))?;
        sum.persist(&self.sum)?;
        Ok(file)
    }
}

/// The metadata that changes when somebody writes to a file.
fn state(metadata: &Metadata) -> String {
    format!(
        "{}:{} {} {}.{:09} {}.{:09}",
        metadata.dev(),
        metadata.ino(),
        metadata.size(),
        metadata.mtime(),
        metadata.mtime_nsec(),
        metadata.ctime(),
        metadata.ctime_nsec(),
    )
}

#[allow(
    unsafe_code,
    reason = "wasmtime cannot know where machine code comes from; see SAFETY"
)]
fn map(engine: &Engine, mut file: File) -> wasmtime::Result<Module> {
    // SAFETY, for both: the file was made by `precompile_module` just now, or its checksum holds; it lies in a folder
    // that only its owner can enter, and it is replaced, never modified. wasmtime checks version, settings and
    // processor itself.
    let mapped = unsafe { Module::deserialize_open_file(engine, file.try_clone()?) };
    mapped.or_else(|_| {
        // A disk that is mounted without execute permission cannot be mapped.
        let mut code = Vec::new();
        file.rewind()?;
        file.read_to_end(&mut code)?;
        unsafe { Module::deserialize(engine, &code) }
    })
}

/// Makes a folder that only its owner can enter, and checks that files can be created in it.
fn make_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::set_permissions(folder, Permissions::from_mode(0o700))?;
    tempfile::tempfile_in(folder).map(drop)
}
