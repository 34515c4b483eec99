//! `dojo model publish`: after Reveal, the transcripts whose hashes are in the receipts go onto the pages of the submissions.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;

use super::play::record::{submitted, transcript_file};
use super::play::season::Season;
use crate::cli::client::{Client, ServerArgs};
use crate::cli::input;

/// Options of `dojo model publish`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The server takes a transcript from the account that submitted, from Reveal on, and only the one whose
SHA-256 stands in the notes of the receipt. The same command again changes nothing.")]
pub(super) struct Args {
    /// The folder of a run of `dojo model play`.
    run: PathBuf,
    #[command(flatten)]
    server: ServerArgs,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let client = Client::signed_in(&args.server)?;
    let season = Season::read(&args.run)?;
    let submitted = submitted(&args.run)?;
    let mut lines = Vec::new();
    let mut is_whole = true;
    for problem in &season.problems {
        let file = transcript_file(&args.run, &problem.slug);
        if !file.is_file() {
            continue;
        }
        let Some(line) = submitted.iter().find(|line| line.problem == problem.slug) else {
            lines.push(format!(
                "{}: nothing was submitted, so its hash is in no receipt",
                file.display()
            ));
            continue;
        };
        let bytes = fs::read(&file).with_context(|| file.display().to_string())?;
        match client.put_json(
            &format!("/submissions/{}/transcript", line.submission),
            &bytes,
        ) {
            Ok(_) => lines.push(format!(
                "{}: published with submission {}",
                problem.slug, line.submission
            )),
            Err(error) => {
                eprintln!("error: {}: {error:#}", file.display());
                is_whole = false;
            }
        }
    }
    input::print_lines(&lines)?;
    Ok(ExitCode::from(u8::from(!is_whole)))
}
