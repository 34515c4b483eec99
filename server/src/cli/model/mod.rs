//! `dojo model`: benchmarks of language models, from a data set to a table. One file a subcommand.

use std::process::ExitCode;

use clap::Subcommand;

mod agreement;
mod ask;
mod charts;
mod export;
mod graded;
mod grid;
mod judge;
mod judged;
mod make;
mod page;
mod people;
mod play;
mod problem_pages;
mod problems;
mod progress;
mod prompt_folder;
mod publish;
mod rate;
mod same_answers;
mod season;
mod show;
mod table;
mod terminal_table;
mod terminal_width;

/// Ask language models the problems of a data set, grade the answers, and make tables of them.
///
/// A run is a folder of plain files. Each command goes on where the folder is: what was answered is not asked again,
/// and what was graded is not graded again. docs/models.md tells how to begin.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dojo model ask problems.json --models models.toml --prompt prism/1 --samples 4 --out runs/demo
  dojo model ask runs/demo
  dojo model table runs/demo
  dojo model show runs/demo gpt-5 bohr
  dojo model judge runs/demo --as outcome --judge gpt-5 --repeat 3
  dojo model export runs/demo --to csv

Exit codes: 0 all is there; 1 answers are missing or failed; 2 the input cannot be used, and the
message says what is wrong and where.")]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Begin a run, or go on with one: ask what is missing, and again what failed.
    Ask(ask::Args),
    /// Grade what is new, print the table, and write it as table.json, table.csv and a page.
    Table(table::Args),
    /// Show an answer: what was asked, what came back, and how it was graded.
    Show(show::Args),
    /// Let a model judge the answers of a run.
    Judge(judge::Args),
    /// Hold graders and judges against people's scores.
    Agreement(agreement::Args),
    /// Let a model take part in a season.
    Play(play::Args),
    /// Print what models reached in a season.
    Season(season::Args),
    /// Publish the transcripts of a model that played a season, after Reveal.
    Publish(publish::Args),
    /// Make a problem that can be graded from a text with its solution, by a model that edits and one that reviews.
    Make(make::Args),
    /// Propose how hard problems are, and their domains, into a copy.
    Rate(rate::Args),
    /// Write a run for other programs.
    Export(export::Args),
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Ask(args) => ask::main(args),
        Command::Table(args) => table::main(args),
        Command::Show(args) => show::main(args),
        Command::Judge(args) => judge::main(args),
        Command::Agreement(args) => agreement::main(args),
        Command::Play(args) => play::main(args),
        Command::Season(args) => season::main(args),
        Command::Publish(args) => publish::main(args),
        Command::Make(args) => make::main(args),
        Command::Rate(args) => rate::main(args),
        Command::Export(args) => export::main(args),
    }
}
