//! Extracts the line of a source that does not compile, with a caret under the place, from the interpreter's output.

use dojo_sandbox::{End, Run};

/// The text before the line number in the interpreter's output.
const PLACE: &str = "File \"main.py\", line ";

/// The lines of the excerpt from a run of this text; none if it compiles.
pub(crate) fn of_run(run: &Run, text: &str) -> Vec<String> {
    if !matches!(run.end, End::Syntax { .. }) {
        return Vec::new();
    }
    let (_, told) = run.stderr.split_once(PLACE).unwrap_or_default();
    let (number, rest) = told.split_once('\n').unwrap_or_default();
    let mut lines: Vec<String> = rest.lines().map(str::to_owned).collect();
    // The last line is the message, which is part of the verdict.
    lines.pop();
    if lines.is_empty() {
        // If only the position is wrong, the excerpt is shown without the line.
        let line = number.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        let line = line.and_then(|n| text.lines().nth(n));
        lines.extend(line.map(|line| format!("    {}", line.trim())));
    }
    lines
}
