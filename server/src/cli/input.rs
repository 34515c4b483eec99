//! Reading programs and printing answers, the same for every command.

use std::fmt::Display;
use std::fs;
use std::io::{self, BufWriter, IsTerminal as _, Read as _, Write as _};
use std::path::Path;

use anyhow::Context as _;
use dojo_judge::sequence::{Canonical, MAX_SOURCE_BYTES};
use serde::Serialize;
use serde_json::Value;

use crate::pages::text;

/// Reads a program from a file, or from standard input for `-`. What is longer than any source
/// may be is read one byte over the limit, which is enough to refuse it.
pub(super) fn read_program(file: &Path) -> anyhow::Result<(Value, Vec<u8>)> {
    let most = MAX_SOURCE_BYTES as u64 + 1;
    let mut source = Vec::new();
    if file == Path::new("-") {
        io::stdin().lock().take(most).read_to_end(&mut source)
    } else {
        fs::File::open(file).and_then(|opened| opened.take(most).read_to_end(&mut source))
    }
    .with_context(|| format!("cannot read {}", file.display()))?;
    Ok((Value::String(file.display().to_string()), source))
}

/// Reads the setter's program, in canonical form.
pub(super) fn read_canonical(file: &Path) -> anyhow::Result<Canonical> {
    let (_, source) = read_program(file)?;
    let canonical = Canonical::new(&source).map_err(|why| anyhow::anyhow!("{why}"));
    canonical.with_context(|| format!("the setter {}", file.display()))
}

/// `1 answer`, `2 answers`.
pub(super) fn counted(number: impl Display, noun: &str) -> String {
    text::count(&number.to_string(), noun)
}

/// Prints one JSON object on a line of standard output.
pub(super) fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    print_lines(&[serde_json::to_string(value)?])
}

/// Prints lines on standard output.
pub(super) fn print_lines(lines: &[String]) -> anyhow::Result<()> {
    let stdout = io::stdout();
    let is_terminal = stdout.is_terminal();
    let mut output = BufWriter::new(stdout.lock());
    for line in lines {
        let written = if is_terminal {
            // A terminal would obey what models and servers wrote.
            let is_order = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
            writeln!(output, "{}", line.replace(is_order, "\u{fffd}"))
        } else {
            writeln!(output, "{line}")
        };
        written.context("cannot write to standard output")?;
    }
    output.flush().context("cannot write to standard output")
}
