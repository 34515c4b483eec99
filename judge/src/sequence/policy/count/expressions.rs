//! Expressions.

use rustpython_parser::ast::{self, Comprehension, Expr};

use super::Walk;

impl<'a> Walk<'a> {
    #[expect(
        clippy::too_many_lines,
        reason = "one arm for each node, and each names all fields"
    )]
    pub(super) fn expr(&mut self, expr: &'a Expr) {
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
}
