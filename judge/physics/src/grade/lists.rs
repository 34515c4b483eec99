//! Values of a quantity that a solution gives one by one, `x = 1 \text{ or } x = -2`, where the
//! problem gives them in a list, `x = 1, -2`.

use super::WrittenFormula;
use crate::equivalence::{Context, compare_statements};
use crate::formula::{Bracket, Expr, Formula, Relation, Statement, Symbol};

/// The quantities of a problem that have a list of values and nowhere one of them alone.
#[derive(Debug)]
pub(super) struct Lists(Vec<ListedQuantity>);

#[derive(Debug)]
struct ListedQuantity {
    symbol: Symbol,
    values: usize,
    /// Whether symbols stand in the values: then a step of the way may be written like a value.
    has_symbols: bool,
}

impl Lists {
    /// Looks through the formulas of a problem.
    pub(super) fn new(formulas: &[Formula], context: &Context) -> Self {
        let listed = formulas.iter().filter_map(ListedQuantity::of);
        let is_only = |quantity: &ListedQuantity| {
            let mut values = formulas
                .iter()
                .filter_map(|formula| quantity.value(formula, context));
            values.next().is_none()
        };
        Self(listed.filter(is_only).collect())
    }

    /// The formulas of a solution, of which those that give the values of a list in a row are one.
    pub(super) fn gathered(
        &self,
        written: Vec<WrittenFormula>,
        context: &Context,
    ) -> Vec<WrittenFormula> {
        if self.0.is_empty() {
            return written;
        }
        let mut gathered: Vec<WrittenFormula> = Vec::with_capacity(written.len());
        let mut rest = written.as_slice();
        while let Some(first) = rest.first() {
            let runs = self
                .0
                .iter()
                .map(|quantity| (quantity, quantity.run(rest, context)));
            let Some((quantity, length)) = runs.max_by_key(|(_, length)| *length) else {
                break;
            };
            if length < 2 {
                gathered.push(first.clone());
                rest = &rest[1..];
                continue;
            }
            let (run, after) = rest.split_at(length);
            let steps = if quantity.has_symbols {
                length.saturating_sub(quantity.values)
            } else {
                0
            };
            gathered.extend_from_slice(&run[..steps]);
            gathered.push(quantity.joined(&run[steps..], context));
            rest = after;
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

    /// Whether a formula gives this quantity, perhaps with a number: `x_1`.
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

    /// The one value that a formula gives this quantity.
    fn value<'f>(&self, formula: &'f Formula, context: &Context) -> Option<&'f Expr> {
        let is_equal = |(relation, _): &(Relation, Expr)| {
            matches!(relation, Relation::Equal | Relation::Approximately)
        };
        let (_, value) = formula.links.last()?;
        let single = !matches!(value, Expr::Tuple(..)) && !value.has_plus_minus();
        let fits = self.has_symbols || !has_symbols(value);
        // `x = \frac{4 - 2}{2} = 1`; a false link is for the comparison to find.
        let agree = |pair: &[(Relation, Expr)]| {
            let [one, other] =
                [&pair[0], &pair[1]].map(|(_, side)| Statement::Expression(side.clone()));
            compare_statements(&one, &other, context).equivalent
        };
        (self.is_of(formula)
            && single
            && fits
            && formula.links.iter().all(is_equal)
            && formula.links.windows(2).all(agree))
        .then_some(value)
    }

    /// The one value that a formula of a solution gives this quantity.
    fn written_value<'w>(
        &self,
        written: &'w WrittenFormula,
        context: &Context,
    ) -> Option<&'w Expr> {
        self.value(written.formula.as_ref().ok()?, context)
    }

    /// How many formulas at the beginning of some give a value each.
    fn run(&self, written: &[WrittenFormula], context: &Context) -> usize {
        let values = written
            .iter()
            .map_while(|one| self.written_value(one, context));
        values.count()
    }

    fn joined(&self, run: &[WrittenFormula], context: &Context) -> WrittenFormula {
        let values = run
            .iter()
            .filter_map(|one| self.written_value(one, context))
            .cloned();
        let list = Expr::Tuple(Bracket::None, values.collect());
        let sources: Vec<&str> = run.iter().map(|one| one.source.as_str()).collect();
        WrittenFormula {
            source: sources.join(", "),
            place: run[0].place,
            formula: Ok(Formula::relation(
                Expr::symbol(self.symbol.clone()),
                Relation::Equal,
                list,
            )),
        }
    }
}

fn has_symbols(value: &Expr) -> bool {
    let mut found = false;
    value.walk(&mut |part| found |= matches!(part, Expr::Symbol(_) | Expr::Call(_)));
    found
}
