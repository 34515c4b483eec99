//! `dojo verify-receipt`: what the receipt of a submission proves.

use std::fs::File;
use std::io::{BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use chrono::DateTime;
use dojo_judge::digest::Digest;
use dojo_judge::record::archive;
use dojo_judge::record::receipt::{Proven, Receipt};
use serde::Serialize;

use super::input;

/// Largest receipt, in bytes.
const MAX_RECEIPT_BYTES: u64 = 1 << 20;

/// Options of `dojo verify-receipt`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The receipt, a JSON file; `-` reads it from standard input.
    receipt: PathBuf,
    /// The Merkle root that was published at Freeze.
    #[arg(long, value_name = "HEX")]
    root: Option<Digest>,
    /// The season's archive: whether it has the submission as the receipt says.
    #[arg(long)]
    archive: Option<PathBuf>,
    /// The program or derivation that was submitted: whether it is the one that the receipt is for.
    #[arg(long)]
    source: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    ok: bool,
    submission: u64,
    proven: &'static str,
    message: String,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let receipt = read_receipt(&args.receipt)?;
    let outcome = check(args, &receipt)?;
    let (ok, proven, message) = match outcome {
        Ok((proven, message)) => (true, proven, message),
        Err(message) => (false, "nothing", message),
    };
    if args.json {
        input::print_json(&Answer {
            ok,
            submission: receipt.submitted.submission,
            proven,
            message,
        })?;
    } else {
        input::print_lines(&[message])?;
    }
    Ok(if ok {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}

/// What the receipt proves, or why it proves nothing.
fn check(args: &Args, receipt: &Receipt) -> anyhow::Result<Result<(&'static str, String), String>> {
    let proven = match receipt.verify(args.root.as_ref()) {
        Ok(proven) => proven,
        Err(error) => return Ok(Err(format!("The receipt is wrong: {error}."))),
    };
    if let Some(path) = &args.source {
        let source =
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let found = Digest::of(&source);
        if found != receipt.submitted.source {
            return Ok(Err(format!(
                "The receipt is for another program: {} has the SHA-256 {found}, `submitted.source` is {}.",
                path.display(),
                receipt.submitted.source
            )));
        }
    }
    let submitted = &receipt.submitted;
    let what = format!(
        "submission {} to {} by {}, received at {}",
        submitted.submission,
        submitted.problem,
        submitted.person,
        received(submitted.created_at_us)
    );
    if let Some(path) = &args.archive
        && let Some(missing) = missing_from(path, receipt)?
    {
        return Ok(Err(format!(
            "The receipt is right, and the archive is not: {missing} ({what})."
        )));
    }
    Ok(Ok(match proven {
        Proven::Included { root } => {
            let compared = if args.root.is_some() {
                "the published root"
            } else {
                "the root below, which is to be compared with the published one"
            };
            (
                "included",
                format!("Proven: {what}, is under {compared}.\nroot {root}"),
            )
        }
        Proven::Logged => (
            "logged",
            format!(
                "The receipt is right in itself: {what}, is log entry {} with the hash {}. From \
                 Freeze on a receipt has a proof.",
                receipt.entry.seq, receipt.entry.hash
            ),
        ),
    }))
}

/// A time of a receipt, in full.
fn received(micros: i64) -> String {
    match DateTime::from_timestamp_micros(micros) {
        Some(at) => at.format("%Y-%m-%d %H:%M:%S%.6f UTC").to_string(),
        None => format!("{micros} µs since 1970"),
    }
}

/// What of the receipt the archive does not have.
fn missing_from(path: &Path, receipt: &Receipt) -> anyhow::Result<Option<String>> {
    File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let archive = archive::read(|| File::open(path).map(BufReader::new))
        .with_context(|| format!("cannot read {}", path.display()))?;
    let number = receipt.submitted.submission;
    let place = archive
        .record
        .submissions
        .binary_search_by_key(&number, |submitted| submitted.submission);
    let Ok(place) = place else {
        return Ok(Some("it does not have the submission".to_owned()));
    };
    if archive.record.submissions[place] != receipt.submitted {
        return Ok(Some("it has the submission in another form".to_owned()));
    }
    let logged = usize::try_from(receipt.entry.seq)
        .ok()
        .and_then(|seq| archive.record.log.get(seq));
    if logged != Some(&receipt.entry) {
        return Ok(Some(format!(
            "its log entry {} is another one",
            receipt.entry.seq
        )));
    }
    Ok(None)
}

pub(super) fn read_receipt(path: &Path) -> anyhow::Result<Receipt> {
    let shown = path.display();
    let mut text = String::new();
    let most = MAX_RECEIPT_BYTES + 1;
    if path == Path::new("-") {
        std::io::stdin().lock().take(most).read_to_string(&mut text)
    } else {
        File::open(path).and_then(|file| file.take(most).read_to_string(&mut text))
    }
    .with_context(|| format!("cannot read {shown}"))?;
    if text.len() as u64 > MAX_RECEIPT_BYTES {
        bail!("{shown} is no receipt: it has more than {MAX_RECEIPT_BYTES} bytes");
    }
    serde_json::from_str(&text).with_context(|| format!("{shown} is no receipt"))
}
