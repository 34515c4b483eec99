//! `dojo physics equivalent`: whether two formulas say the same.

use std::process::ExitCode;

/// Options of `dojo physics equivalent`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The reference formula, in LaTeX.
    #[arg(required_unless_present = "jsonl", conflicts_with = "jsonl")]
    reference: Option<String>,
    /// The other formula, in LaTeX.
    #[arg(required_unless_present = "jsonl", conflicts_with = "jsonl")]
    other: Option<String>,
    /// Read lines.
    #[arg(long)]
    jsonl: bool,
}

pub(super) fn main(_args: &Args) -> anyhow::Result<ExitCode> {
    anyhow::bail!("not yet");
}
