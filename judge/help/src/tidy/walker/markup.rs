//! Finds formulas in other markup than Markdown: forums, wikis, web pages, `AsciiDoc` and `reStructuredText`.

use super::{Block, BlockKind, MAX_LOOSE, Walker};

/// Tags that forums and wikis put around formulas.
const TAGS: [(&str, &str); 8] = [
    ("[itex]", "[/itex]"),
    ("[tex]", "[/tex]"),
    ("[latex]", "[/latex]"),
    ("[math]", "[/math]"),
    ("<math>", "</math>"),
    ("<latex>", "</latex>"),
    ("<script type=\"math/tex; mode=display\">", "</script>"),
    ("<script type=\"math/tex\">", "</script>"),
];

/// The markup around formulas in `AsciiDoc` and `reStructuredText`, longer ones first.
const ROLES: [(&str, &str); 7] = [
    ("[stem]\n++++\n", "\n++++"),
    ("[latexmath]\n++++\n", "\n++++"),
    ("stem:[$", "$]"),
    ("latexmath:[$", "$]"),
    ("stem:[", "]"),
    ("latexmath:[", "]"),
    (":math:`", "`"),
];

/// The most bytes of a tag with its attributes.
const MAX_TAG: usize = 200;

/// The length of the opening markup of a formula that begins here, and its closing markup. `before` is the character
/// in front of it.
pub(super) fn tags(rest: &str, before: Option<char>) -> Option<(usize, &'static str)> {
    if let Some((open, close)) = TAGS.iter().find(|(open, _)| rest.starts_with(open)) {
        return Some((open.len(), close));
    }
    let role = ROLES.iter().find(|(open, _)| rest.starts_with(open));
    let (length, close) = role
        .filter(|_| !before.is_some_and(char::is_alphanumeric))
        .map(|(open, close)| (open.len(), *close))
        .or_else(|| math_with_attributes(rest))
        .or_else(|| hashes(rest))?;
    // Formulas with their own delimiters are found by these.
    let near = &rest[length..rest.floor_char_boundary(length + MAX_LOOSE)];
    let (inside, _) = near.split_once(close)?;
    (!inside.contains('$')).then_some((length, close))
}

/// `<math display="block">`, if LaTeX is in it and no tags of `MathML`.
fn math_with_attributes(rest: &str) -> Option<(usize, &'static str)> {
    let tag = rest.strip_prefix("<math ")?;
    let mut near = tag.bytes().take(MAX_TAG);
    let length = near.position(|byte| matches!(byte, b'>' | b'\n'))?;
    let inside = tag[length..].strip_prefix('>')?;
    let is_latex = !inside.trim_start().starts_with('<');
    is_latex.then_some((rest.len() - inside.len(), "</math>"))
}

/// `##v = 3##`, as physics forums write it; with a space it is a heading.
fn hashes(rest: &str) -> Option<(usize, &'static str)> {
    let inside = rest.strip_prefix("##")?;
    let is_tight = |letter: char| letter != '#' && !letter.is_whitespace();
    if !inside.starts_with(is_tight) {
        return None;
    }
    let (formula, after) = inside.split_once("##")?;
    let is_one = !formula.contains('\n') && !after.starts_with('#');
    let closes = is_one && formula.ends_with(is_tight);
    closes.then_some((2, "##"))
}

/// Whether a line announces formulas in `reStructuredText`.
pub(super) fn is_directive(line: &str) -> bool {
    line.trim_start_matches(' ').starts_with(".. math::")
}

impl Walker<'_> {
    /// `.. math::` with the indented lines after it; or where to look next.
    pub(super) fn directed(&mut self, at: usize) -> Result<Block, usize> {
        let depth = |line: &str| line.len() - line.trim_start_matches(' ').len();
        let outer = depth(&self.text[at..]);
        let mut lines = self.text[at..].split_inclusive('\n').peekable();
        let first = lines.next().unwrap_or_default();
        let (directive, formula) = first.split_once("::").unwrap_or((first, ""));
        let mut end = at + first.len();
        let mut start = at + directive.len() + "::".len();
        while let Some(option) = lines.next_if(|line| line.trim().starts_with(':')) {
            end += option.len();
            if formula.trim().is_empty() {
                start = end;
            }
        }
        // Options may stand between a formula on the directive's line and others.
        let is_inner = |line: &&str| line.trim().is_empty() || depth(line) > outer;
        if formula.trim().is_empty() || end == at + first.len() {
            end += lines.take_while(is_inner).map(str::len).sum::<usize>();
        } else {
            end = at + first.len();
        }
        let inside = self.text[start..end].trim_end();
        if inside.is_empty() || inside.contains('$') {
            return Err(at + directive.len());
        }
        Ok(Block {
            range: start..start + inside.len(),
            whole: at..start + inside.len(),
            after: end,
            unclosed: None,
            kind: BlockKind::Fence,
        })
    }
}
