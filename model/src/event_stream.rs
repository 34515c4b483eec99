//! Reads a stream of server-sent events, of which only the data counts here
//! (<https://html.spec.whatwg.org/multipage/server-sent-events.html>).

use std::io::{self, BufRead, BufReader, Read};

/// Longest line, in bytes; a server that sends more is broken.
const MAX_LINE: u64 = 32 << 20;

/// The data of each event of a stream.
pub(crate) struct EventStream<R> {
    input: BufReader<R>,
    ended: bool,
}

impl<R: Read> EventStream<R> {
    pub(crate) fn new(input: R) -> Self {
        Self {
            input: BufReader::new(input),
            ended: false,
        }
    }

    /// The next line without its end, in bytes: a character may be cut across packets, and a line is read whole.
    fn line(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        (&mut self.input)
            .take(MAX_LINE)
            .read_until(b'\n', &mut line)?;
        if !line.ends_with(b"\n") {
            // Events end with an empty line, so half a line at the end is part of none.
            return Ok(None);
        }
        line.pop();
        if line.ends_with(b"\r") {
            line.pop();
        }
        Ok(Some(String::from_utf8_lossy(&line).into_owned()))
    }

    fn event(&mut self) -> io::Result<Option<String>> {
        let mut data: Option<String> = None;
        while let Some(line) = self.line()? {
            if line.is_empty() {
                if data.is_some() {
                    return Ok(data);
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
        Ok(data)
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

    /// Gives a few bytes at each read, as a network does.
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
