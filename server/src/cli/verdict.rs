//! A verdict as the terminal shows it, whether it was given here or by a server.

use dojo_judge::sequence::Canonical;
use dojo_sandbox::{Limits, Runtime, SandboxError};
use serde::Deserialize;

use crate::pages::physics::verdict::scored_label;
use crate::pages::text;
use crate::syntax_excerpt;
use crate::words::say;

/// The word of a source that does not compile.
pub(super) const REJECT_SYNTAX: &str = "REJECT_SYNTAX";

/// What is measured of a program.
#[derive(Debug, Deserialize)]
pub(super) struct Measures {
    /// Canonical bytes.
    pub(super) l_chars: u32,
    /// Points for brevity.
    pub(super) brevity_bonus: u32,
    /// Fuel used.
    pub(super) fuel: u64,
    /// Largest size of its memory.
    pub(super) peak_memory_bytes: u64,
}

/// The name of a verdict for readers, as pages have it, and what it says.
pub(super) fn headline(verdict: &str, score: Option<u32>, message: &str) -> String {
    let name = scored_label(verdict, score).name;
    say!("verdict-announced", name = name, what = message)
}

/// The verdict, then the score with what it comes from.
pub(super) fn verdict_lines(
    verdict: &str,
    message: &str,
    score: u32,
    measures: Option<&Measures>,
) -> [String; 2] {
    let Some(Measures {
        l_chars,
        brevity_bonus,
        fuel,
        peak_memory_bytes,
    }) = measures
    else {
        return [
            headline(verdict, Some(score), message),
            format!("score {score}"),
        ];
    };
    // What is refused as it stands does not run, and of a text that is no source nothing is counted.
    if *fuel == 0 {
        let counted = match l_chars {
            0 => String::new(),
            bytes => format!(" ({bytes} bytes)"),
        };
        let line = format!("score {score}{counted}; it did not run");
        return [headline(verdict, Some(score), message), line];
    }
    [
        headline(verdict, Some(score), message),
        format!(
            "score {score} ({l_chars} bytes, {brevity_bonus} points for being short), about {} \
             instructions, {} of memory",
            text::fuel(*fuel),
            text::size(*peak_memory_bytes)
        ),
    ]
}

/// The line of a source that does not compile, with a caret under the place, as the interpreter shows it.
pub(super) fn syntax_excerpt(
    runtime: &Runtime,
    source: &[u8],
) -> Result<Vec<String>, SandboxError> {
    let Ok(canonical) = Canonical::new(source) else {
        return Ok(Vec::new());
    };
    let run = runtime.run(canonical.text().as_bytes(), &Limits::default())?;
    Ok(syntax_excerpt::of_run(&run, canonical.text()))
}
