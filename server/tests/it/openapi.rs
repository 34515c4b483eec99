//! The description of the API that is checked in, and answers held against it.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde_json::{Map, Value};

use crate::client::Answer;
use crate::site::TestSite;

const CHECKED_IN: &str = include_str!("../../../docs/openapi.json");

static DOCUMENT: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(CHECKED_IN).unwrap());

#[test]
fn the_description_that_is_checked_in_is_the_servers() {
    let site = TestSite::new();
    let served = site.visitor().get("/api/v1/openapi.json").expect(200);
    let served = format!("{:#}\n", served.json());
    if served != CHECKED_IN {
        let made = std::env::temp_dir().join("openapi.json");
        std::fs::write(&made, served).unwrap();
        panic!(
            "docs/openapi.json is not up to date: copy {} there",
            made.display()
        );
    }
}

#[test]
fn every_request_has_a_name_of_its_own() {
    let mut names = BTreeSet::new();
    for (path, item) in DOCUMENT["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let name = operation["operationId"].as_str().unwrap();
            assert!(names.insert(name), "{method} {path}: {name}");
        }
    }
    assert!(names.len() > 40, "{names:?}");
}

#[test]
fn an_answer_that_is_not_described_is_found() {
    let answer = |body: &str| Answer::of(200, "application/json", body);
    let right = r#"{"name": "ada", "display_name": "Ada", "role": "contestant", "created_at": "2026-01-01T00:00:00Z"}"#;
    assert_eq!(
        differences("GET", "/me", &answer(right)),
        Vec::<String>::new()
    );
    for (was, is) in [
        (r#""ada""#, "1"),
        (r#""name": "ada", "#, ""),
        (r#""role""#, r#""roll": 1, "role""#),
        (r#""2026"#, r#"null, "x": "2026"#),
    ] {
        let wrong = answer(&right.replacen(was, is, 1));
        assert!(!differences("GET", "/me", &wrong).is_empty(), "{is}");
    }
    assert!(!differences("GET", "/you", &answer(right)).is_empty());
    assert!(!differences("POST", "/me", &answer(right)).is_empty());
}

/// Holds an answer against the description.
#[track_caller]
pub(crate) fn check(method: &str, path: &str, answer: &Answer) {
    let wrong = differences(method, path, answer);
    assert!(
        wrong.is_empty(),
        "{method} {path}: {wrong:#?}\n{}",
        answer.body
    );
}

/// Where an answer is not as it is described.
fn differences(method: &str, path: &str, answer: &Answer) -> Vec<String> {
    let path = path.split('?').next().unwrap_or(path);
    let operation = described(path).and_then(|item| item.get(method.to_ascii_lowercase()));
    let Some(operation) = operation else {
        // What is not there is not described.
        let right = matches!(answer.status, 401 | 404 | 405);
        return if right {
            Vec::new()
        } else {
            vec!["not described".to_owned()]
        };
    };
    let answers = &operation["responses"];
    let known = answers.get(answer.status.to_string());
    let Some(known) = known.or_else(|| answers.get("default").filter(|_| answer.status >= 400))
    else {
        return vec![format!("status {}", answer.status)];
    };
    let Some(content) = known["content"].as_object() else {
        return answer.body.lines().map(str::to_owned).collect();
    };
    let kind = answer.header("content-type");
    let Some(described) = content.get(kind) else {
        let any = content.contains_key("application/octet-stream");
        return if any {
            Vec::new()
        } else {
            vec![format!("content type {kind}")]
        };
    };
    if kind != "application/json" {
        return Vec::new();
    }
    let mut wrong = Vec::new();
    hold("", &answer.json(), &described["schema"], &mut wrong);
    wrong
}

/// What is described for an address.
fn described(path: &str) -> Option<&'static Value> {
    let fits = |template: &str| {
        let parts = |text: &str| text.split('/').map(str::to_owned).collect::<Vec<_>>();
        let (template, path) = (parts(template), parts(path));
        template.len() == path.len()
            && template
                .iter()
                .zip(&path)
                .all(|(described, is)| described.starts_with('{') || described == is)
    };
    let paths = DOCUMENT["paths"].as_object()?;
    let found = paths.iter().filter(|(template, _)| fits(template));
    // `/problems/validate` is more than `/problems/{problem}`.
    found
        .min_by_key(|(template, _)| template.matches('{').count())
        .map(|(_, item)| item)
}

fn resolve(schema: &Value) -> &Value {
    let Some(name) = schema["$ref"].as_str() else {
        return schema;
    };
    let found = DOCUMENT.pointer(name.trim_start_matches('#'));
    found.unwrap_or_else(|| panic!("{name} is not described"))
}

fn hold(at: &str, value: &Value, schema: &Value, wrong: &mut Vec<String>) {
    let schema = resolve(schema);
    if let Some(choices) = schema["oneOf"].as_array() {
        let fits = choices.iter().any(|choice| {
            let mut wrong = Vec::new();
            hold(at, value, choice, &mut wrong);
            wrong.is_empty()
        });
        if !fits {
            wrong.push(format!("{at}: {value} is none of {choices:?}"));
        }
        return;
    }
    if let Some(parts) = schema["allOf"].as_array() {
        let mut whole = Map::new();
        for part in parts {
            merge(&mut whole, resolve(part));
        }
        return hold(at, value, &Value::Object(whole), wrong);
    }
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        Value::String(kind) => vec![kind.as_str()],
        _ => vec![],
    };
    let is = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let fits =
        kinds.is_empty() || kinds.contains(&is) || (is == "integer" && kinds.contains(&"number"));
    if !fits {
        wrong.push(format!("{at}: {value} is no {kinds:?}"));
    }
    match value {
        Value::Array(all) => {
            for (number, one) in all.iter().enumerate() {
                hold(&format!("{at}/{number}"), one, &schema["items"], wrong);
            }
        }
        Value::Object(fields) => hold_fields(at, fields, schema, wrong),
        _ => {}
    }
}

fn hold_fields(at: &str, fields: &Map<String, Value>, schema: &Value, wrong: &mut Vec<String>) {
    for name in schema["required"].as_array().into_iter().flatten() {
        if name.as_str().is_none_or(|name| !fields.contains_key(name)) {
            wrong.push(format!("{at}: no {name}"));
        }
    }
    for (name, field) in fields {
        let at = format!("{at}/{name}");
        match (
            schema["properties"].get(name),
            &schema["additionalProperties"],
        ) {
            (Some(described), _) => hold(&at, field, described, wrong),
            (None, rest @ Value::Object(_)) => hold(&at, field, rest, wrong),
            // An object of which nothing is said.
            (None, _) if schema["properties"].is_null() => {}
            (None, _) => wrong.push(format!("{at} is not described")),
        }
    }
}

/// Adds the fields of one part of an object to those of the others.
fn merge(whole: &mut Map<String, Value>, part: &Value) {
    if let Some(parts) = part["allOf"].as_array() {
        for part in parts {
            merge(whole, resolve(part));
        }
        return;
    }
    whole.insert("type".to_owned(), "object".into());
    let properties = whole
        .entry("properties")
        .or_insert_with(|| Map::new().into());
    for (name, field) in part["properties"].as_object().into_iter().flatten() {
        properties[name] = field.clone();
    }
    let required = whole
        .entry("required")
        .or_insert_with(|| Vec::<Value>::new().into());
    for name in part["required"].as_array().into_iter().flatten() {
        required.as_array_mut().unwrap().push(name.clone());
    }
}
