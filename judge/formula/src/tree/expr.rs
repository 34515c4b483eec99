//! Expression trees.

use super::{Formula, Number, Symbol, Unit};

/// An expression.
///
/// Anything that cannot be calculated (`f(r)`, derivatives, integrals, matrices) has its own kind of node with its
/// parts inside, so that it can stand for a symbol with arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A number without sign.
    Number(Number),
    /// A symbol. `\pi`, `e`, `i` and `\hbar` are symbols too: the problem decides what they mean.
    Symbol(Box<Symbol>),
    /// `\infty`
    Infinity,
    /// `\unit{km/h}`, `^\circ`, `\%`: a factor, as in `36 \unit{km/h}`.
    Unit(Unit),
    /// Terms with their signs, at least one. `-x` is a sum of one term with a minus.
    Sum(Vec<Term>),
    /// Two or more factors: adjacent, or with `\cdot` or `\times` between them unless both are vectors.
    Product(Vec<Expr>),
    /// `\frac{a}{b}`, `a/b`
    Fraction(Box<Expr>, Box<Expr>),
    /// `base^{exponent}`
    Power(Box<Expr>, Box<Expr>),
    /// `\sqrt{x}`, `\sqrt[n]{x}`: radicand and degree.
    Root(Box<Expr>, Option<Box<Expr>>),
    /// A known function: `\sin x`, `|x|`, `n!`.
    Function(Function, Vec<Expr>),
    /// A function known by name only: `f(r)`, `\delta(\mathbf r)`, `m_{water}(t)`.
    Call(Box<Call>),
    /// `\vec a \cdot \vec b`
    Dot(Box<Expr>, Box<Expr>),
    /// `\vec a \times \vec b`
    Cross(Box<Expr>, Box<Expr>),
    /// `\nabla\cdot\vec E` and similar operators.
    Nabla(Nabla, Box<Expr>),
    /// `\frac{d^2 x}{dt^2}`, `\dot x`, `\partial_t f`.
    Derivative(Box<Derivative>),
    /// `\frac{d}{dx}`, `\partial_t` without an operand.
    Operator(Box<DerivativeOperator>),
    /// `dx`, `d(mv)`, `\Delta x`
    Change(Change, Box<Expr>),
    /// `\int`
    Integral(Box<Integral>),
    /// `\sum`, `\prod`
    Series(Box<Series>),
    /// `\lim_{x \to 0}`
    Limit(Box<Limit>),
    /// `\left. f \right|_{x=0}`, `[F]_a^b`
    Evaluated(Box<Evaluated>),
    /// `\langle x \rangle`
    Average(Box<Expr>),
    /// `(a, b)`, `[a, b]`, `\{a, b\}`, `\langle a, b \rangle`: two members or more.
    Tuple(Bracket, Vec<Expr>),
    /// Rows of a matrix or column vector; all rows have the same length, at least one.
    Matrix(MatrixStyle, Vec<Vec<Expr>>),
    /// A bracket with a subscript that names the quantity held fixed: `(\ldots)_V`.
    Indexed(Box<Expr>, String),
    /// A relation in the place of an expression, such as the condition in a row of `cases`.
    Condition(Box<Formula>),
}

/// The sign of a term in a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// `+`, or nothing before the first term
    Plus,
    /// `-`
    Minus,
    /// `\pm`
    PlusMinus,
    /// `\mp`
    MinusPlus,
}

/// A term of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its sign.
    pub sign: Sign,
    /// The term without sign.
    pub value: Expr,
}

/// Functions with a known meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names are the functions'")]
pub enum Function {
    Sin,
    Cos,
    Tan,
    Cot,
    Sec,
    Csc,
    Arcsin,
    Arccos,
    Arctan,
    Arccot,
    Arcsec,
    Arccsc,
    Sinh,
    Cosh,
    Tanh,
    Coth,
    Sech,
    Csch,
    Arsinh,
    Arcosh,
    Artanh,
    Arcoth,
    Exp,
    Ln,
    /// One argument if no base is written; two arguments otherwise: the argument, then the base.
    Log,
    /// Absolute value, or length of a vector.
    Abs,
    /// `\|x\|`
    Norm,
    Factorial,
    /// `n!!`
    DoubleFactorial,
    /// Two arguments, upper first.
    Binomial,
    /// One argument or more.
    Min,
    /// One argument or more.
    Max,
    Sgn,
    Re,
    Im,
    Arg,
    Det,
    Trace,
    /// `(a + b)^*`
    Conjugate,
    /// `(\hat A \hat B)^\dagger`
    Adjoint,
    /// `a \otimes b`: two arguments or more.
    Tensor,
    /// `A \oplus B`: two arguments or more.
    DirectSum,
    /// `A \cap B`: two arguments or more.
    Intersection,
    /// `A \cup B`: two arguments or more.
    Union,
    /// `A \setminus B`: two arguments or more; the first is reduced by the others.
    Difference,
    Erf,
    Floor,
    Ceiling,
}

/// A named function applied to arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Its name.
    pub function: Symbol,
    /// Its arguments, at least one.
    pub arguments: Vec<Expr>,
}

impl Call {
    /// The call with only the values of its arguments, if an argument names its variable: `x(0)` for `x(t = 0)`.
    pub fn without_names(&self) -> Option<Self> {
        let value = |argument: &Expr| match argument {
            Expr::Condition(formula) => formula.assignment().map(|(_, value)| value.clone()),
            _ => None,
        };
        let named = self
            .arguments
            .iter()
            .any(|argument| value(argument).is_some());
        named.then(|| Self {
            function: self.function.clone(),
            arguments: self
                .arguments
                .iter()
                .map(|argument| value(argument).unwrap_or_else(|| argument.clone()))
                .collect(),
        })
    }
}

/// An operator written with `\nabla`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nabla {
    /// `\nabla f`
    Gradient,
    /// `\nabla \cdot \vec E`
    Divergence,
    /// `\nabla \times \vec E`
    Curl,
    /// `\nabla^2 f`
    Laplacian,
}

/// How a derivative is written. A dot and `d/dt` mean the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DerivativeStyle {
    /// `\frac{dy}{dx}`
    Total,
    /// `\frac{\partial f}{\partial x}`
    Partial,
    /// `\frac{D f}{D t}`: the material derivative
    Material,
    /// `\dot x`: by `t`
    Dot,
}

impl DerivativeStyle {
    /// The sign that it is written with.
    pub(crate) fn sign(self) -> &'static str {
        match self {
            Self::Partial => r"\partial",
            Self::Material => "D",
            Self::Total | Self::Dot => "d",
        }
    }
}

/// A derivative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derivative {
    /// How it is written.
    pub style: DerivativeStyle,
    /// What is differentiated.
    pub of: Expr,
    /// The variables with their orders (1 or more) as written, at least one.
    pub by: Vec<(Symbol, u32)>,
}

/// The total order of a derivative by several variables.
pub(crate) fn total_order(by: &[(Symbol, u32)]) -> u32 {
    let orders = by.iter().map(|(_, order)| *order);
    orders.fold(0, u32::saturating_add)
}

/// A derivative without an operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DerivativeOperator {
    /// How it is written.
    pub style: DerivativeStyle,
    /// The variables with their orders (1 or more) as written, at least one.
    pub by: Vec<(Symbol, u32)>,
}

impl DerivativeOperator {
    /// A symbol for it without an operand, named by how it is written.
    pub fn symbol(&self) -> Symbol {
        let sign = self.style.sign();
        let raised = |order: u32| match order {
            1 => String::new(),
            order => format!("^{{{order}}}"),
        };
        let below: Vec<String> = self
            .by
            .iter()
            .map(|(symbol, order)| format!("{sign} {}{}", symbol.name(), raised(*order)))
            .collect();
        Symbol::new(format!(
            r"\frac{{{sign}{}}}{{{}}}",
            raised(total_order(&self.by)),
            below.join(" ")
        ))
    }
}

/// A change of a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// `dx`
    Differential,
    /// `\Delta x`
    Delta,
}

/// The kind of an integral sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntegralKind {
    /// `\int`
    Single,
    /// `\iint`
    Double,
    /// `\iiint`
    Triple,
    /// `\oint`
    Closed,
    /// `\oiint`
    ClosedSurface,
}

/// An integral.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Integral {
    /// Its sign.
    pub kind: IntegralKind,
    /// What is below the sign: the lower limit, or the domain if there is no upper limit.
    pub lower: Option<Formula>,
    /// The upper limit.
    pub upper: Option<Expr>,
    /// The integrand without the differential; 1 for `\int d\phi`. If the differential is inside a vector product
    /// (`\vec E \cdot d\vec l`), it stays in here and `variables` is empty.
    pub body: Expr,
    /// The variables of integration: one for each differential that belongs to this sign, three for `d^3 r`.
    pub variables: Vec<Symbol>,
}

/// The kind of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeriesKind {
    /// `\sum`
    Sum,
    /// `\prod`
    Product,
}

/// A sum or product over an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// Sum or product.
    pub kind: SeriesKind,
    /// What is below the sign: `i = 1`, `i`, `i < j`.
    pub lower: Option<Formula>,
    /// What is above the sign.
    pub upper: Option<Expr>,
    /// What is added or multiplied.
    pub body: Expr,
}

impl Series {
    /// Index, first and last value, where the series is written `\sum_{i=a}^{b}`.
    pub fn range(&self) -> Option<(&Symbol, &Expr, &Expr)> {
        let (index, from) = self.lower.as_ref()?.assignment()?;
        Some((index, from, self.upper.as_ref()?))
    }
}

/// A limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The variable.
    pub variable: Symbol,
    /// The value that the variable tends to.
    pub to: Expr,
    /// The side, if it is given: `0^+`.
    pub side: Option<Sign>,
    /// What the limit is of.
    pub body: Expr,
}

/// A value at a place, or a difference of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluated {
    /// What is evaluated.
    pub body: Expr,
    /// The place: `x = 0`, or the lower limit.
    pub lower: Formula,
    /// The upper limit of a difference.
    pub upper: Option<Formula>,
}

/// Kinds of brackets around a tuple.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bracket {
    /// `(a, b)`
    Round,
    /// `[a, b]`
    Square,
    /// `[a, b)`
    RightOpen,
    /// `(a, b]`
    LeftOpen,
    /// `\{a, b\}`
    Curly,
    /// `\langle a, b \rangle`
    Angle,
    /// `a, b` on the right of a relation
    None,
}

/// What stands around a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatrixStyle {
    /// `matrix`, `array`
    Plain,
    /// `pmatrix`
    Round,
    /// `bmatrix`
    Square,
    /// `vmatrix`: a determinant
    Bars,
    /// `cases`
    Cases,
}

impl MatrixStyle {
    /// Whether it is a true matrix, which can be multiplied by another one.
    pub fn multiplies(self) -> bool {
        matches!(self, Self::Plain | Self::Round | Self::Square)
    }
}

impl Expr {
    /// Whether it is the dots with which a list goes on: `\ldots` in `1, 2, \ldots`.
    pub(crate) fn is_dots(&self) -> bool {
        matches!(self, Self::Symbol(symbol) if symbol.is(r"\ldots"))
    }

    /// The symbol that it is.
    pub(crate) fn as_symbol(&self) -> Option<&Symbol> {
        match self {
            Self::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }

    /// The name that it has as a symbol or a call.
    pub(crate) fn name(&self) -> Option<&Symbol> {
        match self {
            Self::Call(call) => Some(&call.function),
            _ => self.as_symbol(),
        }
    }

    /// Whether it is written `-1`.
    pub(crate) fn is_minus_one(&self) -> bool {
        matches!(self, Self::Sum(terms) if matches!(terms.as_slice(),
            [Term { sign: Sign::Minus, value: Self::Number(number) }] if number.is_one()))
    }

    /// A whole number.
    pub fn integer(value: u64) -> Self {
        Self::Number(Number::integer(value))
    }

    /// A symbol.
    pub fn symbol(symbol: Symbol) -> Self {
        Self::Symbol(Box::new(symbol))
    }

    /// A sum; a single term with a plus is returned itself.
    ///
    /// # Panics
    /// Without terms.
    pub fn sum(mut terms: Vec<Term>) -> Self {
        assert!(!terms.is_empty(), "a sum has terms");
        if terms.len() == 1 && terms[0].sign == Sign::Plus {
            return terms.swap_remove(0).value;
        }
        Self::Sum(terms)
    }

    /// A product; a single factor is returned itself.
    ///
    /// # Panics
    /// Without factors.
    pub fn product(mut factors: Vec<Self>) -> Self {
        assert!(!factors.is_empty(), "a product has factors");
        if factors.len() == 1 {
            return factors.swap_remove(0);
        }
        Self::Product(factors)
    }

    /// `-self`
    #[must_use]
    pub fn negated(self) -> Self {
        Self::Sum(vec![Term {
            sign: Sign::Minus,
            value: self,
        }])
    }

    /// Whether the expression is written as a vector.
    ///
    /// A product is a vector if exactly one of its factors is, a sum if its first term is.
    pub fn is_vector(&self) -> bool {
        match self {
            Self::Symbol(symbol) => symbol.vector,
            Self::Sum(terms) => terms.first().is_some_and(|term| term.value.is_vector()),
            Self::Product(factors) => {
                factors.iter().filter(|factor| factor.is_vector()).count() == 1
            }
            Self::Fraction(value, _) | Self::Average(value) | Self::Change(_, value) => {
                value.is_vector()
            }
            Self::Call(call) => call.function.vector,
            Self::Cross(..) | Self::Nabla(Nabla::Gradient | Nabla::Curl, _) => true,
            Self::Derivative(derivative) => derivative.of.is_vector(),
            Self::Integral(integral) => integral.body.is_vector(),
            Self::Series(series) => series.body.is_vector(),
            Self::Limit(limit) => limit.body.is_vector(),
            Self::Evaluated(evaluated) => evaluated.body.is_vector(),
            Self::Indexed(value, _) | Self::Nabla(Nabla::Laplacian, value) => value.is_vector(),
            Self::Number(_)
            | Self::Infinity
            | Self::Unit(_)
            | Self::Operator(_)
            | Self::Power(..)
            | Self::Root(..)
            | Self::Function(..)
            | Self::Dot(..)
            | Self::Nabla(Nabla::Divergence, _)
            | Self::Tuple(..)
            | Self::Matrix(..)
            | Self::Condition(_) => false,
        }
    }
}
