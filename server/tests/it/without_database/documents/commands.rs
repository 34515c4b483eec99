//! Every command line of the documents is one that the program takes.

use std::collections::BTreeSet;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, Parser as _};
use dojo_server::cli::Cli;

use super::{ALL, README, blocks, quoted, rows, section};

/// The command lines of a page, in blocks and in sentences.
fn lines(text: &str) -> Vec<String> {
    let in_blocks = blocks(text, "sh");
    let in_blocks = in_blocks.iter().flat_map(|block| block.lines());
    let outside: String = text.split("```").step_by(2).collect();
    let in_sentences: Vec<String> = quoted(&outside)
        .map(|code| code.replace('\n', " "))
        .collect();
    in_blocks
        .map(str::to_owned)
        .chain(in_sentences)
        .filter_map(|line| {
            let line = line
                .split("  #")
                .next()
                .unwrap()
                .replace("cargo run -- ", "dojo ");
            let start = line.find("dojo ")?;
            let before_is_free = start == 0 || line[..start].ends_with(['(', ' ']);
            let rest = line[start..].split(" | ").next().unwrap();
            let rest = rest.trim_end_matches(')').to_owned();
            before_is_free.then_some(rest)
        })
        .collect()
}

/// The words of a line, as a shell makes them; what is optional is given.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for c in line.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '[' | ']') => {}
            // It goes on as the reader likes.
            (None, '…') => break,
            (None, ' ') => words.push(String::new()),
            _ => words.last_mut().unwrap().push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// `dojo season commit|open spring` as one line for each.
fn alternatives(words: &[String]) -> Vec<Vec<String>> {
    let mut lines = vec![Vec::new()];
    for word in words {
        let all: Vec<&str> = word.split('|').collect();
        lines = lines
            .iter()
            .flat_map(|line: &Vec<String>| {
                all.iter()
                    .map(|one| [line.clone(), vec![(*one).to_owned()]].concat())
            })
            .collect();
    }
    lines
}

#[test]
fn the_program_takes_every_command_line_of_the_documents() {
    let mut seen = 0;
    for (page, text) in ALL {
        for line in lines(text) {
            let words = words(&line);
            // `dojo <command> --help`.
            if words.iter().any(|word| word.starts_with('<')) {
                continue;
            }
            for words in alternatives(&words) {
                seen += 1;
                let Err(error) = Cli::try_parse_from(&words) else {
                    continue;
                };
                // A sentence may name a command without what it needs, or with a word in capitals
                // where a value belongs.
                let is_a_word = |word: &String| word.chars().all(|c| c.is_ascii_uppercase());
                let fine = match error.kind() {
                    ErrorKind::MissingRequiredArgument
                    | ErrorKind::MissingSubcommand
                    | ErrorKind::DisplayHelp
                    | ErrorKind::DisplayVersion
                    | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => true,
                    ErrorKind::ValueValidation => words.iter().any(is_a_word),
                    _ => false,
                };
                assert!(fine, "{page}: {line}\n{error}");
            }
        }
    }
    assert!(seen > 80, "{seen}");
}

#[test]
fn the_readme_names_every_command() {
    let table = rows(section(README, "## Commands"));
    let told: BTreeSet<&str> = table
        .iter()
        .flat_map(|row| quoted(row[0]))
        .map(|code| code.trim_start_matches("dojo ").split(' ').next().unwrap())
        .collect();
    let commands = Cli::command();
    for command in commands.get_subcommands().filter(|it| !it.is_hide_set()) {
        assert!(told.contains(command.get_name()), "{}", command.get_name());
    }
}
