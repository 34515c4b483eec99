//! The guests: the committed snapshots built by `sandbox/guest/`.

use serde::Deserialize;
use sha2::{Digest as _, Sha256};

/// A snapshot with its manifest.
pub(crate) struct Guest {
    /// The name of its compiled form in the cache folder.
    pub(crate) name: &'static str,
    compressed: &'static [u8],
    manifest: &'static str,
}

/// `CPython`, for the programs of contestants.
pub(crate) static PYTHON: Guest = Guest {
    name: "python",
    compressed: include_bytes!("../guest/python.wasm.zst"),
    manifest: include_str!("../guest/manifest.toml"),
};

/// `CPython` with `SymPy` imported, for expressions.
pub(crate) static SYMPY: Guest = Guest {
    name: "sympy",
    compressed: include_bytes!("../guest/sympy/sympy.wasm.zst"),
    manifest: include_str!("../guest/sympy/manifest.toml"),
};

/// The Python guest as it is committed, for whoever runs it elsewhere: in a browser.
#[derive(Clone, Debug)]
pub struct Image {
    /// SHA-256 of the uncompressed module, in hexadecimal.
    pub sha256: String,
    /// Bytes of the uncompressed module.
    pub bytes: u64,
    /// The module, compressed with zstd.
    pub zstd: &'static [u8],
}

impl Image {
    /// The guest that runs contestants' programs.
    pub fn python() -> Self {
        let manifest = PYTHON.manifest();
        Self {
            sha256: manifest.image_sha256,
            bytes: manifest.image_bytes,
            zstd: PYTHON.compressed,
        }
    }

    /// The module itself, checked against its digest.
    ///
    /// # Errors
    /// When what this binary contains is damaged.
    pub fn unpack(&self) -> Result<Vec<u8>, String> {
        PYTHON.snapshot(&PYTHON.manifest())
    }
}

/// A guest's `manifest.toml`, as far as the host needs it.
#[derive(Debug, Deserialize)]
pub(crate) struct Manifest {
    /// SHA-256 of the uncompressed snapshot, in hexadecimal.
    pub(crate) image_sha256: String,
    /// Bytes of the uncompressed snapshot.
    pub(crate) image_bytes: u64,
}

impl Guest {
    /// The manifest of the snapshot in this binary.
    pub(crate) fn manifest(&self) -> Manifest {
        toml::from_str(self.manifest).expect("the manifest is checked by a test")
    }

    /// The snapshot, uncompressed and checked against the manifest.
    pub(crate) fn snapshot(&self, manifest: &Manifest) -> Result<Vec<u8>, String> {
        let capacity = usize::try_from(manifest.image_bytes).map_err(|error| error.to_string())?;
        let wasm = zstd::bulk::decompress(self.compressed, capacity)
            .map_err(|error| format!("the {} snapshot does not unpack: {error}", self.name))?;
        let found = hex::encode(Sha256::digest(&wasm));
        if found == manifest.image_sha256 {
            Ok(wasm)
        } else {
            Err(format!(
                "the {} snapshot has SHA-256 {found}, its manifest says {}",
                self.name, manifest.image_sha256
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PYTHON, SYMPY};

    #[test]
    fn the_committed_snapshots_are_those_in_the_manifests() {
        for guest in [&PYTHON, &SYMPY] {
            assert!(guest.snapshot(&guest.manifest()).is_ok(), "{}", guest.name);
        }
    }
}
