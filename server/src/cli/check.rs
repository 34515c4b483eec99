//! `dojo check`: the canonical form of a program and what the policy says of it. It never runs.

use std::path::PathBuf;
use std::process::ExitCode;

use dojo_judge::sequence::{
    self, Allowance, Canonical, Classification, Payload, Rules, ScoringVersion, WeighedForm, policy,
};
use dojo_sandbox::Runtime;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::input;
use super::jsonl::{self, SharedArgs};
use super::runtime;
use super::verdict::{REJECT_SYNTAX, syntax_excerpt};

/// Options of `dojo check`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The program; `-` reads it from standard input.
    #[arg(required_unless_present = "jsonl", conflicts_with = "jsonl")]
    file: Option<PathBuf>,
    /// Scoring version; by default that of new seasons.
    #[arg(long, default_value = ScoringVersion::FOR_NEW_SEASONS.as_str())]
    scoring: ScoringVersion,
    /// The setter's program: under scoring 0.3 a problem allows twice what it weighs, and its length is par.
    #[arg(long, conflicts_with = "jsonl")]
    setter: Option<PathBuf>,
    /// Show the neutral form, which scoring 0.3 weighs, with the weight of each line.
    #[arg(long, conflicts_with = "jsonl")]
    show_neutral: bool,
    #[command(flatten)]
    shared: SharedArgs,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    source: String,
    setter: Option<String>,
}

#[derive(Serialize)]
struct Answer {
    id: Value,
    l_chars: u32,
    solver_hash: Option<String>,
    verdict: &'static str,
    reason: String,
    /// What makes judging refuse all the same what is accepted here, where the run can show it.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused_if: Option<&'static str>,
    brevity_bonus: u32,
    numeric_literals: Option<u32>,
    string_literal_chars: Option<u32>,
    list_tuple_elements: Option<u32>,
    /// Under scoring 0.3 only, as is what follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    payload: Option<Payload>,
    #[serde(skip_serializing_if = "Option::is_none")]
    allowance: Option<Allowance>,
    #[serde(skip_serializing_if = "Option::is_none")]
    classification: Option<Classification>,
    /// Where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    neutral: Option<WeighedForm>,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let runtime = args.shared.runtime()?;
    let rules = Rules::of_new_season(args.scoring);
    let Some(file) = &args.file else {
        runtime::wall_off();
        return jsonl::answer_lines(|question: jsonl::Question<Case>| {
            let Case { source, setter } = question.body;
            let rules = beside(&rules, setter.as_deref());
            let answer = check(&runtime, &rules, question.id, source.as_bytes())?;
            Ok::<_, String>(Answer {
                neutral: None,
                ..answer
            })
        });
    };
    let setter = (args.setter.as_deref())
        .map(input::read_canonical)
        .transpose()?;
    let rules = beside(&rules, setter.as_ref().map(Canonical::text));
    let (id, source) = input::read_program(file)?;
    runtime::wall_off();
    let mut answer = check(&runtime, &rules, id, &source).map_err(anyhow::Error::msg)?;
    if !args.show_neutral {
        answer.neutral = None;
    }
    let accepted = answer.reason.is_empty();
    if args.shared.json {
        input::print_json(&answer)?;
    } else {
        let mut lines = describe(&answer, &rules);
        if answer.verdict == REJECT_SYNTAX {
            lines.splice(1..1, syntax_excerpt(&runtime, &source)?);
        }
        input::print_lines(&lines)?;
    }
    Ok(if accepted {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}

/// The rules of a problem with this setter's program.
pub(super) fn beside(rules: &Rules, setter: Option<&str>) -> Rules {
    setter.map_or(*rules, |setter| rules.beside(setter, None))
}

/// What only a run can find out of a source whose text weighs more than its neutral form may.
const NEUTRAL_FORM_DIFFERS: &str = "its neutral form prints other terms";

fn check(runtime: &Runtime, rules: &Rules, id: Value, source: &[u8]) -> Result<Answer, String> {
    let check = sequence::check(runtime, rules, source)
        .map_err(|error| format!("{:#}", anyhow::Error::from(error)))?;
    let may_be_refused = check.rejection.is_none() && check.rests_on_neutral_form(rules);
    Ok(Answer {
        id,
        refused_if: may_be_refused.then_some(NEUTRAL_FORM_DIFFERS),
        l_chars: check.l_chars,
        verdict: check.word(),
        reason: check
            .rejection
            .as_ref()
            .map_or_else(String::new, ToString::to_string),
        solver_hash: check.solver_hash,
        // What has no canonical form has no length.
        brevity_bonus: match check.l_chars {
            0 => 0,
            l_chars => sequence::brevity_bonus(l_chars, rules.par),
        },
        numeric_literals: check.counts.map(|counts| counts.numeric_literals),
        string_literal_chars: check.counts.map(|counts| counts.string_literal_chars),
        list_tuple_elements: check.counts.map(|counts| counts.list_tuple_elements),
        allowance: check.payload.as_ref().and_then(|_| rules.allowance()),
        payload: check.payload,
        neutral: check.neutral,
        classification: check.classification,
    })
}

fn describe(answer: &Answer, rules: &Rules) -> Vec<String> {
    let count = |count: Option<u32>| count.map_or_else(|| "not counted".into(), |n| n.to_string());
    let reason = match answer.refused_if {
        _ if !answer.reason.is_empty() => answer.reason.clone(),
        None => "it may run; what the run gives, `dojo judge` says".to_owned(),
        Some(condition) => format!("it may run, and is refused after the run if {condition}"),
    };
    let mut lines = vec![
        format!("{}: {reason}", answer.verdict),
        format!("canonical bytes: {}", answer.l_chars),
        format!(
            "solver_hash: {}",
            answer.solver_hash.as_deref().unwrap_or("none")
        ),
        format!("numeric literals: {}", count(answer.numeric_literals)),
        format!(
            "string literal characters: {}",
            count(answer.string_literal_chars)
        ),
        format!(
            "longest list or tuple: {}",
            count(answer.list_tuple_elements)
        ),
        format!(
            "bonus for shortness if correct: {}{}",
            answer.brevity_bonus,
            if rules.scoring.has_par() && rules.par.is_none() {
                ", as if there were no par: name the setter's program with --setter"
            } else {
                ""
            }
        ),
    ];
    if let (Some(payload), Some(most)) = (&answer.payload, &answer.allowance) {
        let more = policy::more(payload.total_bytes);
        lines.push(format!(
            "payload: {more}{} bytes of data of at most {}, {more}{} with choices of what stands where \
             of at most {}",
            payload.data_bytes, most.data_bytes, payload.total_bytes, most.total_bytes
        ));
        lines.push(format!(
            "  its text as it stands weighs {}{} bytes{}",
            policy::more(payload.in_full_bytes),
            payload.in_full_bytes,
            match answer.refused_if {
                Some(condition) => format!(": they count if {condition}"),
                None => String::new(),
            }
        ));
        lines.extend((payload.heaviest.iter()).map(|place| {
            format!(
                "  line {}: {}, {} bytes",
                place.line, place.what, place.bytes
            )
        }));
    }
    if let Some(form) = &answer.neutral {
        lines.push("neutral form: line of the source, bytes, text".to_owned());
        let shown = |line: &sequence::WeighedLine| {
            format!("{:6}{:6}  {}", line.line, line.bytes, line.text)
        };
        lines.extend(form.lines.iter().map(shown));
    }
    if let Some(classification) = &answer.classification {
        lines.push(format!("method: {}", classification.family));
        lines.extend(
            (classification.evidence.iter())
                .map(|evidence| format!("  line {}: {}", evidence.line, evidence.why)),
        );
    }
    lines
}
