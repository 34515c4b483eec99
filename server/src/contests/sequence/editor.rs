//! The form of a problem of programs: `problem.toml`, `statement.md`, `setter.py` and the examples.

use dojo_judge::package::{EDITORIAL, Files};
use dojo_judge::sequence::VERDICT_WORDS;
use dojo_judge::sequence::package::{
    DEFAULT_CHECK, DEFAULT_PUBLIC, DEFAULT_STAGE, Difficulty, MAX_CHECKED_TERMS, Package,
};
use dojo_sandbox::Limits;
use toml_edit::{Array, DocumentMut, Item, Value, table};

use super::problem::FILE;
use crate::contests::editor::{
    EDITORIAL_FIELD, about_key, address_of, lines, read_editorial, write_editorial,
};
use crate::contests::{Drawing, Editor, Field, FieldKind, Table, Typed, Values, Wrong};
use crate::words::Phrase;

const STATEMENT: &str = "statement.md";
const SETTER: &str = "setter.py";

pub(super) struct Form;

const FIELDS: &[Field] = &[
    Field {
        key: "title",
        label: Phrase("editor-title"),
        does: Phrase("editor-title-does"),
        kind: FieldKind::Line(100),
    },
    Field {
        key: "statement",
        label: Phrase("editor-statement"),
        does: Phrase("editor-statement-does"),
        kind: FieldKind::Markdown,
    },
    Field {
        key: "setter",
        label: Phrase("editor-setter"),
        does: Phrase("editor-setter-does"),
        kind: FieldKind::Code,
    },
    EDITORIAL_FIELD,
    Field {
        key: "index_origin",
        label: Phrase("editor-origin"),
        does: Phrase("editor-origin-does"),
        kind: FieldKind::Number(-1_000_000),
    },
    Field {
        key: "n_public",
        label: Phrase("editor-public"),
        does: Phrase("editor-public-does"),
        kind: FieldKind::Number(1),
    },
    Field {
        key: "n_stage",
        label: Phrase("editor-stage"),
        does: Phrase("editor-stage-does"),
        kind: FieldKind::Number(1),
    },
    Field {
        key: "n_check",
        label: Phrase("editor-check"),
        does: Phrase("editor-check-does"),
        kind: FieldKind::Number(1),
    },
    Field {
        key: DIFFICULTY,
        label: Phrase("editor-difficulty"),
        does: Phrase("editor-difficulty-does"),
        kind: FieldKind::Choice(|| {
            let all = Difficulty::ALL.iter().map(|one| one.as_str());
            [""].into_iter().chain(all).collect()
        }),
    },
    Field {
        key: TAGS,
        label: Phrase("editor-tags"),
        does: Phrase("editor-tags-does"),
        kind: FieldKind::Short(400),
    },
    Field {
        key: "licence",
        label: Phrase("editor-licence"),
        does: Phrase("editor-licence-does"),
        kind: FieldKind::Short(100),
    },
    Field {
        key: "known_as",
        label: Phrase("editor-known"),
        does: Phrase("editor-known-does"),
        kind: FieldKind::Short(200),
    },
    Field {
        key: "slug",
        label: Phrase("editor-slug"),
        does: Phrase("editor-slug-does"),
        kind: FieldKind::Short(64),
    },
    Field {
        key: "par",
        label: Phrase("editor-par"),
        does: Phrase("editor-par-does"),
        kind: FieldKind::Number(1),
    },
    Field {
        key: "limits.fuel",
        label: Phrase("field-fuel"),
        does: Phrase("editor-limit-does"),
        kind: FieldKind::Number(1),
    },
    Field {
        key: "limits.memory_mib",
        label: Phrase("field-memory"),
        does: Phrase("editor-limit-does"),
        kind: FieldKind::Number(1),
    },
    Field {
        key: "limits.output_kib",
        label: Phrase("field-output"),
        does: Phrase("editor-limit-does"),
        kind: FieldKind::Number(1),
    },
    Field {
        key: "limits.max_term_digits",
        label: Phrase("field-digits"),
        does: Phrase("editor-limit-does"),
        kind: FieldKind::Number(1),
    },
];

const DIFFICULTY: &str = "difficulty";
const TAGS: &str = "tags";
const VERDICT: &str = "verdict";
const SOURCE: &str = "source";

static EXAMPLES: Table = Table {
    key: "examples",
    label: Phrase("editor-examples"),
    does: Phrase("editor-examples-does"),
    row: Phrase("editor-example"),
    columns: &[
        Field {
            key: VERDICT,
            label: Phrase("editor-example-verdict"),
            does: Phrase("editor-example-verdict-does"),
            kind: FieldKind::Choice(|| VERDICT_WORDS.to_vec()),
        },
        Field {
            key: SOURCE,
            label: Phrase("editor-example-source"),
            does: Phrase("editor-example-source-does"),
            kind: FieldKind::Code,
        },
    ],
    filled: SOURCE,
    spare: 1,
    is_main: false,
};

fn document(files: &Files) -> Result<DocumentMut, String> {
    let text = files.get(FILE).map_or(&[][..], Vec::as_slice);
    let text = str::from_utf8(text).map_err(|error| format!("{FILE}: {error}"))?;
    text.parse().map_err(|error| format!("{FILE}: {error}"))
}

/// The value of a key, with a dot after the name of a table.
fn value<'d>(document: &'d DocumentMut, key: &str) -> Option<&'d Item> {
    match key.split_once('.') {
        None => document.get(key),
        Some((of, key)) => document.get(of)?.get(key),
    }
}

/// Puts a value in the place of another, or takes it out; the comment beside it stays.
fn set(document: &mut DocumentMut, key: &str, new: Option<Value>) {
    let (parent, key) = match key.split_once('.') {
        None => (document.as_item_mut(), key),
        Some((of, key)) => (document.entry(of).or_insert_with(table), key),
    };
    let Some(parent) = parent.as_table_like_mut() else {
        return;
    };
    match (new, parent.get_mut(key).and_then(Item::as_value_mut)) {
        (None, _) => {
            parent.remove(key);
        }
        (Some(new), None) => {
            parent.insert(key, new.into());
        }
        (Some(mut new), Some(old)) => {
            new.decor_mut().clone_from(old.decor());
            *old = new;
        }
    }
}

fn tags(document: &DocumentMut) -> Vec<String> {
    let tags = document.get(TAGS).and_then(Item::as_array);
    let tags = tags.into_iter().flatten().filter_map(Value::as_str);
    tags.map(str::to_owned).collect()
}

/// A file that a box can show and give back.
fn shown(bytes: &[u8]) -> Option<&str> {
    str::from_utf8(bytes)
        .ok()
        .filter(|text| !text.contains('\r'))
}

impl Editor for Form {
    fn fields(&self) -> &'static [Field] {
        FIELDS
    }

    fn tables(&self) -> &'static [Table] {
        std::slice::from_ref(&EXAMPLES)
    }

    fn begin(&self) -> Files {
        let file = "index_origin = 1\ntags = []\nlicence = \"CC-BY-4.0\"\n";
        Files::from([(FILE.to_owned(), file.as_bytes().to_vec())])
    }

    fn defaults(&self) -> Values {
        let defaults = [
            ("n_public", DEFAULT_PUBLIC),
            ("n_stage", DEFAULT_STAGE),
            ("n_check", DEFAULT_CHECK),
        ];
        let defaults = defaults.map(|(key, number)| (key.to_owned(), number.to_string()));
        defaults.into_iter().collect()
    }

    fn read(&self, files: &Files) -> Result<Values, String> {
        let document = document(files)?;
        let mut values = Values::new();
        for field in FIELDS {
            let Some(item) = value(&document, field.key) else {
                continue;
            };
            let text = item.as_str().map(str::to_owned);
            let text = text.or_else(|| item.as_integer().map(|number| number.to_string()));
            values.extend(text.map(|text| (field.key.to_owned(), text)));
        }
        let mut topics = tags(&document);
        let all = Difficulty::ALL.iter().map(|one| one.as_str());
        if let Some(word) = all
            .into_iter()
            .find(|word| topics.first().is_some_and(|tag| tag == word))
        {
            values.insert(DIFFICULTY.to_owned(), word.to_owned());
            topics.remove(0);
        }
        values.insert(TAGS.to_owned(), topics.join(", "));
        for (key, file) in [("statement", STATEMENT), ("setter", SETTER)] {
            let text = files.get(file).map(|bytes| String::from_utf8_lossy(bytes));
            values.extend(text.map(|text| (key.to_owned(), text.replace("\r\n", "\n"))));
        }
        read_editorial(files, &mut values);
        let mut row = 0;
        for (path, bytes) in files {
            let verdict = path
                .strip_prefix("examples/")
                .and_then(|rest| rest.split_once('/'));
            let (Some((verdict, _)), Some(source)) = (verdict, shown(bytes)) else {
                continue;
            };
            let verdict = verdict.to_ascii_uppercase();
            let cells = [
                (Table::ORIGIN, path.as_str()),
                (VERDICT, &verdict),
                (SOURCE, source),
            ];
            let cells = cells.map(|(column, text)| (EXAMPLES.name(row, column), text.to_owned()));
            values.extend(cells);
            row += 1;
        }
        Ok(values)
    }

    fn write(&self, files: &mut Files, typed: &Typed) -> Result<(), Vec<Wrong>> {
        let mut document = document(files).map_err(|why| vec![("".into(), why)])?;
        let mut wrong = typed.missing(FIELDS);
        for field in FIELDS {
            match field.kind {
                FieldKind::Number(least) => match typed.number(field.key, least) {
                    Ok(None) => {}
                    Ok(Some(number)) => set(&mut document, field.key, number.map(Value::from)),
                    Err(error) => wrong.push(error),
                },
                FieldKind::Line(_) | FieldKind::Short(_) if field.key != TAGS => {
                    if let Some(text) = typed.changed(field.key) {
                        let text = Some(text.trim()).filter(|text| !text.is_empty());
                        set(&mut document, field.key, text.map(Value::from));
                    }
                }
                _ => {}
            }
        }
        if document.get("slug").is_none() {
            let slug = address_of(typed.get("title"));
            set(&mut document, "slug", Some(slug.into()));
        }
        if typed.changed(TAGS).or(typed.changed(DIFFICULTY)).is_some() {
            let topics = typed.get(TAGS).split(',').map(str::trim);
            let all = [typed.get(DIFFICULTY)].into_iter().chain(topics);
            let all: Array = all.filter(|tag| !tag.is_empty()).collect();
            set(&mut document, TAGS, Some(all.into()));
        }
        if let Some(statement) = typed.changed("statement") {
            if document.contains_key("statement") {
                set(&mut document, "statement", Some(statement.into()));
            } else {
                files.insert(STATEMENT.to_owned(), lines(statement));
            }
        }
        if let Some(setter) = typed.changed("setter") {
            files.insert(SETTER.to_owned(), lines(setter));
        }
        write_editorial(files, typed);
        files.insert(FILE.to_owned(), document.to_string().into_bytes());
        let rows = write_examples(files, typed);
        let faults = Package::read(files).err().unwrap_or_default();
        let about = faults.iter().map(|fault| {
            let row = rows.iter().find(|(path, _)| *path == fault.file);
            let field = match fault.file.as_str() {
                FILE => return about_key(fault, FIELDS),
                STATEMENT => "statement".into(),
                SETTER => "setter".into(),
                EDITORIAL => EDITORIAL_FIELD.key.into(),
                _ => row.map_or("".into(), |(_, row)| EXAMPLES.name(*row, SOURCE).into()),
            };
            (field, fault.message.clone())
        });
        wrong.extend(about);
        // What no field is about stands in the report.
        wrong.retain(|(field, _)| !field.is_empty());
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }

    fn drawn_below(&self) -> &'static str {
        "setter"
    }

    fn drawing(&self, files: &Files) -> Option<Drawing> {
        let document = document(files).ok()?;
        let source = files.get(SETTER)?.clone();
        let number = |key| value(&document, key).and_then(Item::as_integer);
        let check = number("n_check").unwrap_or(DEFAULT_CHECK);
        Some(Drawing::Terms {
            source,
            origin: number("index_origin").unwrap_or_default(),
            public: number("n_public").unwrap_or(DEFAULT_PUBLIC),
            limits: Limits {
                max_terms: u32::try_from(check)
                    .map_or(1, |check| check.clamp(1, MAX_CHECKED_TERMS)),
                ..Limits::default()
            },
        })
    }
}

/// Writes the examples; gives the path of each with its row.
fn write_examples(files: &mut Files, typed: &Typed) -> Vec<(String, usize)> {
    let origins = typed.origins(&EXAMPLES);
    let now = typed.rows(&EXAMPLES);
    let mut written = Vec::new();
    let mut kept = Vec::new();
    let mut fresh = Vec::new();
    for row in now {
        let cell = |column| typed.get(&EXAMPLES.name(row, column));
        let verdict = cell(VERDICT);
        let folder = VERDICT_WORDS.iter().find(|word| **word == verdict);
        let folder = folder.unwrap_or(&"REWARD").to_ascii_lowercase();
        let Some((path, was)) = origins.get_key_value(cell(Table::ORIGIN)) else {
            fresh.push((row, folder, cell(SOURCE)));
            continue;
        };
        kept.push(*path);
        let had = |column| typed.before(&EXAMPLES.name(*was, column)).trim_end();
        if (had(VERDICT), had(SOURCE)) == (verdict, cell(SOURCE)) {
            written.push(((*path).to_owned(), row));
        } else {
            files.remove(*path);
            let name = path.rsplit('/').next().unwrap_or_default();
            let path = format!("examples/{folder}/{name}");
            files.insert(path.clone(), lines(cell(SOURCE)));
            written.push((path, row));
        }
    }
    for path in origins.into_keys().filter(|path| !kept.contains(path)) {
        files.remove(path);
    }
    for (row, folder, source) in fresh {
        let paths = (1..).map(|n| format!("examples/{folder}/example-{n}.py"));
        let free = paths.into_iter().find(|path| !files.contains_key(path));
        let path = free.expect("numbers do not end");
        files.insert(path.clone(), lines(source));
        written.push((path, row));
    }
    written
}
