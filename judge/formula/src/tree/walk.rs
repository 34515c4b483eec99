//! Walks through trees and maps over their nodes.

use std::collections::BTreeSet;

use super::{
    Call, Derivative, Evaluated, Expr, Formula, Integral, Limit, Series, Sign, Symbol, Term,
};

impl Expr {
    /// The expressions directly inside, in the order of writing.
    pub fn children(&self) -> Vec<&Self> {
        match self {
            Self::Number(_)
            | Self::Symbol(_)
            | Self::Infinity
            | Self::Unit(_)
            | Self::Operator(_) => Vec::new(),
            Self::Sum(terms) => terms.iter().map(|term| &term.value).collect(),
            Self::Product(values) | Self::Function(_, values) | Self::Tuple(_, values) => {
                values.iter().collect()
            }
            Self::Fraction(a, b) | Self::Power(a, b) | Self::Dot(a, b) | Self::Cross(a, b) => {
                vec![&**a, &**b]
            }
            Self::Root(value, degree) => {
                std::iter::once(&**value).chain(degree.as_deref()).collect()
            }
            Self::Call(call) => call.arguments.iter().collect(),
            Self::Nabla(_, value)
            | Self::Change(_, value)
            | Self::Average(value)
            | Self::Indexed(value, _) => {
                vec![&**value]
            }
            Self::Derivative(derivative) => vec![&derivative.of],
            Self::Integral(integral) => sides(integral.lower.as_ref())
                .chain(&integral.upper)
                .chain([&integral.body])
                .collect(),
            Self::Series(series) => sides(series.lower.as_ref())
                .chain(&series.upper)
                .chain([&series.body])
                .collect(),
            Self::Limit(limit) => vec![&limit.to, &limit.body],
            Self::Evaluated(evaluated) => std::iter::once(&evaluated.body)
                .chain(evaluated.lower.sides())
                .chain(sides(evaluated.upper.as_ref()))
                .collect(),
            Self::Matrix(_, rows) => rows.iter().flatten().collect(),
            Self::Condition(formula) => formula.sides().collect(),
        }
    }

    /// The tree with `change` applied to each expression directly inside.
    #[must_use]
    pub fn map_children(&self, change: &mut dyn FnMut(&Self) -> Self) -> Self {
        let mut boxed = |value: &Self| Box::new(change(value));
        match self {
            Self::Number(_)
            | Self::Symbol(_)
            | Self::Infinity
            | Self::Unit(_)
            | Self::Operator(_) => self.clone(),
            Self::Fraction(a, b) => Self::Fraction(boxed(a), boxed(b)),
            Self::Power(a, b) => Self::Power(boxed(a), boxed(b)),
            Self::Dot(a, b) => Self::Dot(boxed(a), boxed(b)),
            Self::Cross(a, b) => Self::Cross(boxed(a), boxed(b)),
            Self::Root(value, degree) => Self::Root(boxed(value), degree.as_deref().map(boxed)),
            Self::Nabla(nabla, value) => Self::Nabla(*nabla, boxed(value)),
            Self::Change(kind, value) => Self::Change(*kind, boxed(value)),
            Self::Average(value) => Self::Average(boxed(value)),
            Self::Indexed(value, index) => Self::Indexed(boxed(value), index.clone()),
            Self::Sum(terms) => Self::Sum(
                terms
                    .iter()
                    .map(|term| Term {
                        sign: term.sign,
                        value: change(&term.value),
                    })
                    .collect(),
            ),
            Self::Product(values) => Self::Product(values.iter().map(change).collect()),
            Self::Function(function, values) => {
                Self::Function(*function, values.iter().map(change).collect())
            }
            Self::Tuple(bracket, values) => {
                Self::Tuple(*bracket, values.iter().map(change).collect())
            }
            Self::Matrix(style, rows) => Self::Matrix(
                *style,
                rows.iter()
                    .map(|row| row.iter().map(&mut *change).collect())
                    .collect(),
            ),
            Self::Call(call) => Self::Call(Box::new(Call {
                function: call.function.clone(),
                arguments: call.arguments.iter().map(change).collect(),
            })),
            Self::Derivative(derivative) => Self::Derivative(Box::new(Derivative {
                of: change(&derivative.of),
                ..(**derivative).clone()
            })),
            Self::Condition(formula) => Self::Condition(Box::new(formula.map_sides(change))),
            Self::Integral(_) | Self::Series(_) | Self::Limit(_) | Self::Evaluated(_) => {
                self.map_bounds(change)
            }
        }
    }

    /// [`Self::map_children`] for the nodes that have limits.
    fn map_bounds(&self, change: &mut dyn FnMut(&Self) -> Self) -> Self {
        match self {
            Self::Integral(integral) => Self::Integral(Box::new(Integral {
                kind: integral.kind,
                lower: integral
                    .lower
                    .as_ref()
                    .map(|lower| lower.map_sides(&mut *change)),
                upper: integral.upper.as_ref().map(&mut *change),
                body: change(&integral.body),
                variables: integral.variables.clone(),
            })),
            Self::Series(series) => Self::Series(Box::new(Series {
                kind: series.kind,
                lower: series
                    .lower
                    .as_ref()
                    .map(|lower| lower.map_sides(&mut *change)),
                upper: series.upper.as_ref().map(&mut *change),
                body: change(&series.body),
            })),
            Self::Limit(limit) => Self::Limit(Box::new(Limit {
                variable: limit.variable.clone(),
                to: change(&limit.to),
                side: limit.side,
                body: change(&limit.body),
            })),
            Self::Evaluated(evaluated) => Self::Evaluated(Box::new(Evaluated {
                body: change(&evaluated.body),
                lower: evaluated.lower.map_sides(&mut *change),
                upper: evaluated
                    .upper
                    .as_ref()
                    .map(|upper| upper.map_sides(&mut *change)),
            })),
            _ => self.clone(),
        }
    }

    /// The tree with each symbol changed, including those that are not nodes: variables, functions.
    pub(crate) fn renamed(&self, change: &dyn Fn(&mut Symbol)) -> Self {
        let mut renamed = self.map_children(&mut |child| child.renamed(change));
        match &mut renamed {
            Self::Symbol(symbol) => change(symbol),
            Self::Call(call) => change(&mut call.function),
            Self::Derivative(derivative) => {
                derivative.by.iter_mut().for_each(|(by, _)| change(by));
            }
            Self::Operator(operator) => operator.by.iter_mut().for_each(|(by, _)| change(by)),
            Self::Integral(integral) => integral.variables.iter_mut().for_each(change),
            Self::Limit(limit) => change(&mut limit.variable),
            _ => {}
        }
        renamed
    }

    /// Calls `visit` with each node of the tree, parents first.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Self)) {
        let mut waiting = vec![self];
        while let Some(node) = waiting.pop() {
            visit(node);
            waiting.extend(node.children().into_iter().rev());
        }
    }

    /// Whether a node of the tree passes a test.
    pub fn any(&self, test: impl Fn(&Self) -> bool) -> bool {
        let mut waiting = vec![self];
        while let Some(node) = waiting.pop() {
            if test(node) {
                return true;
            }
            waiting.extend(node.children());
        }
        false
    }

    /// Whether it contains a symbol.
    pub fn mentions(&self, wanted: &Symbol) -> bool {
        self.any(|part| matches!(part, Self::Symbol(symbol) if **symbol == *wanted))
    }

    /// The number of levels and nodes of the tree.
    pub fn extent(&self) -> (usize, usize) {
        let (mut depth, mut nodes) = (0, 0);
        let mut waiting = vec![(self, 1)];
        while let Some((node, level)) = waiting.pop() {
            depth = depth.max(level);
            nodes += 1;
            waiting.extend(node.children().into_iter().map(|child| (child, level + 1)));
        }
        (depth, nodes)
    }

    /// Whether `\pm` or `\mp` occurs.
    pub fn has_plus_minus(&self) -> bool {
        let is_either = |term: &Term| matches!(term.sign, Sign::PlusMinus | Sign::MinusPlus);
        self.any(|node| matches!(node, Self::Sum(terms) if terms.iter().any(is_either)))
    }

    /// The tree with the upper or the lower of each pair of signs, also in names: `E_\pm = a \pm b` gives two
    /// quantities their values.
    #[must_use]
    pub fn resolve_plus_minus(&self, upper: bool) -> Self {
        let mut resolved = self.map_children(&mut |child| child.resolve_plus_minus(upper));
        let (plus, minus) = if upper { ("+", "-") } else { ("-", "+") };
        let name = match &mut resolved {
            Self::Symbol(symbol) => Some(&mut **symbol),
            Self::Call(call) => Some(&mut call.function),
            _ => None,
        };
        if let Some(symbol) = name {
            symbol.replace(r"\pm", plus);
            symbol.replace(r"\mp", minus);
        }
        let Self::Sum(mut terms) = resolved else {
            return resolved;
        };
        for term in &mut terms {
            term.sign = match (term.sign, upper) {
                (Sign::PlusMinus, true) | (Sign::MinusPlus, false) => Sign::Plus,
                (Sign::PlusMinus, false) | (Sign::MinusPlus, true) => Sign::Minus,
                (sign, _) => sign,
            };
        }
        Self::sum(terms)
    }
}

/// The symbols of some expressions.
pub fn symbols_of<'a>(sides: impl IntoIterator<Item = &'a Expr>) -> BTreeSet<Symbol> {
    let mut symbols = BTreeSet::new();
    for side in sides {
        side.walk(&mut |part| {
            if let Expr::Symbol(symbol) = part {
                symbols.insert((**symbol).clone());
            }
        });
    }
    symbols
}

/// The sides of a limit that may be missing.
fn sides(formula: Option<&Formula>) -> impl Iterator<Item = &Expr> {
    formula.into_iter().flat_map(Formula::sides)
}
