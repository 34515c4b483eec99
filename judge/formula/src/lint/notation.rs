//! Lint rules about how one formula is written (C.3, format instructions).

use super::super::problem::{Node, NodeIndex};
use super::{Issue, Rule};
use crate::credit::{Unread, lacks_differential};
use crate::notation::units;
use crate::notation::vocabulary;
use crate::notation::vocabulary::command_name;
use crate::tree::{Formula, Relation};

pub(super) fn lint(
    node: &Node,
    read: impl Fn(&str) -> Result<Formula, Unread>,
    issues: &mut Vec<Issue>,
) {
    delimiters(node, issues);
    let latex = node.latex();
    blocks(node.index, latex, issues);
    punctuation(node.index, latex, issues);
    let commands = commands(latex);
    extra_formatting(node.index, &commands, issues);
    unit_notation(node.index, latex, &commands, issues);
    match read(latex) {
        Err(why) => issues.push(Issue::error(
            Rule::Readable,
            node.index,
            format!("`{latex}` cannot be read: {why}"),
        )),
        Ok(formula) => shape(node.index, &formula, issues),
    }
}

fn delimiters(node: &Node, issues: &mut Vec<Issue>) {
    let text = node.formula.trim();
    let wrapped = text.len() >= 4 && text.starts_with("$$") && text.ends_with("$$");
    if !wrapped {
        issues.push(Issue::warning(
            Rule::Delimiters,
            node.index,
            "the formula is not written between `$$` and `$$`",
        ));
    }
}

fn blocks(node: NodeIndex, latex: &str, issues: &mut Vec<Issue>) {
    if latex.contains('$') {
        issues.push(Issue::error(
            Rule::OneFormula,
            node,
            "there are dollars inside it: write one formula in one `$$…$$`",
        ));
    }
    let is_lines = latex.contains("\\begin{align") || latex.contains("\\begin{gather");
    if is_lines {
        issues.push(Issue::error(
            Rule::OneFormula,
            node,
            "it is a block of lines: write one formula in each",
        ));
    }
}

fn punctuation(node: NodeIndex, latex: &str, issues: &mut Vec<Issue>) {
    let end = latex.trim_end_matches("\\,").trim_end();
    let last = end
        .chars()
        .last()
        .filter(|c| matches!(c, '.' | ',' | ';' | ':'));
    if let Some(last) = last
        && !end.ends_with(&format!("\\{last}"))
    {
        issues.push(Issue::error(
            Rule::TerminalPunctuation,
            node,
            format!("the `{last}` at its end belongs outside of it"),
        ));
    }
}

/// The commands of a text, without backslash, with the byte after each.
fn commands(latex: &str) -> Vec<(&str, usize)> {
    let mut commands = Vec::new();
    let mut at = 0;
    while let Some(found) = latex.get(at..).and_then(|rest| rest.find('\\')) {
        let start = at + found + 1;
        let name = command_name(&latex[start..]);
        at = start + name.len();
        commands.push((name, at));
    }
    commands
}

fn extra_formatting(node: NodeIndex, commands: &[(&str, usize)], issues: &mut Vec<Issue>) {
    let mut found: Vec<String> = Vec::new();
    for (command, _) in commands {
        // The paper's sample has some of them.
        let extra = vocabulary::find(command).is_some_and(vocabulary::Command::is_formatting);
        let command = format!("`\\{command}`");
        if extra && !found.contains(&command) {
            found.push(command);
        }
    }
    if !found.is_empty() {
        issues.push(Issue::warning(
            Rule::ExtraFormatting,
            node,
            format!("leave out {}", found.join(", ")),
        ));
    }
}

fn unit_notation(
    node: NodeIndex,
    latex: &str,
    commands: &[(&str, usize)],
    issues: &mut Vec<Issue>,
) {
    for (command, end) in commands {
        let argument = latex[*end..]
            .trim_start()
            .strip_prefix('{')
            .and_then(|rest| rest.split('}').next());
        let Some(argument) = argument else {
            continue;
        };
        let before = latex[..*end - command.len() - 1].trim_end_matches([' ', '~', ',', '\\']);
        let after_number = before.ends_with(|c: char| c.is_ascii_digit() || c == '}');
        match *command {
            "unit"
                if argument
                    .trim_start()
                    .starts_with(|c: char| c.is_ascii_digit())
                    && argument.trim() != "1" =>
            {
                issues.push(Issue::error(
                    Rule::Units,
                    node,
                    format!("write the number before the unit, not in `\\unit{{{argument}}}`"),
                ));
            }
            "text" | "mathrm" | "rm" if after_number && units::says_unit(argument) => {
                issues.push(Issue::error(
                    Rule::Units,
                    node,
                    format!(
                        "write the unit as `\\unit{{{}}}`, not with `\\{command}`",
                        argument.trim()
                    ),
                ));
            }
            _ => {}
        }
    }
}

/// The rules that need the tree: chains, missing left sides, integrals without a differential.
fn shape(node: NodeIndex, formula: &Formula, issues: &mut Vec<Issue>) {
    if formula.first.is_none() {
        issues.push(Issue::warning(
            Rule::LeftSide,
            node,
            "it has no left side; it is read as continuing the formula before it",
        ));
    }
    if formula.links.len() > 1 {
        let all_equal = formula
            .links
            .iter()
            .all(|(relation, _)| *relation == Relation::Equal);
        if all_equal {
            issues.push(Issue::error(
                Rule::OneFormula,
                node,
                format!(
                    "it is a chain of {} equalities: make each a formula of its own",
                    formula.links.len()
                ),
            ));
        } else {
            issues.push(Issue::warning(
                Rule::OneFormula,
                node,
                "it is a chain of relations; a solution has to state every one of them",
            ));
        }
    }
    if formula.links.is_empty() {
        issues.push(Issue::warning(
            Rule::OneFormula,
            node,
            "it is an expression without a relation: write what it is equal to",
        ));
    }
    if formula.sides().any(lacks_differential) {
        issues.push(Issue::warning(
            Rule::CalculusNotation,
            node,
            "an integral has no differential, such as `dx`",
        ));
    }
}
