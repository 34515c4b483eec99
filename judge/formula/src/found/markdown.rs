//! Finds the formulas that a Markdown text states, by where they stand.
//!
//! Formulas are first found by their delimiters outside of code. Then the text is parsed as Markdown with each
//! formula replaced by one opaque word, so that nothing in a formula is taken for a list or a table.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::delimiters::{Span, Style, spans};

/// A formula in a text.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// Its bytes with delimiters.
    pub(super) whole: Range<usize>,
    /// Its bytes without.
    pub(super) inside: Range<usize>,
    /// Where it stands.
    pub(super) kind: BlockKind,
    /// The delimiter that is missing at its end.
    pub(super) unclosed: Option<String>,
}

/// Where a formula stands in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockKind {
    /// Displayed, or in a box.
    Display,
    /// A fence marked as mathematics.
    Fence,
    /// Between single delimiters, alone in its paragraph, item or cell.
    Alone,
    /// Between single delimiters inside a sentence.
    Inline,
}

/// How deeply quotes and lists may nest; browsers give up at 512.
pub const MAX_DEPTH: usize = 100;

/// Whether a line opens so many quotes and lists that the page shows the text as plain text, without formulas.
pub fn is_too_deep(text: &str) -> bool {
    text.lines().any(|line| opened(line) > MAX_DEPTH)
}

/// How many quotes and lists a line opens. The parser's work is this number times the lines that follow, so it must
/// be known before parsing.
fn opened(line: &str) -> usize {
    let mut opened = 0;
    let mut rest = line.trim_start();
    loop {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let marker = match rest.as_bytes().get(digits) {
            Some(b'>' | b'*' | b'-' | b'+') if digits == 0 => 1,
            Some(b'.' | b')') if digits > 0 => digits + 1,
            _ => return opened,
        };
        let (marker, after) = rest.split_at(marker);
        if marker != ">" && !after.starts_with([' ', '\t']) {
            return opened;
        }
        opened += 1;
        rest = after.trim_start();
    }
}

/// What a text shows on the page.
#[derive(Default)]
pub(super) struct Page {
    /// Its mathematics, in order.
    pub(super) blocks: Vec<Block>,
    /// How many formulas are quoted as code.
    pub(super) quoted: usize,
    /// The parts that the page does not show, or strikes out, in order.
    pub(super) hidden: Vec<Range<usize>>,
}

/// Reads a text as the page shows it.
pub(super) fn page(text: &str) -> Page {
    if is_too_deep(text) {
        return Page::default();
    }
    // A byte order mark is no text. Three spaces begin no code, and every place stays what it is.
    let without_mark = text
        .strip_prefix('\u{feff}')
        .map(|rest| format!("   {rest}"));
    let text = without_mark.as_deref().unwrap_or(text);
    let code = Code::of(text);
    let spans = spans(text, &code.ranges);
    let masked = masked(text, &spans);
    let (mut found, mut hidden) = (code.fences, code.comments);
    for span in &spans {
        if let Style::Unclosed(closer) = &span.style {
            found.push(Block {
                whole: span.whole.clone(),
                inside: span.inside.clone(),
                kind: BlockKind::Display,
                unclosed: Some(closer.clone()),
            });
        }
    }
    let mut containers = vec![Container::default()];
    let mut struck = 0;
    for (event, range) in Parser::new_ext(&masked, options()).into_offset_iter() {
        let container = containers.last_mut();
        match event {
            Event::Start(Tag::Strikethrough) => {
                if struck == 0 {
                    hidden.push(range);
                }
                struck += 1;
            }
            Event::End(TagEnd::Strikethrough) => struck -= 1,
            Event::Start(Tag::Paragraph | Tag::Item | Tag::TableCell) => {
                containers.push(Container::default());
            }
            Event::Start(Tag::Heading { .. }) => containers.push(Container {
                words: "heading".to_owned(),
                ..Container::default()
            }),
            Event::End(
                TagEnd::Paragraph | TagEnd::Item | TagEnd::TableCell | TagEnd::Heading(_),
            ) => {
                found.extend(containers.pop().into_iter().flat_map(Container::blocks));
            }
            Event::InlineMath(_) | Event::DisplayMath(_) if struck == 0 => {
                let at = spans.binary_search_by_key(&range.start, |span| span.whole.start);
                if let (Ok(at), Some(container)) = (at, container)
                    && spans[at].whole == range
                {
                    container.formulas.push(spans[at].clone());
                }
            }
            // A page shows HTML as plain text, with the formulas in it. A tag does not count as a word beside them.
            Event::Start(Tag::HtmlBlock) if struck == 0 => {
                let first = spans.partition_point(|span| span.whole.start < range.start);
                let within = spans[first..].iter();
                let within = within.take_while(|span| span.whole.end <= range.end);
                let formulas: Vec<Span> = within.cloned().collect();
                let words = beside(text, range, &formulas);
                found.extend(Container { words, formulas }.blocks());
            }
            Event::Text(words) => said(container, &words),
            Event::Code(_) => said(container, "code"),
            Event::SoftBreak | Event::HardBreak => said(container, " "),
            _ => {}
        }
    }
    found.extend(containers.into_iter().flat_map(Container::blocks));
    found.sort_by_key(|block| block.inside.start);
    hidden.sort_by_key(|part| part.start);
    Page {
        blocks: found,
        quoted: code.quoted,
        hidden,
    }
}

/// The text of a range of HTML without its tags and formulas.
fn beside(text: &str, range: Range<usize>, formulas: &[Span]) -> String {
    let mut words = String::new();
    let mut from = range.start;
    for Span { whole, .. } in formulas {
        words.push_str(&text[from..whole.start]);
        from = whole.end;
    }
    words.push_str(&text[from..range.end]);
    let mut outside = String::new();
    for (at, part) in words.split('<').enumerate() {
        let behind_tag = part.split_once('>').map_or("", |(_, after)| after);
        outside.push_str(if at == 0 { part } else { behind_tag });
    }
    outside
}

/// Adds words that stand beside the formulas of a paragraph.
fn said(container: Option<&mut Container>, words: &str) {
    if let Some(container) = container {
        container.words.push_str(words);
    }
}

fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_MATH
}

/// The text with each formula replaced by one word between dollars, of the same length.
fn masked(text: &str, spans: &[Span]) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut end = 0;
    for Span { whole, style, .. } in spans {
        let mark = match style {
            Style::Display => "$$",
            Style::Inline | Style::Box => "$",
            Style::Unclosed(_) => continue,
        };
        masked.push_str(&text[end..whole.start]);
        masked.push_str(mark);
        masked.extend(std::iter::repeat_n('x', whole.len() - 2 * mark.len()));
        masked.push_str(mark);
        end = whole.end;
    }
    masked.push_str(&text[end..]);
    masked
}

/// A paragraph, an item of a list, or a cell of a table.
#[derive(Default)]
struct Container {
    /// The words in it besides formulas.
    words: String,
    formulas: Vec<Span>,
}

impl Container {
    fn blocks(self) -> impl Iterator<Item = Block> {
        let alone = if has_words(&self.words) {
            BlockKind::Inline
        } else {
            BlockKind::Alone
        };
        self.formulas.into_iter().map(move |span| Block {
            kind: match span.style {
                Style::Inline => alone,
                _ => BlockKind::Display,
            },
            whole: span.whole,
            inside: span.inside,
            unclosed: None,
        })
    }
}

/// Whether a text contains a letter outside of a formula's number such as `(3a)`.
fn has_words(text: &str) -> bool {
    const LONGEST_NUMBER: usize = 4;
    let mut rest = text;
    while let Some(at) = rest.find(char::is_alphabetic) {
        let number = rest[..at]
            .rfind('(')
            .zip(rest[at..].find(')').map(|length| at + length));
        match number.filter(|(open, close)| {
            let inside = &rest[open + 1..*close];
            inside.len() <= LONGEST_NUMBER && inside.chars().all(char::is_alphanumeric)
        }) {
            Some((_, close)) => rest = &rest[close..],
            None => return true,
        }
    }
    false
}

/// The code and HTML in a text, whose dollars are not delimiters.
#[derive(Default)]
struct Code {
    ranges: Vec<Range<usize>>,
    /// Those of them that are HTML comments.
    comments: Vec<Range<usize>>,
    /// Fences of mathematics.
    fences: Vec<Block>,
    /// Formulas in backticks.
    quoted: usize,
}

impl Code {
    fn of(text: &str) -> Self {
        let mut found = Self::default();
        // The content of the fence of mathematics that is open.
        let mut fence: Option<Range<usize>> = None;
        for (event, range) in Parser::new_ext(text, options()).into_offset_iter() {
            match event {
                Event::Code(code) => {
                    found.quoted += usize::from(is_formula(&code));
                    found.ranges.push(range);
                }
                Event::Start(Tag::CodeBlock(kind)) => {
                    found.ranges.push(range.clone());
                    let is_math = matches!(&kind, CodeBlockKind::Fenced(info) if matches!(
                        info.split_whitespace().next(),
                        Some("math" | "latex")
                    ));
                    fence = is_math.then_some(range.end..range.end);
                }
                Event::Text(_) => {
                    if let Some(content) = &mut fence {
                        *content = content.start.min(range.start)..range.end;
                    }
                }
                Event::End(TagEnd::CodeBlock) => {
                    found.fences.extend(
                        fence
                            .take()
                            .into_iter()
                            .flat_map(|content| in_fence(text, &content)),
                    );
                }
                Event::Start(Tag::HtmlBlock) | Event::InlineHtml(_)
                    if is_comment(&text[range.clone()]) =>
                {
                    found.ranges.push(range.clone());
                    found.comments.push(range);
                }
                _ => {}
            }
        }
        found
    }
}

fn is_comment(html: &str) -> bool {
    html.trim_start().starts_with("<!--")
}

/// The formulas of a fence: those between delimiters, or its whole content.
fn in_fence(text: &str, content: &Range<usize>) -> Vec<Block> {
    let begins = content.start;
    let moved = |range: Range<usize>| range.start + begins..range.end + begins;
    let block = |whole: Range<usize>, inside: Range<usize>, kind| Block {
        whole: moved(whole),
        inside: moved(inside),
        kind,
        unclosed: None,
    };
    let inside = &text[content.clone()];
    let delimited: Vec<Block> = spans(inside, &[])
        .into_iter()
        .filter(|span| {
            inside.len() > span.whole.len() && matches!(span.style, Style::Display | Style::Inline)
        })
        .filter(|span| !inside[span.whole.clone()].starts_with(r"\begin"))
        .map(|span| block(span.whole, span.inside, BlockKind::Display))
        .collect();
    if delimited.is_empty() {
        return vec![block(0..inside.len(), 0..inside.len(), BlockKind::Fence)];
    }
    delimited
}

/// Whether a text is a formula between delimiters.
fn is_formula(text: &str) -> bool {
    let text = text.trim();
    [("$", "$"), (r"\(", r"\)"), (r"\[", r"\]")]
        .iter()
        .any(|(open, close)| {
            let inside = text
                .strip_prefix(open)
                .and_then(|text| text.strip_suffix(close));
            inside.is_some_and(|inside| inside.contains('='))
        })
}
