//! `dojo sandbox`: runs programs for the process that has started it, behind the second wall.

use std::path::PathBuf;
use std::process::ExitCode;

/// What the process that starts this says.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Folder of the compiled guests.
    folder: PathBuf,
    /// Name of the guest.
    guest: String,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    dojo_sandbox::answer_behind_the_wall(&args.folder, &args.guest)?;
    Ok(ExitCode::SUCCESS)
}
