//! Boxes: `\boxed{…}` and its kin, which say that what they hold is an answer.

use std::ops::Range;

use crate::vocabulary::{self, Role};

/// The boxes of a text that stand in no other box, with their commands. One that holds nothing only says how to
/// write an answer.
pub(in crate::extract) fn boxes(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    // Of each brace that is open, where the box begins that it opens and where what it holds does.
    let mut open: Vec<Option<(usize, usize)>> = Vec::new();
    let mut outer = None;
    let mut at = 0;
    while let Some(length) = text[at..].find(['\\', '{', '}']) {
        at += length;
        match text.as_bytes()[at] {
            b'{' => open.push(None),
            b'}' => {
                if let Some((start, inside)) = open.pop().flatten()
                    && outer == Some(start)
                {
                    outer = None;
                    if !text[inside..at].trim().is_empty() {
                        found.push(start..at + 1);
                    }
                }
            }
            _ => {
                if let Some(length) = opening(&text[at..]) {
                    open.push(Some((at, at + length)));
                    outer.get_or_insert(at);
                    at += length;
                    continue;
                }
                at += text[at + 1..].chars().next().map_or(0, char::len_utf8);
            }
        }
        at += 1;
    }
    found
}

/// The length of the command of a box up to its `{`, where one stands here: `\boxed{`, `\bbox[red] {`.
pub(super) fn opening(rest: &str) -> Option<usize> {
    let name = rest.strip_prefix('\\')?;
    let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
    if vocabulary::find(&name[..letters])?.role != Role::Frame {
        return None;
    }
    let mut group = name[letters..].trim_start_matches(' ');
    if let Some(options) = group.strip_prefix('[') {
        let line = &options[..options.find('\n').unwrap_or(options.len())];
        group = options[line.find(']')? + 1..].trim_start_matches(' ');
    }
    group.starts_with('{').then(|| rest.len() - group.len() + 1)
}
