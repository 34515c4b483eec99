//! The compiled guest, kept on disk so that it is made once.
//!
//! One file a guest, runtime digest and kind of processor, in a folder that only its owner can enter.
//! It is mapped, not read: processes share its pages, and the first memory of a guest comes from
//! them too. Beside it lies its SHA-256 with what the system says of the file (its number, size and
//! times) when the sum was last found right. As long as that has not changed, nobody has written to
//! the file, and it is not read again; otherwise it is, and a damaged one is made anew.

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
    // Compiling takes long; whether there is room for it is known before.
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

/// Where a compiled guest is kept.
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
            // Where this cannot be written down, it is found out each time.
            let _ = fs::write(&self.sum, format!("{sha256} {}", state(&metadata)));
        }
        map(engine, file).map(Some).map_err(|_| Damaged)
    }

    /// Writes beside the final place, then moves, so that no reader ever sees half a file.
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

/// What changes when somebody writes to a file.
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
    // SAFETY, of both: the file was made by `precompile_module` just now, or its checksum holds; it
    // lies in a folder that only its owner can enter, and it is replaced, never written to. wasmtime
    // checks version, settings and processor itself.
    let mapped = unsafe { Module::deserialize_open_file(engine, file.try_clone()?) };
    mapped.or_else(|_| {
        // From a disk that is mounted without the right to execute nothing can be mapped.
        let mut code = Vec::new();
        file.rewind()?;
        file.read_to_end(&mut code)?;
        unsafe { Module::deserialize(engine, &code) }
    })
}

/// Makes a folder that only its owner can enter, in which files can be made.
fn make_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::set_permissions(folder, Permissions::from_mode(0o700))?;
    tempfile::tempfile_in(folder).map(drop)
}
