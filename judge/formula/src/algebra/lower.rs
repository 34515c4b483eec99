//! Turns expression trees into nodes of the graph: this decides what each part of a formula means.
//!
//! Anything that cannot be calculated becomes an opaque variable: `f(r)`, a derivative, an integral over a
//! domain. Two opaque terms are the same variable if they are of the same kind and their arguments are equal.
//! With [`Settings::evaluate`], integrals, series and derivatives are carried out where possible; without it
//! they are opaque too.

mod calculus;
mod cases;
mod functions;
mod head;
mod indices;
mod integrals;
mod limits;
mod matrices;
mod nabla;
mod operators;
mod products;
mod shared_factors;
mod states;
mod survey;
mod symbols;
mod vectors;

use super::context::Context;
use super::graph::{Graph, Node, Op};
use super::variables::{Variable, Variables};
use crate::algebra::constants::Meaning;
use crate::notation::units;
use crate::tree::{Accent, Bracket, Change, Expr, Formula, Nabla, Sign, Symbol, Unit};

pub(crate) use head::Head;
pub(crate) use survey::{Survey, SymbolUsage};
pub(crate) use symbols::{SlotKind, Symbols};

/// Why a formula cannot be turned into nodes of the graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Obstacle {
    /// It has more variables than a comparison can hold.
    Variables,
    /// It has a unit that is not in the table.
    Unit(String),
    /// It has more parts than a comparison looks at, counting the terms of sums that are written out.
    Parts,
}

/// The most parts that are lowered. A part of a nested sum counts once for each term, up to 64 times per
/// level.
const MAX_PARTS: u32 = 200_000;

/// How deeply parts may nest, counting the definitions that are put in, since each level takes a part of the stack. No
/// cycle is written in the definitions, but one may arise: `x_1` defined as a sum over `x_i`.
const MAX_LEVELS: u32 = 600;

/// The most terms to which a product is multiplied out, where a linear operation is opaque or the order counts.
const MAX_TERMS: usize = 64;

/// The costs in arithmetic operations of lowering one part, of preparing one node for calculation, of collecting one
/// term or factor, and of comparing two opaque terms.
const PART: u64 = 50;
const NODE: u64 = 60;
const TERM: u64 = 30;
const OPAQUE: u64 = 800;

/// How formulas are turned into nodes.
#[derive(Debug, Clone, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "four answers to four questions, no states"
)]
pub(crate) struct Settings {
    /// Carry out integrals, series and derivatives.
    pub(crate) evaluate: bool,
    /// Treat the other symbols under a derivative as constants.
    pub(crate) constant: bool,
    /// Ignore the problem's definitions.
    pub(crate) undefined: bool,
    /// Treat functions, and products of vectors, as letters.
    pub(crate) letters: bool,
    /// What is put in for symbols, from the table of constants.
    pub(crate) constants: Vec<(Symbol, Expr)>,
}

/// Turns formulas into nodes of one graph.
#[derive(Debug)]
pub(crate) struct Lowering<'a> {
    pub(crate) graph: Graph,
    pub(crate) symbols: Symbols,
    context: &'a Context,
    survey: &'a Survey<'a>,
    settings: Settings,
    /// Symbols that have another meaning inside an integral, a series or `f|_{x=0}`.
    scope: Vec<(Symbol, Node)>,
    /// Those of them that are indices: they may also occur inside names.
    indices: Vec<(Symbol, Node)>,
    bound: u8,
    /// How many parts may still be lowered.
    parts_left: u32,
    /// The most work that may be done, in arithmetic operations.
    most: u64,
    /// How many parts the part that is being lowered is inside of.
    level: u32,
    /// How many integrals, series and derivatives were carried out.
    pub(crate) evaluated: u32,
    /// Something could have been carried out, but the settings forbid it.
    pub(crate) left_alone: bool,
    /// The formula writes `\infty`.
    pub(crate) infinity: bool,
    /// A derivative was carried out.
    pub(crate) differentiated: bool,
    /// The variables in limits that were carried out; the result may depend on some of them only by rounding.
    pub(crate) in_limits: Variables,
}

type Lowered = Result<Node, Obstacle>;

/// Whether a symbol is the operator that changes nothing, `\mathbb{1}` or `\hat{1}`, which is a number.
fn is_identity(symbol: &Symbol) -> bool {
    let is_bare = symbol.subscript.is_none() && symbol.label.is_none() && symbol.primes == 0;
    let has_hat = symbol.accents.as_slice() == [Accent::Hat];
    is_bare
        && match symbol.base.as_str() {
            r"\mathbb{1}" => symbol.accents.is_empty() || has_hat,
            "1" => has_hat,
            _ => false,
        }
}

impl<'a> Lowering<'a> {
    pub(crate) fn new(context: &'a Context, survey: &'a Survey<'a>, settings: Settings) -> Self {
        Self {
            graph: Graph::default(),
            symbols: Symbols::default(),
            context,
            survey,
            settings,
            scope: Vec::new(),
            indices: Vec::new(),
            bound: 0,
            parts_left: MAX_PARTS,
            most: context.pool.left(),
            level: 0,
            evaluated: 0,
            left_alone: false,
            infinity: false,
            differentiated: false,
            in_limits: Variables::default(),
        }
    }

    /// The work done so far, in arithmetic operations.
    pub(crate) fn operations(&self) -> u64 {
        let nodes = u64::try_from(self.graph.len()).unwrap_or(u64::MAX);
        u64::from(MAX_PARTS - self.parts_left) * PART
            + nodes * NODE
            + self.graph.collected() * TERM
            + self.symbols.compared() * OPAQUE
    }

    /// Lowers an expression to a node.
    pub(crate) fn expr(&mut self, expr: &Expr) -> Lowered {
        self.parts_left = self.parts_left.checked_sub(1).ok_or(Obstacle::Parts)?;
        if self.operations() > self.most || self.level == MAX_LEVELS {
            return Err(Obstacle::Parts);
        }
        self.level += 1;
        let node = self.part(expr);
        self.level -= 1;
        node
    }

    fn part(&mut self, expr: &Expr) -> Lowered {
        Ok(match expr {
            Expr::Number(number) => self.graph.number(number.to_f64()),
            Expr::Symbol(symbol) => self.symbol(symbol)?,
            Expr::Operator(operator) => self.symbol(&operator.symbol())?,
            Expr::Infinity => {
                self.infinity = true;
                self.graph.number(f64::INFINITY)
            }
            Expr::Unit(unit) => self.unit(unit)?,
            Expr::Sum(terms) => self.sum(terms)?,
            Expr::Product(factors) => self.product(factors)?,
            Expr::Fraction(above, below) => {
                let (above, below) = (self.expr(above)?, self.expr(below)?);
                self.graph.quotient(above, below)
            }
            Expr::Power(base, exponent) => self.power(base, exponent)?,
            Expr::Root(radicand, degree) => {
                let radicand = self.expr(radicand)?;
                let degree = match degree {
                    Some(degree) => self.expr(degree)?,
                    None => self.graph.number(2.0),
                };
                let one = self.graph.number(1.0);
                let exponent = self.graph.quotient(one, degree);
                self.graph.power(radicand, exponent)
            }
            Expr::Function(function, arguments) => self.function(*function, arguments)?,
            Expr::Call(call) => self.call(call)?,
            Expr::Dot(left, right) => match &**right {
                // `\vec v \cdot \nabla\vec v` is `(\vec v \cdot \nabla) \vec v`.
                Expr::Nabla(Nabla::Gradient, of) if of.is_vector() => {
                    let nabla = Expr::symbol(Symbol::new(r"\nabla").as_vector());
                    let along = Expr::Dot(left.clone(), Box::new(nabla));
                    self.expr(&Expr::Product(vec![along, (**of).clone()]))?
                }
                _ => {
                    let (left, right) = (self.expr(left)?, self.expr(right)?);
                    self.dot(left, right)?
                }
            },
            Expr::Cross(left, right) => {
                let (left, right) = (self.expr(left)?, self.expr(right)?);
                self.cross(left, right)?
            }
            Expr::Nabla(nabla, of) => {
                let vector = matches!(nabla, Nabla::Gradient | Nabla::Curl)
                    || (*nabla == Nabla::Laplacian && of.is_vector());
                let of = self.expr(of)?;
                self.nabla(*nabla, of, vector)?
            }
            Expr::Derivative(derivative) => self.derivative(derivative)?,
            Expr::Change(Change::Differential, of) => {
                let vector = of.is_vector();
                let of = self.expr(of)?;
                if self.survey.reads_d() {
                    let letter = self.symbol(&Symbol::new("d"))?;
                    self.graph.product(letter, of)
                } else {
                    self.differential(of, vector)?
                }
            }
            Expr::Change(Change::Delta, of) => {
                let vector = of.is_vector();
                let of = self.expr(of)?;
                self.linear(&Head::Delta, of, &[], vector, true)?
            }
            Expr::Integral(integral) => self.integral(integral)?,
            Expr::Series(series) => self.series(series)?,
            Expr::Limit(limit) => self.limit(limit)?,
            Expr::Evaluated(evaluated) => self.at_place(evaluated)?,
            Expr::Average(of) => {
                let vector = of.is_vector();
                let of = self.expr(of)?;
                self.average(of, vector)?
            }
            Expr::Tuple(bracket, members) => self.tuple(*bracket, members)?,
            Expr::Matrix(style, rows) => self.matrix(*style, rows)?,
            Expr::Condition(formula) => self.condition(formula)?,
            Expr::Indexed(of, index) => {
                let vector = of.is_vector();
                let of = self.expr(of)?;
                let mut held: Vec<&str> = index.split(',').collect();
                held.sort_unstable();
                self.opaque(&Head::Held(held.join(",")), vec![of], vector)?
            }
        })
    }

    fn exprs(&mut self, exprs: &[Expr]) -> Result<Vec<Node>, Obstacle> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }

    /// Lowers the sides of a formula that is a limit, a domain or a place.
    fn sides(&mut self, formula: &Formula) -> Result<Vec<Node>, Obstacle> {
        formula.sides().map(|side| self.expr(side)).collect()
    }

    fn symbol(&mut self, symbol: &Symbol) -> Lowered {
        if let Some((_, node)) = self.scope.iter().rev().find(|(name, _)| name == symbol) {
            return Ok(*node);
        }
        if let Some(indexed) = self.indexed(symbol) {
            return indexed;
        }
        let definition = self
            .context
            .definitions
            .find(symbol)
            .filter(|_| !self.settings.undefined);
        match definition {
            Some(Meaning::Number(number)) => return Ok(self.graph.number(*number)),
            Some(Meaning::Formula(expr)) => return self.expr(expr),
            None => {}
        }
        let constant = self
            .settings
            .constants
            .iter()
            .find(|(name, _)| name == symbol)
            .cloned();
        if let Some((_, relation)) = constant {
            return self.expr(&relation);
        }
        if self.survey.is_zeroth_power(symbol) || is_identity(symbol) {
            return Ok(self.graph.number(1.0));
        }
        if symbol.is(r"\pi") {
            return Ok(self.graph.number(std::f64::consts::PI));
        }
        if symbol.vector && symbol.base == "0" {
            return Ok(self.graph.number(0.0));
        }
        if self.survey.is_ohm(symbol) {
            return self.unit(&Unit::named("Ω"));
        }
        if self.survey.is_imaginary(symbol) {
            return Ok(self.graph.imaginary());
        }
        if let Some(derivative) = self.survey.primed(symbol) {
            return self.derivative(&derivative);
        }
        self.variable(symbol)
    }

    /// The variable of a symbol, ignoring what the symbol may be defined as.
    fn variable(&mut self, symbol: &Symbol) -> Lowered {
        let slot = self.symbols.of_symbol(symbol, self.context)?;
        if self.survey.is_operator(symbol) {
            self.symbols.mark_ordered(Variables::of(slot));
        }
        Ok(self.graph.variable(slot))
    }

    fn unit(&mut self, unit: &Unit) -> Lowered {
        let unit = units::of(unit).map_err(Obstacle::Unit)?;
        self.dimensions(&unit)
    }

    /// A unit: its factor times its base units, which have variables of their own.
    fn dimensions(&mut self, unit: &units::Unit) -> Lowered {
        let factor = self.graph.number(unit.factor());
        let mut parts = vec![(factor, 1.0)];
        for (index, power) in unit.dimension().0.into_iter().enumerate() {
            if power != 0 {
                let slot = self.symbols.of_base_unit(index)?;
                parts.push((self.graph.variable(slot), f64::from(power)));
            }
        }
        Ok(self.graph.monomial(&parts))
    }

    fn tuple(&mut self, bracket: Bracket, members: &[Expr]) -> Lowered {
        let exchanged = match bracket {
            Bracket::Square => Some(Sign::Minus),
            Bracket::Curly => Some(Sign::Plus),
            _ => None,
        };
        if let Some(sign) = exchanged
            && let Some(commutator) = self.commutator(members, sign)
        {
            return commutator;
        }
        // `\rho, \theta` is `(\rho, \theta)`.
        let bracket = match bracket {
            Bracket::None => Bracket::Round,
            bracket => bracket,
        };
        let members = self.exprs(members)?;
        // `\{q, p\}` is a Poisson bracket, in which the order counts.
        let bracketed = members.len() == 2
            && members
                .iter()
                .all(|member| self.graph.as_number(*member).is_none());
        let head = match bracket {
            Bracket::Curly if bracketed => Head::Poisson,
            bracket => Head::Tuple(bracket),
        };
        self.opaque(&head, members, false)
    }

    /// Lowers the sides of a statement. If one side lists several values, their order does not matter.
    pub(crate) fn statement(&mut self, sides: &[&Expr]) -> Result<Vec<Node>, Obstacle> {
        let is_list = |side: &&Expr| matches!(side, Expr::Tuple(Bracket::None, _));
        let lists = sides.iter().filter(|side| is_list(side)).count();
        let mut nodes = Vec::with_capacity(sides.len());
        for side in sides {
            nodes.push(match side {
                Expr::Tuple(Bracket::None, members) if lists == 1 && sides.len() == 2 => {
                    let mut members = self.exprs(members)?;
                    // `v = 0.5 \text{ or } \frac12`
                    members.sort_unstable();
                    members.dedup();
                    match members.as_slice() {
                        [value] => *value,
                        _ => self.opaque(&Head::List, members, false)?,
                    }
                }
                side => self.expr(side)?,
            });
        }
        Ok(nodes)
    }

    /// The variable for an opaque term with this head and these arguments.
    fn opaque(&mut self, head: &Head, arguments: Vec<Node>, vector: bool) -> Lowered {
        let slot = self
            .symbols
            .of_opaque(&self.graph, head, arguments, vector)?;
        Ok(self.graph.variable(slot))
    }

    /// An opaque operation that is linear in its operand. `drops` says that it maps numbers to 0, as a
    /// derivative does.
    fn linear(
        &mut self,
        head: &Head,
        of: Node,
        rest: &[Node],
        vector: bool,
        drops: bool,
    ) -> Lowered {
        let of = self.graph.multiplied_out(of, MAX_TERMS);
        let (constant, terms) = self.graph.terms(of);
        let mut parts = Vec::with_capacity(terms.len() + 1);
        if constant != 0.0 && !drops {
            let one = self.graph.number(1.0);
            let mut arguments = vec![one];
            arguments.extend_from_slice(rest);
            parts.push((constant, self.opaque(head, arguments, vector)?));
        }
        for (by, term) in terms {
            let mut arguments = vec![term];
            arguments.extend_from_slice(rest);
            let (factor, slot) = self
                .symbols
                .of_linear(&self.graph, head, arguments, vector)?;
            parts.push((by * factor, self.graph.variable(slot)));
        }
        Ok(self.graph.combination(&parts))
    }

    /// An average: it is linear, and inner averages are numbers. The average of a letter is the letter with a
    /// bar.
    fn average(&mut self, of: Node, vector: bool) -> Lowered {
        let of = self.graph.multiplied_out(of, MAX_TERMS);
        let (constant, terms) = self.graph.terms(of);
        let one = self.graph.number(1.0);
        let mut parts = vec![(constant, one)];
        for (by, term) in terms {
            let (means, inside) = self.parted(term, Self::is_mean);
            let mean = match self.graph.op(inside) {
                Op::Number(_) => inside,
                Op::Variable(slot) if let Some(barred) = self.symbols.barred(*slot) => {
                    self.variable(&barred)?
                }
                _ => self.linear(&Head::Average, inside, &[], vector, false)?,
            };
            let means = self.graph.monomial(&means);
            parts.push((by, self.graph.product(means, mean)));
        }
        Ok(self.graph.combination(&parts))
    }

    fn is_mean(&self, node: Node) -> bool {
        let symbol = self.as_symbol(node);
        symbol.is_some_and(|symbol| symbol.accents.contains(&Accent::Bar))
            || matches!(self.as_opaque(node), Some((Head::Average, _)))
    }

    /// The symbol that a node is.
    fn as_symbol(&self, node: Node) -> Option<&Symbol> {
        match self.graph.op(node) {
            Op::Variable(slot) => match self.symbols.kind(*slot) {
                SlotKind::Symbol(symbol) => Some(symbol),
                _ => None,
            },
            _ => None,
        }
    }

    /// The head and the arguments of the opaque term that a node is.
    fn as_opaque(&self, node: Node) -> Option<(&Head, &[Node])> {
        match self.graph.op(node) {
            Op::Variable(slot) => match self.symbols.kind(*slot) {
                SlotKind::Opaque {
                    head, arguments, ..
                } => Some((head, arguments)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Splits a term into the factors that pass a test and the product of the others.
    fn parted(
        &mut self,
        term: Node,
        is_own: impl Fn(&Self, Node) -> bool,
    ) -> (Vec<(Node, f64)>, Node) {
        let factors = self.graph.factors(term).into_iter();
        let (own, others): (Vec<_>, Vec<_>) = factors.partition(|(node, _)| is_own(self, *node));
        (own, self.graph.monomial(&others))
    }

    /// A variable for the bound variable of an integral or series; terms at the same depth use the same one.
    fn bind(&mut self) -> Result<Variable, Obstacle> {
        self.bound += 1;
        self.symbols.of_bound(self.bound)
    }

    /// The variables that occur in integrals, series and limits.
    pub(crate) fn in_integrals(&self) -> Variables {
        let graph = &self.graph;
        let add = |found: Variables, node| match graph.op(node) {
            Op::Integral(..) | Op::Series(..) => found.union(graph.slots(node)),
            _ => found,
        };
        graph.nodes().fold(self.in_limits, add)
    }

    /// Runs `inside` while `symbol` stands for `node`.
    fn with<T>(
        &mut self,
        symbol: &Symbol,
        node: Node,
        inside: impl FnOnce(&mut Self) -> Result<T, Obstacle>,
    ) -> Result<T, Obstacle> {
        self.scope.push((symbol.clone(), node));
        let result = inside(self);
        self.scope.pop();
        result
    }
}
