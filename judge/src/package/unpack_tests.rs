use std::io::Write as _;

use super::*;

const TOO_MUCH: UnpackError = UnpackError::TooMuchInside {
    most: MAX_UNPACKED_BYTES,
};

/// A package of some files.
fn good() -> Files {
    let files = [
        ("problem.toml", "slug = \"stairs\"\n"),
        ("setter.py", "print(1)\r\n"),
        ("statement.md", "Climb."),
        ("examples/reward/golfed.py", "print(1)"),
        ("examples/Bad_Token/word.py", "print('x')"),
    ];
    let entry = |(path, text): (&str, &str)| (path.to_owned(), text.as_bytes().to_vec());
    files.map(entry).into()
}

fn tar_of(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    for (path, bytes) in entries {
        let mut header = raw_header(path, bytes.len());
        header.set_cksum();
        tar.append(&header, *bytes).unwrap();
    }
    tar.into_inner().unwrap()
}

/// A header with any path, also one that the tar writer itself would refuse.
fn raw_header(path: &str, size: usize) -> tar::Header {
    let mut header = tar::Header::new_ustar();
    header.set_size(size as u64);
    header.set_mode(0o644);
    let name = &mut header.as_old_mut().name;
    name[..path.len()].copy_from_slice(path.as_bytes());
    header
}

fn zip_of(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (path, bytes) in entries {
        zip.start_file(*path, zip::write::SimpleFileOptions::default())
            .unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(bytes).unwrap();
    gzip.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 1).unwrap()
}

#[test]
fn every_kind_of_archive_gives_the_same_files() {
    let good = good();
    let inside = |folder: &str| -> Vec<(String, Vec<u8>)> {
        let entry = |(path, bytes): (&String, &Vec<u8>)| (format!("{folder}{path}"), bytes.clone());
        good.iter().map(entry).collect()
    };
    for folder in ["", "./", "stairs/", "./stairs/"] {
        let owned = inside(folder);
        let mut entries: Vec<_> = owned
            .iter()
            .map(|(path, bytes)| (path.as_str(), bytes.as_slice()))
            .collect();
        // What a Mac leaves is no part of the package and does not hide the folder.
        entries.push(("__MACOSX/stairs/._setter.py", b"x"));
        entries.push((".DS_Store", b"x"));
        let tar = tar_of(&entries);
        for archive in [zip_of(&entries), gzip(&tar), zstd(&tar), tar] {
            assert_eq!(unpack(&archive).as_ref(), Ok(&good), "{folder}");
        }
    }
}

#[test]
fn paths_that_lead_elsewhere_are_refused() {
    for path in [
        "../setter.py",
        "a/../../b.py",
        "/etc/passwd",
        "C:/a.py",
        "a\u{7}",
    ] {
        for archive in [tar_of(&[(path, b"x")]), zip_of(&[(path, b"x")])] {
            let error = unpack(&archive);
            assert!(
                matches!(error, Err(UnpackError::Path { .. })),
                "{path}: {error:?}"
            );
        }
    }
    for archive in [
        tar_of(&[("a\\b.py", b"x")]),
        zip_of(&[("..\\setter.py", b"x")]),
        zip_of(&[("C:\\setter.py", b"x")]),
    ] {
        let error = unpack(&archive);
        assert!(matches!(error, Err(UnpackError::Path { .. })), "{error:?}");
    }
}

/// How entries are made an archive.
type Pack = fn(&[(&str, &[u8])]) -> Vec<u8>;

/// The entries of a package, with something before each path and something in it replaced.
fn packed(pack: Pack, path_of: impl Fn(&str) -> String) -> Vec<u8> {
    let owned: Vec<_> = (good().into_iter())
        .map(|(path, bytes)| (path_of(&path), bytes))
        .collect();
    let entries: Vec<_> = (owned.iter())
        .map(|(path, bytes)| (path.as_str(), bytes.as_slice()))
        .collect();
    pack(&entries)
}

#[test]
fn what_can_be_taken_is_taken() {
    let inner = packed(zip_of, |path| format!("tri/{path}"));
    let inner_tar = gzip(&packed(tar_of, str::to_owned));
    for archive in [
        // As programs for Windows pack.
        packed(zip_of, |path| format!("tri\\{}", path.replace('/', "\\"))),
        // With folders around it.
        packed(zip_of, |path| format!("tri/tri/{path}")),
        packed(tar_of, |path| format!("Downloads/tri/tri/{path}")),
        // Packed twice.
        zip_of(&[("tri.zip", &inner)]),
        zip_of(&[("upload/tri.tar.gz", &inner_tar), ("__MACOSX/x", b"x")]),
    ] {
        assert_eq!(unpack(&archive).as_ref(), Ok(&good()));
    }
}

#[test]
fn a_git_checkout_takes_no_room() {
    let objects: Vec<_> = (0..=MAX_FILES)
        .map(|n| format!(".git/objects/{n}"))
        .collect();
    let pack = vec![7; MAX_UNPACKED_BYTES + 1];
    let good = good();
    let mut entries: Vec<_> = (good.iter())
        .map(|(path, bytes)| (path.as_str(), bytes.as_slice()))
        .collect();
    entries.extend(objects.iter().map(|path| (path.as_str(), &b"x"[..])));
    entries.push((".git/objects/pack/pack-1.pack", &pack));
    for archive in [zip_of(&entries), gzip(&tar_of(&entries))] {
        assert_eq!(unpack(&archive).as_ref(), Ok(&good));
    }
}

#[test]
fn each_kind_of_unusable_archive_has_its_own_words() {
    let whole = zip_of(&[("setter.py", b"print(1)")]);
    let tar = tar_of(&[("setter.py", &[b'#'; 5000])]);
    for archive in [
        &whole[..whole.len() - 30],
        &tar[..2000],
        &tar[..2048],
        &gzip(&tar)[..60],
        &zstd(&tar)[..20],
    ] {
        assert_eq!(unpack(archive), Err(UnpackError::CutOff));
    }
    // The flag of encryption, and the number of the method, before the name and in the directory.
    let patched = |at: [usize; 2], byte: u8| {
        let directory = whole
            .windows(4)
            .position(|bytes| bytes == b"PK\x01\x02")
            .unwrap();
        let mut zip = whole.clone();
        zip[at[0]] = byte;
        zip[directory + at[1]] = byte;
        unpack(&zip)
    };
    assert_eq!(
        patched([6, 8], 1),
        Err(UnpackError::Password {
            path: "setter.py".to_owned()
        })
    );
    for (method, name) in [(9, "Deflate64"), (12, "Bzip2"), (14, "Lzma")] {
        assert_eq!(
            patched([8, 10], method),
            Err(UnpackError::Compression {
                path: "setter.py".to_owned(),
                method: name.to_owned()
            })
        );
    }
    for [one, other] in [
        ["examples/reward/A.py", "examples/reward/a.py"],
        ["examples/reward/e\u{301}.py", "examples/reward/\u{e9}.py"],
    ] {
        let entries: [(&str, &[u8]); 2] = [(one, b"print(1)"), (other, b"print(2)")];
        for archive in [zip_of(&entries), tar_of(&entries)] {
            assert_eq!(
                unpack(&archive),
                Err(UnpackError::Alike {
                    path: one.to_owned(),
                    other: other.to_owned()
                })
            );
        }
    }
}

#[test]
fn links_devices_and_second_copies_are_refused() {
    for kind in [
        tar::EntryType::Symlink,
        tar::EntryType::Link,
        tar::EntryType::Char,
        tar::EntryType::Fifo,
    ] {
        let mut header = raw_header("setter.py", 0);
        header.set_entry_type(kind);
        header.set_link_name("/etc/passwd").unwrap();
        header.set_cksum();
        let mut tar = tar::Builder::new(Vec::new());
        tar.append(&header, &[][..]).unwrap();
        let error = unpack(&tar.into_inner().unwrap());
        assert!(
            matches!(error, Err(UnpackError::Kind { .. })),
            "{kind:?}: {error:?}"
        );
    }
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    zip.add_symlink(
        "setter.py",
        "/etc/passwd",
        zip::write::SimpleFileOptions::default(),
    )
    .unwrap();
    let zip = zip.finish().unwrap().into_inner();
    assert!(matches!(unpack(&zip), Err(UnpackError::Kind { .. })));

    let twice: [(&str, &[u8]); 2] = [("setter.py", b"a"), ("./setter.py", b"b")];
    for archive in [tar_of(&twice), zip_of(&twice)] {
        assert_eq!(
            unpack(&archive),
            Err(UnpackError::Twice {
                path: "setter.py".to_owned()
            })
        );
    }
    // The same name twice in a zip's directory.
    let mut zip = zip_of(&[("setter.py", b"a"), ("Setter.py", b"b")]);
    let places: Vec<_> = (0..zip.len() - 9)
        .filter(|&at| &zip[at..at + 9] == b"Setter.py")
        .collect();
    for at in places {
        zip[at] = b's';
    }
    assert_eq!(
        unpack(&zip),
        Err(UnpackError::Twice {
            path: "setter.py".to_owned()
        })
    );
}

#[test]
fn bombs_are_refused_before_they_unfold() {
    let zeros = vec![0; MAX_UNPACKED_BYTES + 1];
    let tar = tar_of(&[("statement.md", &zeros)]);
    for archive in [zip_of(&[("statement.md", &zeros)]), gzip(&tar), zstd(&tar)] {
        assert!(archive.len() < MAX_ARCHIVE_BYTES);
        assert_eq!(unpack(&archive), Err(TOO_MUCH));
    }
    // Many that are each within the limit.
    let part = &zeros[..=MAX_UNPACKED_BYTES / 2];
    let tar = tar_of(&[("a.py", part), ("b.py", part)]);
    assert_eq!(unpack(&gzip(&tar)), Err(TOO_MUCH));
    let names: Vec<_> = (0..=MAX_FILES).map(|n| format!("{n}.py")).collect();
    let many: Vec<_> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    for archive in [zip_of(&many), zstd(&tar_of(&many))] {
        assert_eq!(
            unpack(&archive),
            Err(UnpackError::TooManyFiles { most: MAX_FILES })
        );
    }
    assert_eq!(
        unpack(&vec![0; MAX_ARCHIVE_BYTES + 1]),
        Err(UnpackError::TooLarge {
            bytes: MAX_ARCHIVE_BYTES + 1,
            most: MAX_ARCHIVE_BYTES,
        })
    );
    // A header that claims what is not there.
    let mut header = raw_header("setter.py", 1 << 40);
    header.set_cksum();
    assert_eq!(unpack(header.as_bytes()), Err(UnpackError::CutOff));
}

#[test]
fn what_is_no_archive_is_said_so() {
    assert_eq!(unpack(b""), Err(UnpackError::UnknownFormat));
    assert_eq!(unpack(b"slug = 1"), Err(UnpackError::UnknownFormat));
    assert_eq!(
        unpack(b"BZh91AY&SY").unwrap_err().to_string(),
        "a .bz2 archive is not read; pack the folder as .zip or .tar.gz"
    );
    assert_eq!(
        unpack(b"7z\xbc\xaf\x27\x1c\0\x04").unwrap_err(),
        UnpackError::OtherFormat("7z")
    );
    assert_eq!(unpack(&tar_of(&[])), Err(UnpackError::UnknownFormat));
    assert_eq!(unpack(&zip_of(&[])), Err(UnpackError::Empty));
    let whole = zip_of(&[("setter.py", b"print(1)")]);
    for length in 4..whole.len() {
        assert!(unpack(&whole[..length]).is_err());
    }
    let whole = gzip(&tar_of(&[("setter.py", b"print(1)")]));
    for length in 2..whole.len() {
        let _ = unpack(&whole[..length]);
    }
}

proptest::proptest! {
    #[test]
    fn any_bytes_get_an_answer(
        start in proptest::sample::select(vec![&b"PK\x03\x04"[..], b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd", b""]),
        rest in proptest::collection::vec(proptest::num::u8::ANY, 0..300),
    ) {
        let _ = unpack(&[start, &rest].concat());
    }
}

#[test]
fn a_season_has_more_room_than_a_package() {
    let names: Vec<_> = (0..=MAX_FILES).map(|n| format!("a/{n}.py")).collect();
    let entries: Vec<_> = names
        .iter()
        .map(|name| (name.as_str(), &b"1"[..]))
        .collect();
    let archive = gzip(&tar_of(&entries));
    assert!(unpack(&archive).is_err());
    let files = unpack_within(&archive, &Room::SEASON).unwrap();
    assert_eq!(files.len(), MAX_FILES + 1);
}
