//! Patterns of `match`.

use rustpython_parser::ast::{self, Pattern};

use super::{Node, Walk};

impl<'a> Walk<'a> {
    pub(super) fn pattern(&mut self, pattern: &'a Pattern) {
        match pattern {
            Pattern::MatchValue(ast::PatternMatchValue { range: _, value }) => self.one(value),
            // `None`, `True` and `False`, which are not counted.
            Pattern::MatchSingleton(ast::PatternMatchSingleton { range: _, value: _ })
            | Pattern::MatchStar(ast::PatternMatchStar { range: _, name: _ }) => {}
            Pattern::MatchSequence(ast::PatternMatchSequence { range: _, patterns })
            | Pattern::MatchOr(ast::PatternMatchOr { range: _, patterns }) => {
                self.patterns(patterns);
            }
            Pattern::MatchMapping(ast::PatternMatchMapping {
                range: _,
                keys,
                patterns,
                rest: _,
            }) => {
                self.exprs(keys);
                self.patterns(patterns);
            }
            Pattern::MatchClass(ast::PatternMatchClass {
                range: _,
                cls,
                patterns,
                kwd_attrs: _,
                kwd_patterns,
            }) => {
                self.one(cls);
                self.patterns(patterns);
                self.patterns(kwd_patterns);
            }
            Pattern::MatchAs(ast::PatternMatchAs {
                range: _,
                pattern,
                name: _,
            }) => self.left.extend(pattern.as_deref().map(Node::Pattern)),
        }
    }
}
