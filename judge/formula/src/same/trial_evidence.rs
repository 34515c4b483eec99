//! What trials say of two formulas, and when enough of them have been made.
//!
//! Expressions, equations and inequalities are tried in ways of their own. What a trial can say, how
//! many there are and in which order numbers are drawn is the same for all of them and stands here.

use crate::algebra::trials::{Equation, Scale, Trials};
use crate::algebra::variables::{Variable, Variables};

/// Further trials for the parts of formulas that did not matter in any.
const FOR_PARTS: u32 = 48;

/// What the trials of two formulas say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Equivalent,
    /// They differ, where solutions are compared in those for a symbol.
    Different(Option<Variable>),
    /// Both equations hold where something is 0, and nowhere else.
    OnlyZero,
    /// Which of two equations holds for all numbers.
    Identity(bool, bool),
    /// One inequality holds exactly where the other does not.
    Opposite,
    /// So many trials said the same, which are too few.
    Undecided(u32),
    TooLarge,
}

/// Decides by trials; gives their number too. Numbers within the reals come first. Where the two
/// differ and have angles, acute ones are tried as well: `2\sin(\theta/2)` is
/// `\sqrt{2(1 - \cos\theta)}` as long as it is a positive quantity.
pub(super) fn decide(
    trials: &mut Trials<'_>,
    reference: &mut Equation,
    answer: &mut Equation,
    mut compare: impl FnMut(&mut Trials<'_>, &mut Equation, &mut Equation) -> (Verdict, u32),
) -> (Verdict, u32) {
    let acute = shared_angles(reference, answer);
    // Trials within the reals and, if some led out of them and the others are too few to decide,
    // trials with any numbers.
    let mut run = |trials: &mut Trials<'_>| {
        trials.stay_within_reals();
        let (verdict, made) = compare(trials, reference, answer);
        trials.reals.only = false;
        let (verdict, made) = if trials.reals.left && matches!(verdict, Verdict::Undecided(_)) {
            let (verdict, more) = compare(trials, reference, answer);
            (verdict, made + more)
        } else {
            (verdict, made)
        };
        // What never mattered may be another thing in each, if they agree but for a little.
        let hides = trials.rounded && reference.has_unseen() && answer.has_unseen();
        if hides && verdict == Verdict::Equivalent {
            return (Verdict::Different(None), made);
        }
        (verdict, made)
    };
    let (verdict, made) = run(trials);
    if !matches!(verdict, Verdict::Different(_)) || acute.is_empty() {
        return (verdict, made);
    }
    trials.angles = trials.angles.union(acute);
    let (among_acute, more) = run(trials);
    let agrees = among_acute == Verdict::Equivalent;
    (if agrees { among_acute } else { verdict }, made + more)
}

/// Symbols that both formulas have only inside sines and their kin.
fn shared_angles(reference: &Equation, answer: &Equation) -> Variables {
    let mut shared = Variables::default();
    for slot in reference.slots.iter() {
        let both = answer.slots.contains(slot)
            && Trials::is_periodic(reference, slot)
            && Trials::is_periodic(answer, slot);
        if both {
            shared = shared.union(Variables::of(slot));
        }
    }
    shared
}

/// The trials of two formulas in order.
pub(super) struct TrialEvidence {
    /// Trials that were begun.
    pub(super) made: u32,
    /// Most trials, but for those that look for parts.
    pub(super) most: u32,
    /// The trial from which on parts are looked for that did not matter yet.
    for_parts: Option<u32>,
    /// Nothing says which parts matter, and some may be nothing beside others.
    is_blind: bool,
}

impl TrialEvidence {
    pub(super) fn new(trials: &Trials<'_>) -> Self {
        Self {
            made: 0,
            most: trials.parameters.max_trials,
            for_parts: None,
            is_blind: !trials.hidden.is_empty(),
        }
    }

    /// Whether a further trial may be made.
    pub(super) fn goes_on(&self) -> bool {
        let further = if self.looks_for_parts() { FOR_PARTS } else { 0 };
        self.made < self.most + further
    }

    /// The verdict where no further trial is worth while, after so many that said the same.
    pub(super) fn ends(&self, trials: &Trials<'_>, same: u32, symbols: u32) -> Option<Verdict> {
        let looks = self.looks_for_parts();
        if !looks && trials.gives_up_reals(self.made, same, symbols) {
            return Some(Verdict::Undecided(same));
        }
        trials.budget.is_spent().then_some(if looks {
            Verdict::Equivalent
        } else {
            Verdict::TooLarge
        })
    }

    /// Begins the next trial, and gives its number.
    pub(super) fn begin(&mut self, trials: &mut Trials<'_>) -> u32 {
        trials.plain_units = self.made.is_multiple_of(2);
        self.made += 1;
        self.made - 1
    }

    /// The scale of its numbers, which parts are looked for at another.
    pub(super) fn scale(&self, usual: Scale) -> Scale {
        if self.looks_for_parts() {
            Scale::Wide
        } else {
            usual
        }
    }

    /// Enough trials agree, and all parts matter or not: whether more trials would look for those
    /// that do not in vain. Otherwise they begin with the next one.
    pub(super) fn has_looked(&mut self, all_matter: bool) -> bool {
        let from = *self.for_parts.get_or_insert(self.made);
        all_matter && !self.is_blind || self.made >= from + FOR_PARTS
    }

    /// Whether enough trials agree, and parts are looked for that did not matter.
    pub(super) fn looks_for_parts(&self) -> bool {
        self.for_parts.is_some()
    }
}
