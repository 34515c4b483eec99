//! The words that a formula is written with.

/// What the word of a relation begins with.
pub(crate) const RELATION: char = '=';

/// What a word begins with that may be left out by itself: an uncertainty, or a label at a brace.
pub(crate) const LABEL: char = '@';

/// The words that a formula is written with, those among them that its tree does not hold: what is said beside it,
/// below a brace, above an arrow.
///
/// It is no part of what a formula says, so that formulas are equal whatever their wording.
#[derive(Clone, Debug, Default)]
pub struct Wording(Vec<Box<str>>);

impl PartialEq for Wording {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Wording {}

impl Wording {
    pub(crate) fn new(words: Vec<Box<str>>) -> Self {
        Self(words)
    }

    /// With the words of what goes on with this formula.
    pub(crate) fn extend(&mut self, other: &Self) {
        self.0.extend(other.0.iter().cloned());
    }

    /// The only words in which two differ: one or two in each of them that stand for each other, or one that the other
    /// has not. None where one of them has no words at all.
    pub(crate) fn difference<'w>(&'w self, other: &'w Self) -> Option<[&'w [Box<str>]; 2]> {
        let (one, other) = (&self.0, &other.0);
        if one.is_empty() || other.is_empty() {
            return None;
        }
        let words = || one.iter().zip(other);
        let begins = words().take_while(|(one, other)| one == other).count();
        let (one, other) = (&one[begins..], &other[begins..]);
        let words = one.iter().rev().zip(other.iter().rev());
        let ends = words.take_while(|(one, other)| one == other).count();
        let words = [&one[..one.len() - ends], &other[..other.len() - ends]];
        match words {
            // `(m = -1)` and `(m =)`
            [[sign, _], []] | [[], [sign, _]] => matches!(&**sign, "-" | "+"),
            _ => matches!(words.map(<[_]>::len), [1 | 2, 1 | 2] | [0, 1] | [1, 0]),
        }
        .then_some(words)
    }
}
