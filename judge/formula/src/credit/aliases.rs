//! Finds names that solutions use for symbols of the reference, by trying each symbol.

use std::collections::BTreeSet;
use std::fmt;

use super::super::problem::NodeIndex;
use super::Compare;
use super::grader::Grader;
use super::names::ProblemNames;
use crate::tree::{Formula, Statement, Symbol, symbols_of};

/// The most comparisons that searching a solution for aliases may take.
const MAX_COMPARISONS: usize = 5_000;

/// A name that a solution uses and the reference does not, and what it seems to stand for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Alias {
    /// The name, in LaTeX.
    pub name: String,
    /// The symbol of the reference, in LaTeX.
    pub symbol: String,
    /// A formula of the reference that it would match.
    pub node: NodeIndex,
}

impl fmt::Display for Alias {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, symbol, node } = self;
        write!(
            f,
            "`{name}` seems to stand for `{symbol}`: with \"aliases\": {{{name:?}: {symbol:?}}} node {node} \
             would be matched"
        )
    }
}

impl Grader {
    /// The aliases that would make formulas of a solution (in Markdown) match that do not match now. A formula must
    /// have exactly one name that the reference lacks, and exactly one symbol must fit it.
    pub fn propose_aliases(&self, solution: &str) -> Vec<Alias> {
        let (report, written) = self.grade_found(solution);
        let unmatched = report.formulas.iter().zip(&written);
        let unmatched = unmatched.filter(|(told, _)| told.matches.is_empty());
        let mut left = MAX_COMPARISONS;
        let mut found = BTreeSet::new();
        for (_, one) in unmatched {
            let Ok(formula) = &one.formula else { continue };
            let own = symbols_of(formula.sides());
            let mut unknown = own.difference(self.symbols());
            let (Some(name), None) = (unknown.next(), unknown.next()) else {
                continue;
            };
            let free = self.symbols().difference(&own);
            let fitting: Vec<Alias> = free
                .filter_map(|symbol| {
                    let node =
                        self.matched_with(formula, name, symbol, &report.matched, &mut left)?;
                    Some(Alias {
                        name: name.name(),
                        symbol: symbol.name(),
                        node,
                    })
                })
                .collect();
            if let [alias] = fitting.as_slice() {
                found.insert(alias.clone());
            }
        }
        found.into_iter().collect()
    }

    /// A formula of the reference, not among those `matched`, that a formula equals once a symbol replaces one of its
    /// names.
    fn matched_with(
        &self,
        formula: &Formula,
        name: &Symbol,
        symbol: &Symbol,
        matched: &[NodeIndex],
        left: &mut usize,
    ) -> Option<NodeIndex> {
        let names = ProblemNames::renaming(name, symbol);
        let statements = formula.statements();
        let meant: Vec<Statement> = statements.iter().map(|one| names.meant(one)).collect();
        let (reference, comparer) = self.parts();
        let open =
            (0..reference.dag.len()).filter(|&node| !matched.contains(&reference.dag.index(node)));
        for node in open {
            let index = reference.dag.index(node);
            let [claim] = reference.claims[node].as_slice() else {
                continue;
            };
            for statement in &meant {
                *left = left.checked_sub(1)?;
                let written = comparer.prepare_written(statement);
                let says = |way| comparer.compare(index, way, &written).equivalent;
                if claim.ways.iter().any(says) {
                    return Some(index);
                }
            }
        }
        None
    }
}
