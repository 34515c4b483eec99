//! Builds trees from `rustpython-parser`: statements and everything around expressions.
//!
//! The walk keeps its own list of what is left to visit, because recursion would need stack for each level. Fields
//! are in `CPython`'s order.

use rustpython_parser::ast::{
    self, Arg, ArgWithDefault, Arguments, ExceptHandler, Expr, Pattern, Ranged as _, Stmt,
    TypeParam,
};
use rustpython_parser::text_size::TextSize;

use super::{Leaf, Tree, Word};

/// Something that becomes one node.
pub(super) enum Part<'a> {
    Stmt(&'a Stmt),
    Expr(&'a Expr),
    Pattern(&'a Pattern),
    Arguments(&'a Arguments),
    Arg(&'a Arg),
    ArgWithDefault(&'a ArgWithDefault),
    Keyword(&'a ast::Keyword),
    Alias(&'a ast::Alias),
    Comprehension(&'a ast::Comprehension),
    WithItem(&'a ast::WithItem),
    Case(&'a ast::MatchCase),
    Handler(&'a ExceptHandler),
    TypeParam(&'a TypeParam),
    /// The tuple that `CPython` makes of `x[*a]`.
    StarredIndex(&'a Expr),
    /// Text of an f-string.
    Text(TextSize, String),
    /// A node without children.
    Leaf(&'static str, Leaf),
}

/// A node before it has a parent.
pub(super) struct Described<'a> {
    kind: &'static str,
    at: Option<TextSize>,
    leaf: Leaf,
    pub(super) parts: Vec<(&'static str, Part<'a>)>,
}

impl<'a> Described<'a> {
    pub(super) fn new(kind: &'static str, at: Option<TextSize>) -> Self {
        Self::leaf(kind, at, Leaf::Nothing)
    }

    pub(super) fn leaf(kind: &'static str, at: Option<TextSize>, leaf: Leaf) -> Self {
        Self {
            kind,
            at,
            leaf,
            parts: Vec::new(),
        }
    }

    pub(super) fn part(mut self, slot: &'static str, part: Part<'a>) -> Self {
        self.parts.push((slot, part));
        self
    }

    pub(super) fn mark(self, slot: &'static str, kind: &'static str) -> Self {
        self.part(slot, Part::Leaf(kind, Leaf::Nothing))
    }

    pub(super) fn expr(self, slot: &'static str, expr: &'a Expr) -> Self {
        self.part(slot, Part::Expr(expr))
    }

    pub(super) fn maybe(self, slot: &'static str, expr: Option<&'a Expr>) -> Self {
        match expr {
            Some(expr) => self.expr(slot, expr),
            None => self.mark(slot, "none"),
        }
    }

    pub(super) fn list(
        mut self,
        slot: &'static str,
        parts: impl IntoIterator<Item = Part<'a>>,
    ) -> Self {
        self.parts
            .extend(parts.into_iter().map(|part| (slot, part)));
        self.mark(slot, "end")
    }

    pub(super) fn exprs(self, slot: &'static str, exprs: &'a [Expr]) -> Self {
        self.list(slot, exprs.iter().map(Part::Expr))
    }

    pub(super) fn name(self, slot: &'static str, name: &str) -> Self {
        self.part(slot, name_part(name))
    }

    pub(super) fn maybe_name(self, slot: &'static str, name: Option<&ast::Identifier>) -> Self {
        match name {
            Some(name) => self.name(slot, name.as_str()),
            None => self.mark(slot, "none"),
        }
    }

    fn names(self, slot: &'static str, names: &'a [ast::Identifier]) -> Self {
        self.list(slot, names.iter().map(|name| name_part(name.as_str())))
    }

    fn body(self, slot: &'static str, body: &'a [Stmt]) -> Self {
        self.list(slot, body.iter().map(Part::Stmt))
    }

    fn patterns(self, slot: &'static str, patterns: &'a [Pattern]) -> Self {
        self.list(slot, patterns.iter().map(Part::Pattern))
    }

    pub(super) fn keywords(self, keywords: &'a [ast::Keyword]) -> Self {
        self.list("keywords", keywords.iter().map(Part::Keyword))
    }
}

fn name_part<'a>(name: &str) -> Part<'a> {
    Part::Leaf("name", Leaf::name(name))
}

impl Tree {
    /// The tree of a module that `rustpython-parser` has parsed. `source` is only used for line numbers.
    pub(crate) fn from_parsed(module: &[Stmt], source: &str) -> Self {
        let newlines: Vec<usize> = source.match_indices('\n').map(|(at, _)| at).collect();
        let line = |at: TextSize| {
            let line = newlines.partition_point(|&newline| newline < usize::from(at)) + 1;
            u32::try_from(line).unwrap_or(u32::MAX)
        };
        let mut tree = Self::new();
        let whole = Described::new("Module", None).body("body", module);
        let mut left: Vec<_> = (whole.parts.into_iter().rev())
            .map(|(slot, part)| (0, slot, part))
            .collect();
        while let Some((parent, slot, part)) = left.pop() {
            let described = describe(part);
            let at = described.at.map(line);
            let (slot, kind) = (Word::of(slot), Word::of(described.kind));
            let node = tree.add(parent, slot, kind, at, described.leaf);
            left.extend((described.parts.into_iter().rev()).map(|(slot, part)| (node, slot, part)));
        }
        tree
    }
}

fn describe<'a>(part: Part<'a>) -> Described<'a> {
    match part {
        Part::Stmt(stmt) => statement(stmt),
        Part::Expr(expr) => super::expressions::expression(expr),
        Part::Pattern(pattern) => self::pattern(pattern),
        Part::Arguments(arguments) => {
            let maybe =
                |arg: Option<&'a Arg>| arg.map_or(Part::Leaf("none", Leaf::Nothing), Part::Arg);
            Described::new("arguments", None)
                .list(
                    "posonlyargs",
                    arguments.posonlyargs.iter().map(Part::ArgWithDefault),
                )
                .list("args", arguments.args.iter().map(Part::ArgWithDefault))
                .part("vararg", maybe(arguments.vararg.as_deref()))
                .list(
                    "kwonlyargs",
                    arguments.kwonlyargs.iter().map(Part::ArgWithDefault),
                )
                .part("kwarg", maybe(arguments.kwarg.as_deref()))
        }
        Part::Arg(arg) => argument(arg),
        Part::ArgWithDefault(arg) => argument(&arg.def).maybe("default", arg.default.as_deref()),
        Part::Keyword(keyword) => Described::new("keyword", Some(keyword.start()))
            .maybe_name("arg", keyword.arg.as_ref())
            .expr("value", &keyword.value),
        Part::Alias(alias) => Described::new("alias", Some(alias.start()))
            .name("name", alias.name.as_str())
            .maybe_name("asname", alias.asname.as_ref()),
        Part::Comprehension(comprehension) => Described::new("comprehension", None)
            .expr("target", &comprehension.target)
            .expr("iter", &comprehension.iter)
            .exprs("ifs", &comprehension.ifs)
            .mark(
                "is_async",
                if comprehension.is_async {
                    "async"
                } else {
                    "none"
                },
            ),
        Part::WithItem(item) => Described::new("withitem", None)
            .expr("context_expr", &item.context_expr)
            .maybe("optional_vars", item.optional_vars.as_deref()),
        Part::Case(case) => Described::new("match_case", None)
            .part("pattern", Part::Pattern(&case.pattern))
            .maybe("guard", case.guard.as_deref())
            .body("body", &case.body),
        Part::Handler(ExceptHandler::ExceptHandler(handler)) => {
            Described::new("ExceptHandler", Some(handler.start()))
                .maybe("type", handler.type_.as_deref())
                .maybe_name("name", handler.name.as_ref())
                .body("body", &handler.body)
        }
        Part::TypeParam(param) => match param {
            TypeParam::TypeVar(param) => Described::new("TypeVar", Some(param.start()))
                .name("name", param.name.as_str())
                .maybe("bound", param.bound.as_deref())
                .mark("default_value", "none"),
            TypeParam::ParamSpec(param) => Described::new("ParamSpec", Some(param.start()))
                .name("name", param.name.as_str())
                .mark("default_value", "none"),
            TypeParam::TypeVarTuple(param) => Described::new("TypeVarTuple", Some(param.start()))
                .name("name", param.name.as_str())
                .mark("default_value", "none"),
        },
        Part::StarredIndex(starred) => {
            Described::new("Tuple", Some(starred.start())).list("elts", [Part::Expr(starred)])
        }
        Part::Text(at, text) => Described::leaf("Str", Some(at), Leaf::Text(text.into())),
        Part::Leaf(kind, leaf) => Described::leaf(kind, None, leaf),
    }
}

fn argument(arg: &Arg) -> Described<'_> {
    Described::new("arg", Some(arg.start()))
        .name("arg", arg.arg.as_str())
        .maybe("annotation", arg.annotation.as_deref())
}

fn type_params(params: &[TypeParam]) -> impl Iterator<Item = Part<'_>> {
    params.iter().map(Part::TypeParam)
}

fn statement(stmt: &Stmt) -> Described<'_> {
    let new = |kind| Described::new(kind, Some(stmt.start()));
    match stmt {
        Stmt::FunctionDef(def) => new("FunctionDef")
            .name("name", def.name.as_str())
            .part("args", Part::Arguments(&def.args))
            .body("body", &def.body)
            .exprs("decorator_list", &def.decorator_list)
            .maybe("returns", def.returns.as_deref())
            .list("type_params", type_params(&def.type_params)),
        Stmt::AsyncFunctionDef(def) => new("AsyncFunctionDef")
            .name("name", def.name.as_str())
            .part("args", Part::Arguments(&def.args))
            .body("body", &def.body)
            .exprs("decorator_list", &def.decorator_list)
            .maybe("returns", def.returns.as_deref())
            .list("type_params", type_params(&def.type_params)),
        Stmt::ClassDef(def) => new("ClassDef")
            .name("name", def.name.as_str())
            .exprs("bases", &def.bases)
            .keywords(&def.keywords)
            .body("body", &def.body)
            .exprs("decorator_list", &def.decorator_list)
            .list("type_params", type_params(&def.type_params)),
        Stmt::Return(stmt) => new("Return").maybe("value", stmt.value.as_deref()),
        Stmt::Delete(stmt) => new("Delete").exprs("targets", &stmt.targets),
        Stmt::Assign(stmt) => new("Assign")
            .exprs("targets", &stmt.targets)
            .expr("value", &stmt.value),
        Stmt::TypeAlias(stmt) => new("TypeAlias")
            .expr("name", &stmt.name)
            .list("type_params", type_params(&stmt.type_params))
            .expr("value", &stmt.value),
        Stmt::AugAssign(stmt) => new("AugAssign")
            .expr("target", &stmt.target)
            .mark("op", super::expressions::operator(stmt.op))
            .expr("value", &stmt.value),
        Stmt::AnnAssign(stmt) => new("AnnAssign")
            .expr("target", &stmt.target)
            .expr("annotation", &stmt.annotation)
            .maybe("value", stmt.value.as_deref()),
        Stmt::For(stmt) => new("For")
            .expr("target", &stmt.target)
            .expr("iter", &stmt.iter)
            .body("body", &stmt.body)
            .body("orelse", &stmt.orelse),
        Stmt::AsyncFor(stmt) => new("AsyncFor")
            .expr("target", &stmt.target)
            .expr("iter", &stmt.iter)
            .body("body", &stmt.body)
            .body("orelse", &stmt.orelse),
        Stmt::While(stmt) => new("While")
            .expr("test", &stmt.test)
            .body("body", &stmt.body)
            .body("orelse", &stmt.orelse),
        Stmt::If(stmt) => new("If")
            .expr("test", &stmt.test)
            .body("body", &stmt.body)
            .body("orelse", &stmt.orelse),
        Stmt::With(stmt) => new("With")
            .list("items", stmt.items.iter().map(Part::WithItem))
            .body("body", &stmt.body),
        Stmt::AsyncWith(stmt) => new("AsyncWith")
            .list("items", stmt.items.iter().map(Part::WithItem))
            .body("body", &stmt.body),
        Stmt::Match(stmt) => new("Match")
            .expr("subject", &stmt.subject)
            .list("cases", stmt.cases.iter().map(Part::Case)),
        Stmt::Raise(stmt) => new("Raise")
            .maybe("exc", stmt.exc.as_deref())
            .maybe("cause", stmt.cause.as_deref()),
        Stmt::Try(stmt) => new("Try")
            .body("body", &stmt.body)
            .list("handlers", stmt.handlers.iter().map(Part::Handler))
            .body("orelse", &stmt.orelse)
            .body("finalbody", &stmt.finalbody),
        Stmt::TryStar(stmt) => new("TryStar")
            .body("body", &stmt.body)
            .list("handlers", stmt.handlers.iter().map(Part::Handler))
            .body("orelse", &stmt.orelse)
            .body("finalbody", &stmt.finalbody),
        Stmt::Assert(stmt) => new("Assert")
            .expr("test", &stmt.test)
            .maybe("msg", stmt.msg.as_deref()),
        Stmt::Import(stmt) => new("Import").list("names", stmt.names.iter().map(Part::Alias)),
        Stmt::ImportFrom(stmt) => new("ImportFrom")
            .maybe_name("module", stmt.module.as_ref())
            .list("names", stmt.names.iter().map(Part::Alias))
            .part("level", import_level(stmt.level)),
        Stmt::Global(stmt) => new("Global").names("names", &stmt.names),
        Stmt::Nonlocal(stmt) => new("Nonlocal").names("names", &stmt.names),
        Stmt::Expr(stmt) => new("Expr").expr("value", &stmt.value),
        Stmt::Pass(_) => new("Pass"),
        Stmt::Break(_) => new("Break"),
        Stmt::Continue(_) => new("Continue"),
    }
}

fn pattern(pattern: &Pattern) -> Described<'_> {
    let new = |kind| Described::new(kind, Some(pattern.start()));
    match pattern {
        Pattern::MatchValue(pattern) => new("MatchValue").expr("value", &pattern.value),
        Pattern::MatchSingleton(pattern) => {
            let (kind, leaf) = super::expressions::constant(&pattern.value);
            new("MatchSingleton").part("value", Part::Leaf(kind, leaf))
        }
        Pattern::MatchSequence(pattern) => {
            new("MatchSequence").patterns("patterns", &pattern.patterns)
        }
        Pattern::MatchMapping(pattern) => new("MatchMapping")
            .exprs("keys", &pattern.keys)
            .patterns("patterns", &pattern.patterns)
            .maybe_name("rest", pattern.rest.as_ref()),
        Pattern::MatchClass(pattern) => new("MatchClass")
            .expr("cls", &pattern.cls)
            .patterns("patterns", &pattern.patterns)
            .names("kwd_attrs", &pattern.kwd_attrs)
            .patterns("kwd_patterns", &pattern.kwd_patterns),
        Pattern::MatchStar(pattern) => new("MatchStar").maybe_name("name", pattern.name.as_ref()),
        Pattern::MatchAs(pattern) => {
            let described = new("MatchAs");
            match pattern.pattern.as_deref() {
                Some(inner) => described.part("pattern", Part::Pattern(inner)),
                None => described.mark("pattern", "none"),
            }
            .maybe_name("name", pattern.name.as_ref())
        }
        Pattern::MatchOr(pattern) => new("MatchOr").patterns("patterns", &pattern.patterns),
    }
}

/// How many dots a relative import has.
fn import_level<'a>(level: Option<ast::Int>) -> Part<'a> {
    match level.map(|level| level.to_u32()) {
        None | Some(0) => Part::Leaf("none", Leaf::Nothing),
        Some(level) => Part::Leaf("Int", Leaf::int(level)),
    }
}
