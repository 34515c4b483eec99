//! Finds boxes: `\boxed{…}` and similar commands, which mark their content as an answer.

use std::ops::Range;

use crate::notation::group_length;
use crate::notation::vocabulary;
use crate::notation::vocabulary::Role;
use crate::notation::vocabulary::command_name;

/// The most bytes of a box, so that unclosed boxes are cheap.
pub(super) const MAX_BOX: usize = 4096;

/// The outermost boxes of a text, including their commands. An empty box is skipped: it only shows how to write an
/// answer.
pub fn boxes(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(length) = text[at..].find('\\') {
        at += length;
        let Some(inside) = opening(&text[at..]).map(|length| at + length) else {
            at += 1 + text[at + 1..].chars().next().map_or(0, char::len_utf8);
            continue;
        };
        let near = &text[inside - 1..text.floor_char_boundary(inside + MAX_BOX)];
        let Some(end) = group_length(near).map(|length| inside - 1 + length) else {
            at = inside;
            continue;
        };
        if !text[inside..end - 1].trim().is_empty() {
            found.push(at..end);
        }
        at = end;
    }
    found
}

/// The length of a box's command up to and including its `{`, if one starts here: `\boxed{`, `\bbox[red] {`.
pub fn opening(rest: &str) -> Option<usize> {
    let command = rest.strip_prefix('\\')?;
    let name = command_name(command);
    if vocabulary::find(name)?.role != Role::Frame {
        return None;
    }
    let mut group = command[name.len()..].trim_start_matches(' ');
    if let Some(options) = group.strip_prefix('[') {
        let line = &options[..options.find('\n').unwrap_or(options.len())];
        group = options[line.find(']')? + 1..].trim_start_matches(' ');
    }
    group.starts_with('{').then(|| rest.len() - group.len() + 1)
}
