//! The words of a tree: kinds and slots.

use std::collections::HashMap;
use std::sync::LazyLock;

macro_rules! words {
    ($($word:tt)*) => {
        /// Every kind and slot that either parser produces, after the slot of the root, and `Code`.
        const WORDS: &[&str] = &["", $(stringify!($word)),*];
    };
}

words! {
    Add And AnnAssign Assert Assign AsyncFor AsyncFunctionDef AsyncWith Attribute AugAssign Await
    BitAnd BitOr BitXor Break Bytes Call ClassDef Code Compare Complex Continue Delete Dict DictComp
    Div Ellipsis Eq ExceptHandler Expr False Float FloorDiv For FormattedValue FunctionDef
    GeneratorExp Global Gt GtE If IfExp Import ImportFrom In Int Invert Is IsNot JoinedStr LShift
    Lambda List ListComp Lt LtE MatMult Match MatchAs MatchClass MatchMapping MatchOr MatchSequence
    MatchSingleton MatchStar MatchValue Mod Module Mult Name NamedExpr None Nonlocal Not NotEq NotIn
    Or ParamSpec Pass Pow RShift Raise Return Set SetComp Slice Starred Str Sub Subscript True Try
    TryStar Tuple TypeAlias TypeVar TypeVarTuple UAdd USub While With Yield YieldFrom
    _ast_Ellipsis alias annotation arg args arguments asname async attr bases body bound cases cause
    cls comparators comprehension context_expr conversion convert_a convert_r convert_s
    decorator_list default default_value elt elts end exc finalbody format_spec func generators
    guard handlers id ifs is_async items iter key keys keyword keywords kwarg kwd_attrs kwd_patterns
    kwonlyargs left level lower match_case module msg name names none op operand ops optional_vars
    orelse other pattern patterns posonlyargs rest returns right slice step subject target targets
    test type type_params upper value values vararg withitem
}

static PLACES: LazyLock<HashMap<&str, Word>> = LazyLock::new(|| {
    let words = WORDS.iter().zip(0..).skip(1);
    words.map(|(&text, place)| (text, Word(place))).collect()
});

/// A kind or a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Word(u8);

impl Word {
    /// How many there are, including that of the root.
    pub(in super::super) const COUNT: usize = WORDS.len();

    /// The slot of the root.
    pub(in super::super) const NONE: Self = Self(0);

    /// All of them, in the order of their numbers.
    pub(in super::super) const ALL: &[&str] = WORDS;

    /// The word with this spelling.
    pub(super) fn find(text: &str) -> Option<Self> {
        PLACES.get(text).copied()
    }

    /// The word with this spelling.
    ///
    /// # Panics
    /// If there is none.
    pub(super) fn of(text: &'static str) -> Self {
        Self::find(text).expect("every kind and slot is in the list")
    }

    pub(in super::super) fn as_str(self) -> &'static str {
        WORDS[self.number()]
    }

    /// Its number, less than [`Word::COUNT`].
    pub(in super::super) fn number(self) -> usize {
        usize::from(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found() {
        for text in ["FunctionDef", "withitem", "None", "none", "_ast_Ellipsis"] {
            assert_eq!(Word::find(text).map(Word::as_str), Some(text));
        }
        assert_eq!(Word::find("Functiondef"), None);
        assert_eq!(Word::find(""), None);
        assert_eq!(Word::NONE.as_str(), "");
        assert_eq!(PLACES.len(), Word::COUNT - 1);
    }
}
