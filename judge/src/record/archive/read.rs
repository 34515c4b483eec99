//! Reads an archive strictly: each member is at its place, in its canonical form, with the size and the hash that the
//! first member gives, and there is nothing else.

use std::io::{self, BufRead, Read, Write};

use tar::Header;

use super::container::{self, BLOCK, ComparingWriter, Compressor, header, padding};
use super::parts::{MemberPath, Parts, parse};
use super::{Archive, FORMAT, File, SUMMARY, Summary, is_slug};
use crate::digest::Digest;

/// The most bytes of the first member: enough for more than 2,000,000 files.
const SUMMARY_MAX_BYTES: u64 = 512 << 20;

/// The most bytes of all members together.
const TOTAL_MAX_BYTES: u64 = 16 << 30;

/// Why an archive cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// A member is not as it must be.
    #[error("{member}: {fault}")]
    Member {
        /// Its path below the season's folder.
        member: String,
        /// What is wrong with it.
        fault: String,
    },
    /// The archive cannot be unpacked: it is truncated or not an archive.
    #[error("the archive cannot be unpacked at byte {at} of its content: {error}")]
    Unpack {
        /// Bytes unpacked so far.
        at: u64,
        /// The decompressor's error.
        error: io::Error,
    },
    /// Something follows the archive.
    #[error("the archive is followed by other bytes")]
    Trailing,
    /// The file cannot be opened.
    #[error("the archive cannot be opened: {0}")]
    Open(io::Error),
}

#[allow(
    clippy::needless_pass_by_value,
    reason = "callers hand over errors and texts that they made for it"
)]
pub(super) fn wrong(member: &str, fault: impl ToString) -> ArchiveError {
    ArchiveError::Member {
        member: member.to_owned(),
        fault: fault.to_string(),
    }
}

/// Reads an archive. `open` gives its bytes from the beginning and is called twice: the unpacked content is
/// compressed again and compared with the original bytes. Memory is bounded by the limits on members, not by what
/// their headers claim.
///
/// # Errors
/// The first mistake, with its member.
pub fn read<R: BufRead>(mut open: impl FnMut() -> io::Result<R>) -> Result<Archive, ArchiveError> {
    let input = open().map_err(ArchiveError::Open)?;
    let again = open().map_err(ArchiveError::Open)?;
    let unpack = |error| ArchiveError::Unpack { at: 0, error };
    let mut content = Content {
        input: container::decompressor(input).map_err(unpack)?,
        copy: Compressor::new(ComparingWriter::new(again)).map_err(unpack)?,
        at: 0,
    };
    let mut archive = read_content(&mut content)?;
    let Content { input, copy, at } = content;
    let unpack = |error| ArchiveError::Unpack { at, error };
    let mut rest = input.finish();
    if !rest.fill_buf().map_err(unpack)?.is_empty() {
        return Err(ArchiveError::Trailing);
    }
    archive.recompressed = copy
        .finish()
        .and_then(ComparingWriter::finish)
        .map_err(unpack)?;
    Ok(archive)
}

/// The unpacked bytes: each is counted and compressed again.
struct Content<I, C> {
    input: I,
    copy: C,
    at: u64,
}

impl<I: Read, C: Write> Content<I, C> {
    /// The next bytes; an error when there are fewer.
    fn take(&mut self, bytes: u64) -> Result<Vec<u8>, ArchiveError> {
        // Grows with the bytes that are really there, not with what a header claims.
        let mut taken = Vec::new();
        let read = self.input.by_ref().take(bytes).read_to_end(&mut taken);
        let at = self.at + taken.len() as u64;
        let missing = || io::Error::new(io::ErrorKind::UnexpectedEof, "it ends too early");
        let complete = read.and_then(|read| {
            if read as u64 == bytes {
                self.copy.write_all(&taken)
            } else {
                Err(missing())
            }
        });
        self.at = at;
        match complete {
            Ok(()) => Ok(taken),
            Err(error) => Err(ArchiveError::Unpack { at, error }),
        }
    }

    /// Reads the zeros after a member or at the end.
    fn take_zeros(&mut self, member: &str, bytes: usize) -> Result<(), ArchiveError> {
        let zeros = self.take(bytes as u64)?;
        if zeros.iter().all(|byte| *byte == 0) {
            Ok(())
        } else {
            Err(wrong(
                member,
                "the zeros that fill up the last block are not all zero",
            ))
        }
    }

    /// Reads the next member, which must be this one.
    fn member(&mut self, folder: &str, file: &File) -> Result<Vec<u8>, ArchiveError> {
        let found = self.take(BLOCK as u64)?;
        let path = &file.path;
        let expected =
            header(&format!("{folder}/{path}"), file.bytes).map_err(|error| wrong(path, error))?;
        if found != expected.as_bytes() {
            return Err(wrong(path, misplaced(&found, folder, file)));
        }
        let bytes = self.take(file.bytes)?;
        self.take_zeros(path, padding(file.bytes))?;
        let sha256 = Digest::of(&bytes);
        if sha256 != file.sha256 {
            return Err(wrong(
                path,
                format!(
                    "its SHA-256 is {sha256}, {SUMMARY} says `sha256` {}",
                    file.sha256
                ),
            ));
        }
        Ok(bytes)
    }
}

/// How a header differs from the expected one of `file`.
fn misplaced(found: &[u8], folder: &str, file: &File) -> String {
    if found.iter().all(|byte| *byte == 0) {
        return "the member is missing; the archive ends before it".to_owned();
    }
    let mut found_header = Header::new_old();
    found_header.as_mut_bytes().copy_from_slice(found);
    let name = found_header.path().map_or_else(
        |_| "no readable path".to_owned(),
        |path| path.display().to_string(),
    );
    if name != format!("{folder}/{}", file.path) {
        return format!("the member is missing; in its place is `{name}`");
    }
    match found_header.size() {
        Ok(size) if size != file.bytes => {
            format!("its size is {size}, {SUMMARY} says `bytes` {}", file.bytes)
        }
        _ => "its header differs: mode, owner, time and type must be those that the archive's \
              description gives"
            .to_owned(),
    }
}

fn read_content(content: &mut Content<impl Read, impl Write>) -> Result<Archive, ArchiveError> {
    let summary = read_summary(content)?;
    let folder = format!("season-{}", summary.season);
    let mut parts = Parts::default();
    for file in &summary.files {
        let bytes = content.member(&folder, file)?;
        parts.add(&file.path, bytes)?;
    }
    content.take_zeros("end of the archive", 2 * BLOCK)?;
    let mut more = [0];
    let at = content.at;
    let unpack = |error| ArchiveError::Unpack { at, error };
    if content.input.read(&mut more).map_err(unpack)? != 0 {
        return Err(ArchiveError::Trailing);
    }
    parts.assemble(summary)
}

fn read_summary(content: &mut Content<impl Read, impl Write>) -> Result<Summary, ArchiveError> {
    let mut found = Header::new_old();
    let first = content.take(BLOCK as u64)?;
    found.as_mut_bytes().copy_from_slice(&first);
    let size = found.size().map_err(|error| wrong(SUMMARY, error))?;
    if size > SUMMARY_MAX_BYTES {
        return Err(wrong(
            SUMMARY,
            format!("{size} bytes, at most {SUMMARY_MAX_BYTES}"),
        ));
    }
    let bytes = content.take(size)?;
    content.take_zeros(SUMMARY, padding(size))?;
    let summary: Summary = parse(SUMMARY, &bytes)?;
    if summary.format != FORMAT {
        let fault = format!(
            "`format` is {:?}; this program reads {FORMAT:?}",
            summary.format
        );
        return Err(wrong(SUMMARY, fault));
    }
    if !is_slug(&summary.season) {
        return Err(wrong(
            SUMMARY,
            format!("`season` {:?} is no slug", summary.season),
        ));
    }
    let path = format!("season-{}/{SUMMARY}", summary.season);
    let expected = header(&path, size).map_err(|error| wrong(SUMMARY, error))?;
    if first != expected.as_bytes() {
        return Err(wrong(
            SUMMARY,
            format!("its header is not that of `{path}`"),
        ));
    }
    let mut total = 0u64;
    for (file, at) in summary.files.iter().zip(0_usize..) {
        let place = MemberPath::of(&file.path).ok_or_else(|| {
            wrong(
                SUMMARY,
                format!("`files`: {:?} is no member of an archive", file.path),
            )
        })?;
        let most = place.max_bytes();
        if file.bytes > most {
            return Err(wrong(
                &file.path,
                format!("{} bytes, at most {most}", file.bytes),
            ));
        }
        total = total.saturating_add(file.bytes);
        let before = at.checked_sub(1).and_then(|at| summary.files.get(at));
        if before.is_some_and(|before| before.path >= file.path) {
            let fault = format!("`files`: {:?} is listed twice or out of order", file.path);
            return Err(wrong(SUMMARY, fault));
        }
    }
    if total > TOTAL_MAX_BYTES {
        return Err(wrong(
            SUMMARY,
            format!("`files`: {total} bytes in all, at most {TOTAL_MAX_BYTES}"),
        ));
    }
    Ok(summary)
}
