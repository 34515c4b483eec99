//! Seasons of programs: the program in the last block of an answer runs here, on the public terms.

use std::fmt::Write as _;

use anyhow::Context as _;
use dojo_judge::sequence::{self, Canonical, Rules, ScoringVersion};
use dojo_model::prompt::Prompt;
use dojo_sandbox::{Fuel, Limits, Runtime};
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

use super::game::{Game, Round};
use super::season::Problem;
use crate::cli::run::describe;

/// Terms that are told; the rest is left out.
const TOLD_TERMS: usize = 200;
/// How often a model is asked where that was not said, and the most.
const ROUNDS: (u32, u32) = (6, 50);

/// How programs are played.
pub(super) struct Programs<'a> {
    pub(super) runtime: &'a Runtime,
    pub(super) scoring_version: &'a str,
}

impl Game for Programs<'_> {
    fn prompt(&self) -> Prompt {
        Prompt::for_sequences()
    }

    fn rounds(&self) -> (u32, u32) {
        ROUNDS
    }

    fn told(&self, problem: &Problem, rounds: &[Round]) -> String {
        let known = &problem.public_terms;
        let terms = &known[..known.len().min(TOLD_TERMS)];
        let mut text = format!(
            "{}\n\nThe first terms, from n = {} on:\n\n{}\n",
            problem.stated(),
            problem.index_origin,
            terms.join(", ")
        );
        for (at, round) in (1..).zip(rounds) {
            write!(text, "\n# Round {at}\n\n").expect("writing to a string cannot fail");
            if let Some(program) = &round.solution {
                write!(text, "```python\n{}\n```\n\n", program.trim_end())
                    .expect("writing to a string cannot fail");
            }
            text.push_str(&round.told);
            text.push('\n');
        }
        if let Some(bytes) = rounds.iter().filter_map(|round| round.bytes).min() {
            write!(
                text,
                "\n# Now\n\nYour shortest program that is right on the terms above has {bytes} bytes. Write a shorter one of the same sequence.\n"
            )
            .expect("writing to a string cannot fail");
        }
        text
    }

    fn play(
        &self,
        problem: &Problem,
        asked: String,
        answer: Option<String>,
    ) -> anyhow::Result<Round> {
        let solution = answer.as_deref().and_then(last_block);
        let (told, bytes) = match &solution {
            None => (
                "There was no program between ```python and ``` in your answer.".to_owned(),
                None,
            ),
            Some(program) => judged(self.runtime, self.scoring_version, problem, program)?,
        };
        Ok(Round {
            asked,
            answer,
            solution,
            told,
            bytes,
        })
    }

    /// The shortest of those that are right.
    fn best(&self, rounds: &[Round]) -> Option<usize> {
        let right = rounds.iter().enumerate();
        let right = right.filter_map(|(at, round)| Some((round.bytes?, at)));
        right.min().map(|(_, at)| at)
    }

    fn file_name(&self) -> &'static str {
        "solver.py"
    }
}

fn judged(
    runtime: &Runtime,
    scoring: &str,
    problem: &Problem,
    program: &str,
) -> anyhow::Result<(String, Option<u32>)> {
    let rules = Rules {
        scoring: scoring
            .parse::<ScoringVersion>()
            .map_err(anyhow::Error::msg)?,
        ..Rules::default()
    };
    let check = sequence::check(runtime, &rules, program.as_bytes())?;
    if let Some(rejection) = &check.rejection {
        return Ok((format!("The program is refused: {rejection}"), None));
    }
    let canonical = match Canonical::new(program.as_bytes()) {
        Ok(canonical) => canonical,
        Err(rejection) => return Ok((format!("The program is refused: {rejection}"), None)),
    };
    let known = &problem.public_terms;
    let allowed = problem.limits.as_ref();
    let allowed = allowed.with_context(|| format!("{} has no limits", problem.slug))?;
    let limits = Limits {
        fuel: Fuel(allowed.fuel),
        memory_bytes: allowed.memory_bytes,
        output_bytes: allowed.output_bytes,
        max_term_digits: allowed.max_term_digits,
        max_terms: u32::try_from(known.len()).unwrap_or(u32::MAX),
        ..Limits::default()
    };
    let run = runtime.run(canonical.text().as_bytes(), &limits)?;
    let right = known
        .iter()
        .zip(&run.terms)
        .take_while(|(known, made)| known == made)
        .count();
    if right == known.len() {
        return Ok((
            format!(
                "All {right} public terms are right. The program has {} bytes.",
                check.l_chars
            ),
            Some(check.l_chars),
        ));
    }
    let mut text = format!("{right} of {} public terms are right.", known.len());
    let index = problem.index_origin.saturating_add_unsigned(right as u64);
    if let Some(made) = run.terms.get(right) {
        write!(
            text,
            " The term of n = {index} is {}, and your program printed {made}.",
            known[right]
        )
        .expect("writing to a string cannot fail");
    } else {
        let (_, detail) = describe(run.end, &run.terms, &limits);
        write!(text, " Then {}.", detail.trim_end_matches('.'))
            .expect("writing to a string cannot fail");
    }
    if !run.stderr.trim().is_empty() {
        write!(text, "\n\n{}", run.stderr.trim()).expect("writing to a string cannot fail");
    }
    Ok((text, None))
}

/// The last block between fences, as Markdown has them: also in a list, and one that never ends.
fn last_block(text: &str) -> Option<String> {
    let mut last = None;
    let mut block: Option<String> = None;
    for event in Parser::new(text) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))) => block = Some(String::new()),
            Event::Text(line) => {
                if let Some(block) = &mut block {
                    block.push_str(&line);
                }
            }
            Event::End(TagEnd::CodeBlock) => {
                last = block
                    .take()
                    .filter(|block| !block.trim().is_empty())
                    .or(last);
            }
            _ => {}
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_block_is_the_program() {
        for (text, program) in [
            (
                "First\n```python\nprint(1)\n```\nand then\n\n```python\nprint(2)\n```\n",
                Some("print(2)\n"),
            ),
            ("```\nprint(3)\n```\nThat is all.", Some("print(3)\n")),
            ("Longer:\n\n~~~py\nprint(4)\n", Some("print(4)\n")),
            (
                "1. So:\n\n   ```python\n   for n in x:\n       print(n)\n   ```\n",
                Some("for n in x:\n    print(n)\n"),
            ),
            (
                "```python\nprint(6)\n```\nBetter, I think:\n```python\nprint(",
                Some("print("),
            ),
            ("print(5)", None),
            ("``` ```", None),
            ("", None),
        ] {
            assert_eq!(last_block(text).as_deref(), program, "{text:?}");
        }
    }
}
