//! Abbreviations: names that a solution introduces itself. From `\omega = \sqrt{k/\mu}` and
//! `\mu = \frac{m_1 m_2}{m_1 + m_2}` follows `\omega = \sqrt{k/m_1 + k/m_2}`; a solution that writes both has stated
//! that too.

use std::collections::BTreeMap;

use crate::tree::{Expr, Formula, Relation, Statement, Symbol};

/// Abbreviations are not written out in an expression with more nodes than this.
const MOST_PARTS: usize = 400;

/// How deeply abbreviations may be defined by one another.
const MOST_LEVELS: usize = 6;

/// The names that the problem does not know, each with the first value that the solution gives it. These values
/// contain no such names any more.
#[derive(Debug, Default)]
pub(super) struct Abbreviations(BTreeMap<Symbol, Expr>);

impl Abbreviations {
    /// The abbreviations of a solution, given the names that the problem knows.
    pub(super) fn of<'f>(
        formulas: impl IntoIterator<Item = &'f Formula>,
        is_known: impl Fn(&Symbol) -> bool,
    ) -> Self {
        let mut given: BTreeMap<Symbol, Expr> = BTreeMap::new();
        let with_conditions =
            |formula: &'f Formula| [formula].into_iter().chain(&formula.conditions);
        for formula in formulas.into_iter().flat_map(with_conditions) {
            if let Some((name, value)) = definition(formula)
                && !is_known(name)
                && !given.contains_key(name)
            {
                given.insert(name.clone(), value.clone());
            }
        }
        // An abbreviation may use others; a cycle of them defines nothing.
        let mut own = Self(given);
        for _ in 0..MOST_LEVELS {
            let before = Self(own.0.clone());
            for value in own.0.values_mut() {
                *value = before.expr(value).unwrap_or_else(|| value.clone());
            }
        }
        let finished = |value: &Expr| !own.stand_in(value) && value.extent().1 <= MOST_PARTS;
        let values = own.0.iter().filter(|(_, value)| finished(value));
        Self(
            values
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect(),
        )
    }

    /// The statement with its abbreviations written out; `None` if it has none.
    pub(super) fn written_out(&self, statement: &Statement) -> Option<Statement> {
        let mut changed = false;
        let out = statement.map_sides(|side| match self.expr(side) {
            Some(out) => {
                changed = true;
                out
            }
            None => side.clone(),
        });
        changed.then_some(out)
    }

    /// `None` if there is nothing to replace, or the result would be too large.
    fn expr(&self, expr: &Expr) -> Option<Expr> {
        if !self.stand_in(expr) {
            return None;
        }
        let mut are_bound = false;
        // The bound variable of such a part is not an abbreviation.
        expr.walk(&mut |part| are_bound |= is_calculus(part) && self.stand_in(part));
        let out = (!are_bound).then(|| self.put_in(expr))?;
        (out.extent().1 <= MOST_PARTS).then_some(out)
    }

    fn stand_in(&self, expr: &Expr) -> bool {
        let mut found = false;
        expr.walk(&mut |part| {
            found |= matches!(part, Expr::Symbol(name) if self.0.contains_key(name.as_ref()));
        });
        found
    }

    fn put_in(&self, expr: &Expr) -> Expr {
        match expr {
            Expr::Symbol(name) => self.0.get(name.as_ref()).unwrap_or(expr).clone(),
            _ => expr.map_children(&mut |child| self.put_in(child)),
        }
    }
}

/// A name and its value: `\mu = \frac{m_1 m_2}{m_1 + m_2} = 3\,\text{kg}`.
fn definition(formula: &Formula) -> Option<(&Symbol, &Expr)> {
    match (&formula.first, formula.links.first()) {
        (Some(Expr::Symbol(name)), Some((Relation::Equal | Relation::Identical, value))) => {
            (!value.mentions(name)).then_some((name, value))
        }
        _ => None,
    }
}

fn is_calculus(part: &Expr) -> bool {
    matches!(
        part,
        Expr::Integral(_)
            | Expr::Series(_)
            | Expr::Limit(_)
            | Expr::Derivative(_)
            | Expr::Operator(_)
            | Expr::Evaluated(_)
            | Expr::Call(_)
    )
}

#[cfg(test)]
mod tests {
    use crate::credit::tests::is_right as states;

    #[test]
    fn what_a_solution_calls_by_a_name_of_its_own_is_written_out() {
        let omega = r"$$\omega = \sqrt{\frac{k}{m_1} + \frac{k}{m_2}}$$";
        for solution in [
            "$$\\mu = \\frac{m_1 m_2}{m_1 + m_2}$$\n\n$$\\omega = \\sqrt{\\frac{k}{\\mu}}$$",
            r"$$\omega = \sqrt{\frac{k}{\mu}}, \quad \mu = \frac{m_1 m_2}{m_1 + m_2}$$",
            r"$$\omega = \sqrt{\frac{k}{\mu}} \quad\text{where}\quad \mu = \frac{m_1 m_2}{m_1 + m_2}$$",
            "$$\\mu = \\frac{m_1 m_2}{M}$$\n\n$$M = m_1 + m_2$$\n\n$$\\omega = \\sqrt{\\frac{k}{\\mu}}$$",
        ] {
            assert!(states(omega, solution), "{solution}");
        }
        for solution in [
            r"$$\omega = \sqrt{\frac{k}{\mu}}, \quad \mu = \frac{m_1 m_2}{m_1 - m_2}$$",
            r"$$\omega = \sqrt{\frac{k}{\mu}}, \quad \mu = \mu + m_1 - m_2$$",
            r"$$\omega = \sqrt{\frac{k}{\mu}}, \quad \mu = \nu, \quad \nu = \mu$$",
        ] {
            assert!(!states(omega, solution), "{solution}");
        }
        let speed = r"$$v = \sqrt{2 g h}$$";
        assert!(states(
            speed,
            "$$E_p = m g h$$\n\n$$E_k = \\frac12 m v^2$$\n\n$$E_k = E_p$$"
        ));
        assert!(!states(
            speed,
            "$$E_p = m g h$$\n\n$$E_k = m v^2$$\n\n$$E_k = E_p$$"
        ));
    }
}
