//! Lowers functions, both known ones and those known only by name.

use super::{Head, Lowered, Lowering};
use crate::algebra::graph::{Map, Node};
use crate::tree::{Call, DerivativeStyle, Expr, Function};

impl Lowering<'_> {
    /// Lowers functions whose meaning depends on how their arguments are written.
    fn as_written(&mut self, function: Function, written: &[Expr]) -> Option<Lowered> {
        if let (Function::Det, [Expr::Matrix(_, rows)]) = (function, written) {
            return Some(self.determinant(rows));
        }
        if let (Function::Re | Function::Im, [of]) = (function, written)
            && let Some(conjugate) = self.survey.conjugate_of_whole(of)
        {
            return Some(self.part_by_conjugate(function, of, &conjugate));
        }
        if let (Function::Conjugate, [of]) = (function, written)
            && let Some(conjugate) = self.survey.conjugate_of_bracket(of)
        {
            return Some(self.expr(&conjugate));
        }
        if let (Function::Adjoint, [of]) = (function, written) {
            let adjoint = self.survey.adjoint_of(of);
            if !matches!(&adjoint, Expr::Function(Function::Adjoint, _)) {
                return Some(self.expr(&adjoint));
            }
        }
        None
    }

    pub(super) fn function(&mut self, function: Function, written: &[Expr]) -> Lowered {
        if let Some(value) = self.as_written(function, written) {
            return value;
        }
        let arguments = self.exprs(written)?;
        let known = arguments.first().filter(|_| !self.settings.letters);
        let Some(&first) = known else {
            return self.opaque(&Head::Function(function), arguments, false);
        };
        let one = self.graph.number(1.0);
        Ok(match function {
            Function::Sin => self.graph.map(Map::Sin, first),
            Function::Cos => self.graph.map(Map::Cos, first),
            Function::Tan => self.graph.map(Map::Tan, first),
            Function::Cot => self.reciprocal(Map::Tan, first),
            Function::Sec => self.reciprocal(Map::Cos, first),
            Function::Csc => self.reciprocal(Map::Sin, first),
            Function::Arcsin => self.graph.map(Map::Asin, first),
            Function::Arccos => self.graph.map(Map::Acos, first),
            Function::Arctan => self.graph.map(Map::Atan, first),
            Function::Arccot => self.of_reciprocal(Map::Atan, first),
            Function::Arcsec => self.of_reciprocal(Map::Acos, first),
            Function::Arccsc => self.of_reciprocal(Map::Asin, first),
            Function::Sinh => self.graph.map(Map::Sinh, first),
            Function::Cosh => self.graph.map(Map::Cosh, first),
            Function::Tanh => self.graph.map(Map::Tanh, first),
            Function::Coth => self.reciprocal(Map::Tanh, first),
            Function::Sech => self.reciprocal(Map::Cosh, first),
            Function::Csch => self.reciprocal(Map::Sinh, first),
            Function::Arsinh => self.graph.map(Map::Asinh, first),
            Function::Arcosh => self.graph.map(Map::Acosh, first),
            Function::Artanh => self.graph.map(Map::Atanh, first),
            Function::Arcoth => self.of_reciprocal(Map::Atanh, first),
            Function::Exp => self.graph.map(Map::Exp, first),
            Function::Ln => match self.logarithm_of_series(first)? {
                Some(sum) => sum,
                None => self.graph.map(Map::Ln, first),
            },
            Function::Log if matches!(written, [_, Expr::Symbol(base)] if base.is("e")) => {
                self.graph.map(Map::Ln, first)
            }
            Function::Log => self.logarithm(first, arguments.get(1).copied()),
            Function::Abs | Function::Norm => {
                let conjugate = written.first().and_then(|of| self.survey.conjugate(of));
                if let Some(conjugate) = conjugate {
                    let conjugate = self.expr(&conjugate)?;
                    self.graph.monomial(&[(first, 0.5), (conjugate, 0.5)])
                } else if self.is_vector(first) {
                    self.length(first)?
                } else {
                    self.graph.map(Map::Abs, first)
                }
            }
            Function::Factorial => {
                let next = self.graph.sum(first, one);
                self.graph.gamma(next)
            }
            Function::DoubleFactorial => self.double_factorial(first),
            Function::Binomial => {
                let Some(&lower) = arguments.get(1) else {
                    return self.opaque(&Head::Binomial, arguments, false);
                };
                self.binomial(first, lower)
            }
            // The maximum of a single quantity is not the quantity: `\max R` differs from `\min R`.
            Function::Max | Function::Min if arguments.len() == 1 => {
                self.opaque(&Head::Function(function), arguments, false)?
            }
            Function::Max => self.graph.maximum(arguments),
            Function::Min => {
                let negatives = arguments
                    .into_iter()
                    .map(|node| self.graph.scaled(-1.0, node))
                    .collect();
                let largest = self.graph.maximum(negatives);
                self.graph.scaled(-1.0, largest)
            }
            Function::Sgn => self.graph.map(Map::Sign, first),
            Function::Re => self.part_of_complex(function, Map::Re, first)?,
            Function::Im => self.part_of_complex(function, Map::Im, first)?,
            Function::Arg => self.part_of_complex(function, Map::Arg, first)?,
            Function::Erf => self.graph.map(Map::Erf, first),
            Function::Floor => self.graph.map(Map::Floor, first),
            Function::Ceiling => self.graph.map(Map::Ceiling, first),
            Function::Tensor => self.tensor(arguments)?,
            Function::Intersection | Function::Union | Function::DirectSum => {
                let mut sets = arguments;
                sets.sort_unstable();
                self.opaque(&Head::Function(function), sets, false)?
            }
            Function::Difference
            | Function::Det
            | Function::Trace
            | Function::Conjugate
            | Function::Adjoint => self.opaque(&Head::Function(function), arguments, false)?,
        })
    }

    /// The double factorial. Its symbols must be whole numbers.
    ///
    /// `n!! = 2^{n/2} Γ(n/2 + 1) (2/π)^{(1 - \cos πn)/4}` (NIST Digital Library of Mathematical
    /// Functions, 5.4.2).
    fn double_factorial(&mut self, of: Node) -> Node {
        let slots = self.graph.slots(of);
        self.symbols.mark_whole(slots);
        let (half, one, two) = (
            self.graph.scaled(0.5, of),
            self.graph.number(1.0),
            self.graph.number(2.0),
        );
        let doubled = self.graph.power(two, half);
        let next = self.graph.sum(half, one);
        let gamma = self.graph.map(Map::Gamma, next);
        let turn = self.graph.scaled(std::f64::consts::PI, of);
        let cosine = self.graph.map(Map::Cos, turn);
        let exponent = self.graph.combination(&[(0.25, one), (-0.25, cosine)]);
        let base = self.graph.number(std::f64::consts::FRAC_2_PI);
        let odd = self.graph.power(base, exponent);
        self.graph
            .monomial(&[(doubled, 1.0), (gamma, 1.0), (odd, 1.0)])
    }

    /// The real or imaginary part of a number. It is calculated if the formula shows with the imaginary unit
    /// what is complex, or if the operand is a number. The imaginary part of a plain `z` stays opaque.
    fn part_of_complex(&mut self, function: Function, map: Map, of: Node) -> Lowered {
        if self.graph.slots(of).is_empty() || self.graph.is_complex(of) {
            return Ok(self.graph.map(map, of));
        }
        let head = Head::Function(function);
        match function {
            Function::Arg => self.opaque(&head, vec![of], false),
            _ => self.linear(&head, of, &[], false, function == Function::Im),
        }
    }

    /// Uses `\operatorname{Re} z = (z + z^*)/2` and `\operatorname{Im} z = (z - z^*)/(2 i)` where a star
    /// shows which letters are complex.
    fn part_by_conjugate(&mut self, function: Function, of: &Expr, conjugate: &Expr) -> Lowered {
        let (of, conjugate) = (self.expr(of)?, self.expr(conjugate)?);
        if function == Function::Re {
            return Ok(self.graph.combination(&[(0.5, of), (0.5, conjugate)]));
        }
        let half = self.graph.combination(&[(0.5, of), (-0.5, conjugate)]);
        let unit = self.graph.imaginary();
        Ok(self.graph.quotient(half, unit))
    }

    fn reciprocal(&mut self, map: Map, of: Node) -> Node {
        let value = self.graph.map(map, of);
        self.graph.monomial(&[(value, -1.0)])
    }

    fn of_reciprocal(&mut self, map: Map, of: Node) -> Node {
        let below = self.graph.monomial(&[(of, -1.0)]);
        self.graph.map(map, below)
    }

    fn logarithm(&mut self, of: Node, base: Option<Node>) -> Node {
        let log = self.graph.map(Map::Ln, of);
        let base = match base {
            Some(base) => base,
            None if self.context.log_is_decimal => self.graph.number(10.0),
            None => return log,
        };
        match self.graph.as_number(base) {
            Some(base) if base > 0.0 => self.graph.scaled(1.0 / libm::log(base), log),
            _ => {
                let base = self.graph.map(Map::Ln, base);
                self.graph.quotient(log, base)
            }
        }
    }

    /// A binomial coefficient by gamma functions, so that it holds for all numbers.
    fn binomial(&mut self, upper: Node, lower: Node) -> Node {
        let one = self.graph.number(1.0);
        let mut gamma_after = |node: Node| {
            let next = self.graph.sum(node, one);
            self.graph.gamma(next)
        };
        let (above, below) = (gamma_after(upper), gamma_after(lower));
        let rest = self.graph.difference(upper, lower);
        let next = self.graph.sum(rest, one);
        let rest = self.graph.gamma(next);
        self.graph
            .monomial(&[(above, 1.0), (below, -1.0), (rest, -1.0)])
    }

    /// Whether a bracket after a letter multiplies it: `T_0 (1 - x)` when `T_0` also stands alone.
    pub(super) fn is_product(&self, call: &Call) -> bool {
        let at_number = matches!(
            call.arguments.as_slice(),
            [Expr::Number(_) | Expr::Infinity]
        );
        let is_of_more = !has_plain_arguments(call) && !at_number;
        is_of_more && self.survey.is_open(&call.function, self.context)
    }

    /// `f(r)`: an opaque term, or the symbol itself if it also occurs without arguments.
    pub(super) fn call(&mut self, call: &Call) -> Lowered {
        let elsewhere = self.survey.as_elsewhere(call);
        let call = elsewhere.as_ref().unwrap_or(call);
        if has_plain_arguments(call) && self.survey.is_plain(&call.function, self.context) {
            return self.symbol(&call.function);
        }
        if let Some(derivative) = self.survey.primed_call(call) {
            return self.derivative(&derivative);
        }
        let arguments = self.exprs(&call.arguments)?;
        if let ([argument], true) = (arguments.as_slice(), self.is_product(call)) {
            let name = self.symbol(&call.function)?;
            return Ok(self.graph.product(name, *argument));
        }
        if let ([argument], true) = (arguments.as_slice(), self.survey.is_gamma(&call.function)) {
            return Ok(self.graph.gamma(*argument));
        }
        let arguments = match arguments.as_slice() {
            // Dirac's function is even: `\delta(t - t')` is `\delta(t' - t)`.
            [argument] if call.function.base == r"\delta" && call.function.primes == 0 => {
                let turned = self.graph.scaled(-1.0, *argument);
                vec![turned.min(*argument)]
            }
            _ => arguments,
        };
        let (name, mut inside) = self.named(&call.function);
        inside.extend(arguments);
        self.opaque(&Head::Name(name), inside, call.function.vector)
    }
}

/// Whether all arguments of a call are symbols: `v(t)`, `L(x, \dot x)`.
fn has_plain_arguments(call: &Call) -> bool {
    call.arguments.iter().all(|argument| match argument {
        Expr::Symbol(_) => true,
        Expr::Derivative(derivative) => {
            call.arguments.len() > 1
                && derivative.style == DerivativeStyle::Dot
                && matches!(derivative.of, Expr::Symbol(_))
        }
        _ => false,
    })
}
