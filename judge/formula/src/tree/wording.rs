//! The words that a formula is written with.

/// What the word of a relation begins with.
pub(crate) const RELATION: char = '=';

/// What a word begins with that may be left out by itself: an uncertainty, or a label at a brace.
pub(crate) const LABEL: char = '@';

/// What a word begins with that stands inside of a label at a brace, behind its first word.
pub(crate) const INSIDE: char = '%';

/// The words that a formula is written with, those among them that its tree does not hold: what is said beside it,
/// below a brace, above an arrow, and the plus that it begins with.
///
/// It is no part of what a formula says, so that formulas are equal whatever their wording.
#[derive(Clone, Debug, Default)]
pub struct Wording(Option<Box<Written>>);

#[derive(Clone, Debug, Default)]
struct Written {
    words: Vec<Box<str>>,
    begins_with_plus: bool,
}

impl PartialEq for Wording {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Wording {}

impl Wording {
    pub(crate) fn new(words: Vec<Box<str>>, begins_with_plus: bool) -> Self {
        let written = Written {
            words,
            begins_with_plus,
        };
        let is_something = !written.words.is_empty() || begins_with_plus;
        Self(is_something.then(|| Box::new(written)))
    }

    /// Whether the formula goes on with a sum that was begun before it: `+ x`.
    pub(crate) fn begins_with_plus(&self) -> bool {
        self.0
            .as_ref()
            .is_some_and(|written| written.begins_with_plus)
    }

    /// With the words of what goes on with this formula.
    pub(crate) fn extend(&mut self, other: &Self) {
        if let Some(other) = &other.0 {
            let written = self.0.get_or_insert_default();
            written.words.extend(other.words.iter().cloned());
        }
    }

    /// The only words in which two differ: one or two in each of them that stand for each other, or one that the other
    /// has not, or several of a label that both have. None where one of them has no words at all.
    pub(crate) fn difference<'w>(&'w self, other: &'w Self) -> Option<[&'w [Box<str>]; 2]> {
        let (one, other) = (&self.0.as_ref()?.words, &other.0.as_ref()?.words);
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
            [[], left_out] | [left_out, []] => {
                let is_inside = |word: &str| word.starts_with(INSIDE);
                match left_out {
                    [_] => true,
                    // `(m = -1)` and `(m =)`
                    [sign, _] if matches!(&**sign, "-" | "+") => true,
                    left_out => !left_out.is_empty() && left_out.iter().all(|word| is_inside(word)),
                }
            }
            _ => matches!(words.map(<[_]>::len), [1 | 2, 1 | 2]),
        }
        .then_some(words)
    }
}
