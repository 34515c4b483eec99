//! Formulas as other markup than Markdown marks them: of forums, wikis, web pages, `AsciiDoc` and `reStructuredText`.

use super::{Block, BlockKind, Walker};

/// What forums, wikis and `AsciiDoc` put around formulas.
const TAGS: [(&str, &str); 13] = [
    ("[itex]", "[/itex]"),
    ("[tex]", "[/tex]"),
    ("[latex]", "[/latex]"),
    ("[math]", "[/math]"),
    ("<math>", "</math>"),
    ("<latex>", "</latex>"),
    ("<script type=\"math/tex; mode=display\">", "</script>"),
    ("<script type=\"math/tex\">", "</script>"),
    ("[stem]\n++++\n", "\n++++"),
    ("[latexmath]\n++++\n", "\n++++"),
    ("stem:[", "]"),
    ("latexmath:[", "]"),
    (":math:`", "`"),
];

/// Bytes of a tag with its attributes, at most.
const MAX_TAG: usize = 200;

/// The length of the tag before a formula that stands here, and the one after it.
pub(super) fn tags(rest: &str) -> Option<(usize, &'static str)> {
    let known = TAGS.iter().find(|(open, _)| rest.starts_with(open));
    known
        .map(|(open, close)| (open.len(), *close))
        .or_else(|| math_with_attributes(rest))
        .or_else(|| hashes(rest))
}

/// `<math display="block">`, if LaTeX is in it and no tags of `MathML`.
fn math_with_attributes(rest: &str) -> Option<(usize, &'static str)> {
    let attributes = rest.strip_prefix("<math ")?;
    let near = &attributes[..attributes.floor_char_boundary(MAX_TAG)];
    let length = near.find('>')?;
    let is_latex = !attributes[length + 1..].trim_start().starts_with('<');
    is_latex.then_some(("<math ".len() + length + 1, "</math>"))
}

/// `##v = 3##`, as forums of physics write it; what has a space there is a heading.
fn hashes(rest: &str) -> Option<(usize, &'static str)> {
    let inside = rest.strip_prefix("##")?;
    let line = &inside[..inside.find('\n').unwrap_or(inside.len())];
    let (formula, _) = line.split_once("##")?;
    let is_tight = |letter: char| letter != '#' && !letter.is_whitespace();
    (formula.starts_with(is_tight) && formula.ends_with(is_tight)).then_some((2, "##"))
}

/// Whether a line is the one before formulas in `reStructuredText`.
pub(super) fn is_directive(line: &str) -> bool {
    line.trim_start_matches(' ').starts_with(".. math::")
}

impl Walker<'_> {
    /// `.. math::` with the lines below it that are further in; or where to look next.
    pub(super) fn directed(&mut self, at: usize) -> Result<Block, usize> {
        let depth = |line: &str| line.len() - line.trim_start_matches(' ').len();
        let outer = depth(&self.text[at..]);
        let mut lines = self.text[at..].split_inclusive('\n');
        let first = lines.next().unwrap_or_default();
        let (directive, formula) = first.split_once("::").unwrap_or((first, ""));
        let mut end = at + first.len();
        let mut start = (!formula.trim().is_empty()).then(|| at + directive.len() + 2);
        for line in lines {
            let text = line.trim();
            if !text.is_empty() && depth(line) <= outer {
                break;
            }
            let is_option = start.is_none() && text.starts_with(':');
            if start.is_none() && !is_option && !text.is_empty() {
                start = Some(end);
            }
            end += line.len();
        }
        Ok(Block {
            range: start.ok_or(end)?..end,
            after: end,
            unclosed: None,
            kind: BlockKind::Fence,
        })
    }
}
