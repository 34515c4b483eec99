//! The line of a source that does not compile, with a caret under the place, as the interpreter shows it.

use dojo_sandbox::{End, Run};

/// What stands before the line in what the interpreter says.
const PLACE: &str = "File \"main.py\", line ";

/// The lines of the excerpt, from a run of this text; none of one that compiles.
pub(crate) fn of_run(run: &Run, text: &str) -> Vec<String> {
    if !matches!(run.end, End::Syntax { .. }) {
        return Vec::new();
    }
    let (_, told) = run.stderr.split_once(PLACE).unwrap_or_default();
    let (number, rest) = told.split_once('\n').unwrap_or_default();
    let mut lines: Vec<String> = rest.lines().map(str::to_owned).collect();
    // The last one is the message, which the verdict has.
    lines.pop();
    if lines.is_empty() {
        // What is wrong only in its place is told without the line.
        let line = number.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        let line = line.and_then(|n| text.lines().nth(n));
        lines.extend(line.map(|line| format!("    {}", line.trim())));
    }
    lines
}
