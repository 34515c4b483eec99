//! Detects lists of guesses: a right value among wrong ones for the same quantity.
//!
//! A derivation may give one quantity several values on its way, each in other symbols (`E = \frac{1}{2} m v^2`, then
//! `E = m g h`), and it may correct itself. In the same symbols a quantity has one value: only one of several can be
//! right, and a list does not say which. So a node is not matched if more than the allowed number of unmatched
//! statements give its quantity another value in the same symbols. What follows from the node still credits it.
//!
//! A law that only implies the right value does not state it: beside a wrong value and without a right one, it does
//! not match the node.
//!
//! A correction is a formula of its own. A chain claims that all its sides are equal, so a chain that gives the
//! quantity a right and a wrong value, `v = 24/2 = 22`, has a false link and states neither.

use std::fmt;

use super::Compare;
use super::claims::Formulas;
use super::pairing::{Pairings, Said};
use super::reference::Reference;

/// How many wrong values are allowed beside a right one unless the problem says otherwise: people correct themselves
/// once.
pub(super) const DEFAULT_GUESSES: u8 = 1;

/// With this setting a right value always counts, however many wrong ones there are.
const ALL_GUESSES: u8 = 100;

/// Why the statement of a node does not count. Lists the formulas that give its quantity other values, in the order
/// of the text.
#[derive(Debug)]
pub(super) enum Doubt {
    /// There are too many of them.
    Guesses(Vec<usize>),
    /// They stand in one chain with the right value.
    FalseChain(Vec<usize>),
    /// No formula gives the right value, though one implies it.
    Implied(Vec<usize>),
}

impl Doubt {
    /// The formulas that give other values.
    pub(super) fn formulas(&self) -> &[usize] {
        match self {
            Self::Guesses(formulas) | Self::FalseChain(formulas) | Self::Implied(formulas) => {
                formulas
            }
        }
    }
}

/// For each node, why what states it does not count, if it does not.
pub(super) fn doubts<C: Compare>(
    reference: &Reference<C::Prepared>,
    formulas: &Formulas<C::Prepared>,
    pairings: &Pairings,
    said: &Said,
    compare: &C,
) -> Vec<Option<Doubt>> {
    let statement = |(formula, position): (usize, usize)| {
        formulas.statements[formula]
            .as_ref()
            .and_then(|statements| statements.get(position))
    };
    // The other statements that give the node's quantity a value, and whether a statement of the node gives it one.
    let rivals_of = |node: usize| -> (Vec<RivalAnswer>, bool) {
        let index = reference.dag.index(node);
        let claims = reference.claims[node].iter();
        let ways: Vec<&C::Prepared> = claims.flat_map(|claim| &claim.ways).collect();
        // Of what states it, all that does: in `E = 4 \cdot 10^{-19} \unit{J} = 2.5 \unit{eV}` each number has its unit.
        let stating = said
            .iter()
            .filter(|(_, nodes)| nodes.contains(&node))
            .filter_map(|(&at, _)| statement(at));
        let mut known = ways.clone();
        known.extend(stating);
        let gives_a_value = |one: &&C::Prepared| {
            ways.iter()
                .any(|way| compare.gives_a_value(index, way, one))
        };
        let is_given = known[ways.len()..].iter().any(gives_a_value);
        let counts = |(formula, _): &&(usize, usize)| {
            formulas.may_answer(*formula) || !reference.finals[node]
        };
        let loose = said.iter().filter(|(_, nodes)| nodes.is_empty());
        let others = loose.map(|(at, _)| at).filter(counts).filter_map(|&at| {
            let other = statement(at)?;
            let is_rival = |one: &&C::Prepared| compare.is_rival(index, one, other);
            let one = known.iter().copied().find(is_rival)?;
            let is_false = compare.is_beyond_rounding(index, one, other);
            Some((at.0, is_false, other))
        });
        let others: Vec<_> = others.collect();
        // A rounded number is not another value, and neither is the number that it is rounded from.
        let agreeing = others.iter().filter(|(_, is_false, _)| !is_false);
        let same: Vec<&C::Prepared> = (known.iter().copied())
            .chain(agreeing.map(|(_, _, other)| *other))
            .collect();
        let mut rivals: Vec<(RivalAnswer, &C::Prepared)> = Vec::new();
        for (formula, is_false, other) in others {
            if same.iter().any(|one| compare.is_rounded(index, one, other)) {
                continue;
            }
            let is_known = |(_, rival): &(RivalAnswer, &C::Prepared)| {
                compare.compare(index, rival, other).equivalent
            };
            let rival = RivalAnswer {
                formula,
                is_new: !rivals.iter().any(is_known),
                is_false,
            };
            rivals.push((rival, other));
        }
        (
            rivals.into_iter().map(|(rival, _)| rival).collect(),
            is_given,
        )
    };
    let most = usize::from(reference.guesses);
    (0..reference.dag.len())
        .map(|node| {
            if !pairings.is_stated(node) {
                return None;
            }
            let (rivals, is_given) = rivals_of(node);
            let guesses: Vec<usize> = rivals
                .iter()
                .filter(|rival| rival.is_new)
                .map(|rival| rival.formula)
                .collect();
            if guesses.len() > most {
                return Some(Doubt::Guesses(guesses));
            }
            if reference.guesses >= ALL_GUESSES {
                return None;
            }
            if !is_given && !guesses.is_empty() {
                return Some(Doubt::Implied(guesses));
            }
            let beside = in_false_chains(node, &rivals, formulas, pairings);
            (!beside.is_empty()).then_some(Doubt::FalseChain(beside))
        })
        .collect()
}

/// For a node that is stated only by chains that also contain a wrong value of it: those wrong values.
fn in_false_chains<P>(
    node: usize,
    rivals: &[RivalAnswer],
    formulas: &Formulas<P>,
    pairings: &Pairings,
) -> Vec<usize> {
    let states = |formula: &usize| pairings.formulas[*formula].contains(&node);
    let stating: Vec<usize> = (0..formulas.chains.len()).filter(states).collect();
    let beside = |formula: usize, rival: &RivalAnswer| {
        let chain = formulas.chains[formula];
        rival.is_false && chain.is_some() && chain == formulas.chains[rival.formula]
    };
    let is_false = |formula: &usize| rivals.iter().any(|rival| beside(*formula, rival));
    if !stating.iter().all(is_false) {
        return Vec::new();
    }
    let stands = |rival: &&RivalAnswer| stating.iter().any(|formula| beside(*formula, rival));
    let mut found: Vec<usize> = (rivals.iter().filter(stands))
        .map(|rival| rival.formula)
        .collect();
    found.dedup();
    found
}

/// A formula that gives the quantity of a node another value.
struct RivalAnswer {
    formula: usize,
    /// No formula before it gives that value.
    is_new: bool,
    /// The value differs even if both are rounded.
    is_false: bool,
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, rivals) = match self {
            Self::Guesses(rivals) => ("the right value is one of a list", rivals),
            Self::Implied(rivals) => ("no formula gives the right value", rivals),
            Self::FalseChain(rivals) => ("the right value stands in a chain with another", rivals),
        };
        let numbers: Vec<String> = rivals.iter().map(|rival| (rival + 1).to_string()).collect();
        write!(
            f,
            "{what}; other values of the same quantity in the same symbols are in formulas {}",
            numbers.join(", ")
        )
    }
}

#[cfg(test)]
mod tests {
    use crate::credit::tests::is_right;

    #[test]
    fn a_law_beside_a_wrong_value_is_not_the_right_one() {
        let matched = |answer: &str, law: &str, value: &str| {
            is_right(answer, &format!("$${law}$$\n\n$${value}$$"))
        };
        for (right, law, wrong) in [
            (
                r"h \ge \frac{5 r}{2}",
                r"2 (h - 2 r) \ge r",
                r"h \ge \frac{5 r}{3}",
            ),
            (
                r"b = \frac{a f}{a - f}",
                r"\frac1f = \frac1a + \frac1b",
                r"b = \frac{a f}{a + f}",
            ),
        ] {
            let answer = format!("$${right}$$");
            assert!(matched(&answer, law, right), "{right}");
            assert!(matched(&answer, law, "x = 2"), "{law}");
            assert!(!matched(&answer, law, wrong), "{wrong}");
            // A solution that corrects a slip gives the right value.
            assert!(
                matched(&answer, &format!("{law}$$\n\n$${wrong}"), right),
                "{wrong}"
            );
        }
    }

    #[test]
    fn a_wrong_value_is_one_however_it_is_written() {
        let right = r"v = \sqrt{\frac{G M}{r}}";
        let is_right_beside = |form: &dyn Fn(&str) -> String| {
            let wrong = [
                r"\sqrt{\frac{2 G M}{r}}",
                r"\frac{G M}{r}",
                r"\sqrt{\frac{G M}{r^3}}",
            ];
            let list: String = wrong
                .map(|value| format!("$${}$$\n\n", form(value)))
                .concat();
            is_right(&format!("$${right}$$"), &format!("{list}$${right}$$"))
        };
        assert!(!is_right_beside(&|x| format!(r"v - {x} = 0")));
        assert!(!is_right_beside(&|x| format!(r"m v = m {x}")));
        assert!(!is_right_beside(&|x| format!(
            r"\frac1v = \frac{{1}}{{{x}}}"
        )));
        assert!(!is_right_beside(&|x| format!(r"\ln v = \ln {x}")));
        assert!(!is_right_beside(&|x| format!(r"v = {x} + s - s")));
        // These say something about other quantities as well.
        assert!(is_right_beside(&|x| format!(r"m v a = {x}")));
        assert!(is_right_beside(&|x| format!(r"v' = {x}")));
    }
}
