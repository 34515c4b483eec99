//! Builds trees from `rustpython-parser`: expressions.

use rustpython_parser::ast::{
    self, BoolOp, CmpOp, Constant, ConversionFlag, Expr, Operator, Ranged as _, UnaryOp,
};

use super::Leaf;
use super::parsed::{Described, Part};

pub(super) fn expression(expr: &Expr) -> Described<'_> {
    let new = |kind| Described::new(kind, Some(expr.start()));
    match expr {
        Expr::BoolOp(expr) => new(match expr.op {
            BoolOp::And => "And",
            BoolOp::Or => "Or",
        })
        .exprs("values", &expr.values),
        Expr::NamedExpr(expr) => new("NamedExpr")
            .expr("target", &expr.target)
            .expr("value", &expr.value),
        Expr::BinOp(expr) => new(operator(expr.op))
            .expr("left", &expr.left)
            .expr("right", &expr.right),
        Expr::UnaryOp(expr) => new(match expr.op {
            UnaryOp::Invert => "Invert",
            UnaryOp::Not => "Not",
            UnaryOp::UAdd => "UAdd",
            UnaryOp::USub => "USub",
        })
        .expr("operand", &expr.operand),
        Expr::Lambda(expr) => new("Lambda")
            .part("args", Part::Arguments(&expr.args))
            .expr("body", &expr.body),
        Expr::IfExp(expr) => new("IfExp")
            .expr("test", &expr.test)
            .expr("body", &expr.body)
            .expr("orelse", &expr.orelse),
        Expr::Dict(expr) => new("Dict")
            .list(
                "keys",
                expr.keys.iter().map(|key| match key {
                    Some(key) => Part::Expr(key),
                    None => Part::Leaf("none", Leaf::Nothing),
                }),
            )
            .exprs("values", &expr.values),
        Expr::Set(expr) => new("Set").exprs("elts", &expr.elts),
        Expr::ListComp(expr) => comprehension(new("ListComp"), &expr.elt, &expr.generators),
        Expr::SetComp(expr) => comprehension(new("SetComp"), &expr.elt, &expr.generators),
        Expr::GeneratorExp(expr) => comprehension(new("GeneratorExp"), &expr.elt, &expr.generators),
        Expr::DictComp(expr) => new("DictComp")
            .expr("key", &expr.key)
            .expr("value", &expr.value)
            .list(
                "generators",
                expr.generators.iter().map(Part::Comprehension),
            ),
        Expr::Await(expr) => new("Await").expr("value", &expr.value),
        Expr::Yield(expr) => new("Yield").maybe("value", expr.value.as_deref()),
        Expr::YieldFrom(expr) => new("YieldFrom").expr("value", &expr.value),
        Expr::Compare(expr) => new("Compare")
            .expr("left", &expr.left)
            .list(
                "ops",
                (expr.ops.iter()).map(|&op| Part::Leaf(comparison(op), Leaf::Nothing)),
            )
            .exprs("comparators", &expr.comparators),
        Expr::Call(expr) => new("Call")
            .expr("func", &expr.func)
            .exprs("args", &expr.args)
            .keywords(&expr.keywords),
        Expr::FormattedValue(expr) => new("FormattedValue")
            .expr("value", &expr.value)
            .mark(
                "conversion",
                match expr.conversion {
                    ConversionFlag::None => "none",
                    ConversionFlag::Str => "convert_s",
                    ConversionFlag::Ascii => "convert_a",
                    ConversionFlag::Repr => "convert_r",
                },
            )
            .maybe("format_spec", expr.format_spec.as_deref()),
        Expr::JoinedStr(expr) => new("JoinedStr").list("values", joined(&expr.values)),
        Expr::Constant(expr) => {
            let (kind, leaf) = constant(&expr.value);
            Described::leaf(kind, Some(expr.start()), leaf)
        }
        Expr::Attribute(expr) => new("Attribute")
            .expr("value", &expr.value)
            .name("attr", expr.attr.as_str()),
        Expr::Subscript(expr) => new("Subscript").expr("value", &expr.value).part(
            "slice",
            match expr.slice.as_ref() {
                starred @ Expr::Starred(_) => Part::StarredIndex(starred),
                slice => Part::Expr(slice),
            },
        ),
        Expr::Starred(expr) => new("Starred").expr("value", &expr.value),
        Expr::Name(expr) => new("Name").name("id", expr.id.as_str()),
        Expr::List(expr) => new("List").exprs("elts", &expr.elts),
        Expr::Tuple(expr) => new("Tuple").exprs("elts", &expr.elts),
        Expr::Slice(expr) => new("Slice")
            .maybe("lower", expr.lower.as_deref())
            .maybe("upper", expr.upper.as_deref())
            .maybe("step", expr.step.as_deref()),
    }
}

fn comprehension<'a>(
    described: Described<'a>,
    elt: &'a Expr,
    generators: &'a [ast::Comprehension],
) -> Described<'a> {
    described
        .expr("elt", elt)
        .list("generators", generators.iter().map(Part::Comprehension))
}

/// The parts of an f-string. For `CPython`, adjacent text is one constant, and empty text is no constant.
fn joined(values: &[Expr]) -> Vec<Part<'_>> {
    let mut parts: Vec<Part<'_>> = Vec::new();
    for value in values {
        match (value, parts.last_mut()) {
            (
                Expr::Constant(ast::ExprConstant {
                    range: _,
                    value: Constant::Str(more),
                    kind: _,
                }),
                Some(Part::Text(_, text)),
            ) => text.push_str(more),
            (
                Expr::Constant(ast::ExprConstant {
                    range,
                    value: Constant::Str(text),
                    kind: _,
                }),
                _,
            ) if !text.is_empty() => parts.push(Part::Text(range.start(), text.clone())),
            (
                Expr::Constant(ast::ExprConstant {
                    range: _,
                    value: Constant::Str(_),
                    kind: _,
                }),
                _,
            ) => {}
            (other, _) => parts.push(Part::Expr(other)),
        }
    }
    parts
}

/// The kind and the leaf of a constant.
pub(super) fn constant(value: &Constant) -> (&'static str, Leaf) {
    match value {
        Constant::None => ("None", Leaf::Nothing),
        Constant::Bool(true) => ("True", Leaf::Nothing),
        Constant::Bool(false) => ("False", Leaf::Nothing),
        Constant::Ellipsis => ("Ellipsis", Leaf::Nothing),
        Constant::Str(text) => ("Str", Leaf::text(text)),
        Constant::Bytes(bytes) => ("Bytes", Leaf::Bytes(bytes.as_slice().into())),
        Constant::Int(value) => ("Int", Leaf::int(value.magnitude().clone())),
        Constant::Float(value) => ("Float", Leaf::Float(value.to_bits())),
        Constant::Complex { real: _, imag } => ("Complex", Leaf::Float(imag.to_bits())),
        // Only a constant folder makes these, and none is used here.
        Constant::Tuple(_) => unreachable!("the parser folds no constants"),
    }
}

pub(super) fn operator(op: Operator) -> &'static str {
    match op {
        Operator::Add => "Add",
        Operator::Sub => "Sub",
        Operator::Mult => "Mult",
        Operator::MatMult => "MatMult",
        Operator::Div => "Div",
        Operator::Mod => "Mod",
        Operator::Pow => "Pow",
        Operator::LShift => "LShift",
        Operator::RShift => "RShift",
        Operator::BitOr => "BitOr",
        Operator::BitXor => "BitXor",
        Operator::BitAnd => "BitAnd",
        Operator::FloorDiv => "FloorDiv",
    }
}

fn comparison(op: CmpOp) -> &'static str {
    match op {
        CmpOp::Eq => "Eq",
        CmpOp::NotEq => "NotEq",
        CmpOp::Lt => "Lt",
        CmpOp::LtE => "LtE",
        CmpOp::Gt => "Gt",
        CmpOp::GtE => "GtE",
        CmpOp::Is => "Is",
        CmpOp::IsNot => "IsNot",
        CmpOp::In => "In",
        CmpOp::NotIn => "NotIn",
    }
}
