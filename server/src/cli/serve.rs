//! `dojo serve`: the website on a database of its own.

use std::process::ExitCode;

/// Options of `dojo serve`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Address to listen on.
    #[arg(long, env = "DOJO_LISTEN", default_value = "127.0.0.1:8000")]
    listen: String,
}

pub(super) fn main(args: Args) -> anyhow::Result<ExitCode> {
    anyhow::bail!("cannot serve on {} yet", args.listen)
}
