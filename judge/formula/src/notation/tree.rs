//! Words as a tree: which brackets belong together.
//!
//! Brackets are matched in [`TokenTree::of`] and nowhere else: once for the words as they are typed,
//! once for those that macros leave, once for each formula among them. Readers walk a [`TokenRow`] of the
//! tree, step over what a bracket holds or into it, and count no levels.
//!
//! A word keeps how far away its partner is, so that a part of a row is a row. Bars are no brackets:
//! which way they face only the reader knows that meets them. Two things end by different rules:
//!
//! - a bracket at the word that closes what was opened since, of whatever kind they are: half-open
//!   intervals, `[a, b)`, and kets, `(|\psi\rangle)`, do not pair by kind;
//! - a group at its own word, the `}` to the `{` and the `\end` to the `\begin`, as TeX ends it, even
//!   where a ket in it closes a bracket that was never opened.

use std::ops::{Deref, Range};

/// What a word does to the brackets around what follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Opens,
    Closes,
    /// It is no bracket.
    Neither,
}

/// What stands around a group: only words of one kind belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GroupKind {
    Braces,
    Environment,
}

/// A word of a tree.
pub(crate) trait Bracketed {
    /// Whether it opens or closes a bracket.
    fn side(&self) -> Side;

    /// The kind of the group that it begins or ends.
    fn group(&self) -> Option<GroupKind>;
}

/// How far away the words are that belong to a word; 0 where there is none.
#[derive(Clone, Copy, Default)]
struct Distances {
    /// To the other end of the bracket that opens or closes here.
    bracket: usize,
    /// From the beginning of a group to its end.
    group_end: usize,
    /// Back to the brace of the innermost group around the word.
    around: usize,
}

/// Words with the brackets among them.
pub(crate) struct TokenTree<T> {
    words: Vec<T>,
    distances: Vec<Distances>,
}

impl<T: Bracketed> TokenTree<T> {
    /// Matches the brackets of a row of words. What is never closed, or never opened, belongs to nothing.
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

/// Words beside each other in a tree, with what the brackets among them hold.
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

    /// The words of a range alone.
    pub(crate) fn part(self, range: Range<usize>) -> Self {
        Self {
            words: &self.words[range.clone()],
            distances: &self.distances[range],
        }
    }

    /// Without the first words.
    pub(crate) fn from(self, begin: usize) -> Self {
        self.part(begin..self.words.len())
    }

    /// Without the words from an index on.
    pub(crate) fn up_to(self, end: usize) -> Self {
        self.part(0..end)
    }

    /// The word that closes the bracket that opens at an index.
    pub(crate) fn close(self, open: usize) -> Option<usize> {
        let opens = self.words.get(open)?.side() == Side::Opens;
        let close = open + self.distances[open].bracket;
        (opens && close > open && close < self.words.len()).then_some(close)
    }

    /// The word that opens the bracket that closes at an index.
    pub(crate) fn open(self, close: usize) -> Option<usize> {
        let closes = self.words.get(close)?.side() == Side::Closes;
        let open = close.checked_sub(self.distances[close].bracket)?;
        (closes && open < close).then_some(open)
    }

    /// The `}` to the `{` at an index; nothing where there is no group in braces.
    pub(crate) fn group_end(self, begin: usize) -> Option<usize> {
        self.end_of(GroupKind::Braces, begin)
    }

    /// The `\end` to the `\begin` at an index.
    pub(crate) fn environment_end(self, begin: usize) -> Option<usize> {
        self.end_of(GroupKind::Environment, begin)
    }

    fn end_of(self, kind: GroupKind, begin: usize) -> Option<usize> {
        let begins = self.words.get(begin)?.group() == Some(kind);
        let end = begin + self.distances[begin].group_end;
        (begins && end > begin && end < self.words.len()).then_some(end)
    }

    /// The braces of the group around the word at an index.
    pub(crate) fn group_around(self, index: usize) -> Option<(usize, usize)> {
        let distance = self.distances[index].around;
        let begin = index.checked_sub(distance).filter(|_| distance > 0)?;
        Some((begin, self.group_end(begin)?))
    }

    /// The index after the one word or group at an index.
    pub(crate) fn after(self, index: usize) -> usize {
        self.group_end(index).unwrap_or(index) + 1
    }

    /// The index after the word at an index or the bracket that it opens; the end of the row where
    /// that is never closed.
    pub(crate) fn past(self, index: usize) -> usize {
        match self.words[index].side() {
            Side::Opens => self
                .close(index)
                .map_or(self.words.len(), |close| close + 1),
            Side::Closes | Side::Neither => index + 1,
        }
    }

    /// The words outside of all brackets, with their places. Of the brackets' own words only those are
    /// among them that close what was not opened in this row.
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

/// The length of what stands in brackets at the beginning of a text, with the brackets.
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

/// The bytes of the group that a text begins with, its braces among them. Of text that is no
/// mathematics there are no words.
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
