//! Standard error of a run: keeps its beginning and end, and finds the exception that the interpreter reported.

/// The first line of an exception report.
const REPORT: &str = "Traceback (most recent call last):";
const REPORT_OF_GROUP: &str = "  + Exception Group Traceback (most recent call last):";

/// The prefix of each line in the report of an exception group.
const MARGIN_OF_GROUP: &str = "  | ";

/// The start of the line before a report of an exception that did not end the program.
const IGNORED: &str = "Exception ignored ";

/// How many bytes of a line are looked at.
const LINE_BYTES: usize = 1024;

/// The end of the line that marks omitted output.
pub const OMITTED: &str = " bytes left out …\n";

/// Room for this line between beginning and end.
const NOTICE_BYTES: usize = 64;

/// Collects standard error.
pub(crate) struct Stderr {
    limit: usize,
    first: Vec<u8>,
    last: Vec<u8>,
    /// How many bytes came in total.
    bytes: usize,
    report: ReportReader,
}

impl Stderr {
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            limit,
            first: Vec::new(),
            last: Vec::new(),
            bytes: 0,
            report: ReportReader::default(),
        }
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) {
        self.report.write(bytes);
        self.bytes = self.bytes.saturating_add(bytes.len());
        let room = self.limit.saturating_sub(self.first.len());
        let (kept, rest) = bytes.split_at(bytes.len().min(room));
        self.first.extend_from_slice(kept);
        self.last
            .extend_from_slice(&rest[rest.len().saturating_sub(self.limit)..]);
        let surplus = self.last.len().saturating_sub(self.limit);
        self.last.drain(..surplus);
    }

    /// The collected output with invalid UTF-8 replaced; if it exceeded the limit, its beginning and its end.
    pub(crate) fn text(&self) -> String {
        if self.bytes <= self.limit {
            return String::from_utf8_lossy(&self.first).into_owned();
        }
        let half = (self.limit / 2).saturating_sub(NOTICE_BYTES / 2);
        let beginning = whole_characters(&self.first[..half]);
        let kept = [self.first.as_slice(), &self.last].concat();
        let end = &kept[kept.len() - half..];
        let cut = end.iter().take_while(|byte| is_continuation(**byte));
        let end = String::from_utf8_lossy(&end[cut.count().min(3)..]);
        let missing = self.bytes - 2 * half;
        format!("{beginning}\n… {missing}{OMITTED}{end}")
    }

    /// The type and the first line of the message of the exception that ended the program, or else the last line: a
    /// source that does not compile has no traceback, and a program may print its own message.
    pub(crate) fn reason(&self) -> String {
        if let Some(raised) = self.report.raised() {
            return raised;
        }
        let text = self.text();
        let last = text.lines().rev().find(|line| !line.trim().is_empty());
        last.unwrap_or_default().trim().to_owned()
    }
}

/// Finds the interpreter's exception reports by their form: a first line, indented lines with the stack, and then the
/// exception. Its message may have more lines and notes may follow, so the last line is not reliable.
#[derive(Default)]
struct ReportReader {
    line: Vec<u8>,
    /// Whether the line began at the start of a write, as the first line of each report does; text inside a message
    /// does not.
    begins_a_write: bool,
    after_ignored: bool,
    /// The prefix of the report whose stack is being read.
    margin: Option<&'static str>,
    raised: Option<String>,
}

impl ReportReader {
    fn write(&mut self, bytes: &[u8]) {
        self.begins_a_write |= self.line.is_empty() && !bytes.is_empty();
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let room = LINE_BYTES.saturating_sub(self.line.len());
            self.line.extend_from_slice(&piece[..piece.len().min(room)]);
            if piece.ends_with(b"\n") {
                self.end_line();
            }
        }
    }

    fn end_line(&mut self) {
        let line = shown_line(&std::mem::take(&mut self.line));
        let begins_a_write = std::mem::take(&mut self.begins_a_write);
        let after_ignored = std::mem::replace(&mut self.after_ignored, line.starts_with(IGNORED));
        let margin = match line.as_str() {
            REPORT => Some(""),
            REPORT_OF_GROUP => Some(MARGIN_OF_GROUP),
            _ => None,
        };
        if margin.is_some() && begins_a_write && !after_ignored {
            self.margin = margin;
        } else if let Some(raised) = self.exception(&line) {
            self.raised = Some(raised);
            self.margin = None;
        }
    }

    /// The exception, if this line of a report names it.
    fn exception(&self, line: &str) -> Option<String> {
        let line = line.strip_prefix(self.margin?)?;
        let is_stack = line.starts_with("  ") || line.trim().is_empty();
        (!is_stack).then(|| line.trim().to_owned())
    }

    fn raised(&self) -> Option<String> {
        self.exception(&shown_line(&self.line))
            .or_else(|| self.raised.clone())
    }
}

/// A line without its line end; if it was too long, the omission is marked.
fn shown_line(bytes: &[u8]) -> String {
    if bytes.len() < LINE_BYTES {
        return String::from_utf8_lossy(bytes)
            .trim_end_matches(['\r', '\n'])
            .to_owned();
    }
    let mut text = whole_characters(bytes);
    if text.ends_with('\n') {
        text.truncate(text.trim_end().len());
    } else {
        text.push('…');
    }
    text
}

/// Text that was cut off, up to its last whole character; invalid UTF-8 is replaced.
pub(crate) fn whole_characters(bytes: &[u8]) -> String {
    let begun = (1..=bytes.len().min(3)).find(|back| !is_continuation(bytes[bytes.len() - back]));
    let whole = begun
        .map(|back| bytes.len() - back)
        .filter(|at| matches!(std::str::from_utf8(&bytes[*at..]), Err(error) if error.error_len().is_none()));
    String::from_utf8_lossy(&bytes[..whole.unwrap_or(bytes.len())]).into_owned()
}

fn is_continuation(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(writes: &[&str]) -> String {
        let mut stderr = Stderr::new(1 << 14);
        for write in writes {
            stderr.write(write.as_bytes());
        }
        stderr.reason()
    }

    #[test]
    fn a_report_inside_a_message_is_no_report() {
        let place = "  File \"main.py\", line 1, in <module>\n";
        let report = "Traceback (most recent call last):\n";
        let inner = format!("RuntimeError: it failed:\n{report}{place}KeyError: 1\n");
        assert_eq!(reason(&[report, place, &inner]), "RuntimeError: it failed:");
        let ignored = "Exception ignored in atexit callback <f>:\n";
        let said = [
            report,
            place,
            "ValueError\n",
            ignored,
            report,
            place,
            "KeyError: 2\n",
        ];
        assert_eq!(reason(&said), "ValueError");
    }

    #[test]
    fn what_is_cut_is_cut_between_characters() {
        let mut stderr = Stderr::new(201);
        for _ in 0..1000 {
            stderr.write("€".as_bytes());
        }
        let text = stderr.text();
        assert!(
            text.starts_with('€') && text.ends_with('€') && text.len() <= 201,
            "{text}"
        );
        assert!(
            !text.contains('\u{fffd}') && text.contains("bytes left out"),
            "{text}"
        );
        assert_eq!(whole_characters(b"a\xe2\x82"), "a");
        assert_eq!(whole_characters(b"a\xff"), "a\u{fffd}");
        assert_eq!(shown_line(&[b'x'; LINE_BYTES]).chars().last(), Some('…'));
    }
}
