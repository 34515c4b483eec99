//! Which formulas of a solution are taken for its final answers.

use serde::{Deserialize, Serialize};

use super::WrittenFormula;
use crate::problem::AnswerRule;

/// The formulas that are taken for final answers, where not every one is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TakenAnswers {
    /// Whether they stand in boxes; without any box they are the last formulas.
    pub boxed: bool,
    /// Their numbers, from 1.
    pub formulas: Vec<usize>,
}

impl TakenAnswers {
    /// The final answers of a solution with so many boxes, to a problem with so many.
    pub(super) fn of(
        rule: AnswerRule,
        written: &[WrittenFormula],
        boxes: usize,
        answers: usize,
    ) -> Option<Self> {
        let AnswerRule::Box = rule else { return None };
        let first_box = boxes.saturating_sub(answers);
        let first = written.len().saturating_sub(answers);
        let is_taken = |(at, one): &(usize, &WrittenFormula)| match boxes {
            0 => *at >= first,
            _ => one.boxed.is_some_and(|own| own >= first_box),
        };
        Some(Self {
            boxed: boxes > 0,
            formulas: (written.iter().enumerate())
                .filter(is_taken)
                .map(|(at, _)| at + 1)
                .collect(),
        })
    }

    /// Whether the formula at a position is one of them.
    pub(super) fn contain(&self, position: usize) -> bool {
        self.formulas.contains(&(position + 1))
    }

    /// What was taken, in a sentence.
    pub(super) fn told(&self) -> String {
        let numbers: Vec<String> = self.formulas.iter().map(ToString::to_string).collect();
        let numbers = numbers.join(", ");
        match (self.boxed, self.formulas.as_slice()) {
            (true, []) => "no formula can be found in the last box, which is the answer".to_owned(),
            (false, []) => "there is no box and no formula to take for the answer".to_owned(),
            (true, _) => format!("the answer is what the last box holds: formula {numbers}"),
            (false, _) => format!("nothing stands in a box, so the answer is formula {numbers}"),
        }
    }
}

/// The formulas of a solution, those of its last box before the limit of what is compared: the answer stands last.
pub(super) fn with_last_box(written: Vec<WrittenFormula>, most: usize) -> Vec<WrittenFormula> {
    let counted = |one: &WrittenFormula| one.formula.as_ref().map_or(1, |f| f.links.len().max(1));
    let last = written.iter().filter_map(|one| one.boxed).max();
    let is_last = |one: &WrittenFormula| last.is_some() && one.boxed == last;
    let needed: usize = written.iter().filter(|one| is_last(one)).map(counted).sum();
    if written.iter().map(counted).sum::<usize>() <= most {
        return written;
    }
    let mut length = 0;
    let mut ordered = Vec::with_capacity(written.len());
    let (own, others): (Vec<_>, Vec<_>) = written.into_iter().partition(is_last);
    let mut others = others.into_iter().peekable();
    while let Some(one) = others.next_if(|one| length + counted(one) + needed <= most) {
        length += counted(&one);
        ordered.push(one);
    }
    ordered.extend(own);
    ordered.extend(others);
    ordered
}
