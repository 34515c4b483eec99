//! Expressions.

use super::super::Leaf;
use super::literals;
use super::{Level, Pieces, Printing};

/// An operator between two operands, with the level of the whole.
fn binary(kind: &str) -> Option<(&'static str, Level)> {
    Some(match kind {
        "BitOr" => (" | ", Level::BitOr),
        "BitXor" => (" ^ ", Level::BitXor),
        "BitAnd" => (" & ", Level::BitAnd),
        "LShift" => (" << ", Level::Shift),
        "RShift" => (" >> ", Level::Shift),
        "Add" => (" + ", Level::Sum),
        "Sub" => (" - ", Level::Sum),
        "Mult" => (" * ", Level::Term),
        "MatMult" => (" @ ", Level::Term),
        "Div" => (" / ", Level::Term),
        "Mod" => (" % ", Level::Term),
        "FloorDiv" => (" // ", Level::Term),
        "Pow" => (" ** ", Level::Power),
        _ => return None,
    })
}

/// The operator of an assignment such as `+=`.
pub(super) fn augmented(kind: &str) -> &'static str {
    match kind {
        "BitOr" => " |= ",
        "BitXor" => " ^= ",
        "BitAnd" => " &= ",
        "LShift" => " <<= ",
        "RShift" => " >>= ",
        "Add" => " += ",
        "Sub" => " -= ",
        "Mult" => " *= ",
        "MatMult" => " @= ",
        "Div" => " /= ",
        "Mod" => " %= ",
        "FloorDiv" => " //= ",
        _ => " **= ",
    }
}

fn comparison(kind: &str) -> &'static str {
    match kind {
        "Eq" => " == ",
        "NotEq" => " != ",
        "Lt" => " < ",
        "LtE" => " <= ",
        "Gt" => " > ",
        "GtE" => " >= ",
        "Is" => " is ",
        "IsNot" => " is not ",
        "In" => " in ",
        _ => " not in ",
    }
}

fn unary(kind: &str) -> Option<(&'static str, Level)> {
    Some(match kind {
        "Not" => ("not ", Level::Not),
        "Invert" => ("~", Level::Factor),
        "UAdd" => ("+", Level::Factor),
        "USub" => ("-", Level::Factor),
        _ => return None,
    })
}

/// The level of an expression of this kind.
fn level(kind: &str) -> Level {
    if let Some((_, level)) = binary(kind).or_else(|| unary(kind)) {
        return level;
    }
    match kind {
        "Lambda" | "IfExp" | "Starred" => Level::Test,
        "Or" => Level::Or,
        "And" => Level::And,
        "Compare" => Level::Comparison,
        "Await" => Level::Await,
        _ => Level::Atom,
    }
}

impl Printing<'_> {
    /// An expression, in brackets where it is looser than `needed`.
    pub(super) fn expression(&self, pieces: &mut Pieces, at: usize, needed: Level) {
        let kind = self.kind(at);
        let own = level(kind);
        let bracketed = own < needed || (needed == Level::Atom && kind == "Int");
        if bracketed {
            pieces.text("(");
        }
        if let Some((operator, _)) = binary(kind) {
            let (left, right) = if kind == "Pow" {
                (Level::Await, Level::Factor)
            } else {
                (own, own.tighter())
            };
            pieces.expr(self.the(at, "left"), left);
            pieces.text(operator);
            pieces.expr(self.the(at, "right"), right);
        } else if let Some((operator, _)) = unary(kind) {
            pieces.text(operator);
            pieces.expr(self.the(at, "operand"), own);
        } else if !self.constant(pieces, at, kind) && !self.display(pieces, at, kind) {
            self.compound(pieces, at, kind);
        }
        if bracketed {
            pieces.text(")");
        }
    }

    fn constant(&self, pieces: &mut Pieces, at: usize, kind: &'static str) -> bool {
        match (kind, self.leaf(at)) {
            ("None" | "True" | "False", _) => pieces.text(kind),
            ("Ellipsis", _) => pieces.text("..."),
            // Whole lines, so that they may be repeated.
            ("Code", _) => {
                let mut code = Pieces::default();
                self.body(&mut code, at, "body");
                let code = self.print(code) + "\n";
                pieces.owned(literals::text(&code));
            }
            (_, Leaf::Int(value)) => pieces.owned(literals::integer(value)),
            ("Complex", Leaf::Float(bits)) => pieces.owned(literals::float(*bits) + "j"),
            (_, Leaf::Float(bits)) => pieces.owned(literals::float(*bits)),
            (_, Leaf::Text(text)) => pieces.owned(literals::text(text)),
            (_, Leaf::Bytes(bytes)) => pieces.owned(literals::bytes(bytes)),
            _ => return false,
        }
        true
    }

    fn display(&self, pieces: &mut Pieces, at: usize, kind: &str) -> bool {
        match kind {
            "List" => {
                pieces.text("[");
                pieces.exprs(self.all(at, "elts"));
                pieces.text("]");
            }
            "Set" => {
                pieces.text("{");
                pieces.exprs(self.all(at, "elts"));
                pieces.text("}");
            }
            "Tuple" => {
                pieces.text("(");
                self.tuple(pieces, at);
                pieces.text(")");
            }
            "Dict" => {
                pieces.text("{");
                let pairs = self.all(at, "keys").zip(self.all(at, "values"));
                pieces.separated(pairs, |pieces, (key, value)| {
                    if self.kind(key) == "none" {
                        pieces.text("**");
                        pieces.expr(value, Level::BitOr);
                    } else {
                        pieces.expr(key, Level::Test);
                        pieces.text(": ");
                        pieces.expr(value, Level::Test);
                    }
                });
                pieces.text("}");
            }
            "ListComp" => self.comprehension(pieces, at, "[", "]"),
            "SetComp" | "DictComp" => self.comprehension(pieces, at, "{", "}"),
            "GeneratorExp" => self.comprehension(pieces, at, "(", ")"),
            "JoinedStr" => {
                pieces.text("f'");
                self.joined(pieces, at, false);
                pieces.text("'");
            }
            _ => return false,
        }
        true
    }

    /// The elements of a tuple, with the comma that makes one of a single element.
    fn tuple(&self, pieces: &mut Pieces, at: usize) {
        pieces.exprs(self.all(at, "elts"));
        if self.all(at, "elts").count() == 1 {
            pieces.text(",");
        }
    }

    fn comprehension(
        &self,
        pieces: &mut Pieces,
        at: usize,
        open: &'static str,
        close: &'static str,
    ) {
        pieces.text(open);
        if let Some(key) = self.one(at, "key") {
            pieces.expr(key, Level::Test);
            pieces.text(": ");
            pieces.expr(self.the(at, "value"), Level::Test);
        } else {
            pieces.expr(self.the(at, "elt"), Level::Test);
        }
        for generator in self.all(at, "generators") {
            if self.one(generator, "is_async").is_some() {
                pieces.text(" async");
            }
            pieces.text(" for ");
            pieces.expr(self.the(generator, "target"), Level::Test);
            pieces.text(" in ");
            pieces.expr(self.the(generator, "iter"), Level::Or);
            for condition in self.all(generator, "ifs") {
                pieces.text(" if ");
                pieces.expr(condition, Level::Or);
            }
        }
        pieces.text(close);
    }

    fn compound(&self, pieces: &mut Pieces, at: usize, kind: &str) {
        match kind {
            "Or" | "And" => {
                let (operator, own) = match kind {
                    "Or" => (" or ", Level::Or),
                    _ => (" and ", Level::And),
                };
                for (place, value) in self.all(at, "values").enumerate() {
                    if place > 0 {
                        pieces.text(operator);
                    }
                    pieces.expr(value, own.tighter());
                }
            }
            "Compare" => {
                pieces.expr(self.the(at, "left"), Level::BitOr);
                for (operator, value) in self.all(at, "ops").zip(self.all(at, "comparators")) {
                    pieces.text(comparison(self.kind(operator)));
                    pieces.expr(value, Level::BitOr);
                }
            }
            "NamedExpr" => {
                pieces.text("(");
                pieces.expr(self.the(at, "target"), Level::Atom);
                pieces.text(" := ");
                pieces.expr(self.the(at, "value"), Level::Test);
                pieces.text(")");
            }
            "Lambda" => {
                pieces.text("lambda ");
                self.arguments(pieces, self.the(at, "args"));
                pieces.text(": ");
                pieces.expr(self.the(at, "body"), Level::Test);
            }
            "IfExp" => {
                pieces.expr(self.the(at, "body"), Level::Or);
                pieces.text(" if ");
                pieces.expr(self.the(at, "test"), Level::Or);
                pieces.text(" else ");
                pieces.expr(self.the(at, "orelse"), Level::Test);
            }
            "Await" => {
                pieces.text("await ");
                pieces.expr(self.the(at, "value"), Level::Atom);
            }
            "Yield" => {
                pieces.text("(yield");
                pieces.maybe(" ", self.one(at, "value"));
                pieces.text(")");
            }
            "YieldFrom" => {
                pieces.text("(yield from ");
                pieces.expr(self.the(at, "value"), Level::Test);
                pieces.text(")");
            }
            "Call" => {
                pieces.expr(self.the(at, "func"), Level::Atom);
                pieces.text("(");
                let arguments = self.all(at, "args").chain(self.all(at, "keywords"));
                pieces.separated(arguments, |pieces, at| self.argument(pieces, at));
                pieces.text(")");
            }
            "Attribute" => {
                pieces.expr(self.the(at, "value"), Level::Atom);
                pieces.text(".");
                pieces.owned(self.name(at, "attr").unwrap_or_default());
            }
            "Subscript" => {
                pieces.expr(self.the(at, "value"), Level::Atom);
                pieces.text("[");
                let slice = self.the(at, "slice");
                let has_slices = || self.all(slice, "elts").any(|at| self.kind(at) == "Slice");
                if self.kind(slice) == "Tuple" && has_slices() {
                    self.tuple(pieces, slice);
                } else {
                    pieces.expr(slice, Level::Any);
                }
                pieces.text("]");
            }
            "Slice" => {
                pieces.maybe("", self.one(at, "lower"));
                pieces.text(":");
                pieces.maybe("", self.one(at, "upper"));
                pieces.maybe(":", self.one(at, "step"));
            }
            "Starred" => {
                pieces.text("*");
                pieces.expr(self.the(at, "value"), Level::BitOr);
            }
            "Name" => pieces.owned(self.name(at, "id").unwrap_or_default()),
            _ => {}
        }
    }

    /// An argument of a call, or a base of a class.
    pub(super) fn argument(&self, pieces: &mut Pieces, at: usize) {
        if self.kind(at) != "keyword" {
            pieces.expr(at, Level::Test);
            return;
        }
        if let Some(name) = self.name(at, "arg") {
            pieces.owned(name);
            pieces.text("=");
        } else {
            pieces.text("**");
        }
        pieces.expr(self.the(at, "value"), Level::Test);
    }

    /// The inside of an f-string, or of a format specification in one.
    fn joined(&self, pieces: &mut Pieces, at: usize, is_format: bool) {
        for value in self.all(at, "values") {
            match self.leaf(value) {
                Leaf::Text(text) if !is_format => {
                    let inside = literals::inside(text);
                    pieces.owned(inside.replace('{', "{{").replace('}', "}}"));
                }
                Leaf::Text(text) if literals::is_plain(text) => pieces.owned(&**text),
                // How escapes are read there differs from version to version.
                Leaf::Text(text) => {
                    pieces.text("{");
                    pieces.owned(literals::text(text));
                    pieces.text("}");
                }
                _ if self.kind(value) == "FormattedValue" => self.formatted(pieces, value),
                _ => self.joined(pieces, value, is_format),
            }
        }
    }

    fn formatted(&self, pieces: &mut Pieces, at: usize) {
        pieces.text("{");
        let value = self.the(at, "value");
        let is_simple = matches!(self.kind(value), "Name" | "Attribute" | "Call" | "Int");
        if !is_simple {
            pieces.text("(");
        }
        pieces.expr(value, Level::Any);
        if !is_simple {
            pieces.text(")");
        }
        if let Some(conversion) = self.one(at, "conversion") {
            pieces.text(match self.kind(conversion) {
                "convert_r" => "!r",
                "convert_a" => "!a",
                _ => "!s",
            });
        }
        if let Some(format) = self.one(at, "format_spec") {
            pieces.text(":");
            self.joined(pieces, format, true);
        }
        pieces.text("}");
    }
}
