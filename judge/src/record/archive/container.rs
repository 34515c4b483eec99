//! The container of an archive: tar headers with only path and size, and pinned compression, so that the same content
//! gives the same bytes.

use std::io::{self, Read, Write};

use tar::{EntryType, Header};

/// The compression level. 200,000 small files take seconds at this level.
const LEVEL: i32 = 9;

/// The compressor gets its input in pieces of this size, so that its output does not depend on how the members were
/// written.
const PIECE_BYTES: usize = 128 << 10;

/// The block size of tar.
pub(super) const BLOCK: usize = 512;

/// The largest window, as a power of two, that a reader must be able to hold.
const WINDOW_LOG_MAX: u32 = 27;

/// The header of a member: a regular file of mode 644 by user and group 0, at time 0.
pub(super) fn header(path: &str, bytes: u64) -> io::Result<Header> {
    let mut header = Header::new_ustar();
    header.set_path(path)?;
    header.set_size(bytes);
    header.set_mode(0o644);
    header.set_uid(0);
    header.set_gid(0);
    header.set_mtime(0);
    header.set_entry_type(EntryType::Regular);
    header.set_cksum();
    Ok(header)
}

/// How many zero bytes follow a member of this size.
pub(super) fn padding(bytes: u64) -> usize {
    let last = usize::try_from(bytes % BLOCK as u64).expect("less than a block");
    (BLOCK - last) % BLOCK
}

/// Compresses what is written to it.
pub(super) struct Compressor<W: Write> {
    encoder: zstd::Encoder<'static, W>,
    piece: Vec<u8>,
}

impl<W: Write> Compressor<W> {
    pub(super) fn new(out: W) -> io::Result<Self> {
        let mut encoder = zstd::Encoder::new(out, LEVEL)?;
        encoder.include_checksum(true)?;
        Ok(Self {
            encoder,
            piece: Vec::with_capacity(PIECE_BYTES),
        })
    }

    pub(super) fn finish(mut self) -> io::Result<W> {
        self.encoder.write_all(&self.piece)?;
        self.encoder.finish()
    }
}

impl<W: Write> Write for Compressor<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(PIECE_BYTES - self.piece.len());
        self.piece.extend_from_slice(&bytes[..taken]);
        if self.piece.len() == PIECE_BYTES {
            self.encoder.write_all(&self.piece)?;
            self.piece.clear();
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Decompresses one frame.
pub(super) fn decompressor<R: io::BufRead>(input: R) -> io::Result<zstd::Decoder<'static, R>> {
    let mut decoder = zstd::Decoder::with_buffer(input)?.single_frame();
    decoder.window_log_max(WINDOW_LOG_MAX)?;
    Ok(decoder)
}

/// Compares what is written to it with the content of `other`.
pub(super) struct ComparingWriter<R> {
    other: R,
    equal: bool,
}

impl<R: Read> ComparingWriter<R> {
    pub(super) fn new(other: R) -> Self {
        Self { other, equal: true }
    }

    /// Whether everything was equal and nothing is left.
    pub(super) fn finish(mut self) -> io::Result<bool> {
        Ok(self.equal && self.other.read(&mut [0])? == 0)
    }
}

impl<R: Read> Write for ComparingWriter<R> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut buffer = [0; 4096];
        let taken = bytes.len().min(buffer.len());
        if self.equal {
            self.equal = match self.other.read_exact(&mut buffer[..taken]) {
                Ok(()) => buffer[..taken] == bytes[..taken],
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => false,
                Err(error) => return Err(error),
            };
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    /// Another version may compress to other bytes, and archives would no longer be reproducible: then the format of
    /// the archive needs a new number.
    #[test]
    fn the_compression_is_the_one_that_the_format_names() {
        assert_eq!(zstd::zstd_safe::version_number(), 10_507);
    }
}
