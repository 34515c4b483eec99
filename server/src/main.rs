//! The `dojo` program: reads the command line and hands over to [`dojo_server::cli`].

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    dojo_server::cli::main(dojo_server::cli::Cli::parse())
}
