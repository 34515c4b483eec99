//! The Python guest: the snapshot built by `sandbox/guest/`, as it is committed.

use serde::Deserialize;
use sha2::{Digest as _, Sha256};

static COMPRESSED: &[u8] = include_bytes!("../guest/python.wasm.zst");
static MANIFEST: &str = include_str!("../guest/manifest.toml");

/// `sandbox/guest/manifest.toml`, as far as the host needs it.
#[derive(Debug, Deserialize)]
pub(crate) struct Manifest {
    /// SHA-256 of the uncompressed snapshot, in hexadecimal.
    pub(crate) image_sha256: String,
    /// Bytes of the uncompressed snapshot.
    pub(crate) image_bytes: u64,
}

/// The manifest of the snapshot in this binary.
pub(crate) fn manifest() -> Manifest {
    toml::from_str(MANIFEST).expect("the manifest is checked by a test")
}

/// The snapshot, uncompressed and checked against the manifest.
pub(crate) fn snapshot(manifest: &Manifest) -> Result<Vec<u8>, String> {
    let capacity = usize::try_from(manifest.image_bytes).map_err(|error| error.to_string())?;
    let wasm = zstd::bulk::decompress(COMPRESSED, capacity)
        .map_err(|error| format!("the Python snapshot does not unpack: {error}"))?;
    let found = hex::encode(Sha256::digest(&wasm));
    if found == manifest.image_sha256 {
        Ok(wasm)
    } else {
        Err(format!(
            "the Python snapshot has SHA-256 {found}, its manifest says {}",
            manifest.image_sha256
        ))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_committed_snapshot_is_the_one_in_the_manifest() {
        let manifest = super::manifest();
        assert!(super::snapshot(&manifest).is_ok());
    }
}
