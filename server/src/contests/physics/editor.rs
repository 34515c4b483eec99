//! The form of a problem of derivations: `problem.json`, `statement.md` and the examples.

use std::collections::BTreeMap;

use dojo_judge::derivation::Package;
use dojo_judge::package::{EDITORIAL, Fault, Files, check_slug};
use formula::credit::{Grader, Settings, read_latex};
use formula::lint::{Rule, Severity, lint};
use formula::problem::{AnswerForm, Problem, ProblemError};
use serde_json::{Map, Value, json};
use toml_edit::{Array, DocumentMut, Item, table, value};

use super::problem::{FILE, slug};
use crate::contests::editor::{
    EDITORIAL_FIELD, about_key, address_of, lines, read_editorial, write_editorial,
};
use crate::contests::{Drawing, Editor, Field, FieldKind, Table, Typed, Values, Wrong};
use crate::words::{Phrase, say};

const STATEMENT: &str = "statement.md";
const EXPECTED: &str = "examples/expected.toml";

pub(super) struct Form;

const FIELDS: &[Field] = &[
    Field {
        key: "title",
        label: Phrase("editor-title"),
        does: Phrase("editor-title-does"),
        kind: FieldKind::Line(100),
    },
    Field {
        key: "context",
        label: Phrase("editor-context"),
        does: Phrase("editor-context-does"),
        kind: FieldKind::Markdown,
    },
    EDITORIAL_FIELD,
    Field {
        key: "difficulty",
        label: Phrase("editor-difficulty"),
        does: Phrase("editor-difficulty-does"),
        // In small letters, as the words of the other type of contest.
        kind: FieldKind::Choice(|| vec!["", "easy", "medium", "hard"]),
    },
    Field {
        key: "source",
        label: Phrase("editor-source"),
        does: Phrase("editor-source-does"),
        kind: FieldKind::Short(200),
    },
    Field {
        key: "licence",
        label: Phrase("editor-licence"),
        does: Phrase("editor-licence-does"),
        kind: FieldKind::Short(200),
    },
    Field {
        key: "id",
        label: Phrase("editor-slug"),
        does: Phrase("editor-slug-does"),
        kind: FieldKind::Short(64),
    },
];

static TABLES: [Table; 3] = [QUESTIONS, FORMULAS, EXAMPLES];

const QUESTION: &str = "subproblem";
const LETTER: &str = "letter";
const FIGURES: &str = "significant_figures";

const QUESTIONS: Table = Table {
    key: "subquestions",
    label: Phrase("editor-questions"),
    does: Phrase("editor-questions-does"),
    row: Phrase("editor-question"),
    columns: &[
        Field {
            key: QUESTION,
            label: Phrase("editor-question-text"),
            does: Phrase("editor-question-text-does"),
            kind: FieldKind::Markdown,
        },
        Field {
            key: "final_answer_form",
            label: Phrase("editor-answer-form"),
            does: Phrase("editor-answer-form-does"),
            kind: FieldKind::Choice(|| {
                let all = AnswerForm::ALL.iter().map(|form| form.word());
                all.chain([""]).collect()
            }),
        },
        Field {
            key: FIGURES,
            label: Phrase("editor-figures"),
            does: Phrase("editor-figures-does"),
            kind: FieldKind::Number(1),
        },
        Field {
            key: "final_answer_instructions",
            label: Phrase("editor-instructions"),
            does: Phrase("editor-instructions-does"),
            kind: FieldKind::Short(1000),
        },
        Field {
            key: LETTER,
            label: Phrase("editor-letter"),
            does: Phrase("editor-letter-does"),
            kind: FieldKind::Short(8),
        },
        Field {
            key: "solution",
            label: Phrase("editor-solution"),
            does: Phrase("editor-solution-does"),
            kind: FieldKind::Markdown,
        },
    ],
    filled: QUESTION,
    spare: 1,
    is_main: true,
};

const LATEX: &str = "formula";
const FOLLOWS: &str = "dependency";
const ANSWER: &str = "is_final_answer";
const POINTS: &str = "points";

const FORMULAS: Table = Table {
    key: "grading_standard",
    label: Phrase("editor-formulas"),
    does: Phrase("editor-formulas-does"),
    row: Phrase("editor-formula"),
    columns: &[
        Field {
            key: LATEX,
            label: Phrase("editor-formula-latex"),
            does: Phrase("editor-formula-latex-does"),
            kind: FieldKind::Formula,
        },
        Field {
            key: FOLLOWS,
            label: Phrase("editor-follows"),
            does: Phrase("editor-follows-does"),
            kind: FieldKind::Short(400),
        },
        Field {
            key: ANSWER,
            label: Phrase("editor-is-answer"),
            does: Phrase("editor-is-answer-does"),
            kind: FieldKind::Check,
        },
        Field {
            key: POINTS,
            label: Phrase("editor-points"),
            does: Phrase("editor-points-does"),
            kind: FieldKind::Short(12),
        },
    ],
    filled: LATEX,
    spare: 3,
    is_main: true,
};

/// The most that a derivation can score.
const MAX_SCORE: i64 = 1000;
const DERIVATION: &str = "derivation";
const SCORE: &str = "score";

const EXAMPLES: Table = Table {
    key: "examples",
    label: Phrase("editor-examples"),
    does: Phrase("editor-examples-does"),
    row: Phrase("editor-example"),
    columns: &[
        Field {
            key: DERIVATION,
            label: Phrase("editor-derivation"),
            does: Phrase("editor-derivation-does"),
            kind: FieldKind::Markdown,
        },
        Field {
            key: SCORE,
            label: Phrase("editor-score"),
            does: Phrase("editor-score-does"),
            kind: FieldKind::Number(0),
        },
    ],
    filled: DERIVATION,
    spare: 1,
    is_main: false,
};

fn document(files: &Files) -> Result<Map<String, Value>, String> {
    let text = files.get(FILE).map_or(&[][..], Vec::as_slice);
    let document: Map<String, Value> =
        serde_json::from_slice(text).map_err(|error| format!("{FILE}: {error}"))?;
    match document.get("grading_standard") {
        Some(_) => Ok(document),
        None => Err(say!("problem-form-no-formulas").to_owned()),
    }
}

fn expected(files: &Files) -> Result<DocumentMut, String> {
    let text = files.get(EXPECTED).map_or(&[][..], Vec::as_slice);
    let text = str::from_utf8(text).map_err(|error| format!("{EXPECTED}: {error}"))?;
    text.parse().map_err(|error| format!("{EXPECTED}: {error}"))
}

/// A value as a box shows it.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(true) => Some("yes".to_owned()),
        Value::Array(all) => {
            let all: Vec<String> = all.iter().filter_map(text_of).collect();
            Some(all.join(", "))
        }
        Value::Null | Value::Bool(false) | Value::Object(_) => None,
    }
}

/// A formula without the dollars around it.
fn without_dollars(formula: &str) -> &str {
    formula.trim().trim_matches('$').trim()
}

/// The statement that the questions make.
fn statement(document: &Map<String, Value>) -> String {
    let text = |of: &Map<String, Value>, key: &str| {
        let text = of.get(key).and_then(Value::as_str).unwrap_or_default();
        text.trim().to_owned()
    };
    let mut parts = vec![text(document, "context")];
    let questions = document.get(QUESTIONS.key).and_then(Value::as_array);
    for question in questions.into_iter().flatten().filter_map(Value::as_object) {
        let mark = match text(question, LETTER) {
            letter if letter.is_empty() => String::new(),
            letter => format!("**({letter})** "),
        };
        parts.push(format!("{mark}{}", text(question, QUESTION)));
        parts.push(text(question, "final_answer_instructions"));
    }
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n") + "\n"
}

/// The elements of a list of the document, each with what was typed into its row, and the row.
fn elements(
    document: &Map<String, Value>,
    table: &Table,
    typed: &Typed,
) -> Vec<(Map<String, Value>, usize)> {
    let origins = typed.origins(table);
    let old = document.get(table.key).and_then(Value::as_array);
    let old = |row: usize| old?.get(row)?.as_object().cloned();
    let rows = typed.rows(table).into_iter();
    rows.map(|row| {
        let origin = origins.get(typed.get(&table.name(row, Table::ORIGIN)));
        let element = origin.and_then(|row| old(*row)).unwrap_or_default();
        (element, row)
    })
    .collect()
}

/// Puts a text where it is not what is there, and takes out an empty one. The ends of lines and, in a box of one line,
/// white space are the browser's.
fn set_text(of: &mut Map<String, Value>, field: &Field, typed: &str) {
    let was = of.get(field.key).and_then(text_of).unwrap_or_default();
    let same = match field.kind {
        FieldKind::Choice(_) => was.eq_ignore_ascii_case(typed),
        FieldKind::Markdown => was.replace("\r\n", "\n").trim_end() == typed,
        _ => bare(&was) == bare(typed),
    };
    if same {
        return;
    }
    if typed.is_empty() {
        of.shift_remove(field.key);
    } else {
        of.insert(field.key.to_owned(), typed.into());
    }
}

fn bare(text: &str) -> String {
    text.split_whitespace().collect()
}

fn questions(document: &Map<String, Value>, typed: &Typed, wrong: &mut Vec<Wrong>) -> Vec<Value> {
    let all = elements(document, &QUESTIONS, typed);
    let several = all.len() > 1;
    let letters = ('a'..='z')
        .map(String::from)
        .chain(std::iter::repeat(String::new()));
    let all = all.into_iter().zip(letters);
    all.map(|((mut question, row), letter)| {
        for column in QUESTIONS.columns {
            let name = QUESTIONS.name(row, column.key);
            match (column.key, typed.get(&name)) {
                (LETTER, "") if several => set_text(&mut question, column, &letter),
                (FIGURES, "") => {
                    question.shift_remove(FIGURES);
                }
                (FIGURES, figures) => match figures.parse::<u8>() {
                    Ok(figures) => {
                        question.insert(FIGURES.to_owned(), figures.into());
                    }
                    Err(_) => wrong.push((name.into(), say!("form-number", n = 1))),
                },
                (_, text) => set_text(&mut question, column, text),
            }
        }
        question.into()
    })
    .collect()
}

/// The formulas, numbered in the order of their rows.
fn formulas(document: &Map<String, Value>, typed: &Typed, wrong: &mut Vec<Wrong>) -> Vec<Value> {
    let all = elements(document, &FORMULAS, typed);
    // Whoever writes them sees the numbers of the rows, some of which may be empty.
    let rows = all.iter().zip(1_u64..);
    let numbers: BTreeMap<usize, u64> = rows.map(|((_, row), number)| (*row + 1, number)).collect();
    let marks_none = all
        .iter()
        .all(|(_, row)| typed.get(&FORMULAS.name(*row, ANSWER)).is_empty());
    let last = all.last().map(|(_, row)| *row);
    all.into_iter()
        .map(|(mut formula, row)| {
            let cell = |column| typed.get(&FORMULAS.name(row, column));
            let mut wrong = |column, message: String| {
                wrong.push((FORMULAS.name(row, column).into(), message));
            };
            let number = numbers.get(&(row + 1)).copied();
            formula.insert("index".to_owned(), number.into());
            let latex = cell(LATEX).trim();
            let was = formula
                .get(LATEX)
                .and_then(Value::as_str)
                .unwrap_or_default();
            if bare(without_dollars(was)) != bare(latex) {
                let latex = without_dollars(latex);
                formula.insert(LATEX.to_owned(), format!("$${latex}$$").into());
            }
            let mut follows = Vec::new();
            let of = cell(FOLLOWS).split([',', ' ', ';']).map(str::trim);
            for word in of.filter(|word| !word.is_empty()) {
                match word.parse::<usize>() {
                    Ok(of) => match numbers.get(&of) {
                        Some(number) => follows.push(*number),
                        None => wrong(FOLLOWS, say!("problem-form-no-row", n = of)),
                    },
                    Err(_) => wrong(FOLLOWS, say!("problem-form-formulas").to_owned()),
                }
            }
            formula.insert(FOLLOWS.to_owned(), follows.into());
            if !cell(ANSWER).is_empty() || (marks_none && last == Some(row)) {
                formula.insert(ANSWER.to_owned(), true.into());
            } else if formula.get(ANSWER) != Some(&Value::Bool(false)) {
                formula.shift_remove(ANSWER);
            }
            let was = formula.get(POINTS).and_then(text_of);
            match cell(POINTS).trim() {
                "" => {
                    formula.shift_remove(POINTS);
                }
                same if was.as_deref() == Some(same) => {}
                points => match points.replace(',', ".").parse::<f64>() {
                    Ok(points) => {
                        formula.insert(POINTS.to_owned(), points.into());
                    }
                    Err(_) => wrong(POINTS, say!("problem-form-points").to_owned()),
                },
            }
            formula.into()
        })
        .collect()
}

/// The row of an element of a list, by its place there.
fn row_at(table: &Table, typed: &Typed, place: usize) -> Option<usize> {
    typed.rows(table).get(place).copied()
}

/// The field of a path such as `grading_standard[2].dependency`.
fn field_at(path: &str, typed: &Typed) -> String {
    let path = path.split(' ').next().unwrap_or_default();
    let inside = TABLES.iter().find_map(|table| {
        let rest = path.strip_prefix(table.key)?.strip_prefix('[')?;
        let (place, column) = rest.split_once(']')?;
        let row = row_at(table, typed, place.parse().ok()?)?;
        let column = column.trim_start_matches('.');
        let column = table.columns.iter().find(|known| known.key == column);
        Some(table.name(row, column.map_or(table.filled, |column| column.key)))
    });
    let single = || {
        let mut fields = FIELDS.iter();
        fields
            .find(|field| field.key == path)
            .map(|field| field.key.to_owned())
    };
    inside.or_else(single).unwrap_or_default()
}

/// The column of a formula that a rule is about.
fn column_of(rule: Rule) -> &'static str {
    match rule {
        Rule::DependencyExists
        | Rule::DependencySmaller
        | Rule::DirectDependencies
        | Rule::Acyclic => FOLLOWS,
        Rule::LastIsFinalAnswer => ANSWER,
        Rule::Points => POINTS,
        _ => LATEX,
    }
}

/// What is wrong with the problem, by its fields.
fn mistakes(files: &Files, typed: &Typed) -> Vec<Wrong> {
    let text = files.get(FILE).map_or(&[][..], Vec::as_slice);
    let problem = match Problem::read(text) {
        Ok(problem) => problem,
        Err(ProblemError::Fields(errors)) => {
            let errors = errors.into_iter();
            let errors = errors.map(|error| (field_at(&error.path, typed).into(), error.what));
            return errors.chain(unread_formulas(typed)).collect();
        }
        Err(error) => return vec![("".into(), error.to_string())],
    };
    let issues = lint(&problem, read_latex).into_iter();
    let broken = issues.filter(|issue| issue.severity == Severity::Error);
    let mut wrong: Vec<Wrong> = broken
        .map(|issue| {
            let place = problem
                .nodes
                .iter()
                .position(|node| Some(node.index) == issue.node);
            let row = place.and_then(|place| row_at(&FORMULAS, typed, place));
            let field = row.map(|row| FORMULAS.name(row, column_of(issue.rule)));
            (field.unwrap_or_default().into(), issue.message)
        })
        .collect();
    let faults = Package::read(&slug(files), files).err().unwrap_or_default();
    let about = faults
        .iter()
        .filter_map(|fault: &Fault| match fault.file.as_str() {
            FILE => Some(about_key(fault, FIELDS)),
            EDITORIAL => Some((EDITORIAL_FIELD.key.into(), fault.message.clone())),
            _ => None,
        });
    wrong.extend(about);
    wrong
}

/// The formulas that cannot be read, as far as they can be told without the rest of the problem.
fn unread_formulas(typed: &Typed) -> impl Iterator<Item = Wrong> {
    let rows = typed.rows(&FORMULAS).into_iter();
    rows.filter_map(|row| {
        let name = FORMULAS.name(row, LATEX);
        let why = read_latex(without_dollars(typed.get(&name))).err()?;
        Some((
            name.into(),
            say!("problem-form-unreadable", why = why.to_string()),
        ))
    })
}

/// The examples by their names, as the boxes of the form can show them.
fn examples(files: &Files) -> impl Iterator<Item = (&str, &str)> {
    files.iter().filter_map(|(path, bytes)| {
        let name = path.strip_prefix("examples/")?.strip_suffix(".md")?;
        let text = str::from_utf8(bytes)
            .ok()
            .filter(|text| !text.contains('\r'));
        Some((name, text?))
    })
}

/// Writes the examples and what they come to: what was expected, unless the score says something else.
fn write_examples(files: &mut Files, typed: &Typed, wrong: &mut Vec<Wrong>) -> Result<(), String> {
    let mut expected = expected(files)?;
    let problem = files.get(FILE).and_then(|text| Problem::read(text).ok());
    let grader = problem.and_then(|problem| Grader::new(&problem, &Settings::default()).ok());
    let origins = typed.origins(&EXAMPLES);
    let rows = typed.rows(&EXAMPLES);
    let origin = |row: usize| {
        let (name, was) = origins.get_key_value(typed.get(&EXAMPLES.name(row, Table::ORIGIN)))?;
        Some(((*name).to_owned(), *was))
    };
    let kept: Vec<String> = rows
        .iter()
        .filter_map(|row| Some(origin(*row)?.0))
        .collect();
    for name in origins
        .keys()
        .filter(|name| !kept.iter().any(|kept| kept == *name))
    {
        files.remove(&format!("examples/{name}.md"));
        expected.remove(name);
    }
    for row in rows {
        let cell = |column| typed.get(&EXAMPLES.name(row, column));
        let (text, score) = (cell(DERIVATION), cell(SCORE).trim());
        let name = if let Some((name, was)) = origin(row) {
            let had = |column| typed.before(&EXAMPLES.name(was, column)).trim_end();
            if had(DERIVATION) != text {
                files.insert(format!("examples/{name}.md"), lines(text));
            }
            if had(SCORE) == score {
                continue;
            }
            name
        } else {
            let mut names = (1..).map(|n| format!("example-{n}"));
            let free = names.find(|name| !files.contains_key(&format!("examples/{name}.md")));
            let name = free.expect("numbers do not end");
            files.insert(format!("examples/{name}.md"), lines(text));
            name
        };
        let Some(grader) = &grader else {
            continue;
        };
        let report = grader.grade(text);
        let score = if score.is_empty() {
            i64::from(report.contest_score)
        } else if let Some(score) = score
            .parse()
            .ok()
            .filter(|score| (0..=MAX_SCORE).contains(score))
        {
            score
        } else {
            let name = EXAMPLES.name(row, SCORE);
            wrong.push((name.into(), say!("form-number-to", n = MAX_SCORE)));
            continue;
        };
        let list = |all: &[u32]| -> Array { all.iter().map(|index| i64::from(*index)).collect() };
        let entry = expected.entry(&name).or_insert_with(table);
        if let Some(entry) = entry.as_table_like_mut() {
            entry.insert(SCORE, value(score));
            entry.insert("matched", value(list(&report.matched)));
            entry.insert("achieved", value(list(&report.achieved)));
        }
    }
    if files.contains_key(EXPECTED) || !expected.is_empty() {
        files.insert(EXPECTED.to_owned(), expected.to_string().into_bytes());
    }
    Ok(())
}

impl Editor for Form {
    fn fields(&self) -> &'static [Field] {
        FIELDS
    }

    fn tables(&self) -> &'static [Table] {
        &TABLES
    }

    fn begin(&self) -> Files {
        let file = json!({
            "id": "",
            "title": "",
            "source": say!("editor-source-own"),
            "licence": "CC-BY-4.0",
            "context": "",
            "subquestions": [],
            "grading_standard": [],
        });
        Files::from([(FILE.to_owned(), file.to_string().into_bytes())])
    }

    fn read(&self, files: &Files) -> Result<Values, String> {
        let document = document(files)?;
        let expected = expected(files)?;
        let mut values = Values::new();
        for field in FIELDS {
            let text = document.get(field.key).and_then(text_of);
            let text = text.map(|text| match field.kind {
                FieldKind::Choice(_) => text.to_ascii_lowercase(),
                _ => text,
            });
            values.extend(text.map(|text| (field.key.to_owned(), text)));
        }
        read_editorial(files, &mut values);
        for table in &[QUESTIONS, FORMULAS] {
            let elements = document.get(table.key).and_then(Value::as_array);
            for (row, element) in elements.into_iter().flatten().enumerate() {
                values.insert(table.name(row, Table::ORIGIN), row.to_string());
                for column in table.columns {
                    let text = element.get(column.key).and_then(text_of);
                    let text = text.map(|text| match column.kind {
                        FieldKind::Formula => without_dollars(&text).to_owned(),
                        _ => text,
                    });
                    values.extend(text.map(|text| (table.name(row, column.key), text)));
                }
            }
        }
        for (row, (name, text)) in examples(files).enumerate() {
            let score = expected.get(name).and_then(|of| of.get(SCORE));
            let score = score.and_then(Item::as_integer);
            let score = score.map_or_else(String::new, |score| score.to_string());
            let cells = [
                (Table::ORIGIN, name.to_owned()),
                (DERIVATION, text.to_owned()),
                (SCORE, score),
            ];
            values.extend(cells.map(|(column, text)| (EXAMPLES.name(row, column), text)));
        }
        Ok(values)
    }

    fn write(&self, files: &mut Files, typed: &Typed) -> Result<(), Vec<Wrong>> {
        let whole = |why: String| vec![("".into(), why)];
        let old = document(files).map_err(whole)?;
        let mut document = old.clone();
        let mut wrong = typed.missing(FIELDS);
        for table in TABLES.iter().filter(|table| table.is_main) {
            if typed.rows(table).is_empty() {
                let name = table.name(0, table.filled);
                wrong.push((name.into(), say!("problem-form-needed").to_owned()));
            }
        }
        for field in FIELDS {
            // That one is a file of its own.
            if field.key == EDITORIAL_FIELD.key {
                write_editorial(files, typed);
            } else if let Some(text) = typed.changed(field.key) {
                set_text(&mut document, field, text);
            }
        }
        if let Some(Err(why)) = typed
            .changed("id")
            .filter(|id| !id.is_empty())
            .map(check_slug)
        {
            wrong.push(("id".into(), why.to_owned()));
        }
        if document
            .get("id")
            .and_then(text_of)
            .is_none_or(|id| id.is_empty())
        {
            document.insert("id".to_owned(), address_of(typed.get("title")).into());
        }
        let questions = questions(&old, typed, &mut wrong);
        document.insert(QUESTIONS.key.to_owned(), questions.into());
        let formulas = formulas(&old, typed, &mut wrong);
        document.insert(FORMULAS.key.to_owned(), formulas.into());
        // Whoever wrote another statement keeps it.
        let own = files.get(STATEMENT);
        if own.is_none_or(|text| *text == statement(&old).into_bytes()) {
            files.insert(STATEMENT.to_owned(), statement(&document).into_bytes());
        }
        if document != old {
            let text = serde_json::to_vec_pretty(&document);
            files.insert(
                FILE.to_owned(),
                lines(&String::from_utf8_lossy(
                    &text.map_err(|error| whole(error.to_string()))?,
                )),
            );
        }
        write_examples(files, typed, &mut wrong).map_err(whole)?;
        wrong.extend(mistakes(files, typed));
        // What no field is about stands in the report.
        wrong.retain(|(field, _)| !field.is_empty());
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }

    fn drawn_below(&self) -> &'static str {
        FORMULAS.key
    }

    fn drawing(&self, files: &Files) -> Option<Drawing> {
        let problem = Problem::read(files.get(FILE)?).ok()?;
        Some(Drawing::Graph(Box::new(problem)))
    }

    fn notes(&self, files: &Files, values: &Values) -> Vec<Wrong> {
        let problem = files.get(FILE).and_then(|text| Problem::read(text).ok());
        let Some(problem) = problem else {
            return Vec::new();
        };
        let issues = lint(&problem, read_latex).into_iter();
        let rows = FORMULAS.filled_rows(values);
        let about = issues.filter_map(|issue| {
            let mut nodes = problem.nodes.iter();
            let place = nodes.position(|node| Some(node.index) == issue.node)?;
            let column = column_of(issue.rule);
            Some((
                FORMULAS.name(*rows.get(place)?, column).into(),
                issue.message,
            ))
        });
        about.collect()
    }
}
