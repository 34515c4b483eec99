//! What a verdict means, in plain English, and no more than the reader may know of it.
//!
//! Before Reveal the hidden terms stay hidden: of a Stage Pass nothing is told but that
//! (`docs/SPEC.md`, Verdicts). [`explain`] is the only place that decides this for pages.

use dojo_judge::sequence::diversity::Bonus;
use dojo_judge::sequence::{
    Allowance, Counts, Ending, Payload, Rejection, ScoringVersion, Verdict,
};

use super::submission::{Judged, SubmissionView};
use super::terms;
use super::text;
use super::trial::LimitsView;
use super::verdict::VerdictLabel;
use crate::contests::Audience;

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

/// What the policy counted and weighed, against the limits of a scoring version.
pub(super) fn meters(
    version: ScoringVersion,
    counts: Option<&Counts>,
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
            "Bytes of data",
            payload.data_bytes,
            allowance.data_bytes,
            heaviest,
        );
        add(
            "Bytes of data and choices",
            payload.total_bytes,
            allowance.total_bytes,
            heaviest,
        );
    }
    if let Some(counts) = counts {
        let limits = version.thresholds();
        add(
            "Number literals",
            counts.numeric_literals,
            limits.numeric_literals,
            counts.numeric_line,
        );
        add(
            "Characters in strings",
            counts.string_literal_chars,
            limits.string_literal_chars,
            counts.string_line,
        );
        add(
            "Elements of the longest list or tuple",
            counts.list_tuple_elements,
            limits.list_tuple_elements,
            counts.list_tuple_line,
        );
    }
    meters
}

/// Explains a judged submission to its reader.
pub(super) fn explain(submission: &SubmissionView, judged: &Judged) -> Explanation {
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
            told.headline = format!("All {} terms are right.", rules.n_check);
        }
        Verdict::Stage { reason } => {
            told.headline = format!(
                "The first {} terms are right; a later one is wrong or missing.",
                rules.n_stage
            );
            if submission.audience == Audience::Everything {
                ending(&mut told, judged, reason);
            } else {
                told.body.push(
                    "What differs, and where, stays hidden until the season’s Reveal: the later terms are \
                     secret so that programs are found, not tables."
                        .to_owned(),
                );
                told.advice = Some(
                    "Check whether your rule only happens to fit the public terms, and whether your program is \
                     fast and exact enough for larger indices."
                        .to_owned(),
                );
            }
        }
        Verdict::Failed { reason } => {
            told.headline = failed_headline(rules.n_stage, reason);
            if submission.audience == Audience::Author && reason.is_beyond(rules.n_public) {
                told.body.push(format!(
                    "It is none of the {} public terms. Which one, and what it should be, stays hidden until the \
                     season’s Reveal.",
                    rules.n_public
                ));
            } else if submission.audience != Audience::Public {
                ending(&mut told, judged, reason);
            }
        }
        Verdict::Rejected { reason } => {
            "The program was refused and did not run.".clone_into(&mut told.headline);
            if submission.audience != Audience::Public {
                rejection(&mut told, reason);
            }
        }
    }
    told
}

fn failed_headline(n_stage: u32, reason: &Ending) -> String {
    match reason {
        Ending::Wrong { .. } => format!("A term among the first {n_stage} is wrong."),
        Ending::Short { terms: 0 } => "The program printed no terms.".to_owned(),
        Ending::Short { .. } => format!("The program ended before it had printed {n_stage} terms."),
        Ending::BadToken { .. } => {
            "The program printed something that is not a decimal integer.".to_owned()
        }
        Ending::Exception { .. } => "The program stopped with an uncaught exception.".to_owned(),
        Ending::Fuel => {
            format!("The program used up its fuel before {n_stage} terms were printed.")
        }
        Ending::Memory => "The program needed more memory than it may use.".to_owned(),
        Ending::Output => "The program printed too much text before the last term.".to_owned(),
        Ending::TermSize { .. } => "The program printed a number with too many digits.".to_owned(),
        Ending::Stack => "The program recursed too deeply.".to_owned(),
    }
}

/// Tells why the terms stop being right.
fn ending(told: &mut Explanation, judged: &Judged, reason: &Ending) {
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
                told.headline = format!(
                    "a({}), the {} term, is wrong.",
                    at(origin, *index),
                    text::ordinal(u64::from(*index) + 1)
                );
            }
            told.compare = Some(compare(origin, *index, expected, got));
            told.advice = (*index == 0).then(|| {
                format!("The first term is a({origin}): this problem counts from {origin}. An offset by one is the usual reason.")
            });
        }
        Ending::Short { terms } => {
            told.body.push(format!(
                "It printed {}; {} are needed for a Stage Pass and {} for the full score.",
                text::count(&terms.to_string(), "term"),
                rules.n_stage,
                rules.n_check
            ));
            told.advice = Some(format!(
                "You may print more than enough, even without end: the program is stopped once {} terms are read.",
                rules.n_check
            ));
        }
        Ending::BadToken { index, token } => {
            told.body.push(format!(
                "It stands where a({}) should be:",
                at(origin, *index)
            ));
            told.quote = Some(token.clone());
            told.advice = Some(token_advice(token).to_owned());
        }
        Ending::Exception { message } => {
            told.quote = Some(message.clone());
            told.advice = Some("The whole traceback is under “Standard error”.".to_owned());
        }
        Ending::Fuel => {
            told.body.push(format!(
                "The fuel is {}, about one unit for each machine instruction.",
                text::fuel(limits.fuel)
            ));
            told.advice = Some(
                "Look for a recurrence that uses the terms before, or for work that is done twice."
                    .to_owned(),
            );
        }
        Ending::Memory => {
            told.body.push(format!(
                "The limit is {}, the Python interpreter included.",
                text::size(limits.memory_bytes)
            ));
        }
        Ending::Output => {
            told.body.push(format!(
                "The limit is {} before the last term is read.",
                text::size(limits.output_bytes)
            ));
            told.advice =
                Some("Print the terms only, with one space or newline between them.".to_owned());
        }
        Ending::TermSize { index } => {
            told.body.push(format!(
                "a({}) had more than {} digits, the most that a term of this season has.",
                at(origin, *index),
                text::grouped(&limits.max_term_digits.to_string())
            ));
        }
        Ending::Stack => {
            told.advice = Some(
                "A loop, or a cache filled from below, does the same without recursion.".to_owned(),
            );
        }
    }
}

/// How many terms were right before the end; `None` where the rest says it already.
fn right_so_far(matched: u32, reason: &Ending) -> Option<String> {
    match (matched, reason) {
        (0, _) | (_, Ending::Short { .. }) => None,
        (1, _) => Some("The first term was right.".to_owned()),
        (n, _) => Some(format!("The first {n} terms were right.")),
    }
}

fn rejection(told: &mut Explanation, reason: &Rejection) {
    match reason {
        Rejection::Format { message } | Rejection::Policy { message } => {
            told.quote = Some(message.clone());
        }
        Rejection::Size { bytes, limit } => {
            told.body.push(format!(
                "It has {} and may have {}.",
                text::count(&bytes.to_string(), "byte"),
                text::grouped(&limit.to_string())
            ));
        }
        Rejection::Syntax { message, line } => {
            told.body.push("Python cannot read it:".to_owned());
            told.quote = Some(message.clone());
            told.line = (*line > 0).then_some(*line);
        }
        Rejection::Hardcode { message: _, line } => {
            told.body.push(
                "It looks like a table of answers rather than a rule that makes them. Below you see what is \
                 counted, and which count is too high."
                    .to_owned(),
            );
            told.line = (*line > 0).then_some(*line);
            told.advice = Some(
                "Find the rule behind the numbers: compute them instead of listing them."
                    .to_owned(),
            );
        }
    }
}

fn compare(origin: i64, index: u32, expected: &str, got: &str) -> Compare {
    let expected_digits = expected.trim_start_matches('-').len();
    let got_digits = got.trim_start_matches('-').len();
    let difference = if expected_digits != got_digits && expected_digits.max(got_digits) > 6 {
        Some(format!(
            "Expected {}, got {}.",
            text::count(&expected_digits.to_string(), "digit"),
            text::count(&got_digits.to_string(), "digit")
        ))
    } else if expected_digits > 12 {
        let same = expected
            .bytes()
            .zip(got.bytes())
            .take_while(|(a, b)| a == b)
            .count();
        Some(format!(
            "They are the same up to the {} character.",
            text::ordinal(same as u64)
        ))
        .filter(|_| same > 0)
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

/// What usually is behind a token of that look.
fn token_advice(token: &str) -> &'static str {
    if token.contains([',', '[', ']', '(', ')']) {
        "Print the terms without commas or brackets; print(*terms) does that with a list."
    } else if token.contains('.')
        || token.contains('e') && token.starts_with(|c: char| c.is_ascii_digit())
    {
        "Work with integers all the way: // divides without a fraction, / does not, and floats are not exact."
    } else if matches!(token, "True" | "False") {
        "Print int(x) instead of a truth value."
    } else if matches!(token, "None") {
        "Print the value that a function returns; None means that it returned nothing."
    } else {
        "Print decimal integers separated by spaces or newlines and nothing else: no words, no +, no leading zeros."
    }
}

/// The score as a sum, one line each.
pub(super) fn derivation(judged: &Judged) -> Vec<ScoreLine> {
    let report = &judged.report;
    let base = report.score.saturating_sub(report.brevity_bonus);
    if !report.stage_pass {
        return vec![ScoreLine::new("Not a Stage Pass", Some(0))];
    }
    if !report.reward_correct {
        return vec![ScoreLine::new(
            format!("Stage Pass: the first {} terms", judged.rules.n_stage),
            Some(base),
        )];
    }
    vec![
        ScoreLine::new(
            format!("Reward Correct: all {} terms", judged.rules.n_check),
            Some(base),
        ),
        ScoreLine::new(
            format!("Brevity: 200·e^(−{}/800), rounded down", report.l_chars),
            Some(report.brevity_bonus),
        ),
        ScoreLine::new(diversity_line(judged), judged.diversity()),
    ]
}

fn diversity_line(judged: &Judged) -> String {
    match judged.diversity_bonus {
        None => "Diversity: computed at Freeze".to_owned(),
        Some(Bonus { total: 0, .. }) => {
            "Diversity: one method only, or none that counts".to_owned()
        }
        Some(Bonus {
            first_tag, shared, ..
        }) => {
            format!(
                "Diversity: {first_tag} for the first with a method, {shared} for several methods"
            )
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
        ("Source", text::size(limits.source_bytes)),
        ("Fuel", format!("{} instructions", text::fuel(limits.fuel))),
        ("Memory", text::size(limits.memory_bytes)),
        (
            "Output before the last term",
            text::size(limits.output_bytes),
        ),
        (
            "Digits of a term",
            text::grouped(&limits.max_term_digits.to_string()),
        ),
    ]
}
