//! Counts constants and displays on a syntax tree.
//!
//! The walk is written out and keeps its own list of what is left to visit. The parser's default
//! visitor does not enter arguments, keywords, comprehensions, `with` items and `case` blocks,
//! and a recursive walk would need stack for each level. Every node is taken apart field by
//! field, so that a field added to the parser cannot be missed.

use rustpython_parser::ast::{
    self, Arg, Arguments, Comprehension, Constant, ExceptHandler, Expr, Keyword, Pattern, Stmt,
    TypeParam, WithItem,
};
use rustpython_parser::text_size::TextSize;

use super::Counts;

/// A count with the place to name for it, the earlier of equals.
#[derive(Clone, Copy, Debug, Default)]
struct Longest {
    length: u32,
    at: TextSize,
}

impl Longest {
    fn offer(&mut self, length: usize, at: TextSize) {
        let length = u32::try_from(length).unwrap_or(u32::MAX);
        if length > self.length || (length == self.length && length > 0 && at < self.at) {
            *self = Self { length, at };
        }
    }
}

enum Node<'a> {
    Stmt(&'a Stmt),
    Expr(&'a Expr),
    Pattern(&'a Pattern),
}

#[derive(Default)]
struct Walk<'a> {
    left: Vec<Node<'a>>,
    numbers: Vec<TextSize>,
    characters: u32,
    string: Longest,
    display: Longest,
}

/// Counts the literals of a parsed module. `source` is only read for line numbers, and
/// `numeric_limit` decides which number is named.
pub(super) fn count(module: &[Stmt], source: &str, numeric_limit: u32) -> Counts {
    let mut walk = Walk::default();
    walk.body(module);
    while let Some(node) = walk.left.pop() {
        match node {
            Node::Stmt(stmt) => walk.stmt(stmt),
            Node::Expr(expr) => walk.expr(expr),
            Node::Pattern(pattern) => walk.pattern(pattern),
        }
    }
    let line = |at: TextSize| {
        let before = source.as_bytes().iter().take(usize::from(at));
        let newlines = before.filter(|&&byte| byte == b'\n').count();
        u32::try_from(newlines + 1).unwrap_or(u32::MAX)
    };
    let line_of_longest = |longest: Longest| match longest.length {
        0 => 0,
        _ => line(longest.at),
    };
    walk.numbers.sort_unstable();
    let named = usize::try_from(numeric_limit)
        .ok()
        .and_then(|limit| walk.numbers.get(limit))
        .or(walk.numbers.last());
    Counts {
        numeric_literals: u32::try_from(walk.numbers.len()).unwrap_or(u32::MAX),
        string_literal_chars: walk.characters,
        list_tuple_elements: walk.display.length,
        numeric_line: named.map_or(0, |&at| line(at)),
        string_line: line_of_longest(walk.string),
        list_tuple_line: line_of_longest(walk.display),
    }
}

impl<'a> Walk<'a> {
    fn body(&mut self, body: &'a [Stmt]) {
        self.left.extend(body.iter().map(Node::Stmt));
    }

    fn exprs(&mut self, exprs: impl IntoIterator<Item = &'a Expr>) {
        self.left.extend(exprs.into_iter().map(Node::Expr));
    }

    fn patterns(&mut self, patterns: &'a [Pattern]) {
        self.left.extend(patterns.iter().map(Node::Pattern));
    }

    fn one(&mut self, expr: &'a Expr) {
        self.left.push(Node::Expr(expr));
    }

    fn maybe(&mut self, expr: Option<&'a Expr>) {
        self.left.extend(expr.map(Node::Expr));
    }

    fn constant(&mut self, value: &'a Constant, at: TextSize) {
        match value {
            Constant::Int(_) | Constant::Float(_) => self.numbers.push(at),
            Constant::Str(text) => {
                // The parser replaces a lone surrogate by one other character, so that the
                // number of code points is right.
                let length = text.chars().count();
                let total = u32::try_from(length).unwrap_or(u32::MAX);
                self.characters = self.characters.saturating_add(total);
                self.string.offer(length, at);
            }
            // Only made by a constant folder, which is not used here.
            Constant::Tuple(values) => values.iter().for_each(|value| self.constant(value, at)),
            Constant::None
            | Constant::Bool(_)
            | Constant::Bytes(_)
            | Constant::Complex { .. }
            | Constant::Ellipsis => {}
        }
    }

    fn display(&mut self, elements: &'a [Expr], at: TextSize) {
        self.display.offer(elements.len(), at);
        self.exprs(elements);
    }

    #[expect(
        clippy::too_many_lines,
        reason = "one arm for each node, and each names all fields"
    )]
    fn stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(ast::StmtFunctionDef {
                range: _,
                name: _,
                args,
                body,
                decorator_list,
                returns,
                type_comment: _,
                type_params,
            })
            | Stmt::AsyncFunctionDef(ast::StmtAsyncFunctionDef {
                range: _,
                name: _,
                args,
                body,
                decorator_list,
                returns,
                type_comment: _,
                type_params,
            }) => {
                self.exprs(decorator_list);
                self.type_params(type_params);
                self.arguments(args);
                self.maybe(returns.as_deref());
                self.body(body);
            }
            Stmt::ClassDef(ast::StmtClassDef {
                range: _,
                name: _,
                bases,
                keywords,
                body,
                decorator_list,
                type_params,
            }) => {
                self.exprs(decorator_list);
                self.type_params(type_params);
                self.exprs(bases);
                self.keywords(keywords);
                self.body(body);
            }
            Stmt::Return(ast::StmtReturn { range: _, value }) => self.maybe(value.as_deref()),
            Stmt::Delete(ast::StmtDelete { range: _, targets }) => self.exprs(targets),
            Stmt::Assign(ast::StmtAssign {
                range: _,
                targets,
                value,
                type_comment: _,
            }) => {
                self.exprs(targets);
                self.one(value);
            }
            Stmt::TypeAlias(ast::StmtTypeAlias {
                range: _,
                name,
                type_params,
                value,
            }) => {
                self.one(name);
                self.type_params(type_params);
                self.one(value);
            }
            Stmt::AugAssign(ast::StmtAugAssign {
                range: _,
                target,
                op: _,
                value,
            }) => {
                self.one(target);
                self.one(value);
            }
            Stmt::AnnAssign(ast::StmtAnnAssign {
                range: _,
                target,
                annotation,
                value,
                simple: _,
            }) => {
                self.one(target);
                self.one(annotation);
                self.maybe(value.as_deref());
            }
            Stmt::For(ast::StmtFor {
                range: _,
                target,
                iter,
                body,
                orelse,
                type_comment: _,
            })
            | Stmt::AsyncFor(ast::StmtAsyncFor {
                range: _,
                target,
                iter,
                body,
                orelse,
                type_comment: _,
            }) => {
                self.one(target);
                self.one(iter);
                self.body(body);
                self.body(orelse);
            }
            Stmt::While(ast::StmtWhile {
                range: _,
                test,
                body,
                orelse,
            })
            | Stmt::If(ast::StmtIf {
                range: _,
                test,
                body,
                orelse,
            }) => {
                self.one(test);
                self.body(body);
                self.body(orelse);
            }
            Stmt::With(ast::StmtWith {
                range: _,
                items,
                body,
                type_comment: _,
            })
            | Stmt::AsyncWith(ast::StmtAsyncWith {
                range: _,
                items,
                body,
                type_comment: _,
            }) => {
                self.with_items(items);
                self.body(body);
            }
            Stmt::Match(ast::StmtMatch {
                range: _,
                subject,
                cases,
            }) => {
                self.one(subject);
                for ast::MatchCase {
                    range: _,
                    pattern,
                    guard,
                    body,
                } in cases
                {
                    self.left.push(Node::Pattern(pattern));
                    self.maybe(guard.as_deref());
                    self.body(body);
                }
            }
            Stmt::Raise(ast::StmtRaise {
                range: _,
                exc,
                cause,
            }) => {
                self.maybe(exc.as_deref());
                self.maybe(cause.as_deref());
            }
            Stmt::Try(ast::StmtTry {
                range: _,
                body,
                handlers,
                orelse,
                finalbody,
            })
            | Stmt::TryStar(ast::StmtTryStar {
                range: _,
                body,
                handlers,
                orelse,
                finalbody,
            }) => {
                self.body(body);
                self.handlers(handlers);
                self.body(orelse);
                self.body(finalbody);
            }
            Stmt::Assert(ast::StmtAssert {
                range: _,
                test,
                msg,
            }) => {
                self.one(test);
                self.maybe(msg.as_deref());
            }
            Stmt::Expr(ast::StmtExpr { range: _, value }) => self.one(value),
            Stmt::Import(_)
            | Stmt::ImportFrom(_)
            | Stmt::Global(_)
            | Stmt::Nonlocal(_)
            | Stmt::Pass(_)
            | Stmt::Break(_)
            | Stmt::Continue(_) => {}
        }
    }

    #[expect(
        clippy::too_many_lines,
        reason = "one arm for each node, and each names all fields"
    )]
    fn expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::BoolOp(ast::ExprBoolOp {
                range: _,
                op: _,
                values,
            })
            | Expr::JoinedStr(ast::ExprJoinedStr { range: _, values }) => self.exprs(values),
            Expr::NamedExpr(ast::ExprNamedExpr {
                range: _,
                target,
                value,
            }) => {
                self.one(target);
                self.one(value);
            }
            Expr::BinOp(ast::ExprBinOp {
                range: _,
                left,
                op: _,
                right,
            }) => {
                self.one(left);
                self.one(right);
            }
            Expr::UnaryOp(ast::ExprUnaryOp {
                range: _,
                op: _,
                operand,
            }) => self.one(operand),
            Expr::Lambda(ast::ExprLambda {
                range: _,
                args,
                body,
            }) => {
                self.arguments(args);
                self.one(body);
            }
            Expr::IfExp(ast::ExprIfExp {
                range: _,
                test,
                body,
                orelse,
            }) => {
                self.one(test);
                self.one(body);
                self.one(orelse);
            }
            Expr::Dict(ast::ExprDict {
                range: _,
                keys,
                values,
            }) => {
                self.exprs(keys.iter().flatten());
                self.exprs(values);
            }
            Expr::Set(ast::ExprSet { range: _, elts }) => self.exprs(elts),
            Expr::ListComp(ast::ExprListComp {
                range: _,
                elt,
                generators,
            })
            | Expr::SetComp(ast::ExprSetComp {
                range: _,
                elt,
                generators,
            })
            | Expr::GeneratorExp(ast::ExprGeneratorExp {
                range: _,
                elt,
                generators,
            }) => {
                self.one(elt);
                self.comprehensions(generators);
            }
            Expr::DictComp(ast::ExprDictComp {
                range: _,
                key,
                value,
                generators,
            }) => {
                self.one(key);
                self.one(value);
                self.comprehensions(generators);
            }
            Expr::Await(ast::ExprAwait { range: _, value })
            | Expr::YieldFrom(ast::ExprYieldFrom { range: _, value })
            | Expr::Attribute(ast::ExprAttribute {
                range: _,
                value,
                attr: _,
                ctx: _,
            })
            | Expr::Starred(ast::ExprStarred {
                range: _,
                value,
                ctx: _,
            }) => self.one(value),
            Expr::Yield(ast::ExprYield { range: _, value }) => self.maybe(value.as_deref()),
            Expr::Compare(ast::ExprCompare {
                range: _,
                left,
                ops: _,
                comparators,
            }) => {
                self.one(left);
                self.exprs(comparators);
            }
            Expr::Call(ast::ExprCall {
                range: _,
                func,
                args,
                keywords,
            }) => {
                self.one(func);
                self.exprs(args);
                self.keywords(keywords);
            }
            Expr::FormattedValue(ast::ExprFormattedValue {
                range: _,
                value,
                conversion: _,
                format_spec,
            }) => {
                self.one(value);
                self.maybe(format_spec.as_deref());
            }
            Expr::Constant(ast::ExprConstant {
                range,
                value,
                kind: _,
            }) => self.constant(value, range.start()),
            Expr::Subscript(ast::ExprSubscript {
                range: _,
                value,
                slice,
                ctx: _,
            }) => {
                self.one(value);
                // `x[*a]` is `x[(*a,)]`, and `CPython` makes that tuple.
                if let Expr::Starred(ast::ExprStarred {
                    range,
                    value: _,
                    ctx: _,
                }) = slice.as_ref()
                {
                    self.display.offer(1, range.start());
                }
                self.one(slice);
            }
            Expr::Name(ast::ExprName {
                range: _,
                id: _,
                ctx: _,
            }) => {}
            Expr::List(ast::ExprList {
                range,
                elts,
                ctx: _,
            })
            | Expr::Tuple(ast::ExprTuple {
                range,
                elts,
                ctx: _,
            }) => self.display(elts, range.start()),
            Expr::Slice(ast::ExprSlice {
                range: _,
                lower,
                upper,
                step,
            }) => {
                self.maybe(lower.as_deref());
                self.maybe(upper.as_deref());
                self.maybe(step.as_deref());
            }
        }
    }

    fn pattern(&mut self, pattern: &'a Pattern) {
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

    fn arguments(&mut self, arguments: &'a Arguments) {
        let Arguments {
            range: _,
            posonlyargs,
            args,
            vararg,
            kwonlyargs,
            kwarg,
        } = arguments;
        for ast::ArgWithDefault {
            range: _,
            def,
            default,
        } in posonlyargs.iter().chain(args).chain(kwonlyargs)
        {
            self.arg(def);
            self.maybe(default.as_deref());
        }
        for arg in [vararg, kwarg].into_iter().flatten() {
            self.arg(arg);
        }
    }

    fn arg(&mut self, arg: &'a Arg) {
        let Arg {
            range: _,
            arg: _,
            annotation,
            type_comment: _,
        } = arg;
        self.maybe(annotation.as_deref());
    }

    fn keywords(&mut self, keywords: &'a [Keyword]) {
        for Keyword {
            range: _,
            arg: _,
            value,
        } in keywords
        {
            self.one(value);
        }
    }

    fn comprehensions(&mut self, comprehensions: &'a [Comprehension]) {
        for Comprehension {
            range: _,
            target,
            iter,
            ifs,
            is_async: _,
        } in comprehensions
        {
            self.one(target);
            self.one(iter);
            self.exprs(ifs);
        }
    }

    fn with_items(&mut self, items: &'a [WithItem]) {
        for WithItem {
            range: _,
            context_expr,
            optional_vars,
        } in items
        {
            self.one(context_expr);
            self.maybe(optional_vars.as_deref());
        }
    }

    fn handlers(&mut self, handlers: &'a [ExceptHandler]) {
        for ExceptHandler::ExceptHandler(ast::ExceptHandlerExceptHandler {
            range: _,
            type_,
            name: _,
            body,
        }) in handlers
        {
            self.maybe(type_.as_deref());
            self.body(body);
        }
    }

    fn type_params(&mut self, type_params: &'a [TypeParam]) {
        for type_param in type_params {
            match type_param {
                TypeParam::TypeVar(ast::TypeParamTypeVar {
                    range: _,
                    name: _,
                    bound,
                }) => self.maybe(bound.as_deref()),
                TypeParam::ParamSpec(ast::TypeParamParamSpec { range: _, name: _ })
                | TypeParam::TypeVarTuple(ast::TypeParamTypeVarTuple { range: _, name: _ }) => {}
            }
        }
    }
}
