//! The bytes of the archive.

use super::played::generated;
use super::{complaints, pack, unpack};
use dojo_judge::record::replay::{Published, replay};

#[test]
fn the_same_record_gives_the_same_bytes_and_comes_back() {
    let record = generated(3, 5, 40);
    let bytes = pack(&record);
    assert_eq!(bytes, pack(&record.clone()));
    let archive = unpack(&bytes).unwrap();
    assert_eq!(archive.record, record);
    assert!(archive.recompressed);
    let replay = replay(&archive, None, &Published::default());
    assert_eq!(replay.differences, []);
    assert_eq!((replay.problems, replay.submissions), (3, 40));
    assert_eq!(replay.results_hash, Some(archive.summary.results_hash));
}

#[test]
fn a_season_without_submissions_is_a_season() {
    assert_eq!(complaints(&pack(&generated(1, 1, 0))), [""; 0]);
}

#[test]
fn every_changed_byte_is_found() {
    let bytes = pack(&generated(1, 1, 1));
    assert_eq!(complaints(&bytes), [""; 0]);
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        assert_ne!(
            complaints(&changed),
            [""; 0],
            "byte {at} of {}",
            bytes.len()
        );
    }
}

#[test]
fn every_truncation_and_every_addition_is_found() {
    let bytes = pack(&generated(1, 2, 3));
    for end in (0..bytes.len()).step_by(11).chain([bytes.len() - 1]) {
        assert!(unpack(&bytes[..end]).is_err(), "the first {end} bytes");
    }
    for more in [&b"\0"[..], b"more", &bytes] {
        let longer = [&bytes, more].concat();
        assert!(unpack(&longer).is_err());
    }
}

/// A header that claims a huge member must not make the reader ask for that much memory.
#[test]
fn a_claim_of_size_is_not_believed() {
    let mut header = tar::Header::new_ustar();
    header.set_path("season-s1/archive.json").unwrap();
    header.set_size(400 << 20);
    header.set_mode(0o644);
    header.set_mtime(0);
    header.set_uid(0);
    header.set_gid(0);
    header.set_cksum();
    let small = zstd::encode_all(&header.as_bytes()[..], 3).unwrap();
    let error = unpack(&small).unwrap_err().to_string();
    assert!(error.contains("ends too early"), "{error}");
    header.set_size(4 << 40);
    header.set_cksum();
    let small = zstd::encode_all(&header.as_bytes()[..], 3).unwrap();
    let error = unpack(&small).unwrap_err().to_string();
    assert!(
        error.starts_with("archive.json: 4398046511104 bytes, at most"),
        "{error}"
    );
}
