//! Reads lists of people, exported from a spreadsheet or typed: a line of headings, then one line per person; or names
//! alone. A list is accepted whole or not at all.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::Read as _;
use std::mem;

use csv::{ReaderBuilder, StringRecord, Trim};

use crate::auth::{NameError, check_display_name, check_name};
use crate::words::say;

/// People in one list.
pub const MAX_LISTED: usize = 2000;

/// The heading of the names that others see.
pub const DISPLAY_NAME: &str = "display name";

/// The headings of a list with the links of those who were made of one.
pub const WITH_LINKS: [&str; 3] = ["name", DISPLAY_NAME, "link"];

/// A character that no name contains.
const NO_DELIMITER: u8 = 0x1f;

/// A record after the last one; no list contains such a character.
const END_MARK: &[u8] = b"\n\0";

/// What ends a line; some systems write both.
const LINE_ENDS: [char; 2] = ['\r', '\n'];

/// What marks a text as UTF-8.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// Somebody on a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedPerson {
    /// Line of the list, from 1.
    pub line: u64,
    /// Sign-in name, where one is given.
    pub name: Option<String>,
    /// Name that others see.
    pub display_name: String,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListError {
    /// Line of the list, from 1.
    pub line: u64,
    /// What of it.
    pub about: About,
    /// In a sentence.
    pub message: String,
}

/// What of a line is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// It is no text in UTF-8.
    Encoding,
    /// Headings and cells do not fit.
    Columns,
    /// The sign-in name.
    Name,
    /// The name that others see.
    DisplayName,
    /// The role.
    Role,
}

impl fmt::Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Encoding => "encoding",
            Self::Columns => "columns",
            Self::Name => "name",
            Self::DisplayName => "display name",
            Self::Role => "role",
        })
    }
}

impl ListError {
    fn new(line: u64, about: About, message: impl Into<String>) -> Self {
        Self {
            line,
            about,
            message: message.into(),
        }
    }

    /// A sign-in name that somebody has already.
    pub fn taken(line: u64, name: &str) -> Self {
        Self::new(line, About::Name, say!("list-name-taken", name = name))
    }

    /// Somebody of that name has an account with this label.
    pub fn known(line: u64, shown: &str, label: &str) -> Self {
        let message = if label.is_empty() {
            say!("list-known", name = shown)
        } else {
            say!("list-known-by-label", name = shown, label = label)
        };
        Self::new(line, About::DisplayName, message)
    }
}

/// A column that means something.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    Name,
    DisplayName,
    Role,
}

impl Column {
    fn parse(heading: &str) -> Option<Self> {
        let plain = heading.to_lowercase().replace(['_', '-'], " ");
        match plain
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .as_str()
        {
            "name" | "sign in name" => Some(Self::Name),
            DISPLAY_NAME => Some(Self::DisplayName),
            "role" => Some(Self::Role),
            _ => None,
        }
    }
}

/// A record of a list, with where it stands.
struct ListRecord<'a> {
    /// Line of the list where it begins, from 1.
    line: u64,
    /// What it was read from.
    text: &'a str,
    cells: StringRecord,
}

impl ListRecord<'_> {
    /// The cells without empty ones at the end, which spreadsheets write.
    fn filled(&self) -> impl Iterator<Item = &str> {
        let numbered = self.cells.iter().enumerate();
        let filled = numbered.filter(|(_, cell)| !cell.is_empty()).last();
        self.cells
            .iter()
            .take(filled.map_or(0, |(last, _)| last + 1))
    }

    /// Whether a semicolon or a tab divides it: a list with columns of its own that was pasted where one column was
    /// expected is refused. A comma may be part of a name: `Müller, Anna`.
    fn is_divided(&self) -> bool {
        let cells = self.text.trim().trim_end_matches([';', '\t']);
        cells.contains([';', '\t'])
    }
}

/// Reads a list, whose cells are divided by commas, semicolons or tabs. Without headings every line is the name of a
/// person, as others see it.
///
/// # Errors
/// Everything that is wrong with it, in the order of its lines.
pub fn read_list(bytes: &[u8]) -> Result<Vec<ListedPerson>, Vec<ListError>> {
    let text = decode(bytes).map_err(|error| vec![error])?;
    let named = named_delimiter(text);
    let records = read_records(text, named.unwrap_or_else(|| delimiter(text)))
        .map_err(|error| vec![error])?;
    let mut records = records.as_slice();
    if named.is_some() {
        records = records.get(1..).unwrap_or_default();
    }
    let columns = match records {
        [first, below @ ..] if !is_bare_name(first) => {
            records = below;
            read_headings(first).map_err(|error| vec![error])?
        }
        _ => vec![Column::DisplayName],
    };
    let (mut people, mut errors) = (Vec::new(), Vec::new());
    let mut lines: BTreeMap<String, u64> = BTreeMap::new();
    for record in records {
        // A column that was pasted with its heading below the heading of the form.
        if columns.len() == 1 && record.filled().all(|cell| Column::parse(cell).is_some()) {
            continue;
        }
        if columns.len() == 1 && record.is_divided() {
            errors.push(too_many_cells(record, &columns));
            continue;
        }
        match read_person(record, &columns) {
            Ok(None) => {}
            Ok(Some(person)) => {
                let key = person.name.as_ref().map(|name| name.to_lowercase());
                let before = key.and_then(|key| lines.insert(key, person.line));
                if let Some(before) = before {
                    let message = say!("list-name-twice", line = before.to_string());
                    errors.push(ListError::new(person.line, About::Name, message));
                }
                people.push(person);
            }
            Err(error) => errors.push(error),
        }
    }
    if people.len() > MAX_LISTED {
        let line = people[MAX_LISTED].line;
        let message = say!("list-long", n = MAX_LISTED);
        errors.push(ListError::new(line, About::Columns, message));
    }
    if people.is_empty() && errors.is_empty() {
        errors.push(ListError::new(1, About::Columns, say!("list-nobody")));
    }
    if errors.is_empty() {
        Ok(people)
    } else {
        Err(errors)
    }
}

/// The records of a list. A quote that is never closed takes the mark at the end into its cell.
fn read_records(text: &str, delimiter: u8) -> Result<Vec<ListRecord<'_>>, ListError> {
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .trim(Trim::All)
        .from_reader(text.as_bytes().chain(END_MARK));
    let mut records = Vec::new();
    let mut cells = StringRecord::new();
    let (mut end, mut counted, mut line) = (0, 0, 1);
    while let Ok(true) = reader.read_record(&mut cells) {
        let rest = text.get(end..).unwrap_or_default();
        let begin = text.len() - rest.trim_start_matches(LINE_ENDS).len();
        line += line_breaks(&text.as_bytes()[counted..begin]);
        counted = begin;
        if text[begin..].trim().is_empty() {
            break;
        }
        if cells.iter().any(|cell| cell.contains('\0')) {
            return Err(ListError::new(line, About::Columns, say!("list-quote")));
        }
        let read = usize::try_from(reader.position().byte()).unwrap_or(text.len());
        end = read.min(text.len());
        records.push(ListRecord {
            line,
            text: text.get(begin..end).unwrap_or_default(),
            cells: mem::take(&mut cells),
        });
    }
    Ok(records)
}

/// Line breaks as every system writes them: `\n`, `\r\n` or `\r`.
fn line_breaks(bytes: &[u8]) -> u64 {
    let at = |place: usize| bytes.get(place).copied();
    let breaks = (0..bytes.len()).filter(|place| match at(*place) {
        Some(b'\n') => true,
        Some(b'\r') => at(place + 1) != Some(b'\n'),
        _ => false,
    });
    u64::try_from(breaks.count()).unwrap_or(u64::MAX)
}

/// The names that a list gives, in lower case.
pub(super) fn given_names(people: &[ListedPerson]) -> BTreeSet<String> {
    let names = people.iter().filter_map(|person| person.name.as_ref());
    names.map(|name| name.to_lowercase()).collect()
}

fn decode(bytes: &[u8]) -> Result<&str, ListError> {
    let bytes = bytes.strip_prefix(BOM).unwrap_or(bytes);
    std::str::from_utf8(bytes)
        .map_err(|error| error.valid_up_to())
        .and_then(|text| text.find('\0').map_or(Ok(text), Err))
        .map_err(|at| {
            let line = 1 + line_breaks(&bytes[..at]);
            ListError::new(line, About::Encoding, say!("list-encoding"))
        })
}

/// What divides the cells by the first line, as Excel writes it: `sep=;`.
fn named_delimiter(text: &str) -> Option<u8> {
    let first = text.split(LINE_ENDS).next()?.trim_matches('"');
    let (key, delimiter) = first.split_at_checked(4)?;
    match delimiter.as_bytes() {
        [delimiter] if key.eq_ignore_ascii_case("sep=") => Some(*delimiter),
        _ => None,
    }
}

/// What divides the cells: of those that the line of headings has, the one that it has most often; under a single
/// heading nothing does.
fn delimiter(text: &str) -> u8 {
    let headings = text
        .split(LINE_ENDS)
        .find(|line| !line.trim().is_empty())
        .unwrap_or("");
    let count = |delimiter: u8| headings.bytes().filter(|byte| *byte == delimiter).count();
    let all = [b'\t', b';', b','];
    all.into_iter()
        .filter(|byte| count(*byte) > 0)
        .max_by_key(|byte| count(*byte))
        .unwrap_or(NO_DELIMITER)
}

/// Whether the first record is no line of headings but a name, in a list of names alone.
fn is_bare_name(first: &ListRecord<'_>) -> bool {
    let mut cells = first.filled();
    let only = cells.next().filter(|_| cells.next().is_none());
    only.is_some_and(|cell| Column::parse(cell).is_none())
}

fn read_headings(record: &ListRecord<'_>) -> Result<Vec<Column>, ListError> {
    let wrong = |message: String| ListError::new(record.line, About::Columns, message);
    let mut columns = Vec::new();
    for heading in record.filled() {
        let column = Column::parse(heading)
            .ok_or_else(|| wrong(say!("list-heading-unknown", heading = heading)))?;
        if columns.contains(&column) {
            return Err(wrong(say!("list-heading-twice", heading = heading)));
        }
        columns.push(column);
    }
    if columns.contains(&Column::Name) || columns.contains(&Column::DisplayName) {
        Ok(columns)
    } else {
        Err(wrong(say!("list-headings").to_owned()))
    }
}

fn too_many_cells(record: &ListRecord<'_>, columns: &[Column]) -> ListError {
    let message = say!("list-cells", n = columns.len());
    ListError::new(record.line, About::Columns, message)
}

fn read_person(
    record: &ListRecord<'_>,
    columns: &[Column],
) -> Result<Option<ListedPerson>, ListError> {
    let line = record.line;
    if record.filled().count() > columns.len() {
        return Err(too_many_cells(record, columns));
    }
    let cell = |wanted: Column| {
        let place = columns.iter().position(|column| *column == wanted)?;
        record.cells.get(place).filter(|cell| !cell.is_empty())
    };
    let (name, shown) = (cell(Column::Name), cell(Column::DisplayName));
    if record.cells.iter().any(|cell| cell.contains(LINE_ENDS)) {
        let message = say!("list-line-break");
        return Err(ListError::new(line, About::Columns, message));
    }
    if let Some(role) = cell(Column::Role)
        && !role.eq_ignore_ascii_case("contestant")
    {
        let message = say!("list-role", role = role);
        return Err(ListError::new(line, About::Role, message));
    }
    let Some(shown) = shown.or(name) else {
        return Ok(None);
    };
    let about = |about| {
        move |error: NameError| {
            // The list puts its clauses into sentences of its own.
            let message = error.to_string();
            ListError::new(line, about, message.trim_end_matches('.'))
        }
    };
    if let Some(name) = name {
        check_name(name).map_err(about(About::Name))?;
    }
    Ok(Some(ListedPerson {
        line,
        name: name.map(str::to_owned),
        display_name: check_display_name(shown).map_err(about(About::DisplayName))?,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn people(text: &str) -> Vec<(Option<String>, String)> {
        let people = read_list(text.as_bytes()).unwrap().into_iter();
        people.map(|it| (it.name, it.display_name)).collect()
    }

    fn errors(bytes: &[u8]) -> Vec<(u64, String)> {
        let errors = read_list(bytes).unwrap_err().into_iter();
        errors.map(|it| (it.line, it.about.to_string())).collect()
    }

    #[test]
    fn commas_semicolons_and_tabs_divide_cells() {
        let anna = vec![(Some("fox-01".to_owned()), "Anna M.".to_owned())];
        for text in [
            "name,display name\nfox-01,Anna M.\n",
            "Name;Display Name\r\nfox-01;Anna M.\r\n",
            "\u{feff}NAME\tdisplay_name\n\nfox-01\t\"Anna M.\"",
            "display name,name,\n Anna M. , fox-01,\n,,\n",
            "name,role,display name\nfox-01,Contestant,Anna M.",
        ] {
            assert_eq!(people(text), anna, "{text:?}");
        }
        let quoted = "display name\n\"Müller, Anna\"\n\"the \"\"Rocket\"\"\"\n";
        assert_eq!(
            people(quoted),
            [
                (None, "Müller, Anna".to_owned()),
                (None, "the \"Rocket\"".to_owned())
            ]
        );
    }

    #[test]
    fn every_wrong_line_is_named() {
        assert_eq!(errors(b""), [(1, "columns".to_owned())]);
        assert_eq!(errors(b"name\n"), [(1, "columns".to_owned())]);
        assert_eq!(errors(b"fox-01,Anna\n"), [(1, "columns".to_owned())]);
        assert_eq!(errors(b"name,name\nab,cd\n"), [(1, "columns".to_owned())]);
        assert_eq!(errors(b"role\ncontestant\n"), [(1, "columns".to_owned())]);
        assert_eq!(
            errors(b"name\nfox-01\nM\xfcller\n"),
            [(3, "encoding".to_owned())]
        );
        let long = "x".repeat(41);
        let list = format!(
            "name,display name,role\nfox-01,A,\na b,B,\nFOX-01,C,\nfox-02,{long},\nfox-03,D,setter\nfox-04,E,,x\nadmin,F\n"
        );
        let expected = [
            (3, "name"),
            (4, "name"),
            (5, "display name"),
            (6, "role"),
            (7, "columns"),
            (8, "name"),
        ];
        assert_eq!(
            errors(list.as_bytes()),
            expected.map(|(line, about)| (line, about.to_owned()))
        );
        // Lists of two columns, pasted below the heading of one.
        for pasted in [
            "Name;Account\nAnna;fox-01\n",
            "Anna\tfox-01\nBen\tfox-02\n",
            "Müller, Anna; fox-01\n\"the \"\"Rocket\"\"\"; fox-02\n",
        ] {
            let list = format!("display name\n{pasted}");
            let expected = [(2, "columns".to_owned()), (3, "columns".to_owned())];
            assert_eq!(errors(list.as_bytes()), expected, "{pasted:?}");
        }
        assert_eq!(
            errors(b"Name;Account\nAnna;fox-01\n"),
            [(1, "columns".to_owned())]
        );
        let many = format!("display name\n{}", "Anna\n".repeat(MAX_LISTED + 1));
        assert_eq!(errors(many.as_bytes()), [(2002, "columns".to_owned())]);
    }

    #[test]
    fn a_quote_that_is_never_closed_swallows_nobody() {
        let told = |text: &str| errors(text.as_bytes());
        let columns = |line| vec![(line, "columns".to_owned())];
        assert_eq!(told("display name\n\"Anna\nBen\nCem"), columns(2));
        assert_eq!(told("display name\nBen\n\"Anna\n"), columns(3));
        assert_eq!(told("\"display name\nBen\n"), columns(1));
        assert_eq!(told("display name\nBen\n\""), columns(3));
        assert_eq!(told("name,display name\nfox,\"A\nB\"\n"), columns(2));
        assert_eq!(people("display name\n5\" Anna\n").len(), 1);
    }

    #[test]
    fn a_comma_divides_no_single_column() {
        let anna = [(None, "Müller, Anna".to_owned())];
        assert_eq!(people("display name\nMüller, Anna\n"), anna);
        assert_eq!(people("display name\nA, B\nC, D").len(), 2);
    }

    #[test]
    fn names_alone_are_display_names() {
        let shown = |name: &str| (None, name.to_owned());
        let both = [shown("Ada Lovelace"), shown("Müller, Anna")];
        for text in [
            "Ada Lovelace\nMüller, Anna\n",
            "\u{feff}Ada Lovelace\r\n\r\n\"Müller, Anna\"\r\n",
            "Ada Lovelace\rMüller, Anna",
            "Ada Lovelace;\nMüller, Anna;\n",
        ] {
            assert_eq!(people(text), both, "{text:?}");
        }
        assert_eq!(people("display name\nName\nAda Lovelace\n"), both[..1]);
        // A second column without headings could be anything.
        let divided = errors(b"Ada Lovelace\nBen;fox-01\n");
        assert_eq!(divided, [(2, "columns".to_owned())]);
        let long = format!("Ada\n{}\n", "x".repeat(41));
        assert_eq!(errors(long.as_bytes()), [(2, "display name".to_owned())]);
    }

    #[test]
    fn lines_are_counted_through_quoted_line_breaks() {
        for newline in ["\n", "\r\n", "\r"] {
            let list = "name,display name\nfox-01,\"A\nB\"\n\na b,C\n".replace('\n', newline);
            let expected = [(2, "columns".to_owned()), (5, "name".to_owned())];
            assert_eq!(errors(list.as_bytes()), expected, "{newline:?}");
        }
    }

    #[test]
    fn a_first_line_of_excel_names_the_separator() {
        let anna = [(Some("fox-01".to_owned()), "Müller, Anna".to_owned())];
        for text in [
            "sep=;\nname;display name\nfox-01;Müller, Anna\n",
            "\u{feff}SEP=|\r\nname|display name\r\nfox-01|Müller, Anna\r\n",
        ] {
            assert_eq!(people(text), anna, "{text:?}");
        }
        let wrong = "sep=;\nname;display name\na b;B\n";
        assert_eq!(errors(wrong.as_bytes()), [(3, "name".to_owned())]);
    }

    #[test]
    fn what_is_wrong_with_a_name_is_a_clause() {
        let wrong = read_list(b"name\na b\n").unwrap_err();
        assert!(!wrong[0].message.ends_with('.'), "{wrong:?}");
    }
}
