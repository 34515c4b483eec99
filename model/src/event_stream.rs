//! Reads a stream of server-sent events; only their data matters here, and whether they are errors
//! (<https://html.spec.whatwg.org/multipage/server-sent-events.html>).

use std::io::{self, BufRead, BufReader, Read};
use std::mem;

/// The most bytes of a line; a server that sends more is broken.
const MAX_LINE: usize = 32 << 20;

/// May stand before the first line.
pub(crate) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// An event of a stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Event {
    pub(crate) data: String,
    /// Whether the event is called an error, or its data stands in a field of that name, as llama.cpp writes it.
    pub(crate) is_error: bool,
}

/// The events of a stream that have data.
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

    fn event(&mut self) -> io::Result<Option<Event>> {
        let mut event = Event::default();
        while let Some(line) = self.line()? {
            if line.is_empty() {
                let whole = mem::take(&mut event);
                if !whole.data.trim().is_empty() {
                    return Ok(Some(whole));
                }
                continue;
            }
            let (field, value) = line.split_once(':').unwrap_or((&line, ""));
            let value = value.strip_prefix(' ').unwrap_or(value);
            event.is_error |= field == "error" || (field == "event" && value == "error");
            if matches!(field, "data" | "error") {
                if !event.data.is_empty() {
                    event.data.push('\n');
                }
                event.data.push_str(value);
            }
        }
        Ok(Some(event).filter(|event| !event.data.trim().is_empty()))
    }
}

impl<R: Read> Iterator for EventStream<R> {
    type Item = io::Result<Event>;

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
                let read: Vec<String> = read.map(|event| event.unwrap().data).collect();
                assert_eq!(read, events, "{stream:?} in packets of {size}");
            }
        }
    }

    #[test]
    fn events_of_errors_are_known_by_their_name() {
        let stream = "data: a\n\nerror: {\"code\": 500}\n\nevent: error\ndata: busy\n\nevent: x\ndata: b\n\n";
        let read = EventStream::new(stream.as_bytes()).map(Result::unwrap);
        let read: Vec<(String, bool)> = read.map(|event| (event.data, event.is_error)).collect();
        let expected = [
            ("a", false),
            ("{\"code\": 500}", true),
            ("busy", true),
            ("b", false),
        ];
        assert_eq!(
            read,
            expected.map(|(data, is_error)| (data.to_owned(), is_error))
        );
    }

    #[test]
    fn half_a_character_is_shown_as_one_that_is_lost() {
        let mut stream = EventStream::new(&b"data: a\xe2\x86\n\n"[..]);
        assert_eq!(stream.next().unwrap().unwrap().data, "a\u{fffd}");
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
        assert_eq!(stream.next().unwrap().unwrap().data, "a");
        assert!(stream.next().unwrap().is_err());
        assert!(stream.next().is_none());
    }
}
