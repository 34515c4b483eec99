//! Abbreviations: names that a solution introduces itself. From `\omega = \sqrt{k/\mu}` and
//! `\mu = \frac{m_1 m_2}{m_1 + m_2}` follows `\omega = \sqrt{k/m_1 + k/m_2}`; a solution that writes both has stated
//! that too.

use std::collections::BTreeMap;

use crate::algebra::constant_table::constants_of;
use crate::tree::{Change, Expr, Formula, Number, Relation, Sign, Statement, Symbol, Term};

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
        let formulas: Vec<&Formula> = formulas.into_iter().flat_map(with_conditions).collect();
        // Who writes a name to the left of its value defines it; another order may only use it.
        for define in [definition, turned_definition] {
            for (name, value) in formulas.iter().filter_map(|formula| define(formula)) {
                if !is_known(&name) && !mentions(&value, |part| *part == name) {
                    given.entry(name).or_insert(value);
                }
            }
        }
        for (name, value) in formulas.iter().filter_map(|formula| {
            solved_definition(formula, |name| !is_known(name) && !is_constant(name))
        }) {
            given.entry(name).or_insert(value);
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
        // The bound variable of such a part is not an abbreviation.
        let are_bound = expr.any(|part| is_calculus(part) && self.stand_in(part));
        (!are_bound && self.stays_small(expr)).then(|| self.put_in(expr))
    }

    /// Whether the result of [`Self::put_in`] has at most [`MOST_PARTS`] nodes. They are counted first, since two
    /// long formulas can make a result that no memory holds.
    fn stays_small(&self, expr: &Expr) -> bool {
        let mut parts = 0;
        let mut waiting = vec![(expr, false)];
        while let Some((node, is_put_in)) = waiting.pop() {
            // Names inside of a value stay.
            if let Some(value) = self.value_of(node).filter(|_| !is_put_in) {
                waiting.push((value, true));
                continue;
            }
            parts += 1;
            if parts > MOST_PARTS {
                return false;
            }
            let children = node.children().into_iter();
            waiting.extend(children.map(|child| (child, is_put_in)));
        }
        true
    }

    fn stand_in(&self, expr: &Expr) -> bool {
        mentions(expr, |name| self.0.contains_key(name))
    }

    fn put_in(&self, expr: &Expr) -> Expr {
        match self.value_of(expr) {
            Some(value) => value.clone(),
            None => expr.map_children(&mut |child| self.put_in(child)),
        }
    }

    fn value_of(&self, expr: &Expr) -> Option<&Expr> {
        self.0.get(&name_of(expr)?)
    }
}

/// The name of a quantity: a symbol, or its change, `\Delta p`.
pub(super) fn name_of(expr: &Expr) -> Option<Symbol> {
    match expr {
        Expr::Symbol(name) => Some((**name).clone()),
        Expr::Change(Change::Delta, of) => match &**of {
            Expr::Symbol(of) => Some(Symbol::new(format!(r"\Delta {}", of.name()))),
            _ => None,
        },
        _ => None,
    }
}

fn mentions(expr: &Expr, is_it: impl Fn(&Symbol) -> bool) -> bool {
    expr.any(|part| name_of(part).is_some_and(|name| is_it(&name)))
}

/// A name and its value: `\mu = \frac{m_1 m_2}{m_1 + m_2} = 3\,\text{kg}`. Of several values the first without calculus,
/// `I_\infty = \lim_{t \to \infty} I = \frac{V}{R}`.
fn definition(formula: &Formula) -> Option<(Symbol, Expr)> {
    let name = name_of(formula.first.as_ref()?)?;
    let is_equal = |(relation, _): &&(Relation, Expr)| {
        matches!(relation, Relation::Equal | Relation::Identical)
    };
    let mut values = formula
        .links
        .iter()
        .take_while(is_equal)
        .map(|(_, value)| value);
    let first = values.clone().next()?;
    let is_plain = |value: &&Expr| !value.any(is_calculus);
    Some((name, values.find(is_plain).unwrap_or(first).clone()))
}

/// A name behind its value, `\frac{A_1}{A_2} = \beta`, or the value of its power, `\omega^2 = \frac{k}{m}`.
fn turned_definition(formula: &Formula) -> Option<(Symbol, Expr)> {
    let (Some(first), [(Relation::Equal | Relation::Identical, second), ..]) =
        (&formula.first, formula.links.as_slice())
    else {
        return None;
    };
    match first {
        Expr::Power(name, exponent) if matches!(**exponent, Expr::Number(_)) => {
            let degree = Some(exponent.clone());
            Some((name_of(name)?, Expr::Root(Box::new(second.clone()), degree)))
        }
        first => Some((name_of(second)?, first.clone())),
    }
}

/// The first unknown name in what a known quantity equals, and its value: `f = \frac{\omega}{2\pi}` for `\omega = 2\pi f`,
/// `V_2 = \Delta V + V_1` for `\Delta V = V_2 - V_1`.
fn solved_definition(
    formula: &Formula,
    is_unknown: impl Fn(&Symbol) -> bool,
) -> Option<(Symbol, Expr)> {
    let known = formula.first.as_ref()?;
    let [(Relation::Equal | Relation::Identical, value)] = formula.links.as_slice() else {
        return None;
    };
    if is_unknown(&name_of(known)?) {
        return None;
    }
    let mut unknown = Vec::new();
    value.walk(&mut |part| {
        if let Expr::Symbol(name) = part
            && is_unknown(name)
        {
            unknown.push((**name).clone());
        }
    });
    let name = unknown.first()?.clone();
    let stands_once = unknown.iter().filter(|other| **other == name).count() == 1;
    let solved = stands_once.then(|| isolated(value, &name, known.clone()))??;
    Some((name, solved))
}

/// Whether a name is that of a constant of mathematics or of nature, which no solution introduces.
fn is_constant(name: &Symbol) -> bool {
    [r"\pi", "e", "i"].iter().any(|known| name.is(known)) || constants_of(name).next().is_some()
}

/// The value of a name that stands once in an expression, where that has a value. Quantities are positive.
fn isolated(expr: &Expr, name: &Symbol, value: Expr) -> Option<Expr> {
    let fraction = |above, below| Expr::Fraction(Box::new(above), Box::new(below));
    let term = |sign, value| Term { sign, value };
    match expr {
        Expr::Symbol(symbol) if **symbol == *name => Some(value),
        Expr::Product(factors) => {
            let at = factors.iter().position(|factor| factor.mentions(name))?;
            let others = factors.iter().enumerate().filter(|(other, _)| *other != at);
            let others: Vec<Expr> = others.map(|(_, factor)| factor.clone()).collect();
            isolated(&factors[at], name, fraction(value, Expr::product(others)))
        }
        Expr::Fraction(above, below) if above.mentions(name) => {
            isolated(above, name, Expr::product(vec![value, (**below).clone()]))
        }
        Expr::Fraction(above, below) => isolated(below, name, fraction((**above).clone(), value)),
        Expr::Sum(terms) => {
            let at = terms.iter().position(|term| term.value.mentions(name))?;
            let turned = |sign| match sign {
                Sign::Plus => Some(Sign::Minus),
                Sign::Minus => Some(Sign::Plus),
                Sign::PlusMinus | Sign::MinusPlus => None,
            };
            let own = terms[at].sign;
            let mut rest = vec![term(own, value)];
            for (other, one) in terms.iter().enumerate() {
                if other != at {
                    // `a - x = b` gives `x = a - b`.
                    let sign = turned(one.sign)?;
                    let sign = if own == Sign::Plus {
                        sign
                    } else {
                        turned(sign)?
                    };
                    rest.push(term(sign, one.value.clone()));
                }
            }
            isolated(&terms[at].value, name, Expr::Sum(rest))
        }
        Expr::Power(base, exponent) if matches!(**exponent, Expr::Number(_)) => {
            let root = Expr::Root(Box::new(value), Some(exponent.clone()));
            isolated(base, name, root)
        }
        Expr::Root(of, degree) => {
            let two = Expr::Number(Number::integer(2));
            let degree = degree.as_deref().cloned().unwrap_or(two);
            isolated(of, name, Expr::Power(Box::new(value), Box::new(degree)))
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

    #[test]
    fn a_name_may_be_defined_in_any_order_and_in_an_aside() {
        let speed = r"$$v_1 = \sqrt{\frac{2 (p_1 - p_2)}{\rho (A_1^2/A_2^2 - 1)}}$$";
        let with_beta = r"$$v_1 = \sqrt{\frac{2 (p_1 - p_2)}{\rho (\beta^2 - 1)}}$$";
        for definition in [
            r"$$\frac{A_1}{A_2} = \beta$$",
            r"$$\beta^2 = \frac{A_1^2}{A_2^2}$$",
            r"where $\beta = A_1/A_2$,",
        ] {
            assert!(
                states(speed, &format!("{definition}\n\n{with_beta}")),
                "{definition}"
            );
        }
        for slip in [r"$$\frac{A_2}{A_1} = \beta$$", r"where $\beta = A_2/A_1$,"] {
            assert!(!states(speed, &format!("{slip}\n\n{with_beta}")), "{slip}");
        }
        let drop = r"$$v_1 = \sqrt{\frac{2 \Delta p}{\rho (A_1^2/A_2^2 - 1)}}$$";
        assert!(states(
            speed,
            &format!("$$\\Delta p = p_1 - p_2$$\n\n{drop}")
        ));
        assert!(!states(
            speed,
            &format!("$$\\Delta p = p_2 - p_1$$\n\n{drop}")
        ));
        // What is defined to the left of its value comes before what is only equal to it.
        assert!(states(
            "$$T = a b$$",
            "$$v = u$$\n\n$$u = a b$$\n\n$$T = u$$"
        ));
        let energy = r"$$U = \frac12 L \frac{V^2}{R^2}$$";
        let limit = r"$$I_\infty = \lim_{t \to \infty} I = \frac{V}{R}$$";
        assert!(states(
            energy,
            &format!("{limit}\n\n$$U = \\frac12 L I_\\infty^2$$")
        ));
    }

    #[test]
    fn long_formulas_are_not_written_out_in_one_another() {
        let sums = ["a", "b"].map(|name| format!("$${name} = {}$$", "bc".repeat(9_500)));
        assert!(states(
            "$$F = m g$$",
            &format!("{}\n\n$$F = m g$$", sums.join("\n\n"))
        ));
    }
}
