//! `dojo physics tidy`: a derivation with its formulas where they are graded.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use help::tidy::tidy;

use super::load;

/// Options of `dojo physics tidy`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The derivation, in Markdown with LaTeX; `-` reads standard input.
    solution: PathBuf,
    /// Print no text, and end with 1 where something would change.
    #[arg(long)]
    check: bool,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let tidied = tidy(&load::solution(&args.solution)?);
    for change in &tidied.changes {
        eprintln!("{change}");
    }
    if args.check {
        return Ok(ExitCode::from(u8::from(!tidied.changes.is_empty())));
    }
    io::stdout().lock().write_all(tidied.text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
