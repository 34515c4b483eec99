//! Compares one answer with one reference, from LaTeX to a score.

use super::open_notation::{Reading, reread};
use super::sides::{Sides, result};
use super::simplify::{Before, FUEL, Fuel, Memory, Simple, Simplify, SimplifyError};
use super::sympy::{Names, Unsupported};
use super::{MAX_NODES, TooLarge, Tree, distance, relative_distance, score};
use crate::notation;
use crate::notation::ReadError;
use crate::same;
use crate::same::Context;
use crate::tree::Formula;

/// How answers are judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// By what they mean.
    #[default]
    Dojo,
    /// With the rules that `PHYBench`'s program applies before it looks at the meaning: an
    /// integral or a sum sign in either text gives 0, the same text gives 100, an answer more than
    /// three times as long as the reference gives 0.
    Phybench,
}

/// What a comparison found.
#[derive(Clone, Debug, PartialEq)]
pub struct EedFinding {
    /// From 0 to 100; 100 means equivalent.
    pub score: f64,
    /// Whether the answer counts as correct.
    pub equivalent: bool,
    /// The edit distance, where trees were compared.
    pub distance: Option<f64>,
    /// Nodes of the reference's tree, where trees were compared.
    pub tree_size: Option<usize>,
    /// Why the score is what it is, where it does not follow from the distance.
    pub caveat: Option<Caveat>,
}

impl EedFinding {
    /// The distance divided by the reference's size: 0 for an equivalent answer, `None` if trees were not compared.
    pub fn relative_distance(&self) -> Option<f64> {
        match (self.distance, self.tree_size) {
            (Some(distance), Some(size)) => Some(relative_distance(distance, size)),
            _ => self.equivalent.then_some(0.0),
        }
    }

    fn correct() -> Self {
        Self {
            score: 100.0,
            equivalent: true,
            distance: None,
            tree_size: None,
            caveat: None,
        }
    }

    fn nothing(caveat: Caveat) -> Self {
        Self {
            score: 0.0,
            equivalent: false,
            distance: None,
            tree_size: None,
            caveat: Some(caveat),
        }
    }
}

/// Why a score does not follow from a distance.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Caveat {
    /// There is no answer.
    #[error("the answer is empty")]
    Empty,
    /// [`Mode::Phybench`]: an integral or sum sign.
    #[error("integrals and sums score 0")]
    IntegralOrSum,
    /// [`Mode::Phybench`]: too long.
    #[error("the answer is more than three times as long as the reference")]
    TooLong,
    /// The answer is no formula.
    #[error("the answer cannot be read: {0}")]
    Unreadable(ReadError),
    /// The reference has no tree.
    #[error("in the reference, {0}")]
    ReferenceWithoutTree(Unsupported),
    /// The answer has no tree.
    #[error("in the answer, {0}")]
    AnswerWithoutTree(Unsupported),
    /// A tree is larger than is compared.
    #[error(transparent)]
    TooLarge(TooLarge),
    /// The score is that of a tree as it was written.
    #[error("SymPy did not finish simplifying: the trees are compared as they are written")]
    Unsimplified,
}

/// A comparison that cannot be made, which is not the answer's fault.
#[derive(Debug, thiserror::Error)]
pub enum EedError {
    /// The reference is no formula.
    #[error("the reference cannot be read: {0}")]
    Reference(ReadError),
    /// The simplifier failed.
    #[error(transparent)]
    Simplifier(#[from] SimplifyError),
}

/// Compares answers with references and caches the references' trees. The cache never changes a result.
pub struct Eed {
    memory: Memory,
    mode: Mode,
}

impl Eed {
    /// Compares through a simplifier.
    pub fn new(simplifier: impl Simplify + 'static, mode: Mode) -> Self {
        Self {
            memory: Memory::new(simplifier),
            mode,
        }
    }

    /// Compares LaTeX. For a text with relations (`T = 2\pi\sqrt{l/g}`) the last side counts, for an inequality both
    /// sides of the last one. If notation is ambiguous, each text has two readings: the answer is right if any two of
    /// them agree, and otherwise it gets the best score. [`Mode::Phybench`] gives a wrong answer the score of the
    /// published reading.
    ///
    /// `settled` says whether two formulas are equivalent, or `None` if it cannot tell; then `SymPy` is asked whether
    /// the difference vanishes. It is given the part of each formula that counts, not the whole.
    ///
    /// # Errors
    ///
    /// When the reference cannot be read or the simplifier fails. Problems with the answer are reported in the
    /// [`EedFinding`].
    pub fn compare(
        &self,
        reference: &str,
        answer: &str,
        names: Names,
        settled: impl Fn(&Formula, &Formula) -> Option<bool>,
    ) -> Result<EedFinding, EedError> {
        if let Some(early) = self.by_text(reference, answer) {
            return Ok(early);
        }
        let reference = self.readings(reference).map_err(EedError::Reference)?;
        let answer = match self.readings(answer) {
            Ok(answer) => answer,
            Err(error) => return Ok(EedFinding::nothing(Caveat::Unreadable(error))),
        };
        let mut pairs = Vec::new();
        for reference in &reference {
            for answer in &answer {
                let verdict = verdict(reference, answer, &settled);
                if verdict == Some(true) {
                    return Ok(EedFinding::correct());
                }
                pairs.push((reference, answer, verdict));
            }
        }
        let mut best: Option<EedFinding> = None;
        for (reference, answer, verdict) in pairs {
            let found = self.by_trees(reference, answer, names, FUEL, verdict)?;
            let better = match (self.mode, &best) {
                (Mode::Dojo, Some(best)) => found.score > best.score,
                // The published reading of both comes last.
                (Mode::Phybench, _) | (_, None) => true,
            };
            // If `SymPy` ran out of fuel, another spelling is not tried.
            let last = found.equivalent || found.caveat == Some(Caveat::Unsimplified);
            if better {
                best = Some(found);
            }
            if last {
                break;
            }
        }
        Ok(best.expect("a text that was read has a reading"))
    }

    /// The formula as the site reads it, and in the second reading if that differs.
    fn readings(&self, text: &str) -> Result<Vec<Formula>, ReadError> {
        let first = result(&notation::read(text)?);
        let reading = match self.mode {
            Mode::Dojo => Reading::Open,
            Mode::Phybench => Reading::Published,
        };
        let second = reread(text, reading)
            .and_then(|text| Some(result(&notation::read(&text).ok()?)))
            .filter(|second| *second != first);
        Ok([first].into_iter().chain(second).collect())
    }

    /// [`Self::compare`] for parsed formulas. `fuel` is for each time that `SymPy` is asked about the answer; the
    /// reference, whose tree is cached, always has [`FUEL`].
    ///
    /// # Errors
    ///
    /// When the simplifier fails.
    pub fn compare_formulas(
        &self,
        reference: &Formula,
        answer: &Formula,
        names: Names,
        fuel: Fuel,
        settled: impl Fn(&Formula, &Formula) -> Option<bool>,
    ) -> Result<EedFinding, SimplifyError> {
        let (reference, answer) = (result(reference), result(answer));
        match verdict(&reference, &answer, &settled) {
            Some(true) => Ok(EedFinding::correct()),
            verdict => self.by_trees(&reference, &answer, names, fuel, verdict),
        }
    }

    /// Scores two formulas that are not known to be equivalent by their trees; if the verdict is `None`, `SymPy` is
    /// asked too.
    fn by_trees(
        &self,
        reference: &Formula,
        answer: &Formula,
        names: Names,
        fuel: Fuel,
        verdict: Option<bool>,
    ) -> Result<EedFinding, SimplifyError> {
        let reference = match Sides::new(reference, names) {
            Ok(sides) => sides,
            Err(error) => return Ok(EedFinding::nothing(Caveat::ReferenceWithoutTree(error))),
        };
        let answer = match Sides::new(answer, names) {
            Ok(sides) => sides,
            Err(error) => return Ok(EedFinding::nothing(Caveat::AnswerWithoutTree(error))),
        };
        // A formula that is too large as written is not worth the time of simplifying it.
        if let Some(nodes) = [&reference, &answer].map(Sides::size).into_iter().max()
            && nodes > MAX_NODES
        {
            return Ok(EedFinding::nothing(Caveat::TooLarge(TooLarge::Nodes {
                nodes,
            })));
        }
        let expected = self.simple(&reference, FUEL, None)?;
        // Most of an answer also occurs in the reference.
        let found = self.simple(&answer, fuel, Some(&reference))?;
        let simplified = expected.simplified && found.simplified;
        // If one side alone is too much for `SymPy`, the difference is too.
        let is_open = verdict.is_none() && simplified;
        if expected.tree == found.tree || (is_open && self.equal(&reference, &answer, fuel)?) {
            return Ok(EedFinding::correct());
        }
        let distance = match distance(&expected.tree, &found.tree) {
            Ok(distance) => distance,
            Err(error) => return Ok(EedFinding::nothing(Caveat::TooLarge(error))),
        };
        let tree_size = expected.tree.size();
        Ok(EedFinding {
            score: score(distance, tree_size),
            equivalent: false,
            distance: Some(distance),
            tree_size: Some(tree_size),
            caveat: (!simplified).then_some(Caveat::Unsimplified),
        })
    }

    /// Simplifies a formula, after the reference if there is one.
    fn simple(
        &self,
        sides: &Sides,
        fuel: Fuel,
        reference: Option<&Sides>,
    ) -> Result<Simple, SimplifyError> {
        let before = |tree, fuel| Before { tree, fuel };
        match sides {
            Sides::Value(value) => {
                let reference = match reference {
                    Some(Sides::Value(reference)) => Some(before(reference, FUEL)),
                    Some(Sides::Order(..)) | None => None,
                };
                self.memory.simple(value, fuel, reference)
            }
            Sides::Order(relation, sides) => {
                let half = |Fuel(fuel)| Fuel(fuel / 2);
                let references = match reference {
                    Some(Sides::Order(_, sides)) => {
                        sides.each_ref().map(|side| Some(before(side, half(FUEL))))
                    }
                    Some(Sides::Value(_)) | None => [None; 2],
                };
                let [left, right] = sides;
                let left = self.memory.simple(left, half(fuel), references[0])?;
                let right = self.memory.simple(right, half(fuel), references[1])?;
                Ok(Simple {
                    tree: Tree::new(
                        format!("relation_{}", relation.as_latex()),
                        vec![left.tree, right.tree],
                    ),
                    simplified: left.simplified && right.simplified,
                })
            }
        }
    }

    fn equal(&self, reference: &Sides, answer: &Sides, fuel: Fuel) -> Result<bool, SimplifyError> {
        match (reference, answer) {
            (Sides::Value(tree), Sides::Value(answer)) => {
                let reference = Before { tree, fuel: FUEL };
                self.memory.equal(reference, answer, fuel)
            }
            (Sides::Value(_) | Sides::Order(..), _) => Ok(false),
        }
    }

    /// The findings that need no parsing, in the published order.
    fn by_text(&self, reference: &str, answer: &str) -> Option<EedFinding> {
        if answer.trim().is_empty() {
            return Some(EedFinding::nothing(Caveat::Empty));
        }
        let published = self.mode == Mode::Phybench;
        let has = |sign| reference.contains(sign) || answer.contains(sign);
        if published && (has(r"\int") || has(r"\sum")) {
            return Some(EedFinding::nothing(Caveat::IntegralOrSum));
        }
        if reference == answer {
            return Some(EedFinding::correct());
        }
        let too_long = answer.chars().count() > 3 * reference.chars().count();
        (published && too_long).then(|| EedFinding::nothing(Caveat::TooLong))
    }
}

/// Whether the parts of two formulas that count are equal; `None` if `settled` cannot tell.
fn verdict(
    reference: &Formula,
    answer: &Formula,
    settled: impl Fn(&Formula, &Formula) -> Option<bool>,
) -> Option<bool> {
    if reference == answer {
        return Some(true);
    }
    // An inequality is never equal to a value.
    let alike = reference.links.is_empty() == answer.links.is_empty();
    if alike {
        settled(reference, answer)
    } else {
        Some(false)
    }
}

/// Whether two formulas are equivalent by numbers; `None` if numbers do not settle it.
pub fn settled(reference: &Formula, answer: &Formula, context: &Context) -> Option<bool> {
    let found = same::compare(reference, answer, context);
    let is_settled = found.equivalent || !found.reason.is_undecided();
    is_settled.then_some(found.equivalent)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::Simplified;
    use super::*;

    /// Leaves every tree as it is.
    struct Nothing;

    impl Simplify for Nothing {
        fn simplify(
            &self,
            tree: &Value,
            _: Fuel,
            _: Option<Before<'_>>,
        ) -> Result<Simplified, SimplifyError> {
            Ok(Simplified::Tree(tree.clone()))
        }

        fn arrange(&self, tree: &Value, _: Fuel) -> Result<Simplified, SimplifyError> {
            Ok(Simplified::Tree(tree.clone()))
        }
    }

    /// Never ends in time.
    struct Slow;

    impl Simplify for Slow {
        fn simplify(
            &self,
            tree: &Value,
            _: Fuel,
            _: Option<Before<'_>>,
        ) -> Result<Simplified, SimplifyError> {
            assert!(
                !tree.to_string().contains("-1"),
                "the difference is asked for"
            );
            Ok(Simplified::Exhausted)
        }

        fn arrange(&self, tree: &Value, _: Fuel) -> Result<Simplified, SimplifyError> {
            Ok(Simplified::Tree(tree.clone()))
        }
    }

    fn compare(mode: Mode, reference: &str, answer: &str) -> EedFinding {
        Eed::new(Nothing, mode)
            .compare(reference, answer, Names::default(), |_, _| Some(false))
            .unwrap()
    }

    #[test]
    fn the_last_side_of_an_equation_counts() {
        let found = compare(Mode::Dojo, r"$$T = 2\pi m = a b c$$", "abd");
        assert_eq!((found.distance, found.tree_size), (Some(1.0), Some(4)));
        assert!((found.score - 35.0).abs() < 1e-12);
        assert!(compare(Mode::Dojo, "$$T = abc$$", "abc").equivalent);
    }

    #[test]
    fn what_cannot_be_compared_is_named() {
        let caveat = |reference, answer| compare(Mode::Dojo, reference, answer).caveat;
        assert_eq!(caveat("x", " "), Some(Caveat::Empty));
        assert!(matches!(
            caveat("x", r"\frac{1}{"),
            Some(Caveat::Unreadable(_))
        ));
        let integral = Unsupported {
            what: "an integral",
        };
        assert_eq!(
            caveat("x", r"\int_0^1 x dx"),
            Some(Caveat::AnswerWithoutTree(integral))
        );
        let broken = Eed::new(Nothing, Mode::Dojo)
            .compare("{", "x", Names::default(), |_, _| None)
            .unwrap_err();
        assert!(
            broken
                .to_string()
                .starts_with("the reference cannot be read")
        );
    }

    #[test]
    fn the_published_rules_apply_only_when_asked_for() {
        let integral = r"\int_0^1 x dx";
        assert!(compare(Mode::Dojo, integral, integral).equivalent);
        let caveat = |reference, answer| compare(Mode::Phybench, reference, answer).caveat;
        assert_eq!(caveat(integral, integral), Some(Caveat::IntegralOrSum));
        assert_eq!(caveat("x", "x+00"), Some(Caveat::TooLong));
        assert_eq!(caveat("x", "x+0"), None);
    }

    #[test]
    fn the_direction_of_an_inequality_counts() {
        let found = compare(Mode::Dojo, r"x \le 3y", r"x \ge 3y");
        assert!(!found.equivalent && found.score < 60.0, "{found:?}");
        assert!(compare(Mode::Dojo, r"x < 3y", r"3y > x").equivalent);
        let agrees = Eed::new(Nothing, Mode::Dojo)
            .compare("x < 3y", "3y", Names::default(), |_, _| Some(true))
            .unwrap();
        assert!(!agrees.equivalent);
    }

    #[test]
    fn an_exhausted_simplification_compares_what_is_written() {
        let found = Eed::new(Slow, Mode::Dojo)
            .compare("a+b", "a+c", Names::default(), |_, _| None)
            .unwrap();
        assert_eq!(found.caveat, Some(Caveat::Unsimplified));
        assert_eq!(found.distance, Some(1.0));
    }
}
