//! The command line: one file a command. Every command ends with 0 when all is well, 1 when the
//! thing it checked is false, and 2 on bad usage or input, with a message that says what and where.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod serve;

/// Sequence Dojo: write the shortest program that continues the sequence.
#[derive(Debug, Parser)]
#[command(name = "dojo", version, about)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the website and judge its submissions.
    Serve(serve::Args),
}

/// Runs one command and turns its outcome into an exit code.
pub fn main(cli: Cli) -> ExitCode {
    let outcome = match cli.command {
        Command::Serve(args) => serve::main(args),
    };
    outcome.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::from(2)
    })
}
