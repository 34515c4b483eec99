//! Statements.

use super::super::Leaf;
use super::expressions::augmented;
use super::{Level, Piece, Pieces, Printing};

impl Printing<'_> {
    /// The statements in a slot, each on its line.
    pub(super) fn body(&self, pieces: &mut Pieces, at: usize, slot: &'static str) {
        (pieces.0).extend(self.all(at, slot).map(Piece::Statement));
    }

    /// The same as a block, if there are any.
    fn block(&self, pieces: &mut Pieces, at: usize, slot: &'static str) {
        pieces.text(":");
        pieces.0.push(Piece::Indent);
        self.body(pieces, at, slot);
        pieces.0.push(Piece::Dedent);
    }

    /// A block after a keyword of its own, such as `else`, where there is one.
    fn further(&self, pieces: &mut Pieces, at: usize, slot: &'static str, keyword: &'static str) {
        if self.all(at, slot).next().is_some() {
            pieces.line();
            pieces.text(keyword);
            self.block(pieces, at, slot);
        }
    }

    pub(super) fn statement(&self, pieces: &mut Pieces, at: usize) {
        let kind = self.kind(at);
        for decorator in self.all(at, "decorator_list") {
            pieces.line();
            pieces.text("@");
            pieces.expr(decorator, Level::Test);
        }
        pieces.line();
        match kind {
            "FunctionDef" | "AsyncFunctionDef" | "ClassDef" => self.definition(pieces, at, kind),
            "For" | "AsyncFor" | "While" | "With" | "AsyncWith" => {
                self.compound_statement(pieces, at, kind);
            }
            "If" => self.branch(pieces, at, "if "),
            "Match" => {
                pieces.text("match ");
                pieces.expr(self.the(at, "subject"), Level::Test);
                pieces.text(":");
                pieces.0.push(Piece::Indent);
                for case in self.all(at, "cases") {
                    pieces.line();
                    pieces.text("case ");
                    pieces.0.push(Piece::Pattern(self.the(case, "pattern")));
                    pieces.maybe(" if ", self.one(case, "guard"));
                    self.block(pieces, case, "body");
                }
                pieces.0.push(Piece::Dedent);
            }
            "Try" | "TryStar" => {
                pieces.text("try");
                self.block(pieces, at, "body");
                for handler in self.all(at, "handlers") {
                    pieces.line();
                    pieces.text(if kind == "Try" { "except" } else { "except*" });
                    pieces.maybe(" ", self.one(handler, "type"));
                    if let Some(name) = self.name(handler, "name") {
                        pieces.text(" as ");
                        pieces.owned(name);
                    }
                    self.block(pieces, handler, "body");
                }
                self.further(pieces, at, "orelse", "else");
                self.further(pieces, at, "finalbody", "finally");
            }
            _ => self.simple(pieces, at, kind),
        }
    }

    /// `if` with what follows it. An `if` alone in an `else` is an `elif`.
    fn branch(&self, pieces: &mut Pieces, at: usize, keyword: &'static str) {
        let (mut at, mut keyword) = (at, keyword);
        loop {
            pieces.text(keyword);
            pieces.expr(self.the(at, "test"), Level::Test);
            self.block(pieces, at, "body");
            let mut otherwise = self.all(at, "orelse");
            match (otherwise.next(), otherwise.next()) {
                (Some(only), None) if self.kind(only) == "If" => {
                    pieces.line();
                    (at, keyword) = (only, "elif ");
                }
                _ => break,
            }
        }
        self.further(pieces, at, "orelse", "else");
    }

    fn compound_statement(&self, pieces: &mut Pieces, at: usize, kind: &str) {
        if kind.starts_with("Async") {
            pieces.text("async ");
        }
        match kind {
            "For" | "AsyncFor" => {
                pieces.text("for ");
                pieces.expr(self.the(at, "target"), Level::Test);
                pieces.text(" in ");
                pieces.expr(self.the(at, "iter"), Level::Test);
            }
            "While" => {
                pieces.text("while ");
                pieces.expr(self.the(at, "test"), Level::Test);
            }
            _ => {
                pieces.text("with ");
                pieces.separated(self.all(at, "items"), |pieces, item| {
                    pieces.expr(self.the(item, "context_expr"), Level::Test);
                    pieces.maybe(" as ", self.one(item, "optional_vars"));
                });
            }
        }
        self.block(pieces, at, "body");
        self.further(pieces, at, "orelse", "else");
    }

    fn definition(&self, pieces: &mut Pieces, at: usize, kind: &str) {
        pieces.text(match kind {
            "ClassDef" => "class ",
            "FunctionDef" => "def ",
            _ => "async def ",
        });
        pieces.owned(self.name(at, "name").unwrap_or_default());
        self.type_parameters(pieces, at);
        if kind == "ClassDef" {
            let mut bases = self
                .all(at, "bases")
                .chain(self.all(at, "keywords"))
                .peekable();
            if bases.peek().is_some() {
                pieces.text("(");
                pieces.separated(bases, |pieces, at| self.argument(pieces, at));
                pieces.text(")");
            }
        } else {
            pieces.text("(");
            self.arguments(pieces, self.the(at, "args"));
            pieces.text(")");
            pieces.maybe(" -> ", self.one(at, "returns"));
        }
        self.block(pieces, at, "body");
    }

    fn type_parameters(&self, pieces: &mut Pieces, at: usize) {
        if self.all(at, "type_params").next().is_none() {
            return;
        }
        pieces.text("[");
        pieces.separated(self.all(at, "type_params"), |pieces, parameter| {
            pieces.text(match self.kind(parameter) {
                "TypeVarTuple" => "*",
                "ParamSpec" => "**",
                _ => "",
            });
            pieces.owned(self.name(parameter, "name").unwrap_or_default());
            pieces.maybe(": ", self.one(parameter, "bound"));
            pieces.maybe(" = ", self.one(parameter, "default_value"));
        });
        pieces.text("]");
    }

    /// The parameters of a function.
    pub(super) fn arguments(&self, pieces: &mut Pieces, at: usize) {
        let mut first = true;
        let mut comma = |pieces: &mut Pieces| {
            if !std::mem::take(&mut first) {
                pieces.text(", ");
            }
        };
        for parameter in self.all(at, "posonlyargs") {
            comma(pieces);
            self.parameter(pieces, parameter);
        }
        if self.all(at, "posonlyargs").next().is_some() {
            comma(pieces);
            pieces.text("/");
        }
        for parameter in self.all(at, "args") {
            comma(pieces);
            self.parameter(pieces, parameter);
        }
        if let Some(all) = self.one(at, "vararg") {
            comma(pieces);
            pieces.text("*");
            self.parameter(pieces, all);
        } else if self.all(at, "kwonlyargs").next().is_some() {
            comma(pieces);
            pieces.text("*");
        }
        for parameter in self.all(at, "kwonlyargs") {
            comma(pieces);
            self.parameter(pieces, parameter);
        }
        if let Some(all) = self.one(at, "kwarg") {
            comma(pieces);
            pieces.text("**");
            self.parameter(pieces, all);
        }
    }

    fn parameter(&self, pieces: &mut Pieces, at: usize) {
        pieces.owned(self.name(at, "arg").unwrap_or_default());
        pieces.maybe(": ", self.one(at, "annotation"));
        pieces.maybe(" = ", self.one(at, "default"));
    }

    fn simple(&self, pieces: &mut Pieces, at: usize, kind: &str) {
        match kind {
            "Return" => {
                pieces.text("return");
                pieces.maybe(" ", self.one(at, "value"));
            }
            "Delete" => {
                pieces.text("del ");
                pieces.exprs(self.all(at, "targets"));
            }
            "Assign" => {
                for target in self.all(at, "targets") {
                    pieces.expr(target, Level::Test);
                    pieces.text(" = ");
                }
                pieces.expr(self.the(at, "value"), Level::Any);
            }
            "TypeAlias" => {
                pieces.text("type ");
                pieces.expr(self.the(at, "name"), Level::Atom);
                self.type_parameters(pieces, at);
                pieces.maybe(" = ", self.one(at, "value"));
            }
            "AugAssign" => {
                pieces.expr(self.the(at, "target"), Level::Test);
                pieces.text(augmented(self.kind(self.the(at, "op"))));
                pieces.expr(self.the(at, "value"), Level::Any);
            }
            "AnnAssign" => {
                pieces.expr(self.the(at, "target"), Level::Test);
                pieces.maybe(": ", self.one(at, "annotation"));
                pieces.maybe(" = ", self.one(at, "value"));
            }
            "Raise" => {
                pieces.text("raise");
                pieces.maybe(" ", self.one(at, "exc"));
                pieces.maybe(" from ", self.one(at, "cause"));
            }
            "Assert" => {
                pieces.text("assert ");
                pieces.expr(self.the(at, "test"), Level::Test);
                pieces.maybe(", ", self.one(at, "msg"));
            }
            "Import" => {
                pieces.text("import ");
                self.aliases(pieces, at);
            }
            "ImportFrom" => {
                pieces.text("from ");
                if let Some(Leaf::Int(level)) = self.one(at, "level").map(|at| self.leaf(at)) {
                    let dots = u64::try_from(&**level).unwrap_or(1).min(1 << 16);
                    (0..dots).for_each(|_| pieces.text("."));
                }
                pieces.owned(self.name(at, "module").unwrap_or_default());
                pieces.text(" import ");
                self.aliases(pieces, at);
            }
            "Global" | "Nonlocal" => {
                pieces.text(if kind == "Global" {
                    "global "
                } else {
                    "nonlocal "
                });
                pieces.names(self.names(at, "names"));
            }
            "Expr" => pieces.expr(self.the(at, "value"), Level::Any),
            "Break" => pieces.text("break"),
            "Continue" => pieces.text("continue"),
            _ => pieces.text("pass"),
        }
    }

    fn aliases(&self, pieces: &mut Pieces, at: usize) {
        pieces.separated(self.all(at, "names"), |pieces, alias| {
            pieces.owned(self.name(alias, "name").unwrap_or_default());
            if let Some(name) = self.name(alias, "asname") {
                pieces.text(" as ");
                pieces.owned(name);
            }
        });
    }
}
