//! `dojo prepare`: compiles both sandboxes before anything has to wait for them.

use std::path::PathBuf;
use std::process::ExitCode;

use dojo_sandbox::Simplifier;

use super::data_folder::say;
use super::runtime::{self, RunsWhere};

/// Options of `dojo prepare`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Folder of the data of the server that they are for.
    #[arg(long, value_name = "DIR", env = "DOJO_DATA")]
    data: Option<PathBuf>,
    /// Folder of the compiled sandboxes, when they are to be shared.
    #[arg(long, value_name = "DIR", env = "DOJO_CACHE_DIR")]
    cache: Option<PathBuf>,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let kept = args.cache.as_deref().or(args.data.as_deref());
    let folder = runtime::folder(kept);
    runtime::open(kept, RunsWhere::Here)?;
    runtime::telling("SymPy's sandbox", |tell| Simplifier::open(&folder, tell))?;
    say(&format!("Both sandboxes are in {}.", folder.display()))?;
    Ok(ExitCode::SUCCESS)
}
