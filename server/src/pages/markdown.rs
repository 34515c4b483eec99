//! Markdown of statements and documents as HTML that can do no harm.
//!
//! Raw HTML in the source is shown as text; a link keeps its address only when it is a web
//! address, a mail address or a place on this site; pictures become links, because the site loads
//! nothing from elsewhere, but for those of the documents. Tables and code carry classes, never styles. In statements LaTeX between
//! `$` and `$$` becomes `MathML`.
//!
//! Work and HTML are bounded for any text: formulas beyond a bound are shown as they are written, and
//! so is a whole text that is nothing but structure. `hostile` holds that against texts made for harm.

use std::collections::BTreeMap;

use askama::filters::{Html, escape};
use formula::credit::MAX_SOLUTION_BYTES;
use formula::found;
use pulldown_cmark::{
    Alignment, CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html,
};

use super::physics::latex;
use super::{assets, text};
use crate::html::TrustedHtml;
use crate::words::say;

/// A document with its title and table of contents.
#[derive(Clone, Debug)]
pub struct Document {
    /// The text of the first heading of level one; it is not part of `html`.
    pub title: String,
    /// The body.
    pub html: TrustedHtml,
    /// The headings of level two and three, in order.
    pub contents: Vec<ContentsEntry>,
}

/// One line of a table of contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentsEntry {
    /// 2 or 3.
    pub level: u8,
    /// The `id` of the heading.
    pub id: String,
    /// Its text.
    pub text: String,
}

/// Renders the statement of a problem, with formulas in whatever delimiters they stand. Its headings start at level two,
/// under the problem's title.
pub fn statement(markdown: &str) -> TrustedHtml {
    below(&with_dollars(markdown), 1)
}

/// Renders what people write to each other: as a statement, with moments by the reader's own clocks.
pub fn message(markdown: &str) -> TrustedHtml {
    rendered(
        markdown,
        Renderer {
            shift: 1,
            has_formulas: true,
            has_moments: true,
            ..Renderer::default()
        },
    )
}

/// Renders a derivation, which stands under a heading of level two. All that is graded as a formula
/// is shown as one, in whatever delimiters it stands.
pub fn derivation(markdown: &str) -> TrustedHtml {
    below(&with_dollars(markdown), 2)
}

/// A text with all its formulas between dollars.
fn with_dollars(markdown: &str) -> String {
    let mut text = String::with_capacity(markdown.len());
    let mut end = 0;
    for one in found::shown(markdown) {
        let mark = if one.displayed { "$$" } else { "$" };
        text.extend([
            &markdown[end..one.whole.start],
            mark,
            &markdown[one.inside],
            mark,
        ]);
        end = one.whole.end;
    }
    text.push_str(&markdown[end..]);
    text
}

/// Renders a text of a person that stands under a heading of that level.
pub(super) fn below(markdown: &str, level: u8) -> TrustedHtml {
    rendered(
        markdown,
        Renderer {
            shift: level,
            has_formulas: true,
            ..Renderer::default()
        },
    )
}

/// Renders a text of a person.
fn rendered(markdown: &str, mut page: Renderer) -> TrustedHtml {
    if markdown.len() > MAX_TEXT || found::is_too_deep(markdown) {
        return TrustedHtml::vouch(as_written(markdown));
    }
    TrustedHtml::vouch(page.render(markdown))
}

/// Renders a document of the site.
pub fn document(markdown: &str) -> Document {
    let mut page = Renderer {
        is_document: true,
        ..Renderer::default()
    };
    let html = TrustedHtml::vouch(page.render(markdown));
    page.contents.retain(|entry| (2..=3).contains(&entry.level));
    Document {
        title: page.title.unwrap_or_default(),
        html,
        contents: page.contents,
    }
}

/// Bytes of one text: the longest derivation that is graded.
const MAX_TEXT: usize = MAX_SOLUTION_BYTES;

/// Parts of one text; a book has fewer.
const MAX_PARTS: usize = 100_000;

/// Bytes of `MathML` in one text.
const MAX_MATHML: usize = 2 << 20;

/// The number that the second heading of the same words gets.
const FIRST_REPEAT: u32 = 2;

#[derive(Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each part of a text is shown or not, whatever the others"
)]
struct Renderer {
    /// Levels by which headings move down.
    shift: u8,
    /// `$…$` and `$$…$$` are formulas.
    has_formulas: bool,
    /// Moments are shown by the reader's own clocks.
    has_moments: bool,
    /// It is a document of the site: the first heading of level one becomes its title instead of a part of the body, and
    /// its pictures are shown.
    is_document: bool,
    title: Option<String>,
    contents: Vec<ContentsEntry>,
    /// Each `id` that a heading has, with the number to try for the next heading of the same words.
    ids: BTreeMap<String, u32>,
    alignments: Vec<Alignment>,
    /// Tables so far; their scrolling regions are told apart by it.
    tables: usize,
    column: usize,
    in_head: bool,
    parts: usize,
    depth: usize,
    mathml: usize,
    /// Whether each open link has a safe address; one that has not is written without its tags.
    links: Vec<bool>,
}

impl Renderer {
    fn render(&mut self, markdown: &str) -> String {
        let mut options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
        options.set(Options::ENABLE_MATH, self.has_formulas);
        let parser = Parser::new_ext(markdown, options);
        let mut events = Vec::new();
        let mut source = parser.into_iter();
        while let Some(event) = source.next() {
            match event {
                Event::Start(Tag::Heading { level, .. }) => {
                    self.heading(level, &mut source, &mut events);
                }
                Event::Start(Tag::Image { dest_url, .. })
                    if self.is_document && dest_url.starts_with(PICTURES) =>
                {
                    events.push(picture(&dest_url[PICTURES.len()..], &mut source));
                }
                event => events.push(self.translate(event)),
            }
            if self.parts > MAX_PARTS || self.depth > found::MAX_DEPTH {
                return as_written(markdown);
            }
        }
        let mut out = String::with_capacity(markdown.len() * 2);
        html::push_html(&mut out, events.into_iter());
        with_punctuation(&out)
    }

    /// Reads one heading to its end.
    fn heading<'a>(
        &mut self,
        level: HeadingLevel,
        source: &mut Parser<'a>,
        events: &mut Vec<Event<'a>>,
    ) {
        let inside: Vec<Event<'a>> = source
            .take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))))
            .collect();
        let text = plain_text(&inside);
        let level = heading_number(level);
        if self.is_document && level == 1 && self.title.is_none() {
            self.title = Some(text);
            return;
        }
        let level = (level + self.shift).min(6);
        let id = self.unused_id(&text);
        events.push(raw(format!(r#"<h{level} id="{id}">"#)));
        for event in inside {
            events.push(self.translate(event));
        }
        events.push(raw(format!("</h{level}>\n")));
        self.contents.push(ContentsEntry { level, id, text });
    }

    /// An `id` of letters, digits and hyphens that no heading before has.
    fn unused_id(&mut self, text: &str) -> String {
        let slug: String = text
            .to_lowercase()
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join("-");
        let slug = if slug.is_empty() {
            "section".to_owned()
        } else {
            slug
        };
        let mut id = slug.clone();
        if let Some(&first) = self.ids.get(&slug) {
            // Numbers are never tried twice, however many headings say the same.
            let mut number = first;
            while self.ids.contains_key(&id) {
                id = format!("{slug}-{number}");
                number += 1;
            }
            self.ids.insert(slug, number);
        }
        self.ids.insert(id.clone(), FIRST_REPEAT);
        id
    }

    fn translate<'a>(&mut self, event: Event<'a>) -> Event<'a> {
        self.parts += 1;
        match event {
            Event::Start(_) => self.depth += 1,
            Event::End(_) => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        match event {
            Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
            Event::Text(words) if self.has_moments => raw(text::with_moments(&words).to_string()),
            Event::Code(name) if is_parameter(&name) => {
                raw(format!("<code>{}</code>", name.replace('_', "_<wbr>")))
            }
            Event::InlineMath(source) => raw(joined(self.formula(&source, latex::inline))),
            Event::DisplayMath(source) => raw(self.formula(&source, latex::display)),
            Event::Start(Tag::HtmlBlock) => Event::Start(Tag::Paragraph),
            Event::End(TagEnd::HtmlBlock) => Event::End(TagEnd::Paragraph),
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                self.open_link(&dest_url)
            }
            Event::End(TagEnd::Link | TagEnd::Image) => raw(if self.links.pop() == Some(true) {
                "</a>"
            } else {
                ""
            }),
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented)) => {
                raw(r#"<pre tabindex="0"><code>"#)
            }
            Event::End(TagEnd::CodeBlock) => raw("</code></pre>\n"),
            Event::Start(
                tag @ (Tag::Table(_) | Tag::TableHead | Tag::TableRow | Tag::TableCell),
            ) => self.open_table(tag),
            Event::End(
                end @ (TagEnd::Table | TagEnd::TableHead | TagEnd::TableRow | TagEnd::TableCell),
            ) => self.close_table(end),
            other => other,
        }
    }

    fn formula(&mut self, source: &str, show: fn(&str) -> String) -> String {
        if self.mathml > MAX_MATHML {
            return latex::written(source);
        }
        let html = show(source);
        self.mathml += html.len();
        html
    }

    fn open_link<'a>(&mut self, address: &str) -> Event<'a> {
        let safe = is_safe_address(address);
        self.links.push(safe);
        if !safe {
            return raw("");
        }
        let href = escape(address, Html).expect("escaping text cannot fail").0;
        let rel = if is_local(address) {
            ""
        } else {
            r#" rel="nofollow noopener noreferrer""#
        };
        raw(format!(r#"<a href="{href}"{rel}>"#))
    }

    fn open_table<'a>(&mut self, tag: Tag<'a>) -> Event<'a> {
        match tag {
            Tag::Table(alignments) => {
                self.alignments = alignments;
                self.tables += 1;
                raw(format!(
                    r#"<div class="scroll" tabindex="0" role="region" aria-label="{}"><table>"#,
                    say!("doc-table", n = self.tables)
                ))
            }
            Tag::TableHead => {
                self.in_head = true;
                self.column = 0;
                raw("<thead><tr>")
            }
            Tag::TableRow => {
                self.column = 0;
                raw("<tr>")
            }
            _ => {
                let class = match self.alignments.get(self.column) {
                    Some(Alignment::Right) => r#" class="num""#,
                    Some(Alignment::Center) => r#" class="mid""#,
                    _ => "",
                };
                self.column += 1;
                raw(if self.in_head {
                    format!(r#"<th scope="col"{class}>"#)
                } else {
                    format!("<td{class}>")
                })
            }
        }
    }

    fn close_table<'a>(&mut self, end: TagEnd) -> Event<'a> {
        match end {
            TagEnd::Table => raw("</tbody></table></div>\n"),
            TagEnd::TableHead => {
                self.in_head = false;
                raw("</tr></thead><tbody>\n")
            }
            TagEnd::TableRow => raw("</tr>\n"),
            _ => raw(if self.in_head { "</th>" } else { "</td>" }),
        }
    }
}

/// Stands after a formula until all is written; text of the source never looks like this.
const AFTER_FORMULA: &str = "<!---->";

/// A formula in a line, the last part of it in a box that takes in what [`with_punctuation`] finds.
fn joined(mut html: String) -> String {
    if let (true, Some(last)) = (html.ends_with("</math>"), html.rfind("<math ")) {
        html.insert_str(last, r#"<span class="whole">"#);
        html.push_str(AFTER_FORMULA);
    }
    html
}

/// Takes punctuation into the box of the formula before it, so that no full stop begins a line.
fn with_punctuation(html: &str) -> String {
    let mut parts = html.split(AFTER_FORMULA);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(['.', ',', ';', ':', '!', '?', ')']);
        out.push_str(&part[..part.len() - rest.len()]);
        out.push_str("</span>");
        out.push_str(rest);
    }
    out
}

/// A text without its structure.
fn as_written(markdown: &str) -> String {
    let text = escape(markdown, Html).expect("escaping text cannot fail").0;
    format!("<pre tabindex=\"0\"><code>{text}</code></pre>\n")
}

/// A long name such as `MAX_STRING_LITERAL_CHARS`, which may break after an underscore.
fn is_parameter(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    name.contains('_') && name.bytes().all(fits)
}

/// Where the pictures of documents lie beside them.
const PICTURES: &str = "guide/";

/// A picture of a document, read to its end.
fn picture<'a>(name: &str, source: &mut Parser<'a>) -> Event<'a> {
    let inside: Vec<Event<'a>> = source
        .take_while(|event| !matches!(event, Event::End(TagEnd::Image)))
        .collect();
    let alt = plain_text(&inside);
    let alt = escape(&alt, Html).expect("escaping text cannot fail").0;
    raw(format!(
        r#"<img src="{}" alt="{alt}" loading="lazy">"#,
        assets::href(name)
    ))
}

/// HTML written here, with everything of the source in it escaped already.
fn raw<'a>(html: impl Into<CowStr<'a>>) -> Event<'a> {
    Event::Html(html.into())
}

fn plain_text(events: &[Event<'_>]) -> String {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Text(text)
            | Event::Code(text)
            | Event::Html(text)
            | Event::InlineHtml(text)
            | Event::InlineMath(text)
            | Event::DisplayMath(text) => Some(text.as_ref()),
            Event::SoftBreak | Event::HardBreak => Some(" "),
            _ => None,
        })
        .collect()
}

fn heading_number(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

/// A place on this site or on the same page; `//host` is not.
fn is_local(address: &str) -> bool {
    (address.starts_with('/') && !address.starts_with("//") && !address.starts_with("/\\"))
        || address.starts_with('#')
}

/// An address with no scheme, or one of the schemes that only lead somewhere. The scheme is what
/// stands before the first `:` that comes before any `/`, `?` or `#`, as in a browser.
fn is_safe_address(address: &str) -> bool {
    if address.chars().any(char::is_control) || address.trim() != address {
        return false;
    }
    let head = address.split(['/', '?', '#']).next().unwrap_or_default();
    match head.split_once(':') {
        None => true,
        Some((scheme, _)) => ["http", "https", "mailto"]
            .iter()
            .any(|allowed| scheme.eq_ignore_ascii_case(allowed)),
    }
}

#[cfg(test)]
mod hostile;
#[cfg(test)]
mod tests;
