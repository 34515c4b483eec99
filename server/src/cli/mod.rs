//! The command line: one file a command. Every command ends with 0 when all is well, 1 when the
//! thing it checked is false, and 2 on bad usage or input, with a message that says what and where.

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use dojo_sandbox::{Runtime, Simplifier};

use crate::allocator;
use crate::store::{self, StoreError, Trouble};

mod backup;
mod bench;
mod check;
mod client;
mod csv;
mod data_folder;
mod demo;
mod input;
mod jsonl;
mod judge;
mod judges;
mod log;
mod mail;
mod model;
mod oidc;
mod physics;
mod prepare;
mod problem;
mod replay;
mod run;
mod runtime;
mod sandbox;
mod season;
mod serve;
mod settings;
mod skeleton;
mod user;
mod verdict;
mod verify_receipt;
mod worker;

/// Sequence Dojo: write the shortest program that continues the sequence.
#[derive(Debug, Parser)]
#[command(name = "dojo", version, about)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run one program in the sandbox and show what it wrote.
    Run(run::Args),
    /// Show the canonical form of a program and whether the policy accepts it.
    Check(check::Args),
    /// Judge one program against a setter's.
    Judge(judge::Args),
    /// Lint and grade physics problems, compare formulas, measure agreement.
    Physics(physics::Args),
    /// Benchmark language models: ask them problems, grade the answers, make tables.
    Model(model::Args),
    /// Keep a token for a server, to submit from this machine.
    Login(client::sign_in::LoginArgs),
    /// Forget the token.
    Logout,
    /// Send a solution to a server and wait for its verdict.
    ///
    /// Ends with 0 when a program is REWARD or a derivation has full marks, 1 otherwise, also where a season
    /// does not show the score yet, and 2 when there is no verdict.
    Submit(client::submit::Args),
    /// Run a program on this machine and hold it against a problem's public terms.
    ///
    /// Nothing is sent, and no attempt is spent. Ends with 0 when all public terms are right and as many are
    /// printed as the judge reads, and with 1 otherwise.
    Try(client::trial::Args),
    /// Show your submissions, or one of them.
    Status(client::status::Args),
    /// Show the board of a season or of a problem.
    Leaderboard(client::leaderboard::Args),
    /// Measure the sandbox and the server on this machine.
    Bench(bench::Args),
    /// Serve a demo season of each contest, with sample users and their submissions.
    Demo(demo::Args),
    /// Serve the website and judge its submissions.
    Serve(serve::Args),
    /// Compile the sandboxes, once for each machine, before a server has to.
    Prepare(prepare::Args),
    /// Print the settings of `dojo serve`, each with where it comes from.
    Config(serve::Args),
    /// Judge the submissions of servers on a PostgreSQL, without a website.
    Worker(worker::Args),
    /// Write everything in the database into a file, also while a server uses it.
    Backup(backup::BackupArgs),
    /// Make a new database what a backup has.
    Restore(backup::RestoreArgs),
    /// Begin or validate a setter's problem, or hand it in to a season.
    Problem(problem::Args),
    /// Begin a season, import it and take it to its end.
    Season(season::Args),
    /// Register people and change passwords.
    User(user::Args),
    /// Check the archive of a season: hashes, log, commitments, every submission judged again, scores.
    Replay(replay::Args),
    /// Check the receipt of a submission.
    VerifyReceipt(verify_receipt::Args),
    /// Run programs for the process that has started this, where nothing can be reached.
    #[command(hide = true)]
    Sandbox(sandbox::Args),
}

/// Runs the command that the arguments name and turns its outcome into an exit code.
pub fn main() -> ExitCode {
    allocator::share_heaps();
    let outcome = run();
    log::finish();
    outcome.unwrap_or_else(|error| {
        eprintln!("error: {}", told(&error));
        let trouble = error
            .chain()
            .find_map(|cause| cause.downcast_ref::<StoreError>()?.trouble());
        if trouble == Some(Trouble::Full) {
            eprintln!(
                "The disk of the database is full or takes nothing: make room and try again."
            );
        }
        ExitCode::from(2)
    })
}

/// An error with its causes, unless it says them itself.
fn told(error: &anyhow::Error) -> String {
    error.chain().fold(String::new(), |mut told, cause| {
        let cause = cause.to_string();
        if !told.ends_with(&cause) {
            if !told.is_empty() {
                told += ": ";
            }
            told += &cause;
        }
        told
    })
}

fn run() -> anyhow::Result<ExitCode> {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    // It lives as long as the process, as the settings do.
    let command = Cli::command().long_version(&*version().leak());
    let mut command = settings::with_file(command, &arguments)?;
    let matches = command
        .try_get_matches_from_mut(&arguments)
        .unwrap_or_else(|error| {
            if let Some(place) = settings::place_of(&error, &command, &arguments) {
                eprintln!("In {place}:");
            }
            error.exit()
        });
    let cli =
        Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.format(&mut command).exit());
    match cli.command {
        Command::Run(args) => run::main(&args),
        Command::Check(args) => check::main(&args),
        Command::Judge(args) => judge::main(&args),
        Command::Physics(args) => physics::main(&args),
        Command::Model(args) => model::main(&args),
        Command::Login(args) => client::sign_in::login(args),
        Command::Logout => client::sign_in::logout(),
        Command::Submit(args) => client::submit::main(&args),
        Command::Try(args) => client::trial::main(&args),
        Command::Status(args) => client::status::main(&args),
        Command::Leaderboard(args) => client::leaderboard::main(&args),
        Command::Bench(args) => bench::main(&args),
        Command::Demo(args) => demo::main(args),
        Command::Serve(args) => serve::main(&args),
        Command::Prepare(args) => prepare::main(&args),
        Command::Config(_) => print_settings(&command, &matches),
        Command::Worker(args) => worker::main(&args),
        Command::Backup(args) => backup::backup(&args),
        Command::Restore(args) => backup::restore(&args),
        Command::Problem(args) => problem::main(&args),
        Command::Season(args) => season::main(args),
        Command::User(args) => user::main(args),
        Command::Replay(args) => replay::main(&args),
        Command::VerifyReceipt(args) => verify_receipt::main(&args),
        Command::Sandbox(args) => sandbox::main(&args),
    }
}

/// What tells two builds apart.
fn version() -> String {
    format!(
        "{}\ncommit {}\nschema {}\nsandbox {}\nSymPy's sandbox {}",
        env!("CARGO_PKG_VERSION"),
        env!("DOJO_COMMIT"),
        store::newest_schema(),
        Runtime::digest_of_program(),
        Simplifier::digest(),
    )
}

fn print_settings(command: &clap::Command, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (name, matches) = matches.subcommand().context("no command")?;
    let command = command.find_subcommand(name).context("no such command")?;
    settings::print(command, matches)
}
