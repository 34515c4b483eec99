//! Tokens as a tree: which brackets belong together.
//!
//! Brackets are matched only in [`TokenTree::of`]: once for the tokens as typed, once for those that macros leave,
//! once for each formula among them. Readers walk a [`TokenRow`] of the tree, and step over a bracket or into it
//! without counting levels.
//!
//! A token stores the distance to its partner, so that a part of a row is a row. Bars are not brackets: only the
//! reader that meets them knows which way they face. Brackets and groups end by different rules:
//!
//! - A bracket ends at the token that closes what was opened since, whatever its kind: half-open intervals, `[a, b)`,
//!   and kets, `(|\psi\rangle)`, do not pair by kind.
//! - A group ends at its own token, the `}` for the `{` and the `\end` for the `\begin`, as in TeX, even if a ket in
//!   it closes a bracket that was never opened.

use std::ops::{Deref, Range};

/// How a token changes the brackets around what follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Opens,
    Closes,
    /// It is no bracket.
    Neither,
}

/// The kind of a group: only tokens of one kind belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GroupKind {
    Braces,
    Environment,
}

/// A token of a tree.
pub(crate) trait Bracketed {
    /// Whether it opens or closes a bracket.
    fn side(&self) -> Side;

    /// The kind of group that it begins or ends.
    fn group(&self) -> Option<GroupKind>;
}

/// The distances to the tokens that belong to a token; 0 if there is none.
#[derive(Clone, Copy, Default)]
struct Distances {
    /// To the other end of the bracket that opens or closes here.
    bracket: usize,
    /// From the beginning of a group to its end.
    group_end: usize,
    /// Back to the brace of the innermost group around the word.
    around: usize,
}

/// Tokens with their matched brackets.
pub(crate) struct TokenTree<T> {
    words: Vec<T>,
    distances: Vec<Distances>,
}

impl<T: Bracketed> TokenTree<T> {
    /// Matches the brackets of a row of tokens. A bracket that is never closed, or never opened, has no partner.
    pub(crate) fn of(words: Vec<T>) -> Self {
        let mut distances = vec![Distances::default(); words.len()];
        let mut brackets: Vec<usize> = Vec::new();
        let mut braces: Vec<usize> = Vec::new();
        let mut environments: Vec<usize> = Vec::new();
        for (index, word) in words.iter().enumerate() {
            let side = word.side();
            if side == Side::Closes {
                if let Some(open) = brackets.pop() {
                    distances[open].bracket = index - open;
                    distances[index].bracket = index - open;
                }
                let begin = word.group().and_then(|kind| match kind {
                    GroupKind::Braces => braces.pop(),
                    GroupKind::Environment => environments.pop(),
                });
                if let Some(begin) = begin {
                    distances[begin].group_end = index - begin;
                }
            }
            distances[index].around = braces.last().map_or(0, |begin| index - begin);
            if side == Side::Opens {
                brackets.push(index);
                match word.group() {
                    Some(GroupKind::Braces) => braces.push(index),
                    Some(GroupKind::Environment) => environments.push(index),
                    None => {}
                }
            }
        }
        Self { words, distances }
    }

    /// All of it.
    pub(crate) fn row(&self) -> TokenRow<'_, T> {
        TokenRow {
            words: &self.words,
            distances: &self.distances,
        }
    }
}

/// Adjacent tokens of a tree, including the content of the brackets among them.
pub(crate) struct TokenRow<'t, T> {
    words: &'t [T],
    distances: &'t [Distances],
}

impl<T> Clone for TokenRow<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for TokenRow<'_, T> {}

impl<T> Deref for TokenRow<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.words
    }
}

impl<'t, T: Bracketed> TokenRow<'t, T> {
    pub(crate) fn words(self) -> &'t [T] {
        self.words
    }

    /// Only the tokens of a range.
    pub(crate) fn part(self, range: Range<usize>) -> Self {
        Self {
            words: &self.words[range.clone()],
            distances: &self.distances[range],
        }
    }

    /// Without the first tokens.
    pub(crate) fn from(self, begin: usize) -> Self {
        self.part(begin..self.words.len())
    }

    /// Without the tokens from an index on.
    pub(crate) fn up_to(self, end: usize) -> Self {
        self.part(0..end)
    }

    /// The token that closes the bracket opened at an index.
    pub(crate) fn close(self, open: usize) -> Option<usize> {
        let opens = self.words.get(open)?.side() == Side::Opens;
        let close = open + self.distances[open].bracket;
        (opens && close > open && close < self.words.len()).then_some(close)
    }

    /// The token that opens the bracket closed at an index.
    pub(crate) fn open(self, close: usize) -> Option<usize> {
        let closes = self.words.get(close)?.side() == Side::Closes;
        let open = close.checked_sub(self.distances[close].bracket)?;
        (closes && open < close).then_some(open)
    }

    /// The `}` for the `{` at an index; `None` if there is no group in braces.
    pub(crate) fn group_end(self, begin: usize) -> Option<usize> {
        self.end_of(GroupKind::Braces, begin)
    }

    /// The `\end` for the `\begin` at an index.
    pub(crate) fn environment_end(self, begin: usize) -> Option<usize> {
        self.end_of(GroupKind::Environment, begin)
    }

    fn end_of(self, kind: GroupKind, begin: usize) -> Option<usize> {
        let begins = self.words.get(begin)?.group() == Some(kind);
        let end = begin + self.distances[begin].group_end;
        (begins && end > begin && end < self.words.len()).then_some(end)
    }

    /// The braces of the group around the token at an index.
    pub(crate) fn group_around(self, index: usize) -> Option<(usize, usize)> {
        let distance = self.distances[index].around;
        let begin = index.checked_sub(distance).filter(|_| distance > 0)?;
        Some((begin, self.group_end(begin)?))
    }

    /// The index after the one token or group at an index.
    pub(crate) fn after(self, index: usize) -> usize {
        self.group_end(index).unwrap_or(index) + 1
    }

    /// The index after the token at an index, or after the bracket that it opens; the end of the row if that is never
    /// closed.
    pub(crate) fn past(self, index: usize) -> usize {
        match self.words[index].side() {
            Side::Opens => self
                .close(index)
                .map_or(self.words.len(), |close| close + 1),
            Side::Closes | Side::Neither => index + 1,
        }
    }

    /// The tokens outside of all brackets, with their positions. Of the brackets themselves, only those are included
    /// that close a bracket not opened in this row.
    pub(crate) fn outside(self) -> impl Iterator<Item = (usize, &'t T)> {
        let mut at = 0;
        std::iter::from_fn(move || {
            while let Some(word) = self.words.get(at) {
                let index = at;
                at = self.past(index);
                if word.side() != Side::Opens {
                    return Some((index, word));
                }
            }
            None
        })
    }
}

/// The length of a bracket at the beginning of a text, including the brackets.
pub fn bracket_length(text: &str, open: char) -> Option<usize> {
    let close = match open {
        '(' => ')',
        '[' => ']',
        open => open,
    };
    let mut level = 0_usize;
    for (at, letter) in text.char_indices() {
        if letter == close && level > 0 {
            level -= 1;
        } else if letter == open {
            level += 1;
        }
        if level == 0 {
            return Some(at + 1);
        }
    }
    None
}

/// The length in bytes of the group at the beginning of a text, including its braces. The text is not split into
/// tokens, as it may not be mathematics.
pub fn group_length(text: &str) -> Option<usize> {
    let mut level = 0_usize;
    let mut escaped = false;
    for (offset, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'{' => level += 1,
            b'}' => level = level.checked_sub(1)?,
            _ => {}
        }
        if level == 0 {
            return (byte == b'}').then_some(offset + 1);
        }
    }
    None
}
