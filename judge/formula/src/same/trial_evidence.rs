//! Collects the evidence of trials, and decides when there is enough.
//!
//! Expressions, equations and inequalities are tried in different ways. The possible results, the number of trials
//! and the order in which numbers are drawn are the same for all of them and are defined here.

use crate::algebra::trials::{Equation, Scale, Trials};
use crate::algebra::variables::{Variable, Variables};

/// How many further trials are made for parts that have not mattered in any trial.
const FOR_PARTS: u32 = 48;

/// What the trials of two formulas show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Equivalent,
    /// They differ; if solutions were compared, those for this symbol do.
    Different(Option<Variable>),
    /// Both equations hold where something is 0, and nowhere else.
    OnlyZero,
    /// Which of two equations holds for all numbers.
    Identity(bool, bool),
    /// One inequality holds exactly where the other does not.
    Opposite,
    /// This many trials agreed, which are too few.
    Undecided(u32),
    TooLarge,
}

/// Decides by trials; also returns their number. Real numbers come first. If the two differ and have angles, acute
/// angles are tried too: `2\sin(\theta/2)` equals `\sqrt{2(1 - \cos\theta)}` as long as it is positive.
pub(super) fn decide(
    trials: &mut Trials<'_>,
    reference: &mut Equation,
    answer: &mut Equation,
    mut compare: impl FnMut(&mut Trials<'_>, &mut Equation, &mut Equation) -> (Verdict, u32),
) -> (Verdict, u32) {
    let acute = shared_angles(reference, answer);
    // Trials with real values, and trials with any numbers if some led out of the reals and too few are left to
    // decide.
    let mut run = |trials: &mut Trials<'_>| {
        trials.stay_within_reals();
        let (verdict, made) = compare(trials, reference, answer);
        trials.reals.only = false;
        if !(trials.reals.left && matches!(verdict, Verdict::Undecided(_))) {
            return (verdict, made);
        }
        let (verdict, more) = compare(trials, reference, answer);
        (verdict, made + more)
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

/// Symbols that both formulas have only inside sines and similar functions.
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
    /// How many trials were begun.
    pub(super) made: u32,
    /// The most trials, without those that look for parts.
    pub(super) most: u32,
    /// The first trial that looks for parts that have not mattered yet.
    for_parts: Option<u32>,
    /// Nothing tells which parts matter, and some may be negligible beside others.
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

    /// The verdict if further trials are pointless, after `same` trials that agreed.
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

    /// Begins the next trial and returns its number.
    pub(super) fn begin(&mut self, trials: &mut Trials<'_>) -> u32 {
        trials.plain_units = self.made.is_multiple_of(2);
        self.made += 1;
        self.made - 1
    }

    /// The scale of the next trial's numbers; trials that look for parts use another one.
    pub(super) fn scale(&self, usual: Scale) -> Scale {
        if self.looks_for_parts() {
            Scale::Wide
        } else {
            usual
        }
    }

    /// Called when enough trials agree: from the next trial on, searches for parts that have not mattered. Returns
    /// whether this search is not needed, or has gone on long enough.
    pub(super) fn has_looked(&mut self, all_matter: bool) -> bool {
        let from = *self.for_parts.get_or_insert(self.made);
        all_matter && !self.is_blind || self.made >= from + FOR_PARTS
    }

    /// Whether enough trials agree and the search for parts that have not mattered is on.
    pub(super) fn looks_for_parts(&self) -> bool {
        self.for_parts.is_some()
    }
}
