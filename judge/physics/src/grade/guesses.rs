//! Lists of guesses: a right value among wrong ones of the same quantity.
//!
//! A derivation may give one quantity several values on its way, in other symbols each time
//! (`E = \frac{1}{2} m v^2`, then `E = m g h`), and it may correct itself. In the same symbols a
//! quantity has one value: of several only one can be right, and whoever lists them does not say
//! which. So a node is not matched by a statement beside which more than so many others, that match
//! nothing, give its quantity another value in the same symbols. What follows from the node still
//! credits it.

use super::Compare;
use super::claims::Formulas;
use super::pairing::Pairings;
use super::reference::Reference;

/// Wrong values that a right one may stand beside, unless the problem says otherwise: people correct
/// themselves, once.
pub(super) const DEFAULT_GUESSES: u8 = 1;

/// For each node, the formulas that are a list of guesses of it, in the order of the text; none for
/// a node that is not stated or not guessed. `loose` are the statements that match nothing: position
/// of the formula, position in it.
pub(super) fn guessed<C: Compare>(
    reference: &Reference<C::Prepared>,
    formulas: &Formulas<C::Prepared>,
    pairings: &Pairings,
    loose: &[(usize, usize)],
    compare: &C,
) -> Vec<Vec<usize>> {
    let statement = |(formula, position): (usize, usize)| {
        formulas.statements[formula]
            .as_ref()
            .and_then(|statements| statements.get(position))
    };
    let rivals_of = |node: usize| {
        let index = reference.dag.index(node);
        let claims = reference.claims[node].iter();
        let ways = claims.flat_map(|claim| &claim.ways);
        let stated = pairings.nodes[node].iter().flatten();
        let stated = stated.filter_map(|stated| statement((stated.formula, stated.statement)));
        let known: Vec<&C::Prepared> = ways.chain(stated).collect();
        let mut rivals: Vec<(usize, &C::Prepared)> = Vec::new();
        for &at in loose {
            let Some(other) = statement(at) else { continue };
            let is_rival = known.iter().any(|one| compare.is_rival(index, one, other));
            let is_known = |(_, rival): &(usize, &C::Prepared)| {
                compare.compare(index, rival, other).equivalent
            };
            if is_rival && !rivals.iter().any(is_known) {
                rivals.push((at.0, other));
            }
        }
        rivals.into_iter().map(|(formula, _)| formula).collect()
    };
    let most = usize::from(reference.guesses);
    (0..reference.dag.len())
        .map(|node| {
            if !pairings.is_stated(node) {
                return Vec::new();
            }
            let rivals: Vec<usize> = rivals_of(node);
            if rivals.len() > most {
                rivals
            } else {
                Vec::new()
            }
        })
        .collect()
}
