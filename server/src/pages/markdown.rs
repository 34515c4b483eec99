//! Markdown of statements and documents as HTML that can do no harm.
//!
//! Raw HTML in the source is shown as text; a link keeps its address only when it is a web
//! address, a mail address or a place on this site; pictures become links, because the site loads
//! nothing from elsewhere. Tables and code carry classes, never styles. In statements LaTeX between
//! `$` and `$$` becomes `MathML`.

use askama::filters::{Html, escape};
use dojo_judge::physics::extract;
use pulldown_cmark::{
    Alignment, CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html,
};

use super::html::TrustedHtml;
use super::physics::latex;

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

/// Renders the statement of a problem. Its headings start at level two, under the problem's title.
pub fn statement(markdown: &str) -> TrustedHtml {
    below(markdown, 1)
}

/// Renders a derivation, which stands under a heading of level two. All that is graded as a formula
/// is shown as one, in whatever delimiters it stands.
pub fn derivation(markdown: &str) -> TrustedHtml {
    let mut text = String::with_capacity(markdown.len());
    let mut end = 0;
    for (whole, inside) in extract::blocks(markdown) {
        text.extend([&markdown[end..whole.start], "$$", &markdown[inside], "$$"]);
        end = whole.end;
    }
    text.push_str(&markdown[end..]);
    below(&text, 2)
}

/// Renders a text of a person that stands under a heading of that level.
pub(super) fn below(markdown: &str, level: u8) -> TrustedHtml {
    let mut page = Renderer {
        shift: level,
        has_formulas: true,
        ..Renderer::default()
    };
    TrustedHtml::vouch(page.render(markdown))
}

/// Renders a document of the site.
pub fn document(markdown: &str) -> Document {
    let mut page = Renderer {
        takes_title: true,
        ..Renderer::default()
    };
    let html = TrustedHtml::vouch(page.render(markdown));
    // Deeper headings were kept so far because their ids count as taken.
    page.contents.retain(|entry| (2..=3).contains(&entry.level));
    Document {
        title: page.title.unwrap_or_default(),
        html,
        contents: page.contents,
    }
}

#[derive(Default)]
struct Renderer {
    /// Levels by which headings move down.
    shift: u8,
    /// `$…$` and `$$…$$` are formulas.
    has_formulas: bool,
    /// The first heading of level one becomes the title instead of a part of the body.
    takes_title: bool,
    title: Option<String>,
    contents: Vec<ContentsEntry>,
    alignments: Vec<Alignment>,
    column: usize,
    in_head: bool,
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
            if let Event::Start(Tag::Heading { level, .. }) = event {
                self.heading(level, &mut source, &mut events);
            } else {
                events.push(self.translate(event));
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
        if self.takes_title && level == 1 && self.title.is_none() {
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
    fn unused_id(&self, text: &str) -> String {
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
        let taken = |id: &str| self.contents.iter().any(|entry| entry.id == id);
        let mut id = slug.clone();
        let mut number = 2;
        while taken(&id) {
            id = format!("{slug}-{number}");
            number += 1;
        }
        id
    }

    fn translate<'a>(&mut self, event: Event<'a>) -> Event<'a> {
        match event {
            Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
            Event::InlineMath(source) => raw(joined(latex::inline(&source))),
            Event::DisplayMath(source) => raw(latex::display(&source)),
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
                raw(r#"<div class="scroll" tabindex="0" role="region" aria-label="Table"><table>"#)
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
mod tests {
    use super::*;

    fn shown(markdown: &str) -> String {
        statement(markdown).to_string()
    }

    #[test]
    fn plain_markdown_is_rendered() {
        let html = shown("# How\n\nSum of *digits* of `n`.\n\n- one\n- two\n");
        assert!(html.contains(r#"<h2 id="how">How</h2>"#));
        assert!(html.contains("<em>digits</em>"));
        assert!(html.contains("<li>one</li>"));
    }

    #[test]
    fn html_in_the_source_is_shown_not_obeyed() {
        let html = shown(
            "<script>alert(1)</script>\n\nA <img src=x onerror=alert(1)> b\n\n<div onclick='x'>\n\n**c**\n\n</div>\n",
        );
        assert!(!html.contains("<script"));
        assert!(!html.contains("<img"));
        assert!(!html.contains("<div"));
        assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
        assert!(html.contains("<strong>c</strong>"));
    }

    #[test]
    fn only_addresses_that_lead_somewhere_become_links() {
        for bad in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            "data:text/html,<script>alert(1)</script>",
            "vbscript:x",
            "&#106;avascript:alert(1)",
            "java&#10;script:alert(1)",
            "<java\tscript:alert(1)>",
        ] {
            let html = shown(&format!("[x]({bad}) ![y]({bad})"));
            assert!(!html.contains("<a"), "{bad}: {html}");
        }
        assert!(shown("[x](https://oeis.org/A000290)").contains(
            r#"<a href="https://oeis.org/A000290" rel="nofollow noopener noreferrer">x</a>"#
        ));
        assert!(shown("[x](/docs/rules#terms)").contains(r#"<a href="/docs/rules#terms">x</a>"#));
        assert!(shown("[x](//evil.example)").contains("nofollow"));
    }

    #[test]
    fn an_address_cannot_leave_its_attribute() {
        let html = shown(r#"[x](<https://a/" onmouseover="alert(1)>)"#);
        assert!(!html.contains(r#"" onmouseover"#), "{html}");
    }

    #[test]
    fn formulas_of_a_statement_become_mathml() {
        let html =
            shown("A ball of mass $m$, so\n\n$$E = \\frac{1}{2} m v^2$$\n\nand $\\frac{$ ends.");
        assert!(
            html.contains(r#"A ball of mass <span class="whole"><math"#),
            "{html}"
        );
        assert!(html.contains("</math>,</span> so"), "{html}");
        assert!(html.contains(r#"<span class="formula"><math"#) && html.contains("<mfrac>"));
        assert!(html.contains(r"and $\frac{$ ends"), "{html}");
        let html = shown("| $a_1$ |\n|--|\n| $b < c$ |\n\n## Of $x$\n\n`$code$` costs \\$5 and $6");
        assert_eq!(html.matches("<math").count(), 3, "{html}");
        assert!(html.contains("<code>$code$</code> costs $5 and $6"));
        assert!(html.contains(r#"<h3 id="of-x">"#));
        assert!(document("It costs $x$.").html.as_str().contains("$x$"));
    }

    #[test]
    fn every_formula_of_a_derivation_is_shown() {
        let text = "So \\[ a = \\frac{b}{c} \\] and\n\n\\begin{align}\nd &= e \\\\\n&= f\n\\end{align}\n\n`\\[ x \\]` $$g = h$$";
        let html = derivation(text);
        let html = html.as_str();
        assert_eq!(
            html.matches(r#"<span class="formula">"#).count(),
            3,
            "{html}"
        );
        assert!(html.contains("<mfrac>") && html.contains("<br>"), "{html}");
        assert!(
            html.contains(r"<code>\[ x \]</code>") && !html.contains("begin"),
            "{html}"
        );
    }

    #[test]
    fn a_formula_cannot_inject() {
        let html =
            shown("$\\text{<script>alert(1)</script>}$ $$<img onerror=x>$$ $\\unknown{<b>}$");
        assert!(
            !html.contains("<script") && !html.contains("<img") && !html.contains("<b>"),
            "{html}"
        );
    }

    #[test]
    fn headings_cannot_inject_and_ids_are_unique() {
        let doc = document("# T <b>x</b>\n\n## A \"><script>\n\n## Same\n\n## Same\n\n## 中\n");
        assert_eq!(doc.title, "T <b>x</b>");
        let ids: Vec<&str> = doc.contents.iter().map(|entry| entry.id.as_str()).collect();
        assert_eq!(ids, ["a-script", "same", "same-2", "section"]);
        assert!(!doc.html.as_str().contains("<script"));
    }

    #[test]
    fn tables_scroll_and_carry_no_style() {
        let html = shown("| L | bonus |\n|:-:|--:|\n| 1 | 199 |\n");
        assert!(!html.contains("style="));
        assert!(
            html.contains(r#"<th scope="col" class="mid">L</th>"#),
            "{html}"
        );
        assert!(html.contains(r#"<td class="num">199</td>"#));
        assert!(html.contains(r#"<div class="scroll""#));
    }

    #[test]
    fn the_language_of_a_code_block_never_becomes_markup() {
        let html = shown("```\"><script>alert(1)</script>\n1 < 2\n```\n");
        assert!(!html.contains("<script"));
        assert!(html.contains("1 &lt; 2"));
    }

    #[test]
    fn a_document_lists_its_sections() {
        let doc = document("# Rules\n\nIntro.\n\n## Terms\n\n### Digits\n\n#### Deep\n");
        assert_eq!(doc.title, "Rules");
        assert!(!doc.html.as_str().contains("<h1"));
        let lines: Vec<(u8, &str)> = doc
            .contents
            .iter()
            .map(|entry| (entry.level, entry.text.as_str()))
            .collect();
        assert_eq!(lines, [(2, "Terms"), (3, "Digits")]);
    }
}
