//! Runs the rounds of a comparison, starting with the plainest reading of two statements.

use std::iter;

use super::form;
use super::reason::{EquivalenceAnswer, ReadingNote, Reason};
use super::statement::{AnswerStatement, Round, compare_once};
use super::{KnownConstant, constants_of};
use crate::algebra::constants::{Constant, Meaning};
use crate::algebra::context::Context;
use crate::algebra::lower::{Settings, Survey};
use crate::notation::units;
use crate::tree::{Expr, Statement, Symbol};

/// The most combinations of meanings that are tried if symbols have several.
const MAX_COMBINATIONS: usize = 4;

/// Additional readings, for two statements that differ as written.
#[derive(Debug)]
enum RoundReading {
    /// Other symbols under a derivative are constant.
    ConstantBesides,
    /// The problem's definitions are ignored: `\hbar = h/2\pi` becomes trivial once `\hbar` is substituted.
    Undefined,
    /// Functions are letters: `\cos 2x + 2 \sin^2 x = 1` always holds, and so does `2 \sin^2 x = 1 - \cos 2x`.
    Letters,
    /// Symbols are constants of the table.
    ConstantsPutIn(Vec<Candidate>),
}

/// The readings that are worth trying after a round, in order.
fn readings<'r>(round: &'r Round, context: &'r Context) -> impl Iterator<Item = RoundReading> + 'r {
    let undefined = round.reason == Reason::BothAlwaysTrue && context.has_definitions();
    let constants = iter::once_with(|| candidates(round, context)).flatten();
    iter::empty()
        .chain(round.is_result.then_some(RoundReading::ConstantBesides))
        .chain(undefined.then_some(RoundReading::Undefined))
        .chain((round.reason == Reason::BothAlwaysTrue).then_some(RoundReading::Letters))
        .chain(constants.map(RoundReading::ConstantsPutIn))
}

impl RoundReading {
    /// The settings of this reading after a round. `by` is a factor on substituted numbers.
    fn settings(&self, round: &Round, by: f64) -> Settings {
        match self {
            Self::ConstantBesides => Settings {
                evaluate: true,
                constant: true,
                ..Settings::default()
            },
            Self::Undefined => Settings {
                undefined: true,
                ..Settings::default()
            },
            Self::Letters => Settings {
                letters: true,
                ..Settings::default()
            },
            Self::ConstantsPutIn(constants) => Settings {
                evaluate: round.can_evaluate,
                constants: constants
                    .iter()
                    .zip(1..)
                    .map(|((symbol, _, meaning, unit), place)| {
                        let meaning = scaled(meaning, libm::pow(by, f64::from(place)));
                        (symbol.clone(), meaning, unit.clone())
                    })
                    .collect(),
                ..Settings::default()
            },
        }
    }

    fn puts_in_numbers(&self) -> bool {
        match self {
            Self::ConstantBesides | Self::Undefined | Self::Letters => false,
            Self::ConstantsPutIn(constants) => has_numbers(constants),
        }
    }

    /// The reason and the notes for two statements that are equivalent in this reading; `found` is why their values
    /// agree.
    fn explained(&self, found: Reason) -> (Reason, Vec<ReadingNote>) {
        match self {
            Self::ConstantBesides => (Reason::AgreeCarriedOut, Vec::new()),
            Self::Undefined | Self::Letters => (found, Vec::new()),
            Self::ConstantsPutIn(constants) => (Reason::AgreeWithConstants, names(constants)),
        }
    }
}

/// Compares two statements; if they differ, once more with further readings.
pub(super) fn compare(
    reference: &Statement,
    written: &AnswerStatement<'_>,
    context: &Context,
) -> EquivalenceAnswer {
    let sides = || [form::sides(reference), form::sides(written.statement())];
    let mut survey = Survey::new(sides(), context);
    let answer = compare_surveyed(reference, written, context, &survey);
    if answer.equivalent || !survey.read_more(sides().into_iter().flatten()) {
        return answer;
    }
    let more = compare_surveyed(reference, written, context, &survey);
    let trials = answer.trials + more.trials;
    let chosen = if more.equivalent { more } else { answer };
    EquivalenceAnswer { trials, ..chosen }
}

/// Compares two statements whose symbols are read as the survey says.
fn compare_surveyed(
    reference: &Statement,
    written: &AnswerStatement<'_>,
    context: &Context,
    survey: &Survey<'_>,
) -> EquivalenceAnswer {
    let mut notes = Vec::new();
    match survey.euler() {
        (true, true) => notes.push(ReadingNote::EulerNumberAndSymbol),
        (true, false) => notes.push(ReadingNote::EulerNumber),
        (false, _) => {}
    }
    if let Some(symbol) = survey.imaginary_unit() {
        notes.push(ReadingNote::ImaginaryUnit {
            symbol: symbol.name(),
        });
    }
    if survey.reads_primes() {
        notes.push(ReadingNote::Primes);
    }
    if survey.reads_laplacian() {
        notes.push(ReadingNote::Laplacian);
    }
    if survey.reads_gamma() {
        notes.push(ReadingNote::GammaFunction);
    }
    notes.extend(
        survey
            .zeroth_powers()
            .map(|symbol| ReadingNote::ZerothPower {
                symbol: symbol.name(),
            }),
    );
    notes.extend(survey.factors().map(|symbol| ReadingNote::Factor {
        symbol: symbol.name(),
    }));
    let mut trials = 0;
    let mut run = |settings: Settings| {
        let round = compare_once(reference, written, context, survey, settings);
        trials += round.trials;
        round
    };
    let mut round = run(Settings::default());
    // Integrals, series and derivatives are carried out; further readings build on that.
    if !round.equivalent && round.can_evaluate {
        round = run(Settings {
            evaluate: true,
            ..Settings::default()
        });
        if round.equivalent {
            round.reason = Reason::AgreeCarriedOut;
        }
    }
    if !round.equivalent {
        let has_value = |reading: &RoundReading| match reading {
            RoundReading::ConstantsPutIn(constants) => constants.iter().any(|(symbol, ..)| {
                gives_plain_number(reference, symbol)
                    || gives_plain_number(written.statement(), symbol)
            }),
            RoundReading::ConstantBesides | RoundReading::Undefined | RoundReading::Letters => {
                false
            }
        };
        let worth_trying = readings(&round, context).filter(|reading| !has_value(reading));
        let agreeing = worth_trying.into_iter().find_map(|reading| {
            let found = run(reading.settings(&round, 1.0));
            // `v = v_0` would be `v = \sqrt{v_0^2 + 2 g h}` if the height were the Planck constant, and also if it
            // were a little more: then it is not a constant.
            let agrees = found.equivalent
                && !(reading.puts_in_numbers() && run(reading.settings(&round, 1.01)).equivalent);
            agrees.then_some((reading, found))
        });
        if let Some((reading, found)) = agreeing {
            let (reason, named) = reading.explained(found.reason);
            notes.extend(named);
            round = Round {
                equivalent: true,
                reason,
                ..found
            };
        }
    }
    EquivalenceAnswer {
        equivalent: round.equivalent,
        trials,
        reason: round.reason,
        notes,
    }
}

/// A symbol with the constant that it may be, and its substitution.
type Candidate = (Symbol, &'static Constant, Meaning, Option<units::Unit>);

fn has_numbers(candidates: &[Candidate]) -> bool {
    candidates
        .iter()
        .any(|(_, _, meaning, _)| matches!(meaning, Meaning::Number(_)))
}

/// Whether a statement gives a symbol a number without a unit, so that it is not a constant of the table.
fn gives_plain_number(statement: &Statement, symbol: &Symbol) -> bool {
    let is_it = |side: &Expr| matches!(side, Expr::Symbol(name) if **name == *symbol);
    let is_number = |side: &Expr| {
        let mut plain = true;
        side.walk(&mut |part| {
            plain &= !matches!(part, Expr::Symbol(_) | Expr::Unit(_) | Expr::Call(_));
        });
        plain
    };
    match form::sides(statement).as_slice() {
        [left, right] => is_it(left) && is_number(right) || is_it(right) && is_number(left),
        _ => false,
    }
}

/// Whether a second name of a constant, `c_0` for `c` or `k` for `k_B`, is another quantity here, because a statement
/// uses both names.
fn is_another(meaning: &Expr, round: &Round) -> bool {
    matches!(meaning, Expr::Symbol(name) if round.shared.contains(name))
}

/// Whether a symbol occurs beside `a` and `b` as the third of them.
fn is_after_a_and_b(symbol: &Symbol, round: &Round) -> bool {
    let has = |letter: &str| round.shared.iter().any(|symbol| symbol.is(letter));
    symbol.base == "c" && has("a") && has("b")
}

fn scaled(meaning: &Meaning, by: f64) -> Meaning {
    match meaning {
        Meaning::Number(number) => Meaning::Number(number * by),
        Meaning::Formula(expr) => Meaning::Formula(expr.clone()),
    }
}

fn names(candidates: &[Candidate]) -> Vec<ReadingNote> {
    candidates
        .iter()
        .map(|(symbol, constant, _, _)| ReadingNote::Constant {
            symbol: symbol.name(),
            name: constant.name,
        })
        .collect()
}

/// Sets of constants that could make two statements the same: relations first, then numbers.
///
/// Only symbols that one statement has and the other does not are replaced: by relations to symbols that occur, and
/// by numbers only if the two differ in nothing but constants.
fn candidates(round: &Round, context: &Context) -> Vec<Vec<Candidate>> {
    if round.unshared.is_empty() {
        return Vec::new();
    }
    let known: Vec<(&Symbol, Vec<&'static KnownConstant>)> = round
        .unshared
        .iter()
        .filter(|symbol| context.definitions.find(symbol).is_none())
        .filter(|symbol| !is_after_a_and_b(symbol, round))
        .map(|symbol| (symbol, constants_of(symbol).collect::<Vec<_>>()))
        .filter(|(_, constants)| !constants.is_empty())
        .collect();
    if known.is_empty() {
        return Vec::new();
    }
    let mut sets: Vec<Vec<Candidate>> = Vec::new();
    let occurs = |expr: &Expr| {
        let mut all = true;
        expr.walk(&mut |node| {
            if let Expr::Symbol(symbol) = node {
                all &= symbol.is(r"\pi")
                    || round.shared.contains(symbol)
                    || round.unshared.contains(symbol);
            }
        });
        all
    };
    let mut related: Vec<Candidate> = Vec::new();
    for (symbol, constants) in &known {
        for constant in constants {
            let Some(expr) = &constant.relation else {
                continue;
            };
            // `h = 2\pi\hbar` after `\hbar = h/2\pi` would form a cycle.
            let circular = related.iter().any(|(_, _, meaning, _)| match meaning {
                Meaning::Formula(other) => other.mentions(symbol),
                Meaning::Number(_) => false,
            });
            if occurs(expr)
                && !circular
                && !is_another(expr, round)
                && related.iter().all(|(known, ..)| known != *symbol)
            {
                let meaning = Meaning::Formula(expr.clone());
                related.push(((*symbol).clone(), constant.constant, meaning, None));
            }
        }
    }
    if !related.is_empty() {
        sets.push(related);
    }
    if known.len() == round.unshared.len() {
        let most = known
            .iter()
            .map(|(_, constants)| constants.len())
            .max()
            .unwrap_or(0);
        for choice in 0..most.min(MAX_COMBINATIONS) {
            sets.push(
                known
                    .iter()
                    .map(|(symbol, constants)| {
                        let constant = constants[choice.min(constants.len() - 1)].constant;
                        let unit = round
                            .has_units
                            .then(|| units::parse(constant.unit).ok())
                            .flatten();
                        (
                            (*symbol).clone(),
                            constant,
                            Meaning::Number(constant.value),
                            unit,
                        )
                    })
                    .collect(),
            );
        }
    }
    sets
}
