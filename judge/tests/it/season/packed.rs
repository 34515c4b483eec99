//! The members of an archive, taken apart and packed with nothing of the judge's own code.

use std::collections::BTreeMap;
use std::io::Read as _;

use dojo_judge::canonical_json;
use dojo_judge::digest::Digest;
use serde_json::{Value, json};

/// The first member.
const SUMMARY: &str = "archive.json";

/// The members of an archive by their paths below its folder.
pub(super) type Members = BTreeMap<String, Vec<u8>>;

/// Takes an archive apart.
pub(super) fn members(bytes: &[u8]) -> Members {
    let content = zstd::decode_all(bytes).unwrap();
    let mut archive = tar::Archive::new(&content[..]);
    let entries = archive.entries().unwrap().map(|entry| {
        let mut entry = entry.unwrap();
        let path = entry.path().unwrap().display().to_string();
        let mut content = Vec::new();
        entry.read_to_end(&mut content).unwrap();
        let (_, path) = path.split_once('/').unwrap();
        (path.to_owned(), content)
    });
    entries.collect()
}

/// Packs members in the right order with right headers. With `mend`, the list of files is made
/// anew.
pub(super) fn repack(mut members: Members, mend: bool) -> Vec<u8> {
    if mend {
        mend_summary(&mut members, |_| {});
    }
    let summary: Value = serde_json::from_slice(&members[SUMMARY]).unwrap_or_default();
    let season = summary["season"].as_str().unwrap_or("s1");
    let mut builder = tar::Builder::new(Vec::new());
    for (path, bytes) in &members {
        let mut header = tar::Header::new_ustar();
        let named = header.set_path(format!("season-{season}/{path}"));
        named.unwrap_or_else(|_| header.set_path(path).unwrap());
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        header.set_uid(0);
        header.set_gid(0);
        header.set_mtime(0);
        header.set_entry_type(tar::EntryType::Regular);
        header.set_cksum();
        builder.append(&header, &bytes[..]).unwrap();
    }
    let content = builder.into_inner().unwrap();
    let mut encoder = zstd::Encoder::new(Vec::new(), 9).unwrap();
    encoder.include_checksum(true).unwrap();
    std::io::copy(&mut &content[..], &mut encoder).unwrap();
    encoder.finish().unwrap()
}

/// Changes the first member, if it is an object, and lists all others in it as they are.
pub(super) fn mend_summary(members: &mut Members, change: impl FnOnce(&mut Value)) {
    let Ok(mut summary @ Value::Object(_)) = serde_json::from_slice(&members[SUMMARY]) else {
        return;
    };
    let others = members.iter().filter(|(path, _)| *path != SUMMARY);
    summary["files"] = others
        .map(|(path, bytes)| {
            json!({"path": path, "bytes": bytes.len(), "sha256": Digest::of(bytes)})
        })
        .collect();
    change(&mut summary);
    if let Ok(json) = canonical_json::to_string(&summary) {
        members.insert(SUMMARY.to_owned(), json.into_bytes());
    }
}
