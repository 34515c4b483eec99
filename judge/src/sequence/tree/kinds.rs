//! The words of a tree: kinds and slots.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Every kind and slot that either parser gives.
static WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| TEXT.split_ascii_whitespace().collect());

const TEXT: &str = "
    Add And AnnAssign Assert Assign AsyncFor AsyncFunctionDef AsyncWith Attribute AugAssign Await
    BitAnd BitOr BitXor Break Bytes Call ClassDef Compare Complex Continue Delete Dict DictComp Div
    Ellipsis Eq ExceptHandler Expr False Float FloorDiv For FormattedValue FunctionDef GeneratorExp
    Global Gt GtE If IfExp Import ImportFrom In Int Invert Is IsNot JoinedStr LShift Lambda List
    ListComp Lt LtE MatMult Match MatchAs MatchClass MatchMapping MatchOr MatchSequence
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
";

/// The word with this spelling.
pub(super) fn word(text: &str) -> Option<&'static str> {
    WORDS.get(text).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found() {
        assert_eq!(word("FunctionDef"), Some("FunctionDef"));
        assert_eq!(word("withitem"), Some("withitem"));
        assert_eq!(word("Functiondef"), None);
        assert_eq!(word(""), None);
    }
}
