//! Joins values of a quantity that a solution gives one by one, `x = 1 \text{ or } x = -2`, if the problem gives them
//! as a list, `x = 1, -2`.

use super::WrittenFormula;
use crate::same::{Context, compare_statements};
use crate::tree::{Bracket, Expr, Formula, Relation, Statement, Symbol};

/// The quantities for which a problem gives a list of values and never a single value.
#[derive(Debug)]
pub(super) struct Lists(Vec<ListedQuantity>);

#[derive(Debug)]
struct ListedQuantity {
    symbol: Symbol,
    values: usize,
    /// Whether the values contain symbols: then an intermediate step may look like a value.
    has_symbols: bool,
}

impl Lists {
    /// Looks through the formulas of a problem.
    pub(super) fn new(formulas: &[&Formula], context: &Context) -> Self {
        let listed = formulas.iter().copied().filter_map(ListedQuantity::of);
        let is_only = |quantity: &ListedQuantity| {
            let mut formulas = formulas.iter();
            !formulas.any(|formula| quantity.is_given_by(formula, context))
        };
        Self(listed.filter(is_only).collect())
    }

    /// The formulas of a solution, with consecutive formulas that give the values of one list joined into one. Only
    /// the first `most` are looked at, as no more are compared.
    pub(super) fn gathered(
        &self,
        mut written: Vec<WrittenFormula>,
        most: usize,
        context: &Context,
    ) -> Vec<WrittenFormula> {
        if self.0.is_empty() {
            return written;
        }
        let formulas = written.iter_mut();
        for formula in formulas.filter_map(|one| one.formula.as_mut().ok()) {
            if self
                .0
                .iter()
                .any(|quantity| quantity.has_two_signs(formula, context))
            {
                *formula = formula.map_sides(both_signs);
            }
        }
        // Checking this needs comparisons, so it is done once.
        let give = |quantity: &ListedQuantity| -> Vec<bool> {
            let looked_at = written.iter().take(most);
            looked_at
                .map(|one| {
                    let formula = one.formula.as_ref();
                    formula.is_ok_and(|formula| quantity.is_given_by(formula, context))
                })
                .collect()
        };
        let given: Vec<(&ListedQuantity, Vec<bool>)> = self
            .0
            .iter()
            .map(|quantity| (quantity, give(quantity)))
            .collect();
        let mut gathered: Vec<WrittenFormula> = Vec::with_capacity(written.len());
        let mut at = 0;
        while let Some(first) = written.get(at) {
            let length = |given: &[bool]| given.iter().skip(at).take_while(|it| **it).count();
            let runs = given
                .iter()
                .map(|(quantity, given)| (quantity, length(given)));
            let longest = runs.max_by_key(|(_, length)| *length);
            let Some((quantity, length)) = longest.filter(|(_, length)| *length >= 2) else {
                gathered.push(first.clone());
                at += 1;
                continue;
            };
            let run = &written[at..at + length];
            let steps = if quantity.has_symbols {
                length.saturating_sub(quantity.values)
            } else {
                0
            };
            gathered.extend_from_slice(&run[..steps]);
            gathered.push(quantity.joined(&run[steps..]));
            at += length;
        }
        gathered
    }
}

impl ListedQuantity {
    fn of(formula: &Formula) -> Option<Self> {
        let (Some(Expr::Symbol(symbol)), [(relation, Expr::Tuple(bracket, values))]) =
            (&formula.first, formula.links.as_slice())
        else {
            return None;
        };
        let is_list = match bracket {
            Bracket::None => *relation == Relation::Equal,
            Bracket::Curly => matches!(relation, Relation::Equal | Relation::In),
            _ => false,
        };
        is_list.then(|| Self {
            symbol: (**symbol).clone(),
            values: values.len(),
            has_symbols: values.iter().any(has_symbols),
        })
    }

    /// Whether a formula gives this quantity a value, perhaps with a number: `x_1`.
    fn is_of(&self, formula: &Formula) -> bool {
        let Some(Expr::Symbol(symbol)) = &formula.first else {
            return false;
        };
        let is_number = |text: &str| {
            text.parse()
                .is_ok_and(|number| (1..=self.values).contains(&number))
        };
        let numbered = self.symbol.subscript.is_none()
            && symbol.subscript.as_deref().is_some_and(is_number)
            && self.symbol
                == Symbol {
                    subscript: None,
                    ..(**symbol).clone()
                };
        **symbol == self.symbol || numbered
    }

    /// Whether a formula gives this quantity two values by a sign: `x = \frac{5 \pm 1}{2}`.
    fn has_two_signs(&self, formula: &Formula, context: &Context) -> bool {
        // `x_{1,2} = …`
        let is_both = matches!(&formula.first, Some(Expr::Symbol(symbol))
            if symbol.base == self.symbol.base
                && matches!(symbol.subscript.as_deref(), Some("1,2" | "12" | "1/2")));
        let is_named = self.is_of(formula) || self.symbol.is_plain() && is_both;
        let is_true = |branch: &Formula| branch.links.windows(2).all(|pair| agree(pair, context));
        let has_signs = formula.last().is_some_and(Expr::has_plus_minus);
        self.values == 2 && is_named && has_signs && formula.branches().iter().all(is_true)
    }

    /// Whether a formula gives this quantity one value, its last side.
    fn is_given_by(&self, formula: &Formula, context: &Context) -> bool {
        let is_equal = |(relation, _): &(Relation, Expr)| {
            matches!(relation, Relation::Equal | Relation::Approximately)
        };
        let Some((_, value)) = formula.links.last() else {
            return false;
        };
        let single = !matches!(value, Expr::Tuple(..)) && !value.has_plus_minus();
        let fits = self.has_symbols || !has_symbols(value);
        self.is_of(formula)
            && single
            && fits
            && formula.links.iter().all(is_equal)
            && formula.links.windows(2).all(|pair| agree(pair, context))
    }

    /// Joins the values that consecutive formulas give this quantity into one list.
    fn joined(&self, run: &[WrittenFormula]) -> WrittenFormula {
        let formulas = run.iter().filter_map(|one| one.formula.as_ref().ok());
        let values = formulas.filter_map(|formula| formula.links.last());
        let values = values.map(|(_, value)| value.clone());
        let list = Expr::Tuple(Bracket::None, values.collect());
        let sources: Vec<&str> = run.iter().map(|one| one.source.as_str()).collect();
        WrittenFormula {
            source: sources.join(", "),
            place: run[0].place,
            boxed: run.last().and_then(|one| one.boxed),
            is_remarked: run.iter().any(|one| one.is_remarked),
            formula: Ok(Formula::relation(
                Expr::symbol(self.symbol.clone()),
                Relation::Equal,
                list,
            )),
        }
    }
}

/// Whether two neighbouring sides of a chain are equal, as in `x = \frac{4 - 2}{2} = 1`. A false link is left for the
/// comparison to find.
fn agree(pair: &[(Relation, Expr)], context: &Context) -> bool {
    let sides = [&pair[0], &pair[1]].map(|(_, side)| Statement::Expression(side.clone()));
    compare_statements(&sides[0], &sides[1], context).equivalent
}

/// The list of both values of a side, with the upper and the lower signs.
fn both_signs(side: &Expr) -> Expr {
    if !side.has_plus_minus() {
        return side.clone();
    }
    let values = [true, false].map(|upper| side.resolve_plus_minus(upper));
    Expr::Tuple(Bracket::None, values.to_vec())
}

/// Whether a value has symbols, so that it is not one number however it is written.
pub(super) fn has_symbols(value: &Expr) -> bool {
    value.any(|part| matches!(part, Expr::Symbol(_) | Expr::Call(_)))
}
