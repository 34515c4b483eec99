//! `dojo physics`: the physics contest without a server. One file a subcommand.

use std::process::ExitCode;

use clap::Subcommand;

pub(super) mod agreement;
mod benchmark;
pub(super) mod difficulty;
mod eed;
pub(super) mod equivalent;
pub(super) mod errata;
pub(super) mod grade;
pub(super) mod grading;
mod lint;
pub(super) mod load;
mod page;
pub(super) mod simplified_cache;
pub(super) mod state;
mod tidy;

/// Lint, grade and measure physics problems whose reference solution is a graph of formulas.
///
/// A problem is a JSON file: the story, the questions, and the formulas of a worked solution, each
/// with the formulas that it directly follows from. A solution is a Markdown text whose key steps
/// stand between `$$` and `$$`. docs/physics.md tells how to write both.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dojo physics lint problem.json
  dojo physics tidy solution.md > tidied.md
  dojo physics grade --problem problem.json --solution solution.md
  dojo physics grade --dataset problems.jsonl --answers answers.jsonl --html report.html
  dojo physics equivalent 'v = \\sqrt{2 g h}' 'v^2 = 2 g h'

Exit codes: 0 all is well; 1 what was checked is false (a rule is broken, the formulas differ);
2 the input cannot be used, and the message says what is wrong and where.")]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// State every rule of the problem format that a problem breaks.
    Lint(lint::Args),
    /// Grade a solution against a problem, or all answers to a data set.
    Grade(Box<grade::Args>),
    /// Put the formulas of a derivation where they are graded; changes are told on standard error.
    Tidy(tidy::Args),
    /// Whether two formulas say the same.
    Equivalent(equivalent::Args),
    /// The expression edit distance score of an answer (`PHYBench`).
    Eed(eed::Args),
    /// How hard problems are: C1, C2, C3, their sum and the level.
    Difficulty(difficulty::Args),
    /// How well two rankings agree: Kendall's tau-b and its p-values.
    Agreement(agreement::Args),
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Lint(args) => lint::main(args),
        Command::Grade(args) => grade::main(args),
        Command::Tidy(args) => tidy::main(args),
        Command::Equivalent(args) => equivalent::main(args),
        Command::Eed(args) => eed::main(args),
        Command::Difficulty(args) => difficulty::main(args),
        Command::Agreement(args) => agreement::main(args),
    }
}
