//! Simplifies trees with `SymPy` and caches the results for later answers to the same problem.

use std::sync::Mutex;

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::Tree;
use super::cache::Recent;
use super::sympy::to_tree;

/// The fuel of one simplification: thirty thousand million instructions, about five seconds. Of 135 expressions from
/// answers to physics problems, half take less than 0.8·10⁸, all but two less than 1.6·10⁹, and the hardest 2.4·10⁹.
pub const FUEL: Fuel = Fuel(30_000_000_000);

/// Sorting a tree gets this part of the fuel; it takes far less than simplifying, except for sums of hundreds of
/// terms.
const ARRANGING: u64 = 10;

/// How many nodes the cache holds, which takes about 20 megabytes. A data set has some hundred problems, and a tree
/// rarely has more than forty nodes.
const KEPT_NODES: usize = 200_000;

/// The most instructions that the simplifier may execute for one expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fuel(pub u64);

/// An expression that is simplified first in the same instance, so that `SymPy`'s caches help the next one.
#[derive(Clone, Copy, Debug)]
pub struct Before<'a> {
    /// The expression.
    pub tree: &'a Value,
    /// The fuel for simplifying it.
    pub fuel: Fuel,
}

/// The outcome of a simplification.
#[derive(Clone, Debug, PartialEq)]
pub enum Simplified {
    /// The simplified tree.
    Tree(Value),
    /// The simplifier cannot handle it; its message.
    Refused(String),
    /// Fuel, memory or stack ran out.
    Exhausted,
}

/// The simplifier failed; this is not the expression's fault.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct SimplifyError(pub Box<dyn std::error::Error + Send + Sync>);

/// A simplifier: `SymPy` in the sandbox, or a stand-in in tests. The result depends only on the tree, the fuel and
/// the expression before it.
pub trait Simplify: Send + Sync {
    /// Simplifies a tree of `SymPy`, after another expression if one is given; that one has its own fuel.
    ///
    /// # Errors
    ///
    /// Only when the simplifier itself fails.
    fn simplify(
        &self,
        tree: &Value,
        fuel: Fuel,
        before: Option<Before<'_>>,
    ) -> Result<Simplified, SimplifyError>;

    /// Sorts a tree into `SymPy`'s order.
    ///
    /// # Errors
    ///
    /// Only when the simplifier itself fails.
    fn arrange(&self, tree: &Value, fuel: Fuel) -> Result<Simplified, SimplifyError>;
}

/// A tree to be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simple {
    /// The labelled tree.
    pub tree: Tree,
    /// Whether it could be simplified. If not, the tree is as written, in `SymPy`'s order if possible.
    pub simplified: bool,
}

/// Simplifies and caches.
pub(super) struct Memory {
    simplifier: Box<dyn Simplify>,
    kept: Mutex<Recent<[u8; 32], Simple>>,
}

impl Memory {
    pub(super) fn new(simplifier: impl Simplify + 'static) -> Self {
        Self {
            simplifier: Box::new(simplifier),
            kept: Mutex::new(Recent::new(KEPT_NODES)),
        }
    }

    /// The simplified tree, or the tree as written if `SymPy` refuses it or the fuel runs out. Only results that
    /// would come out again are cached.
    pub(super) fn simple(
        &self,
        tree: &Value,
        fuel: Fuel,
        before: Option<Before<'_>>,
    ) -> Result<Simple, SimplifyError> {
        let first = before.map_or_else(String::new, |Before { tree, fuel }| {
            format!("{} {tree} ", fuel.0)
        });
        let key = Sha256::digest(format!("{first}{} {tree}", fuel.0)).into();
        let kept = || self.kept.lock().expect("no panic while locked");
        if let Some(simple) = kept().get(&key) {
            return Ok(simple);
        }
        let simple = self.make(tree, fuel, before)?;
        kept().insert(key, simple.clone(), simple.tree.size());
        Ok(simple)
    }

    fn make(
        &self,
        tree: &Value,
        fuel: Fuel,
        before: Option<Before<'_>>,
    ) -> Result<Simple, SimplifyError> {
        let unsimplified = |tree| Simple {
            tree,
            simplified: false,
        };
        if let Some(tree) = labelled(self.simplifier.simplify(tree, fuel, before)?) {
            return Ok(Simple {
                tree,
                simplified: true,
            });
        }
        if let Some(tree) = labelled(self.simplifier.arrange(tree, Fuel(fuel.0 / ARRANGING))?) {
            return Ok(unsimplified(tree));
        }
        let as_written = to_tree(tree).expect("the judge writes well-formed trees");
        Ok(unsimplified(as_written))
    }

    /// Whether `SymPy` finds an answer equal to its reference: their difference simplifies to zero.
    pub(super) fn equal(
        &self,
        reference: Before<'_>,
        answer: &Value,
        fuel: Fuel,
    ) -> Result<bool, SimplifyError> {
        let difference = json!(["Add", reference.tree, ["Mul", ["n", "-1"], answer]]);
        let simplified = (self.simplifier).simplify(&difference, fuel, Some(reference))?;
        let zero = Tree::leaf("number_0");
        Ok(labelled(simplified) == Some(zero))
    }
}

fn labelled(answer: Simplified) -> Option<Tree> {
    match answer {
        Simplified::Tree(tree) => to_tree(&tree),
        Simplified::Refused(_) | Simplified::Exhausted => None,
    }
}
