//! The variables of a comparison and their meaning.

use std::sync::LazyLock;

use super::{Head, Obstacle};
use crate::algebra::complex::Complex;
use crate::algebra::context::Context;
use crate::algebra::graph::{Graph, MAX_VARIABLES, Node, Op};
use crate::algebra::tape::{Budget, Tape};
use crate::algebra::variables::{Variable, Variables};
use crate::notation::units::BASE_UNITS;
use crate::tree::{Accent, Symbol};

/// How many operations telling opaque terms apart may take.
const OPERATIONS: u64 = 200_000;

/// What a variable stands for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum SlotKind {
    Symbol(Symbol),
    /// A base unit, by its place in [`BASE_UNITS`].
    BaseUnit(usize),
    /// The bound variable of an integral or series.
    Bound(u8),
    /// An opaque term with arguments.
    Opaque {
        head: Head,
        arguments: Vec<Node>,
        shown: String,
    },
}

/// The variables of a comparison.
#[derive(Debug, Default)]
pub(crate) struct Symbols {
    kinds: Vec<SlotKind>,
    /// How often two opaque things were compared.
    compared: u64,
    /// For opaque terms: all variables that they may depend on.
    hidden: Vec<Variables>,
    vectors: Variables,
    signed: Variables,
    units: Variables,
    bound: Variables,
    /// Operators, kets and bras: their order in a product matters.
    ordered: Variables,
    /// Whole numbers: limits of series, operands of double factorials, positions in a matrix.
    whole: Variables,
}

impl Symbols {
    pub(crate) fn len(&self) -> usize {
        self.kinds.len()
    }

    pub(crate) fn kind(&self, slot: Variable) -> &SlotKind {
        &self.kinds[slot.index()]
    }

    /// The average of a letter without accents: the letter with a bar.
    pub(super) fn barred(&self, slot: Variable) -> Option<Symbol> {
        match self.kind(slot) {
            SlotKind::Symbol(symbol) if symbol.accents.is_empty() && !symbol.vector => {
                Some(Symbol {
                    accents: vec![Accent::Bar],
                    ..symbol.clone()
                })
            }
            _ => None,
        }
    }

    pub(super) fn compared(&self) -> u64 {
        self.compared
    }

    pub(crate) fn vectors(&self) -> Variables {
        self.vectors
    }

    pub(crate) fn signed(&self) -> Variables {
        self.signed
    }

    pub(crate) fn units(&self) -> Variables {
        self.units
    }

    pub(crate) fn bound(&self) -> Variables {
        self.bound
    }

    pub(crate) fn whole(&self) -> Variables {
        self.whole
    }

    pub(super) fn ordered(&self) -> Variables {
        self.ordered
    }

    pub(super) fn mark_ordered(&mut self, slots: Variables) {
        self.ordered = self.ordered.union(slots);
    }

    pub(super) fn mark_whole(&mut self, slots: Variables) {
        self.whole = self.whole.union(slots);
    }

    pub(crate) fn mark_signed(&mut self, slot: Variable) {
        self.signed = self.signed.union(Variables::of(slot));
    }

    /// The variables inside the opaque terms among `slots`.
    pub(crate) fn hidden(&self, slots: Variables) -> Variables {
        slots.iter().fold(Variables::default(), |hidden, slot| {
            hidden.union(self.hidden[slot.index()])
        })
    }

    /// The name of a variable in a message.
    pub(crate) fn name(&self, slot: Variable) -> String {
        match self.kind(slot) {
            SlotKind::Symbol(symbol) => symbol.name(),
            SlotKind::BaseUnit(index) => BASE_UNITS[*index].to_owned(),
            SlotKind::Bound(depth) => format!("bound {depth}"),
            SlotKind::Opaque { shown, .. } => shown.clone(),
        }
    }

    /// How a message writes an opaque term.
    fn show(&self, graph: &Graph, head: &Head, arguments: &[Node]) -> String {
        let inside: Vec<String> = arguments
            .iter()
            .map(|node| match graph.op(*node) {
                Op::Variable(slot) => self.name(*slot),
                Op::Number(number) => number.get().to_string(),
                _ => "…".to_owned(),
            })
            .collect();
        format!("{head}({})", inside.join(", "))
    }

    fn add(&mut self, kind: SlotKind) -> Result<Variable, Obstacle> {
        if self.kinds.len() >= MAX_VARIABLES {
            return Err(Obstacle::Variables);
        }
        let slot = at(self.kinds.len())?;
        self.kinds.push(kind);
        self.hidden.push(Variables::default());
        Ok(slot)
    }

    pub(super) fn of_symbol(
        &mut self,
        symbol: &Symbol,
        context: &Context,
    ) -> Result<Variable, Obstacle> {
        self.find_or_add(SlotKind::Symbol(symbol.clone()), |symbols, slot| {
            if symbol.vector {
                symbols.vectors = symbols.vectors.union(Variables::of(slot));
            }
            if context.signed.contains(symbol) {
                symbols.mark_signed(slot);
            }
        })
    }

    pub(super) fn of_base_unit(&mut self, index: usize) -> Result<Variable, Obstacle> {
        self.find_or_add(SlotKind::BaseUnit(index), |symbols, slot| {
            symbols.units = symbols.units.union(Variables::of(slot));
        })
    }

    pub(super) fn of_bound(&mut self, depth: u8) -> Result<Variable, Obstacle> {
        self.find_or_add(SlotKind::Bound(depth), |symbols, slot| {
            symbols.bound = symbols.bound.union(Variables::of(slot));
        })
    }

    fn find_or_add(
        &mut self,
        kind: SlotKind,
        mark: impl FnOnce(&mut Self, Variable),
    ) -> Result<Variable, Obstacle> {
        if let Some(index) = self.kinds.iter().position(|known| *known == kind) {
            return at(index);
        }
        let slot = self.add(kind)?;
        mark(self, slot);
        Ok(slot)
    }

    /// The variable of a linear opaque term and the factor in front of it: if a multiple of the same argument is
    /// known, its variable is reused.
    pub(super) fn of_linear(
        &mut self,
        graph: &Graph,
        head: &Head,
        arguments: Vec<Node>,
        vector: bool,
    ) -> Result<(f64, Variable), Obstacle> {
        let (Some(first), rest) = (arguments.first(), arguments.get(1..).unwrap_or_default())
        else {
            return Ok((1.0, self.of_opaque(graph, head, arguments, vector)?));
        };
        let equal = |left: &Node, right: &Node| left == right || same_value(graph, *left, *right);
        let mut compared = 0;
        let found = self.kinds.iter().enumerate().find_map(|(index, kind)| {
            let SlotKind::Opaque {
                head: known,
                arguments: others,
                ..
            } = kind
            else {
                return None;
            };
            compared += 1;
            let (other, limits) = others.split_first()?;
            if known != head || limits.len() != rest.len() {
                return None;
            }
            let same = limits
                .iter()
                .zip(rest)
                .all(|(left, right)| equal(left, right));
            let factor = same.then(|| multiple(graph, *first, *other));
            Some((factor??, index))
        });
        self.compared += compared;
        if let Some((factor, index)) = found {
            return Ok((factor, at(index)?));
        }
        Ok((1.0, self.of_opaque(graph, head, arguments, vector)?))
    }

    /// The variable of an opaque term: an existing one if it has the same head and equal arguments.
    pub(super) fn of_opaque(
        &mut self,
        graph: &Graph,
        head: &Head,
        arguments: Vec<Node>,
        vector: bool,
    ) -> Result<Variable, Obstacle> {
        let mut compared = 0;
        let same = self.kinds.iter().position(|kind| match kind {
            SlotKind::Opaque {
                head: known,
                arguments: others,
                ..
            } => {
                compared += 1;
                let equal =
                    |left: &Node, right: &Node| left == right || same_value(graph, *left, *right);
                known == head
                    && others.len() == arguments.len()
                    && if head.is_unordered() {
                        same_members(others, &arguments, equal)
                    } else {
                        others
                            .iter()
                            .zip(&arguments)
                            .all(|(left, right)| equal(left, right))
                    }
            }
            _ => false,
        });
        self.compared += compared;
        if let Some(index) = same {
            return at(index);
        }
        let inside = arguments.iter().fold(Variables::default(), |slots, node| {
            slots.union(graph.slots(*node))
        });
        let hidden = inside.union(self.hidden(inside));
        let slot = self.add(SlotKind::Opaque {
            head: head.clone(),
            shown: self.show(graph, head, &arguments),
            arguments,
        })?;
        self.hidden[slot.index()] = hidden;
        if vector {
            self.vectors = self.vectors.union(Variables::of(slot));
        }
        Ok(slot)
    }
}

fn at(index: usize) -> Result<Variable, Obstacle> {
    let index = u8::try_from(index);
    index.map(Variable).map_err(|_| Obstacle::Variables)
}

/// Whether two lists have the same members, in any order.
fn same_members(left: &[Node], right: &[Node], equal: impl Fn(&Node, &Node) -> bool) -> bool {
    let mut rest: Vec<&Node> = right.iter().collect();
    left.iter().all(|member| {
        let found = rest.iter().position(|other| equal(member, other));
        found.map(|found| rest.swap_remove(found)).is_some()
    })
}

/// Whether two expressions have the same value at a fixed set of points.
fn same_value(graph: &Graph, left: Node, right: Node) -> bool {
    if graph.slots(left) != graph.slots(right) {
        return false;
    }
    values(graph, left, right).all(|(a, b)| {
        a.is_finite() && b.is_finite() && (a - b).norm() <= 1e-10 * a.norm().max(b.norm())
    })
}

/// The number by which one expression is a multiple of the other, from their values at the fixed points. Both must
/// have the same variables: `\operatorname{sgn}(2 n + a)` has the same value at the points for any `a`.
fn multiple(graph: &Graph, left: Node, right: Node) -> Option<f64> {
    if left == right {
        return Some(1.0);
    }
    if graph.slots(left) != graph.slots(right) {
        return None;
    }
    let mut quotients = values(graph, left, right).map(|(a, b)| a / b);
    let first = quotients.next()?;
    let same =
        first.is_finite() && quotients.all(|other| (first - other).norm() <= 1e-10 * first.norm());
    (same && first.is_nearly_real() && first.re != 0.0).then(|| {
        // A factor such as -1 must be exact.
        let whole = libm::round(first.re);
        if (first.re - whole).abs() <= 1e-9 * first.re.abs() {
            whole
        } else {
            first.re
        }
    })
}

/// The steps from one variable's value to the next at the fixed points.
const STEPS: [f64; 2] = [0.618_033_988_749_894_9, 0.754_877_666_246_692_7];

/// The value of each variable at each fixed point.
static PLACES: LazyLock<[Vec<Complex>; STEPS.len()]> = LazyLock::new(|| {
    STEPS.map(|step| {
        let mut place = 0.5_f64;
        let number = |_| {
            place = (place + step).fract();
            Complex::real(0.4 + 1.7 * place)
        };
        (0..MAX_VARIABLES).map(number).collect()
    })
});

/// The values of two expressions at the fixed points.
fn values(graph: &Graph, left: Node, right: Node) -> impl Iterator<Item = (Complex, Complex)> {
    let mut budget = Budget::new(OPERATIONS);
    let (mut left, mut right) = (Tape::new(graph, left), Tape::new(graph, right));
    PLACES.iter().map(move |place| {
        let mut variables = place.clone();
        let a = left.value(&mut variables, &mut budget);
        let b = right.value(&mut variables, &mut budget);
        (a, b)
    })
}
