//! What a verdict means, in plain English, and no more than the reader may know of it.
//!
//! Before Reveal the hidden terms stay hidden: of a Stage Pass nothing is told but that
//! (`docs/SPEC.md`, Verdicts). [`explain`] is the only place that decides this for pages.

use dojo_judge::sequence::diversity::Bonus;
use dojo_judge::sequence::{Allowance, Counts, Ending, Payload, Rejection, Thresholds, Verdict};

use super::advice;
use super::submission::{JudgedProgram, SubmissionView};
use super::terms;
use super::text;
use super::trial::LimitsView;
use super::verdict::VerdictLabel;
use crate::contests::Audience;
use crate::words::say;

/// A verdict explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Its name.
    pub label: VerdictLabel,
    /// One sentence that says it.
    pub headline: String,
    /// More sentences, each a paragraph.
    pub body: Vec<String>,
    /// What the program or the parser said, word for word.
    pub quote: Option<String>,
    /// Expected against got.
    pub compare: Option<Compare>,
    /// The line of the source that is meant, from 1.
    pub line: Option<u32>,
    /// What to try next.
    pub advice: Option<String>,
}

/// Two terms side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compare {
    /// Index in the problem's own counting.
    pub index: i64,
    /// The setter's term.
    pub expected: ShownTerm,
    /// The program's term.
    pub got: ShownTerm,
    /// How they differ, when their look does not tell.
    pub difference: Option<String>,
}

/// A term, shortened when it is long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownTerm {
    /// The term or its ends.
    pub shown: String,
    /// All of it, when `shown` is not.
    pub full: Option<String>,
}

/// One count of the policy against its limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meter {
    /// What is counted.
    pub name: &'static str,
    /// How many there are.
    pub value: u32,
    /// How many are allowed.
    pub limit: u32,
    /// The line of the worst place, from 1; 0 when there is none.
    pub line: u32,
}

impl Meter {
    /// Above its limit.
    pub fn is_over(&self) -> bool {
        self.value > self.limit
    }

    /// Width of the bar out of 100, full when at or above the limit.
    pub fn percent(&self) -> u32 {
        self.value
            .saturating_mul(100)
            .checked_div(self.limit)
            .map_or(100, |percent| percent.min(100))
    }
}

/// What the policy counted and weighed, against the limits of a problem.
pub(super) fn meters(
    counts: Option<(&Counts, Thresholds)>,
    payload: Option<(&Payload, Allowance)>,
) -> Vec<Meter> {
    let mut meters = Vec::new();
    let mut add = |name, value, limit, line| {
        meters.push(Meter {
            name,
            value,
            limit,
            line,
        });
    };
    if let Some((payload, allowance)) = payload {
        let heaviest = payload.heaviest.first().map_or(0, |place| place.line);
        add(
            say!("meter-data"),
            payload.data_bytes,
            allowance.data_bytes,
            heaviest,
        );
        add(
            say!("meter-total"),
            payload.total_bytes,
            allowance.total_bytes,
            heaviest,
        );
    }
    if let Some((counts, limits)) = counts {
        add(
            say!("meter-numbers"),
            counts.numeric_literals,
            limits.numeric_literals,
            counts.numeric_line,
        );
        add(
            say!("meter-strings"),
            counts.string_literal_chars,
            limits.string_literal_chars,
            counts.string_line,
        );
        add(
            say!("meter-elements"),
            counts.list_tuple_elements,
            limits.list_tuple_elements,
            counts.list_tuple_line,
        );
    }
    meters
}

/// Explains a judged submission to its reader.
pub(super) fn explain(submission: &SubmissionView, judged: &JudgedProgram) -> Explanation {
    let verdict = &judged.report.verdict;
    let mut told = Explanation {
        label: VerdictLabel::of_word(verdict.word()),
        headline: String::new(),
        body: Vec::new(),
        quote: None,
        compare: None,
        line: None,
        advice: None,
    };
    let rules = &judged.rules;
    match verdict {
        Verdict::Reward => {
            told.headline = say!("explain-reward", n = rules.n_check);
        }
        Verdict::Stage { reason } => {
            told.headline = say!("explain-stage", n = rules.n_stage);
            if submission.audience == Audience::Everything {
                ending(&mut told, judged, reason);
            } else {
                told.body.push(say!("explain-stage-hidden").to_owned());
                told.advice = Some(say!("explain-stage-advice").to_owned());
            }
        }
        Verdict::Failed { reason } => {
            told.headline = failed_headline(rules.n_stage, reason);
            if submission.audience == Audience::Author && reason.is_beyond(rules.n_public) {
                told.body
                    .push(say!("explain-beyond-public", n = rules.n_public));
            } else if submission.audience != Audience::Public {
                ending(&mut told, judged, reason);
            }
        }
        Verdict::Rejected { reason } => {
            say!("explain-refused").clone_into(&mut told.headline);
            if submission.audience != Audience::Public {
                rejection(&mut told, reason);
            }
        }
    }
    told
}

fn failed_headline(n_stage: u32, reason: &Ending) -> String {
    match reason {
        Ending::Wrong { .. } => say!("explain-wrong", n = n_stage),
        Ending::Short { terms: 0 } => say!("explain-no-terms").to_owned(),
        Ending::Short { .. } => say!("explain-short", n = n_stage),
        Ending::BadToken { .. } => say!("explain-bad-token").to_owned(),
        Ending::Exception { .. } => say!("explain-exception").to_owned(),
        Ending::Fuel => {
            say!("explain-fuel", n = n_stage)
        }
        Ending::Memory => say!("explain-memory").to_owned(),
        Ending::Output => say!("explain-output").to_owned(),
        Ending::TermSize { .. } => say!("explain-term-size").to_owned(),
        Ending::Stack => say!("explain-stack").to_owned(),
    }
}

/// Tells why the terms stop being right.
fn ending(told: &mut Explanation, judged: &JudgedProgram, reason: &Ending) {
    let rules = &judged.rules;
    let (limits, origin) = (&rules.limits, rules.index_origin);
    if let Some(sentence) = right_so_far(judged.report.terms_matched, reason) {
        told.body.push(sentence);
    }
    match reason {
        Ending::Wrong {
            index,
            expected,
            got,
        } => {
            if !judged.report.stage_pass {
                told.headline = say!(
                    "explain-wrong-at",
                    index = at(origin, *index).to_string(),
                    n = index + 1
                );
            }
            told.compare = Some(compare(origin, *index, expected, got));
            // Of a wrong term nothing after it is known; the next public one in its place is an offset.
            told.advice = (*index == 0 && judged.public_terms.get(1) == Some(got))
                .then(|| say!("explain-offset", index = origin.to_string()));
        }
        Ending::Short { terms } => {
            told.body.push(say!(
                "explain-short-printed",
                n = terms,
                stage = rules.n_stage,
                all = rules.n_check
            ));
            told.advice = Some(say!("explain-short-advice", n = rules.n_check));
        }
        Ending::BadToken { index, token } => {
            told.body.push(say!(
                "explain-token-at",
                index = at(origin, *index).to_string()
            ));
            told.quote = Some(token.clone());
            told.advice = Some(advice::of_token(token).to_owned());
        }
        Ending::Exception { message } => {
            told.quote = Some(message.clone());
            told.advice = Some(
                advice::of_exception(message)
                    .unwrap_or(say!("explain-traceback"))
                    .to_owned(),
            );
        }
        Ending::Fuel => {
            told.body
                .push(say!("explain-fuel-limit", fuel = text::fuel(limits.fuel)));
            told.advice = Some(say!("explain-fuel-advice").to_owned());
        }
        Ending::Memory => {
            told.body.push(say!(
                "explain-memory-limit",
                size = text::size(limits.memory_bytes)
            ));
        }
        Ending::Output => {
            told.body.push(say!(
                "explain-output-limit",
                size = text::size(limits.output_bytes)
            ));
            told.advice = Some(say!("explain-output-advice").to_owned());
        }
        Ending::TermSize { index } => {
            told.body.push(say!(
                "explain-digits",
                index = at(origin, *index).to_string(),
                n = limits.max_term_digits
            ));
        }
        Ending::Stack => {
            told.advice = Some(say!("explain-stack-advice").to_owned());
        }
    }
}

/// How many terms were right before the end; `None` where the rest says it already.
fn right_so_far(matched: u32, reason: &Ending) -> Option<String> {
    match (matched, reason) {
        (0, _) | (_, Ending::Short { .. }) => None,
        (n, _) => Some(say!("explain-right-so-far", n = n)),
    }
}

fn rejection(told: &mut Explanation, reason: &Rejection) {
    match reason {
        Rejection::Format { message } | Rejection::Policy { message } => {
            told.quote = Some(message.clone());
        }
        Rejection::Size { bytes, limit } => {
            told.body
                .push(say!("explain-size", n = bytes, limit = limit));
        }
        Rejection::Syntax { message, line } => {
            told.body.push(say!("explain-syntax").to_owned());
            told.quote = Some(message.clone());
            told.line = (*line > 0).then_some(*line);
        }
        Rejection::Hardcode { message: _, line } => {
            told.body.push(say!("explain-table").to_owned());
            told.line = (*line > 0).then_some(*line);
            told.advice = Some(say!("explain-table-advice").to_owned());
        }
    }
}

fn compare(origin: i64, index: u32, expected: &str, got: &str) -> Compare {
    let expected_digits = expected.trim_start_matches('-').len();
    let got_digits = got.trim_start_matches('-').len();
    let difference = if expected_digits != got_digits && expected_digits.max(got_digits) > 6 {
        Some(say!(
            "explain-lengths",
            expected = say!("count-digits", n = expected_digits),
            got = say!("count-digits", n = got_digits)
        ))
    } else if expected_digits > 12 {
        let same = expected
            .bytes()
            .zip(got.bytes())
            .take_while(|(a, b)| a == b)
            .count();
        Some(say!("explain-same-up-to", n = same)).filter(|_| same > 0)
    } else {
        None
    };
    Compare {
        index: at(origin, index),
        expected: shown(expected),
        got: shown(got),
        difference,
    }
}

fn shown(term: &str) -> ShownTerm {
    let short = terms::shortened(term);
    let full = (short != term).then(|| term.to_owned());
    ShownTerm { shown: short, full }
}

fn at(origin: i64, index: u32) -> i64 {
    origin.saturating_add(i64::from(index))
}

/// The score as a sum, one line each.
pub(super) fn derivation(judged: &JudgedProgram) -> Vec<ScoreLine> {
    let report = &judged.report;
    let base = report.score.saturating_sub(report.brevity_bonus);
    if !report.stage_pass {
        return vec![ScoreLine::new(say!("score-no-stage"), Some(0))];
    }
    if !report.reward_correct {
        return vec![ScoreLine::new(
            say!("score-stage", n = judged.rules.n_stage),
            Some(base),
        )];
    }
    vec![
        ScoreLine::new(say!("score-reward", n = judged.rules.n_check), Some(base)),
        ScoreLine::new(
            brevity_line(report.l_chars, report.par),
            Some(report.brevity_bonus),
        ),
        ScoreLine::new(diversity_line(judged), judged.diversity()),
    ]
}

/// The formula of the season's scoring: one with a par since 0.3.
fn brevity_line(l_chars: u32, par: Option<u32>) -> String {
    let bytes = l_chars.to_string();
    match par {
        Some(par) => say!("score-brevity-par", bytes = bytes, par = par.to_string()),
        None => say!("score-brevity", bytes = bytes),
    }
}

fn diversity_line(judged: &JudgedProgram) -> String {
    match judged.diversity_bonus {
        None => say!("score-diversity-pending").to_owned(),
        Some(Bonus { total: 0, .. }) => say!("score-diversity-none").to_owned(),
        Some(Bonus {
            first_tag, shared, ..
        }) => {
            say!("score-diversity", first = first_tag, shared = shared)
        }
    }
}

/// One line of the sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreLine {
    /// What it is for.
    pub what: String,
    /// Points; `None` while they are pending.
    pub points: Option<u32>,
}

impl ScoreLine {
    fn new(what: impl Into<String>, points: Option<u32>) -> Self {
        Self {
            what: what.into(),
            points,
        }
    }
}

/// The limits as lines of a list, for the problem's page.
pub(super) fn limit_lines(limits: &LimitsView) -> Vec<(&'static str, String)> {
    vec![
        (say!("limit-source"), text::size(limits.source_bytes)),
        (
            say!("common-fuel"),
            say!("limit-fuel", fuel = text::fuel(limits.fuel)),
        ),
        (say!("verdict-memory"), text::size(limits.memory_bytes)),
        (say!("limit-output"), text::size(limits.output_bytes)),
        (
            say!("limit-digits"),
            text::grouped(&limits.max_term_digits.to_string()),
        ),
    ]
}
