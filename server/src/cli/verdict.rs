//! A verdict as the terminal shows it, whether it was given here or by a server.

use dojo_judge::sequence::Canonical;
use dojo_sandbox::{End, Limits, Runtime, SandboxError};
use serde::Deserialize;

/// The word of a source that does not compile.
pub(super) const REJECT_SYNTAX: &str = "REJECT_SYNTAX";

/// What stands before the number of a line in what the interpreter tells.
const PLACE: &str = "File \"main.py\", line ";

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

/// The verdict, then the score with what it comes from.
pub(super) fn verdict_lines(
    verdict: &str,
    message: &str,
    score: u64,
    measures: Option<&Measures>,
) -> [String; 2] {
    let Some(Measures {
        l_chars,
        brevity_bonus,
        fuel,
        peak_memory_bytes,
    }) = measures
    else {
        return [format!("{verdict}: {message}"), format!("score {score}")];
    };
    [
        format!("{verdict}: {message}"),
        format!(
            "score {score} ({l_chars} bytes, brevity bonus {brevity_bonus}), {fuel} fuel, \
             {peak_memory_bytes} bytes of memory"
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
    if !matches!(run.end, End::Syntax { .. }) {
        return Ok(Vec::new());
    }
    let (_, told) = run.stderr.split_once(PLACE).unwrap_or_default();
    let (number, rest) = told.split_once('\n').unwrap_or_default();
    let mut lines: Vec<String> = rest.lines().map(str::to_owned).collect();
    // The last one is the message, which the verdict has.
    lines.pop();
    if lines.is_empty() {
        // What is wrong only in its place is told without the line.
        let line = number.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        let line = line.and_then(|n| canonical.text().lines().nth(n));
        lines.extend(line.map(|line| format!("    {}", line.trim())));
    }
    Ok(lines)
}
