//! `dojo replay`: checks the archive of a season on anybody's machine.

use std::fs::File;
use std::io::BufReader;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use dojo_judge::contest::Contest;
use dojo_judge::contest::Judges;
use dojo_judge::digest::Digest;
use dojo_judge::record::archive::{self, ArchiveError};
use dojo_judge::record::replay::{Difference, Published, Replay, replay};
use formula::credit::eed::Mode;
use serde::Serialize;

use super::input;
use super::runtime::{self, RunsWhere};
use crate::contests;

/// Options of `dojo replay`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The archive, `season-<slug>.tar.zst`.
    archive: PathBuf,
    /// Run no program and grade no derivation: take the judgements as they are and check everything else.
    #[arg(long)]
    scores_only: bool,
    /// Hash of the results as it was published.
    #[arg(long, value_name = "HEX")]
    results_hash: Option<Digest>,
    /// Merkle root over the submissions as it was published at Freeze.
    #[arg(long, value_name = "HEX")]
    root: Option<Digest>,
    /// Hash of any log entry that was seen before; the archive's log must have it.
    #[arg(long, value_name = "HEX")]
    log_entry: Option<Digest>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Folder for data; the prepared sandbox is kept there.
    #[arg(long, env = "DOJO_DATA")]
    data: Option<PathBuf>,
}

/// What `--json` prints. An archive that cannot be read has differences and nothing else.
#[derive(Serialize)]
struct Answer<'a> {
    ok: bool,
    #[serde(flatten)]
    replay: Option<&'a Replay>,
    #[serde(skip_serializing_if = "Option::is_none")]
    differences: Option<Vec<Difference>>,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    // A file that is not there is bad usage; one that is there and damaged is a false archive.
    File::open(&args.archive).with_context(|| format!("cannot read {}", args.archive.display()))?;
    let archive = match archive::read(|| File::open(&args.archive).map(BufReader::new)) {
        Ok(archive) => archive,
        Err(error) => return unreadable(args, &error),
    };
    let contest = archive.record.manifest.scoring.contest();
    let runtime = if args.scores_only || !contests::of(contest).runs() {
        None
    } else {
        Some(runtime::open(args.data.as_deref(), RunsWhere::Here)?)
    };
    let eed = runtime::eed(args.data.as_deref(), Mode::Dojo, RunsWhere::Here);
    let judges = (!args.scores_only).then(|| Judges {
        runtime: runtime.as_ref(),
        eed: Some(&eed),
        threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
    });
    if runtime.is_some() {
        // All is read, and no formula will be simplified.
        runtime::wall_off();
    }
    let published = Published {
        log_entry: args.log_entry,
        submissions_root: args.root,
        results_hash: args.results_hash,
    };
    let replay = replay(&archive, judges.as_ref(), &published);
    if args.json {
        input::print_json(&Answer {
            ok: replay.is_right(),
            replay: Some(&replay),
            differences: None,
        })?;
    } else {
        input::print_lines(&describe(&replay, contest, args.scores_only))?;
    }
    Ok(exit(replay.is_right()))
}

fn exit(right: bool) -> ExitCode {
    if right {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    }
}

fn unreadable(args: &Args, error: &ArchiveError) -> anyhow::Result<ExitCode> {
    let difference = match error {
        ArchiveError::Member { member, fault } => Difference {
            member: member.clone(),
            field: "content".to_owned(),
            message: fault.clone(),
        },
        ArchiveError::Unpack { .. } | ArchiveError::Trailing | ArchiveError::Open(_) => {
            Difference {
                member: args.archive.display().to_string(),
                field: "content".to_owned(),
                message: error.to_string(),
            }
        }
    };
    if args.json {
        input::print_json(&Answer {
            ok: false,
            replay: None,
            differences: Some(vec![difference]),
        })?;
    } else {
        input::print_lines(&[
            difference.to_string(),
            "The archive is not what it should be.".to_owned(),
        ])?;
    }
    Ok(exit(false))
}

fn describe(replay: &Replay, contest: Contest, scores_only: bool) -> Vec<String> {
    let names = contest.names();
    let shown = |hash: Option<Digest>| hash.map_or_else(|| "none".to_owned(), |it| it.to_string());
    let mut lines: Vec<String> = replay.differences.iter().map(ToString::to_string).collect();
    if replay.unlisted > 0 {
        lines.push(format!("… and {} more differences.", replay.unlisted));
    }
    lines.push(format!(
        "season {}: {} problems, {} submissions, {} {}s {}",
        replay.season,
        replay.problems,
        replay.submissions,
        replay.judged(),
        names.submission,
        names.judged,
    ));
    lines.push(format!("manifest      {}", replay.manifest_hash));
    lines.push(format!("log           {}", shown(replay.log_head)));
    lines.push(format!("submissions   {}", replay.submissions_root));
    lines.push(format!("results_hash  {}", shown(replay.results_hash)));
    lines.push(match (replay.is_right(), scores_only) {
        (true, false) => format!(
            "The archive is right, and its results follow from its {}s.",
            names.submission
        ),
        (true, true) => format!(
            "The archive is right, and its results follow from its judgements. No {} was {}.",
            names.submission, names.judged
        ),
        (false, _) => "The archive is not what it should be.".to_owned(),
    });
    lines
}
