//! Simplified trees, from `SymPy` and kept for the next answer to the same problem.

use std::sync::Mutex;

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::Tree;
use super::cache::Recent;
use super::sympy::to_tree;

/// What a simplification may take: thirty thousand million instructions, some five seconds. Of 135
/// expressions from answers to physics problems half take less than 0.8·10⁸, all but two less than 1.6·10⁹,
/// and the hardest 2.4·10⁹.
pub const FUEL: Fuel = Fuel(30_000_000_000);

/// Bringing a tree into order gets this part of the fuel; it takes far less than simplifying, but for
/// sums of hundreds of terms.
const ARRANGING: u64 = 10;

/// Nodes of the trees kept, which take some 20 megabytes. A data set has some hundred problems, and a
/// tree seldom has more than forty nodes.
const KEPT_NODES: usize = 200_000;

/// What a simplification may take, in instructions of the simplifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fuel(pub u64);

/// An expression that is simplified before another in the same place, so that what is found out about it
/// serves the other.
#[derive(Clone, Copy, Debug)]
pub struct Before<'a> {
    /// The expression.
    pub tree: &'a Value,
    /// What simplifying it may take.
    pub fuel: Fuel,
}

/// What became of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Simplified {
    /// The tree that came out.
    Tree(Value),
    /// The simplifier cannot do it; its message.
    Refused(String),
    /// Fuel, memory or stack did not suffice.
    Exhausted,
}

/// The simplifier failed, which is not the expression's fault.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct SimplifyError(pub Box<dyn std::error::Error + Send + Sync>);

/// What simplifies: `SymPy` in the sandbox, or something else in tests. What comes out depends on the
/// tree, the fuel and what is said to come before alone.
pub trait Simplify: Send + Sync {
    /// Simplifies a tree of `SymPy`, after another one if there is one, which has fuel of its own.
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

    /// Brings a tree into `SymPy`'s order.
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
    /// Whether it could be simplified; else it is as it was written, in `SymPy`'s order if that
    /// was possible.
    pub simplified: bool,
}

/// Simplifies and remembers.
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

    /// The simplified tree; the tree as written when `SymPy` refuses or the fuel is used up. What is
    /// remembered is what would come out again.
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

    /// Whether `SymPy` sees that an answer equals its reference: their difference simplifies to zero.
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
