//! Reads a stream of server-sent events; only their data matters here
//! (<https://html.spec.whatwg.org/multipage/server-sent-events.html>).

use std::io::{self, BufRead, BufReader, Read};
use std::mem;

/// The most bytes of a line; a server that sends more is broken.
const MAX_LINE: usize = 32 << 20;

/// May stand before the first line.
pub(crate) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The data of each event of a stream.
pub(crate) struct EventStream<R> {
    input: BufReader<R>,
    /// Whether nothing was read yet.
    at_begin: bool,
    /// Whether the last line ended with a CR, to which an LF may belong.
    after_cr: bool,
    ended: bool,
}

impl<R: Read> EventStream<R> {
    pub(crate) fn new(input: R) -> Self {
        Self {
            input: BufReader::new(input),
            at_begin: true,
            after_cr: false,
            ended: false,
        }
    }

    /// The next line without its line end, which is LF, CR or both. It is assembled from bytes, since a packet may
    /// end inside a character. Events end with an empty line, so half a line at the end of a stream belongs to no
    /// event.
    fn line(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        loop {
            let read = self.input.fill_buf()?;
            if read.is_empty() {
                return Ok(None);
            }
            if mem::take(&mut self.after_cr) && read[0] == b'\n' {
                self.input.consume(1);
                continue;
            }
            let end = read.iter().position(|byte| matches!(byte, b'\r' | b'\n'));
            line.extend_from_slice(&read[..end.unwrap_or(read.len())]);
            self.after_cr = end.is_some_and(|end| read[end] == b'\r');
            let used = end.map_or(read.len(), |end| end + 1);
            self.input.consume(used);
            if line.len() > MAX_LINE {
                return Err(io::Error::other("a line of the stream never ends"));
            }
            if end.is_some() {
                break;
            }
        }
        if mem::take(&mut self.at_begin) && line.starts_with(BYTE_ORDER_MARK) {
            line.drain(..BYTE_ORDER_MARK.len());
        }
        // A model that stops between two bytes of a character has answered all the same.
        Ok(Some(String::from_utf8_lossy(&line).into_owned()))
    }

    fn event(&mut self) -> io::Result<Option<String>> {
        let mut data: Option<String> = None;
        while let Some(line) = self.line()? {
            if line.is_empty() {
                let whole = data.take().filter(|data| !data.trim().is_empty());
                if whole.is_some() {
                    return Ok(whole);
                }
            } else if let Some(value) = line.strip_prefix("data:") {
                let value = value.strip_prefix(' ').unwrap_or(value);
                match &mut data {
                    Some(data) => {
                        data.push('\n');
                        data.push_str(value);
                    }
                    None => data = Some(value.to_owned()),
                }
            }
        }
        Ok(data.filter(|data| !data.trim().is_empty()))
    }
}

impl<R: Read> Iterator for EventStream<R> {
    type Item = io::Result<String>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let event = self.event();
        self.ended = !matches!(event, Ok(Some(_)));
        event.transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a few bytes for each read, as a network does.
    struct Packets<'a>(&'a [u8], usize);

    impl Read for Packets<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(self.0.len()).min(buffer.len());
            let (now, later) = self.0.split_at(count);
            buffer[..count].copy_from_slice(now);
            self.0 = later;
            Ok(count)
        }
    }

    #[test]
    fn streams_are_read_as_they_come() {
        for (stream, events) in [
            ("data: a\n\ndata: b\n\n", &["a", "b"][..]),
            (": PROCESSING\r\n\r\ndata:a\r\n\r\n", &["a"]),
            ("event: x\nid: 1\ndata: a\ndata:b\n\n", &["a\nb"]),
            ("data: {\"t\": \"𝜓 → µ\"}\n\n", &["{\"t\": \"𝜓 → µ\"}"]),
            ("data:  a\n\n\n\ndata: b\n", &[" a", "b"]),
            ("data: a\n\ndata: cut", &["a"]),
            ("\u{feff}data: a\n\ndata: \u{feff}\n\n", &["a", "\u{feff}"]),
            (
                "data: a\r\rdata: b\r\n\r\n: c\r\rdata: d\r\r",
                &["a", "b", "d"],
            ),
            ("data: a\r\n\ndata: b\n\r\n", &["a", "b"]),
            ("data:\n\ndata: \n\ndata: a\n\n", &["a"]),
            ("", &[]),
        ] {
            for size in [1, 2, 3, 7, 1000] {
                let read = EventStream::new(Packets(stream.as_bytes(), size));
                let read: Vec<String> = read.map(Result::unwrap).collect();
                assert_eq!(read, events, "{stream:?} in packets of {size}");
            }
        }
    }

    #[test]
    fn half_a_character_is_shown_as_one_that_is_lost() {
        let mut stream = EventStream::new(&b"data: a\xe2\x86\n\n"[..]);
        assert_eq!(stream.next().unwrap().unwrap(), "a\u{fffd}");
    }

    #[test]
    fn a_broken_connection_is_an_error_once() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::ErrorKind::ConnectionReset.into())
            }
        }
        let mut stream = EventStream::new(b"data: a\n\n".chain(Broken));
        assert_eq!(stream.next().unwrap().unwrap(), "a");
        assert!(stream.next().unwrap().is_err());
        assert!(stream.next().is_none());
    }
}
