//! Compares equations: they are equivalent if they have the same solutions.
//!
//! Each trial gives numbers to all symbols but one and solves both equations for this one. A root of one equation
//! must solve the other, so no list of roots must be complete. Quantities are positive: if either equation has a
//! positive root, only positive roots count; other roots decide only if no trial has a positive one. A root at 0
//! counts only if there is no other, as dividing by a quantity is allowed. `x^2 = (t + \sin t)^2` also holds for
//! numbers for which `x = t + \sin t` would give a negative `x`: such numbers do not count, and others are drawn.

use std::f64::consts::FRAC_PI_2;

use super::trial_evidence::{TrialEvidence, Verdict, decide};
use crate::algebra::trials::{Equation, Root, Scale, Solves, Trials};
use crate::algebra::variables::{Variable, Variables};

/// How often a trial draws numbers until there is a solution that counts.
const DRAWS: u32 = 3;

/// The result of one trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Trial {
    Same,
    Different,
    /// There are no positive solutions; others agree.
    SameElsewhere,
    /// There are no solutions but 0, which both have.
    SameAtZero,
    /// There are no positive solutions; others differ.
    DifferentElsewhere,
    Failed,
}

/// Compares the solutions of two equations; also returns the number of trials.
pub(super) fn compare(
    trials: &mut Trials<'_>,
    reference: &mut Equation,
    answer: &mut Equation,
    targets: &[Variable],
) -> (Verdict, u32) {
    trials.angles = angles(reference, answer);
    decide(trials, reference, answer, |trials, reference, answer| {
        compare_counted(trials, reference, answer, targets)
    })
}

fn compare_counted(
    trials: &mut Trials<'_>,
    reference: &mut Equation,
    answer: &mut Equation,
    targets: &[Variable],
) -> (Verdict, u32) {
    let identity = (is_identity(trials, reference), is_identity(trials, answer));
    if identity.0 || identity.1 {
        return (Verdict::Identity(identity.0, identity.1), 0);
    }
    let needed = trials.parameters.needed;
    let count = u32::try_from(targets.len()).unwrap_or(u32::MAX);
    let (mut same, mut elsewhere, mut at_zero) = (0, 0, 0);
    // A symbol whose solutions that are not positive differ.
    let mut apart = None;
    let has_constants = !trials.magnitudes.is_empty();
    // Each symbol once, then those that need no search, if there are any.
    let mut easy: Vec<Variable> = Vec::new();
    let mut course = TrialEvidence::new(trials);
    while course.goes_on() && !targets.is_empty() {
        if let Some(verdict) = course.ends(trials, same + elsewhere, count) {
            return (verdict, course.made);
        }
        let trial = course.begin(trials);
        let turn = usize::try_from(trial).expect("a small number");
        let again = if easy.is_empty() { targets } else { &easy };
        let target = *targets.get(turn).unwrap_or(&again[turn % again.len()]);
        trials.searched = false;
        let scale_of = |draw| {
            let usual = Scale::of_trial(trial / count.min(4) + trial + draw, has_constants);
            course.scale(usual)
        };
        let sides = (&mut *reference, &mut *answer);
        match draw_and_run(trials, sides, target, scale_of) {
            Trial::Same => same += 1,
            Trial::Different => return (Verdict::Different(Some(target)), course.made),
            Trial::SameElsewhere => elsewhere += 1,
            Trial::SameAtZero => {
                elsewhere += 1;
                at_zero += 1;
            }
            Trial::DifferentElsewhere => apart = Some(target),
            Trial::Failed => {}
        }
        if turn < targets.len() && !trials.searched {
            easy.push(target);
        }
        // With numbers and one unknown, every further trial would be the same.
        let all = reference.slots.union(answer.slots);
        let alone = all.without(trials.symbols.units()) == Variables::of(target);
        let enough = if alone { 2 } else { needed };
        let looked = reference.is_seen() && answer.is_seen();
        let only_zero = same + elsewhere == at_zero;
        if same + elsewhere >= enough
            && (course.made >= count || alone)
            && (all == Variables::of(target) || only_zero || course.has_looked(looked))
        {
            let verdict = if only_zero {
                Verdict::OnlyZero
            } else {
                Verdict::Equivalent
            };
            return (verdict, course.made);
        }
    }
    let verdict = match apart {
        _ if course.looks_for_parts() => Verdict::Equivalent,
        _ if trials.budget.is_spent() => Verdict::TooLarge,
        // One is the other with its terms moved, whatever its solutions are.
        _ if proportional(trials, reference, answer) => Verdict::Equivalent,
        Some(target) => Verdict::Different(Some(target)),
        None => Verdict::Undecided(same + elsewhere),
    };
    (verdict, course.most)
}

/// Draws numbers, at a new scale each time, until a trial gives a result.
fn draw_and_run(
    trials: &mut Trials<'_>,
    (reference, answer): (&mut Equation, &mut Equation),
    target: Variable,
    scale_of: impl Fn(u32) -> Scale,
) -> Trial {
    let mut outcome = Trial::Failed;
    let attempts = if trials.reals.left { 2 * DRAWS } else { DRAWS };
    for draw in 0..attempts {
        let equations = &mut [&mut *reference, &mut *answer];
        let drawn = trials.draw_within(scale_of(draw), equations, Some(target));
        if drawn.is_none() {
            // Whether it is an easy one stays unknown.
            trials.searched = true;
            break;
        }
        let found = run(trials, reference, answer, target);
        if found != Trial::Failed {
            outcome = found;
        }
        if !matches!(found, Trial::Failed | Trial::DifferentElsewhere) {
            break;
        }
    }
    outcome
}

/// Whether an equation holds for all numbers: its value is always within rounding.
pub(super) fn is_identity(trials: &mut Trials<'_>, equation: &mut Equation) -> bool {
    let mut seen = 0;
    for scale in [
        Scale::Tenth,
        Scale::Range,
        Scale::Mixed,
        Scale::Tenth,
        Scale::Mixed,
        Scale::Mixed,
    ] {
        if trials
            .draw_within(scale, &mut [&mut *equation], None)
            .is_none()
        {
            return false;
        }
        let jet = trials.jet(equation, None);
        if trials.is_outside(&[equation]) || !jet.value.is_finite() || !jet.error.is_finite() {
            continue;
        }
        if !Trials::is_noise(&jet) {
            return false;
        }
        seen += 1;
    }
    seen >= 2
}

fn run(
    trials: &mut Trials<'_>,
    reference: &mut Equation,
    answer: &mut Equation,
    target: Variable,
) -> Trial {
    let mut roots = (
        trials.solve(reference, target),
        trials.solve(answer, target),
    );
    // Of infinitely many solutions, the first one is meant.
    if trials.angles.contains(target) {
        match (
            Trials::is_periodic(reference, target),
            Trials::is_periodic(answer, target),
        ) {
            // `\sin\theta = \pm a`: a signed angle has a first solution on either side of 0.
            (true, true) if trials.symbols.signed().contains(target) => {}
            (true, true) => {
                let all = [roots.0.as_slice(), roots.1.as_slice()].concat();
                keep_first(&mut roots.0, &all);
                keep_first(&mut roots.1, &all);
                // What was drawn for others may give only an obtuse one, of which nothing is said.
                for roots in [&mut roots.0, &mut roots.1] {
                    roots.retain(|root| root.at.re <= FRAC_PI_2 + 1e-6);
                }
            }
            (true, false) => keep_first_of(&mut roots.0, (answer, &roots.1), target),
            (false, _) => keep_first_of(&mut roots.1, (reference, &roots.0), target),
        }
    }
    let signed = trials.symbols.signed().contains(target);
    let counts = |root: &Root| {
        if signed {
            root.is_real() && !root.is_zero()
        } else {
            root.is_positive()
        }
    };
    let any = roots.0.iter().chain(&roots.1).any(counts);
    if any {
        return match cross_check(trials, reference, answer, target, &roots, counts) {
            Some(Solves::Yes) => {
                let root = roots.0.iter().chain(&roots.1).find(|root| counts(root));
                note_parts(trials, [reference, answer], target, root);
                Trial::Same
            }
            Some(Solves::No) => Trial::Different,
            Some(Solves::Unsure) | None => Trial::Failed,
        };
    }
    let elsewhere = roots.0.iter().chain(&roots.1).any(|root| !root.is_zero());
    let depends = reference.slots.contains(target) && answer.slots.contains(target);
    if !elsewhere && !depends {
        return Trial::Failed;
    }
    if !elsewhere && roots.0.is_empty() && roots.1.is_empty() {
        return Trial::Failed;
    }
    match cross_check(trials, reference, answer, target, &roots, |root| {
        !elsewhere || !root.is_zero()
    }) {
        Some(Solves::Yes) if elsewhere => {
            let root = roots.0.iter().chain(&roots.1).find(|root| !root.is_zero());
            note_parts(trials, [reference, answer], target, root);
            Trial::SameElsewhere
        }
        Some(Solves::Yes) => Trial::SameAtZero,
        Some(Solves::No) => Trial::DifferentElsewhere,
        Some(Solves::Unsure) | None => Trial::Failed,
    }
}

/// Records which parts of the equations matter at a root.
fn note_parts(
    trials: &mut Trials<'_>,
    equations: [&mut Equation; 2],
    target: Variable,
    root: Option<&Root>,
) {
    let Some(root) = root else { return };
    if trials.figures.is_some() {
        equations.into_iter().for_each(Equation::leave_parts);
        return;
    }
    let kept = trials.variables[target.index()];
    trials.variables[target.index()] = root.at;
    for equation in equations {
        if !equation.is_seen() {
            let slope = trials.jet(equation, Some(target)).slope.norm();
            let least = slope * root.at.norm() * trials.parameters.tolerance;
            trials.note_seen(equation, least);
        }
    }
    trials.variables[target.index()] = kept;
}

/// Symbols that one equation has only inside sines and the other also outside: `sin θ = a` is `θ = arcsin a`.
pub(super) fn angles(reference: &Equation, answer: &Equation) -> Variables {
    let mut angles = Variables::default();
    for slot in reference.slots.iter() {
        if answer.slots.contains(slot)
            && Trials::is_periodic(reference, slot) != Trials::is_periodic(answer, slot)
        {
            angles = angles.union(Variables::of(slot));
        }
    }
    angles
}

/// For a periodic equation, the roots up to the one that the other equation gives. If that one is negative, only it
/// is meant: `\arctan(-a)` says nothing about the positive angles of `\tan\phi = -a`.
fn keep_first_of(periodic: &mut Vec<Root>, (by, other): (&Equation, &[Root]), target: Variable) {
    let is_number = by.slots == Variables::of(target);
    if is_number || other.is_empty() || other.iter().any(Root::is_positive) {
        keep_first(periodic, other);
    } else {
        periodic.clear();
    }
}

/// Keeps the positive roots of a periodic equation up to the smallest one of the other, or up to its own smallest
/// one.
fn keep_first(roots: &mut Vec<Root>, others: &[Root]) {
    let least = |roots: &[Root]| {
        roots
            .iter()
            .filter(|root| root.is_positive())
            .map(|root| root.at.re)
            .min_by(f64::total_cmp)
    };
    if let Some(end) = least(others).or_else(|| least(roots)) {
        roots.retain(|root| root.is_positive() && root.at.re <= end * (1.0 + 1e-6));
    }
}

/// Whether the roots of each equation that count solve the other; `None` if all of them lead out of the reals.
fn cross_check(
    trials: &mut Trials<'_>,
    reference: &mut Equation,
    answer: &mut Equation,
    target: Variable,
    roots: &(Vec<Root>, Vec<Root>),
    counts: impl Fn(&Root) -> bool,
) -> Option<Solves> {
    let mut verdict = None;
    for (roots, first) in [(&roots.0, true), (&roots.1, false)] {
        for root in roots.iter().filter(|root| counts(root)) {
            let (own, other) = if first {
                (&mut *reference, &mut *answer)
            } else {
                (&mut *answer, &mut *reference)
            };
            let (solves, within_reals) = trials.solves(other, target, root);
            if trials.reals.only && !within_reals {
                trials.reals.left = true;
                continue;
            }
            match solves {
                Solves::Yes => verdict = verdict.or(Some(Solves::Yes)),
                Solves::No
                    if !trials.is_mirrored(own, other, target, root)
                        && !trials.is_of_a_common_factor(own, target, root, roots) =>
                {
                    return Some(Solves::No);
                }
                Solves::No | Solves::Unsure => verdict = Some(Solves::Unsure),
            }
        }
    }
    verdict
}

/// Whether one difference of sides is a multiple of the other: then they vanish together, even if no root was found.
fn proportional(trials: &mut Trials<'_>, reference: &mut Equation, answer: &mut Equation) -> bool {
    let mut factor = None;
    let (mut seen, mut first, mut is_constant) = (0, None, true);
    for trial in 0..12 {
        let scale = Scale::of_trial(trial, false);
        let drawn = trials.draw_within(scale, &mut [&mut *reference, &mut *answer], None);
        if drawn.is_none() {
            continue;
        }
        let (left, right) = (trials.jet(reference, None), trials.jet(answer, None));
        if trials.is_outside(&[reference, answer]) {
            continue;
        }
        if Trials::is_noise(&left) || Trials::is_noise(&right) {
            continue;
        }
        // `1 = 2` is not `1 = 3`.
        let before = *first.get_or_insert(left.value);
        is_constant &= (left.value - before).norm() <= trials.parameters.tolerance * before.norm();
        let quotient = right.value / left.value;
        if !quotient.is_finite() {
            continue;
        }
        let known = *factor.get_or_insert(quotient);
        if (quotient - known).norm() > trials.parameters.tolerance * known.norm() {
            return false;
        }
        seen += 1;
    }
    seen >= 4 && !is_constant
}
