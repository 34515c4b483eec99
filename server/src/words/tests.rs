//! Checks the catalogue against the templates and sources that use it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser;
use serde_json::{Value, json};

use super::{grouped, say, script};

/// What a message takes, by its key.
type Messages = BTreeMap<String, BTreeSet<String>>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every file below a folder whose name ends so, with its text.
fn files(folder: &Path, ending: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.to_str().unwrap().ends_with(ending) {
            let text = fs::read_to_string(&path).unwrap();
            found.push((path, text));
        }
    }
    found
}

/// The messages of a language.
fn messages(folder: &Path) -> Messages {
    let mut found = Messages::new();
    for (path, text) in files(folder, ".ftl") {
        let resource = parser::parse(text.as_str())
            .unwrap_or_else(|(_, errors)| panic!("{}: {errors:?}", path.display()));
        for entry in resource.body {
            if let Entry::Message(message) = entry {
                let mut taken = BTreeSet::new();
                variables(&message.value.unwrap(), &mut taken);
                let before = found.insert(message.id.name.to_owned(), taken);
                assert_eq!(before, None, "{} is there twice", message.id.name);
            }
        }
    }
    found
}

fn variables(pattern: &Pattern<&str>, taken: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            of_expression(expression, taken);
        }
    }
}

fn of_expression(expression: &Expression<&str>, taken: &mut BTreeSet<String>) {
    let inline = match expression {
        Expression::Inline(inline) => inline,
        Expression::Select { selector, variants } => {
            for variant in variants {
                variables(&variant.value, taken);
            }
            selector
        }
    };
    match inline {
        InlineExpression::VariableReference { id } => {
            taken.insert(id.name.to_owned());
        }
        // How a number is meant, as in `NUMBER($n, type: "ordinal")`.
        InlineExpression::FunctionReference { arguments, .. } => {
            for argument in &arguments.positional {
                of_expression(&Expression::Inline(argument.clone()), taken);
            }
        }
        InlineExpression::Placeable { expression } => of_expression(expression, taken),
        InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => {}
        other => panic!("a message is whole, and refers to nothing else: {other:?}"),
    }
}

/// What stands between the parenthesis that opens a text and the one that closes it.
fn inside(text: &str) -> &str {
    let (mut depth, mut quoted) = (0, false);
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return text.get(1..at).unwrap_or_default();
        }
    }
    panic!("no end of {text:.80}")
}

/// The names of `name = value, …`, whose values may have names of their own inside parentheses.
fn names(list: &str) -> BTreeSet<String> {
    let (mut depth, mut quoted, mut flat) = (0, false, String::new());
    for c in list.chars() {
        match c {
            '"' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => depth -= 1,
            _ if depth == 0 && !quoted => flat.push(c),
            _ => {}
        }
    }
    flat.split(',')
        .filter_map(|part| Some(part.split_once(" = ")?.0.trim().to_owned()))
        .collect()
}

/// The names of `name, name: value, … }`, an object of a script.
fn properties(object: &str) -> BTreeSet<String> {
    let (mut depth, mut flat) = (0, String::new());
    for c in object.trim_end_matches([' ', '}']).chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ if depth == 0 => flat.push(c),
            _ => {}
        }
    }
    flat.split(',')
        .filter_map(|part| part.split(':').next())
        .map(|name| name.trim().to_owned())
        .filter(|name| !name.is_empty())
        .collect()
}

/// Every use of a message: where, its key, the names of its arguments.
fn uses() -> Vec<(PathBuf, String, BTreeSet<String>)> {
    let mut found = Vec::new();
    let templates = root().join("templates");
    for (path, text) in files(&templates, ".html") {
        for (at, filter) in text.match_indices("\"|say") {
            let before = text.get(..at).unwrap();
            let key = before.rsplit('"').next().unwrap().to_owned();
            let after = text.get(at + filter.len()..).unwrap();
            let given = if after.starts_with('(') {
                names(inside(after))
            } else {
                BTreeSet::new()
            };
            found.push((path.clone(), key, given));
        }
    }
    for (path, text) in files(&root().join("server/src"), ".rs") {
        if path.starts_with(root().join("server/src/words")) {
            continue;
        }
        for (at, call) in text.match_indices("say!(") {
            let list = inside(text.get(at + call.len() - 1..).unwrap());
            let (key, given) = list.split_once(',').unwrap_or((list, ""));
            found.push((
                path.clone(),
                key.trim().trim_matches('"').to_owned(),
                names(given),
            ));
        }
        for (at, start) in text.match_indices("Phrase(\"") {
            let (key, _) = text
                .get(at + start.len()..)
                .unwrap()
                .split_once('"')
                .unwrap();
            found.push((path.clone(), key.to_owned(), BTreeSet::new()));
        }
    }
    for (path, text) in files(&root().join("server/assets"), ".js") {
        // The editor's bundles are not written here.
        if path.ends_with("editor.js") || path.ends_with("vim.js") || path.ends_with("words.js") {
            continue;
        }
        for (at, call) in text.match_indices("say(") {
            let list = inside(text.get(at + call.len() - 1..).unwrap());
            let (key, given) = list.split_once(", {").unwrap_or((list, ""));
            found.push((
                path.clone(),
                key.trim_matches('"').to_owned(),
                properties(given),
            ));
        }
    }
    found
}

#[test]
fn every_use_has_its_message_and_gives_what_it_takes() {
    let english = messages(&root().join("templates/words/en"));
    let all = uses();
    assert!(all.len() > 500, "only {} uses were found", all.len());
    for (path, key, given) in &all {
        let path = path.display();
        let Some(taken) = english.get(key) else {
            panic!("{path}: {key} is in no file of templates/words/en");
        };
        assert_eq!(
            given, taken,
            "{path}: what {key} is given, and what it takes"
        );
    }
    let used: BTreeSet<_> = all.iter().map(|(_, key, _)| key).collect();
    let unused: Vec<_> = english.keys().filter(|key| !used.contains(key)).collect();
    assert!(unused.is_empty(), "messages that nothing says: {unused:?}");
}

#[test]
fn every_language_has_the_same_messages() {
    let words = root().join("templates/words");
    let english = messages(&words.join("en"));
    for entry in fs::read_dir(&words).unwrap() {
        let language = entry.unwrap().path();
        assert_eq!(messages(&language), english, "{}", language.display());
    }
}

/// Words of the field that stop a reader. Where a page says one, it leads to its explanation.
const FIELD: [&str; 18] = [
    "blackout",
    "brevity",
    "canonical",
    "carry",
    "commitment",
    "diversity",
    "freeze",
    "frozen",
    "fuel",
    "keep still",
    "manifest",
    "merkle",
    "neutral form",
    "payload",
    "pending",
    "reward",
    "stage",
    "weigh",
];

/// What is said to those alone who set or run contests, or use a terminal.
const FOR_SETTERS: [&str; 19] = [
    "benchmark",
    "card",
    "change",
    "confirm",
    "doc",
    "draft",
    "error",
    "import",
    "model",
    "organize",
    "package",
    "physics",
    "problem-form",
    "rejudge",
    "report",
    "season-form",
    "setter",
    "setters",
    "stored",
];

/// The text of a message as readers see it, without names of arguments, with its links.
fn shown(pattern: &Pattern<&str>, text: &mut String) {
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => text.push_str(value),
            PatternElement::Placeable {
                expression: Expression::Select { variants, .. },
            } => variants
                .iter()
                .for_each(|variant| shown(&variant.value, text)),
            PatternElement::Placeable { .. } => {}
        }
    }
}

#[test]
fn words_of_the_field_lead_to_their_explanation() {
    let folder = root().join("templates/words/en");
    let mut unexplained = Vec::new();
    for (path, text) in files(&folder, ".ftl") {
        let name = path.file_stem().unwrap().to_str().unwrap();
        if FOR_SETTERS.contains(&name) {
            continue;
        }
        for entry in parser::parse(text.as_str()).unwrap().body {
            let Entry::Message(message) = entry else {
                continue;
            };
            let mut text = String::new();
            shown(&message.value.unwrap(), &mut text);
            let (plain, is_linked) = (
                without_tags(&text).to_lowercase(),
                text.contains("href=\"/docs/"),
            );
            let of_field = FIELD.iter().find(|word| plain.contains(*word));
            if let (Some(word), false) = (of_field, is_linked) {
                unexplained.push(format!("{}: {word}", message.id.name));
            }
        }
    }
    assert_eq!(unexplained, Vec::<String>::new());
}

fn without_tags(text: &str) -> String {
    let parts = text.split('<');
    parts
        .map(|part| part.rsplit('>').next().unwrap_or(part))
        .collect()
}

#[test]
fn what_sources_and_scripts_say_has_no_markup() {
    let words = root().join("templates/words/en");
    let marked: BTreeSet<String> = files(&words, ".ftl")
        .iter()
        .flat_map(|(_, text)| parser::parse(text.clone()).unwrap().body)
        .filter_map(|entry| match entry {
            Entry::Message(message) if format!("{:?}", message.value).contains('<') => {
                Some(message.id.name)
            }
            _ => None,
        })
        .collect();
    for (path, key, _) in uses() {
        let is_template = path.extension().is_some_and(|ending| ending == "html");
        assert!(
            is_template || !marked.contains(&key),
            "{}: {key}",
            path.display()
        );
    }
}

#[test]
fn numbers_choose_the_plural_and_are_grouped() {
    assert_eq!(say!("count-bytes", n = 1_u32), "1 byte");
    assert_eq!(say!("count-bytes", n = 0_u32), "0 bytes");
    assert_eq!(say!("count-bytes", n = 1_200_u64), "1,200 bytes");
    assert_eq!(say!("common-crumbs"), "You are here");
}

#[test]
fn scripts_get_texts_arguments_and_choices() {
    let keys = script::keys(
        "say(\"copy-done\"); say(\"stage-box-shut\", { name }); say(\"trial-stopped\", { n })",
    );
    assert_eq!(
        Value::from(script::messages(keys)),
        json!({
            "copy-done": "Copied",
            "stage-box-shut": [["name"], ", not open yet"],
            "trial-stopped": [["n", {
                "0": "Stopped.",
                "one": ["Stopped after ", ["n"], " term."],
                "other": ["Stopped after ", ["n"], " terms."],
            }]],
        })
    );
}

#[test]
fn ordinals_follow_english() {
    for (n, text) in [
        (1_u32, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (22, "22nd"),
        (112, "112th"),
    ] {
        let said = say!("explain-same-up-to", n = n);
        assert_eq!(
            said,
            format!("They are the same up to the {text} character.")
        );
    }
}

#[test]
fn arguments_are_escaped_on_a_page_and_markup_of_the_message_is_not() {
    let page = super::filters::say::default()
        .with_season("x")
        .with_title("<b>“A” & 'B'</b>");
    assert_eq!(
        page.execute("daily-from", askama::NO_VALUES)
            .unwrap()
            .to_string(),
        "From <a href=\"/seasons/x\">&#60;b&#62;“A” &#38; &#39;B&#39;&#60;/b&#62;</a>."
    );
}

#[test]
fn digits_are_grouped_by_three() {
    for (from, to) in [
        ("0", "0"),
        ("999", "999"),
        ("1000", "1,000"),
        ("-1234567", "-1,234,567"),
        ("-100", "-100"),
    ] {
        assert_eq!(grouped(from), to);
    }
}
