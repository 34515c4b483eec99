//! Runs the rounds of a comparison, starting with the plainest reading of two statements.

use std::iter;

use super::form;
use super::reason::{EquivalenceAnswer, ReadingNote, Reason};
use super::statement::{AnswerStatement, Round, compare_once};
use super::{constants_of, is_over};
use crate::algebra::constants::Constant;
use crate::algebra::context::Context;
use crate::algebra::lower::{Settings, Survey};
use crate::tree::{Expr, Statement, Symbol};

/// Additional readings, for two statements that differ as written.
#[derive(Debug)]
enum RoundReading {
    /// Other symbols under a derivative are constant.
    ConstantBesides,
    /// The problem's definitions are ignored: `\hbar = h/2\pi` becomes trivial once `\hbar` is substituted.
    Undefined,
    /// Functions are letters: `\cos 2x + 2 \sin^2 x = 1` always holds, and so does `2 \sin^2 x = 1 - \cos 2x`.
    Letters,
    /// Constants are replaced by their relations to others.
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
    /// The settings of this reading after a round.
    fn settings(&self, round: &Round) -> Settings {
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
                    .map(|(symbol, _, relation)| (symbol.clone(), relation.clone()))
                    .collect(),
                ..Settings::default()
            },
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
    if context.pool.left() == 0 {
        return EquivalenceAnswer {
            equivalent: false,
            trials: 0,
            reason: Reason::TooLarge,
            notes: Vec::new(),
        };
    }
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
        let agreeing = readings(&round, context).find_map(|reading| {
            let found = run(reading.settings(&round));
            found.equivalent.then_some((reading, found))
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

/// A symbol with the constant that it may be, and what is put in for it.
type Candidate = (Symbol, &'static Constant, Expr);

/// Whether a second name of a constant, `c_0` for `c` or `k` for `k_B`, is another quantity here, because a statement
/// uses both names.
fn is_another(meaning: &Expr, round: &Round) -> bool {
    matches!(meaning, Expr::Symbol(name) if round.shared.contains(name))
}

fn names(candidates: &[Candidate]) -> Vec<ReadingNote> {
    candidates
        .iter()
        .map(|(symbol, constant, _)| ReadingNote::Constant {
            symbol: symbol.name(),
            name: constant.name,
        })
        .collect()
}

/// The constants that could make two statements the same. Only symbols that one statement has and the other does not
/// are replaced, by relations to symbols that occur.
fn candidates(round: &Round, context: &Context) -> Option<Vec<Candidate>> {
    let occurs = |symbol: &Symbol| round.shared.contains(symbol) || round.unshared.contains(symbol);
    let mut related: Vec<Candidate> = Vec::new();
    let undefined = |symbol: &&Symbol| context.definitions.find(symbol).is_none();
    for symbol in round.unshared.iter().filter(undefined) {
        let relation = constants_of(symbol).find_map(|known| {
            let relation = known.relation.as_ref()?;
            // `h = 2\pi\hbar` after `\hbar = h/2\pi` would form a cycle.
            let circular = related.iter().any(|(_, _, other)| other.mentions(symbol));
            (is_over(relation, occurs) && !circular && !is_another(relation, round))
                .then(|| (symbol.clone(), known.constant, relation.clone()))
        });
        related.extend(relation);
    }
    (!related.is_empty()).then_some(related)
}
