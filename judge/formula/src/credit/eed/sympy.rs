//! Converts expressions to `SymPy`'s trees, and those to labelled trees.
//!
//! A tree of `SymPy` is JSON: `["n", "-1/2"]`, `["c", "pi"]`, `["s", name]`, `["Add", …]`,
//! `["Mul", …]`, `["Pow", base, exponent]`, `["f", name, …]` for a function it knows and
//! `["u", name, …]` for one it does not.

use num_rational::BigRational;
use num_traits::One as _;
use serde_json::{Value, json};

use super::Tree;
use crate::same::Context;
use crate::tree::{
    Accent, Change, Derivative, DerivativeStyle, Expr, Function, Nabla, Sign, Symbol, Unit,
};

/// An expression contains something that has no tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} cannot be compared as a tree")]
pub struct Unsupported {
    /// Its kind, as a reader would call it.
    pub what: &'static str,
}

/// How names are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// Whether `e` is a quantity of the problem, such as a charge, and not the base of the
    /// natural logarithm.
    pub e_is_a_quantity: bool,
    /// Whether `\log` without a base is the decimal logarithm and not the natural one.
    pub log_is_decimal: bool,
}

impl From<&Context> for Names {
    /// Reads names as the numeric comparison does; `e` is a quantity if the problem defines it.
    fn from(context: &Context) -> Self {
        Self {
            e_is_a_quantity: context.definitions.find(&Symbol::new("e")).is_some(),
            log_is_decimal: context.log_is_decimal,
        }
    }
}

/// Converts an expression to a tree of `SymPy`.
///
/// Follows `PHYBench`'s program where it agrees with how physicists read: `-x` is `(-1)·x`, `x/y` is `x·y^(-1)`,
/// `\sqrt x` is `x^(1/2)`, `e^x` is `exp(x)`, `\log x` is natural unless `names` says otherwise, `\Delta x` is a
/// product, `\pm` is read as `+` and `\mp` as `-`. A derivative by dots is a symbol; other derivatives, integrals,
/// sums, limits, tuples and matrices have no tree.
///
/// # Errors
///
/// When the expression contains something that has no tree.
pub fn to_sympy(expr: &Expr, names: Names) -> Result<Value, Unsupported> {
    SympyWriter { names }.write(expr)
}

/// The labelled tree of `SymPy`'s answer; `None` if the answer does not have the agreed form.
pub fn to_tree(tree: &Value) -> Option<Tree> {
    let (kind, rest) = tree.as_array()?.split_first()?;
    let kind = kind.as_str()?;
    let (label, children) = match kind {
        "n" | "c" => return Some(Tree::leaf(format!("number_{}", rest.first()?.as_str()?))),
        "s" => return Some(Tree::leaf(format!("symbol_{}", rest.first()?.as_str()?))),
        "Add" | "Mul" | "Pow" => (format!("operator_{kind}"), rest),
        "f" | "u" => {
            let (name, arguments) = rest.split_first()?;
            (format!("function_{}", name.as_str()?), arguments)
        }
        _ => return None,
    };
    let children = children.iter().map(to_tree).collect::<Option<_>>()?;
    Some(Tree::new(label, children))
}

struct SympyWriter {
    names: Names,
}

impl SympyWriter {
    fn write(&self, expr: &Expr) -> Result<Value, Unsupported> {
        let unsupported = |what| Err(Unsupported { what });
        Ok(match expr {
            Expr::Number(number) => rational(&number.value()),
            Expr::Symbol(symbol) => self.symbol(symbol),
            Expr::Operator(operator) => self.symbol(&operator.symbol()),
            Expr::Infinity => json!(["c", "oo"]),
            Expr::Unit(unit) => units(unit),
            Expr::Sum(terms) => {
                let terms = terms.iter().map(|term| {
                    let value = self.write(&term.value)?;
                    Ok(match term.sign {
                        Sign::Plus | Sign::PlusMinus => value,
                        Sign::Minus | Sign::MinusPlus => negative(value),
                    })
                });
                operator("Add", terms.collect::<Result<_, _>>()?)
            }
            Expr::Product(factors) => operator("Mul", self.write_all(factors)?),
            Expr::Dot(a, b) => operator("Mul", vec![self.write(a)?, self.write(b)?]),
            Expr::Fraction(a, b) => quotient(self.write(a)?, self.write(b)?),
            Expr::Power(base, exponent) if self.is_e(base) => {
                json!(["f", "exp", self.write(exponent)?])
            }
            Expr::Power(base, exponent) => json!(["Pow", self.write(base)?, self.write(exponent)?]),
            Expr::Root(radicand, degree) => {
                let exponent = match degree {
                    None => json!(["n", "1/2"]),
                    Some(degree) => inverse(self.write(degree)?),
                };
                json!(["Pow", self.write(radicand)?, exponent])
            }
            Expr::Function(function, arguments) => self.function(*function, arguments)?,
            Expr::Call(call) => {
                let name = name(&call.function);
                let unnamed = call.without_names();
                let arguments = &unnamed.as_ref().unwrap_or(call).arguments;
                applied("u", &name, self.write_all(arguments)?)
            }
            Expr::Cross(a, b) => applied("u", "cross", vec![self.write(a)?, self.write(b)?]),
            Expr::Average(value) => applied("u", "mean", vec![self.write(value)?]),
            Expr::Indexed(value, index) => {
                applied("u", &format!("at {index}"), vec![self.write(value)?])
            }
            Expr::Nabla(nabla, value) => {
                let name = match nabla {
                    Nabla::Gradient => "grad",
                    Nabla::Divergence => "div",
                    Nabla::Curl => "curl",
                    Nabla::Laplacian => "laplacian",
                };
                applied("u", name, vec![self.write(value)?])
            }
            Expr::Change(change, value) => {
                let sign = match change {
                    Change::Differential => "d",
                    Change::Delta => "Delta",
                };
                operator("Mul", vec![json!(["s", sign]), self.write(value)?])
            }
            Expr::Derivative(derivative) => match dotted(derivative) {
                Some(name) => json!(["s", name]),
                None => return unsupported("a derivative"),
            },
            Expr::Integral(_) => return unsupported("an integral"),
            Expr::Series(_) => return unsupported("a sum or product over an index"),
            Expr::Limit(_) => return unsupported("a limit"),
            Expr::Evaluated(_) => return unsupported("a value at a place"),
            Expr::Condition(_) => return unsupported("a condition"),
            Expr::Tuple(..) => return unsupported("a list of expressions"),
            Expr::Matrix(..) => return unsupported("a matrix"),
        })
    }

    fn write_all(&self, exprs: &[Expr]) -> Result<Vec<Value>, Unsupported> {
        exprs.iter().map(|expr| self.write(expr)).collect()
    }

    fn is_e(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::Symbol(symbol) if symbol.is("e")) && !self.names.e_is_a_quantity
    }

    fn symbol(&self, symbol: &Symbol) -> Value {
        if symbol.is(r"\pi") {
            json!(["c", "pi"])
        } else if symbol.is("e") && !self.names.e_is_a_quantity {
            json!(["c", "E"])
        } else {
            json!(["s", name(symbol)])
        }
    }

    fn function(&self, function: Function, arguments: &[Expr]) -> Result<Value, Unsupported> {
        let mut values = self.write_all(arguments)?;
        let known = match function {
            Function::Sin => "sin",
            Function::Cos => "cos",
            Function::Tan => "tan",
            Function::Cot => "cot",
            Function::Sec => "sec",
            Function::Csc => "csc",
            Function::Arcsin => "asin",
            Function::Arccos => "acos",
            Function::Arctan => "atan",
            Function::Arccot => "acot",
            Function::Arcsec => "asec",
            Function::Arccsc => "acsc",
            Function::Sinh => "sinh",
            Function::Cosh => "cosh",
            Function::Tanh => "tanh",
            Function::Coth => "coth",
            Function::Sech => "sech",
            Function::Csch => "csch",
            Function::Arsinh => "asinh",
            Function::Arcosh => "acosh",
            Function::Artanh => "atanh",
            Function::Arcoth => "acoth",
            Function::Exp => "exp",
            Function::Ln => "log",
            Function::Log => {
                let base = match (values.len(), self.names.log_is_decimal) {
                    (1, false) => None,
                    (1, true) => Some(json!(["n", "10"])),
                    _ => Some(values.swap_remove(1)),
                };
                let logarithm = applied("f", "log", values);
                return Ok(match base {
                    Some(base) => quotient(logarithm, json!(["f", "log", base])),
                    None => logarithm,
                });
            }
            Function::Abs | Function::Norm => "Abs",
            Function::Factorial => "factorial",
            Function::Binomial => "binomial",
            Function::Min => "Min",
            Function::Max => "Max",
            Function::Sgn => "sign",
            Function::Re => "re",
            Function::Im => "im",
            Function::Arg => "arg",
            Function::Erf => "erf",
            Function::Floor => "floor",
            Function::Ceiling => "ceiling",
            Function::DoubleFactorial => return Ok(applied("u", "factorial2", values)),
            Function::Det => return Ok(applied("u", "det", values)),
            Function::Trace => return Ok(applied("u", "tr", values)),
            Function::Conjugate => return Ok(applied("u", "conjugate", values)),
            Function::Adjoint => return Ok(applied("u", "adjoint", values)),
            Function::Tensor => return Ok(applied("u", "tensor", values)),
            Function::DirectSum => return Ok(applied("u", "directsum", values)),
            Function::Intersection => return Ok(applied("u", "intersection", values)),
            Function::Union => return Ok(applied("u", "union", values)),
            Function::Difference => return Ok(applied("u", "difference", values)),
        };
        Ok(applied("f", known, values))
    }
}

/// The name of a symbol in `SymPy`. `SymPy` sorts terms and factors by name, and the distance depends on that order,
/// so names use `PHYBench`'s spellings: no backslashes, `varepsilon`, and a bar over `I`, and over `e` and `E` with a
/// subscript. Different symbols have different names.
fn name(symbol: &Symbol) -> String {
    let mut symbol = symbol.clone();
    let exponential = symbol.base.eq_ignore_ascii_case("e") && symbol.subscript.is_some();
    if exponential {
        if symbol.accents.contains(&Accent::Bar) {
            symbol.base = format!("{{{}}}", symbol.base);
        }
        symbol.accents.insert(0, Accent::Bar);
    }
    symbol
        .name()
        .replace('\\', "")
        .replace("epsilon", "varepsilon")
        .replace('I', "bar{I}")
}

/// The name of a quantity under dots: `dot{x}`.
fn dotted(derivative: &Derivative) -> Option<String> {
    let (DerivativeStyle::Dot, Expr::Symbol(symbol), [(_, order)]) =
        (derivative.style, &derivative.of, &derivative.by[..])
    else {
        return None;
    };
    let dots = "d".repeat((*order as usize).saturating_sub(1).min(4));
    Some(format!("{dots}dot{{{}}}", name(symbol)))
}

fn rational(value: &BigRational) -> Value {
    json!(["n", value.to_string()])
}

/// The number in a tree that is only a number.
fn number(tree: &Value) -> Option<BigRational> {
    match tree.as_array()?.as_slice() {
        [kind, value] if kind == "n" => value.as_str()?.parse().ok(),
        _ => None,
    }
}

fn negative(value: Value) -> Value {
    match number(&value) {
        Some(number) => rational(&-number),
        None => operator("Mul", vec![json!(["n", "-1"]), value]),
    }
}

fn inverse(value: Value) -> Value {
    match number(&value) {
        Some(number) if number != BigRational::default() => rational(&number.recip()),
        _ => Value::Array(vec!["Pow".into(), value, json!(["n", "-1"])]),
    }
}

fn quotient(dividend: Value, divisor: Value) -> Value {
    let inverse = inverse(divisor);
    match (number(&dividend), number(&inverse)) {
        (Some(dividend), Some(inverse)) => rational(&(dividend * inverse)),
        (Some(dividend), None) if dividend.is_one() => inverse,
        _ => operator("Mul", vec![dividend, inverse]),
    }
}

/// A sum or product with nested ones of the same kind flattened, as `SymPy` keeps them.
fn operator(kind: &str, operands: Vec<Value>) -> Value {
    let mut flat = vec![Value::from(kind)];
    for operand in operands {
        match operand {
            Value::Array(inner) if inner.first().is_some_and(|first| first == kind) => {
                flat.extend(inner.into_iter().skip(1));
            }
            operand => flat.push(operand),
        }
    }
    if flat.len() == 2 {
        flat.swap_remove(1)
    } else {
        Value::Array(flat)
    }
}

fn applied(kind: &str, name: &str, arguments: Vec<Value>) -> Value {
    let mut tree = vec![Value::from(kind), Value::from(name)];
    tree.extend(arguments);
    Value::Array(tree)
}

/// `%` and `°` are numbers; other units are symbols.
fn units(unit: &Unit) -> Value {
    let factors = unit.factors.iter().map(|factor| {
        let value = match factor.name.as_str() {
            "%" => json!(["n", "1/100"]),
            "°" => json!(["Mul", ["n", "1/180"], ["c", "pi"]]),
            name => json!(["s", format!("unit{{{name}}}")]),
        };
        match factor.exponent {
            1 => value,
            exponent => json!(["Pow", value, ["n", exponent.to_string()]]),
        }
    });
    match factors.collect::<Vec<_>>() {
        none if none.is_empty() => json!(["n", "1"]),
        factors => operator("Mul", factors),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;

    fn written(source: &str) -> String {
        let formula = notation::read(source).unwrap();
        let expr = formula.last().unwrap();
        match to_sympy(expr, Names::default()) {
            Ok(tree) => tree.to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn expressions_become_trees_of_sympy() {
        for (source, tree) in [
            ("-x", r#"["Mul",["n","-1"],["s","x"]]"#),
            (r"\frac{1}{2}", r#"["n","1/2"]"#),
            ("0.50", r#"["n","1/2"]"#),
            (
                r"\frac{x}{\sqrt{y}}",
                r#"["Mul",["s","x"],["Pow",["Pow",["s","y"],["n","1/2"]],["n","-1"]]]"#,
            ),
            (r"e^{-t}", r#"["f","exp",["Mul",["n","-1"],["s","t"]]]"#),
            (
                r"\pi\epsilon_0",
                r#"["Mul",["c","pi"],["s","varepsilon_{0}"]]"#,
            ),
            (r"\dot\theta", r#"["s","dot{theta}"]"#),
            (r"f(r)", r#"["u","f",["s","r"]]"#),
            (
                r"a - b + 3",
                r#"["Add",["s","a"],["Mul",["n","-1"],["s","b"]],["n","3"]]"#,
            ),
            (r"\int_0^1 x dx", "an integral cannot be compared as a tree"),
        ] {
            assert_eq!(written(source), tree, "{source}");
        }
    }

    #[test]
    fn different_symbols_have_different_names() {
        let symbols = [
            "I",
            r"\bar I",
            "e_0",
            r"\bar e_0",
            "E",
            "E_0",
            "x",
            "x'",
            r"\hat x",
            r"\vec x",
            r"\dot x",
            r"\epsilon",
            "x_1",
            r"\bar E_0",
        ];
        let mut names: Vec<String> = symbols.iter().map(|source| written(source)).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), symbols.len(), "{names:?}");
    }

    #[test]
    fn names_mean_what_they_mean_to_the_comparison_by_numbers() {
        let log = notation::read(r"\log x").unwrap();
        let names = Names::from(&Context::default());
        let tree = to_sympy(log.last().unwrap(), names).unwrap();
        assert_eq!(tree, json!(["f", "log", ["s", "x"]]));
        let decimal = Context {
            log_is_decimal: true,
            ..Context::default()
        };
        let tree = to_sympy(log.last().unwrap(), Names::from(&decimal)).unwrap();
        assert_ne!(tree, json!(["f", "log", ["s", "x"]]));
    }

    #[test]
    fn answers_become_labelled_trees() {
        let answer = json!(["Pow", ["f", "sin", ["s", "x"]], ["n", "-1/2"]]);
        let tree = Tree::new(
            "operator_Pow",
            vec![
                Tree::new("function_sin", vec![Tree::leaf("symbol_x")]),
                Tree::leaf("number_-1/2"),
            ],
        );
        assert_eq!(to_tree(&answer), Some(tree));
        assert_eq!(to_tree(&json!(["Add", "x"])), None);
    }
}
