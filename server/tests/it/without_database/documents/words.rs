//! The words of the documents: verdicts, tags, keys, rules, status codes, folders.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use dojo_judge::record::log::EntryBody;
use dojo_judge::record::results::{Input, InputProblem, compute};
use dojo_judge::sequence::{ScoringVersion, Tag, VERDICT_WORDS};
use dojo_server::error::AppErrorKind;
use dojo_server::folder::Folder;
use dojo_server::season::read_season;
use formula::credit::{ErrorLabel, read_latex};
use formula::lint::lint;
use formula::problem::Problem;
use formula::problem::domain::Domain;
use serde_json::{Value, json};

use super::{
    API, ARCHITECTURE, ARCHIVE, PHYSICS, PLATFORM, README, RULES, SCORING_V0_1, SEASONS, SETTING,
    SPEC, blocks, quoted, rows, section,
};

/// First cells of the tables of a section, without backticks; a cell may hold several.
fn first_cells(text: &str) -> BTreeSet<String> {
    let rows = rows(text);
    let cells = rows.iter().flat_map(|row| row[0].split(", "));
    cells
        .map(|cell| cell.trim_matches('`').to_owned())
        .collect()
}

fn set<const N: usize>(words: [&str; N]) -> BTreeSet<String> {
    words.map(str::to_owned).into()
}

#[test]
fn the_documents_name_every_verdict() {
    let all = set(VERDICT_WORDS);
    assert_eq!(first_cells(section(SPEC, "## 7. Verdicts")), all);
    let ends = rows(section(PLATFORM, "## Limits"));
    let ends: BTreeSet<String> = ends
        .iter()
        .filter(|row| row.len() == 2)
        .map(|row| row[1].split([',', ';']).next().unwrap().to_owned())
        .collect();
    assert!(ends.is_subset(&all), "{ends:?}");
    assert_eq!(ends.len(), 9, "{ends:?}");
    let folders: BTreeSet<String> = all.iter().map(|word| word.to_lowercase()).collect();
    for (name, text) in [
        ("SETTING", section(SETTING, "### examples")),
        ("seasons", SEASONS),
    ] {
        let told: BTreeSet<String> = quoted(text).map(str::to_owned).collect();
        let missing: Vec<_> = folders.difference(&told).collect();
        assert!(missing.is_empty(), "{name}: {missing:?}");
    }
}

#[test]
fn the_documents_name_every_suggested_tag() {
    for text in [
        section(RULES, "## What you submit"),
        section(SCORING_V0_1, "### 6.1 Method tag"),
    ] {
        let told: BTreeSet<&str> = quoted(text).collect();
        for tag in Tag::SUGGESTED {
            assert!(told.contains(tag), "{tag}");
        }
    }
}

/// A season in a folder with one problem.
fn season(season_toml: &str, problem_toml: &str) -> Result<(), String> {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("season.toml", season_toml);
    write("problems/stairs/problem.toml", problem_toml);
    write("problems/stairs/setter.py", "while 1: print(1)");
    write("problems/stairs/statement.md", "Ones.");
    read_season(&Folder::Disk(folder.path().to_owned()))
        .map(drop)
        .map_err(|error| error.to_string())
}

#[test]
fn the_keys_of_a_problem_are_those_of_the_document() {
    let text = section(SETTING, "### problem.toml");
    let sample = blocks(text, "toml")[0];
    let toml = "slug = \"s\"\ntitle = \"S\"\nsummary = \"S.\"\nproblems = [\"stairs\"]\n";
    season(toml, sample).unwrap();
    let in_seasons = blocks(SEASONS, "toml");
    let in_seasons = in_seasons
        .iter()
        .find(|it| it.contains("index_origin"))
        .unwrap();
    let in_seasons: Vec<&str> = in_seasons.lines().map(str::trim).collect();
    let in_seasons = in_seasons.join(
        "
",
    );
    season(toml, &in_seasons).unwrap();
    let told: BTreeSet<String> = sample
        .lines()
        .filter_map(|line| line.split_once(" = "))
        .map(|(key, _)| key.to_owned())
        .chain(["statement", "limits"].map(str::to_owned))
        .collect();
    let refused = season(toml, &format!("colour = 1\n{sample}")).unwrap_err();
    let (_, known) = refused.split_once("known keys: ").unwrap();
    let known: BTreeSet<String> = known
        .lines()
        .next()
        .unwrap()
        .split(", ")
        .map(str::to_owned)
        .collect();
    assert_eq!(told, known);
    for limit in ["fuel", "memory_mib", "output_kib", "max_term_digits"] {
        assert!(text.contains(&format!("`{limit}`")), "{limit}");
        season(toml, &format!("{sample}\n[limits]\n{limit} = 100\n")).unwrap();
    }
}

#[test]
fn the_keys_of_a_season_are_those_of_the_document() {
    let problem = "slug = \"stairs\"\ntitle = \"P\"\nindex_origin = 0\ntags = [\"easy\"]\nlicence = \"CC0\"\n";
    let toml = blocks(SEASONS, "toml")
        .into_iter()
        .find(|block| block.starts_with("slug = \"spring\""))
        .unwrap()
        .replace("\"squares\", \"stairs\"", "\"stairs\"");
    season(&toml, problem).unwrap();
    // Each key of the tables may be left out alone.
    for key in [
        "max",
        "interval_seconds",
        "fuel",
        "memory_mib",
        "output_kib",
        "max_term_digits",
    ] {
        let has_it = |line: &&str| line.starts_with(&format!("{key} = "));
        assert_eq!(toml.lines().filter(has_it).count(), 1, "{key}");
        let without: Vec<&str> = toml.lines().filter(|line| !has_it(line)).collect();
        let without = without.join(
            "
",
        );
        season(&without, problem).unwrap();
    }
    let refused = season(&format!("colour = 1\n{toml}"), problem).unwrap_err();
    let (_, known) = refused.split_once("known keys: ").unwrap();
    let physics = blocks(PHYSICS, "toml").concat();
    // The contest in texts, which no release has, has a key of its own.
    for key in known.trim().split(", ").filter(|key| *key != "points") {
        let told =
            |text: &str| text.contains(&format!("{key} = ")) || text.contains(&format!("[{key}]"));
        assert!(told(&toml) || told(&physics), "{key}");
    }
}

#[test]
fn the_keys_of_a_physics_problem_and_its_rules_are_those_of_the_document() {
    let mut problem: Value = serde_json::from_str(blocks(PHYSICS, "json")[0]).unwrap();
    let known_keys = |problem: &Value| {
        let read = Problem::read(problem.to_string().as_bytes()).unwrap();
        let issues = lint(&read, read_latex);
        issues
            .iter()
            .filter(|issue| issue.rule.name() == "known-keys")
            .count()
    };
    assert_eq!(known_keys(&problem), 0);
    let keys = first_cells(section(PHYSICS, "## The file"));
    for (key, value) in [
        ("source", json!("mine")),
        ("licence", json!("CC0")),
        ("images", json!([{"caption": "a", "location": "b"}])),
        ("constants", json!({"g": 9.81})),
        ("significant_figures", json!(3)),
        ("inline", json!("count")),
        ("answer", json!("box")),
        ("aliases", json!({"E_n": "E"})),
        ("guesses", json!(2)),
        ("equivalence", json!({"trials": 50})),
        ("human_baseline", json!({"final": 0.5, "step": 0.5})),
    ] {
        assert!(keys.contains(key), "{key}");
        problem[key] = value;
    }
    for node in problem["grading_standard"].as_array_mut().unwrap() {
        node["points"] = json!(1);
    }
    assert_eq!(known_keys(&problem), 0);
    let object = problem.as_object().unwrap();
    let node = object["grading_standard"][1].as_object().unwrap();
    let tried: BTreeSet<String> = object.keys().chain(node.keys()).cloned().collect();
    let untold: Vec<_> = tried.symmetric_difference(&keys).collect();
    assert!(untold.is_empty(), "{untold:?}");
    problem["remarks"] = json!("?");
    assert_eq!(known_keys(&problem), 1);

    let code = include_str!("../../../../../judge/formula/src/lint/mod.rs");
    let (_, names) = code.split_once("pub const fn name").unwrap();
    let (names, _) = names.split_once("\n    }\n").unwrap();
    let names: BTreeSet<String> = names
        .split('"')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect();
    assert!(names.len() > 20);
    assert_eq!(first_cells(section(PHYSICS, "## The rules")), names);

    let labels = rows(section(PHYSICS, "## What a report says"));
    let labels: BTreeSet<&str> = labels
        .iter()
        .map(|row| row[0])
        .filter(|cell| !cell.contains('`'))
        .collect();
    assert_eq!(labels, ErrorLabel::ALL.map(ErrorLabel::word).into());
    let domains = section(PHYSICS, "## Domains").replace('\n', " ");
    for domain in Domain::ALL.iter().take(7) {
        assert!(domains.contains(domain.name()), "{}", domain.name());
    }
}

#[test]
fn the_kinds_of_log_entries_are_those_of_the_document() {
    let refused = EntryBody::from_json(r#"{"kind":"nothing"}"#)
        .unwrap_err()
        .to_string();
    let (_, kinds) = refused.split_once("expected one of ").unwrap();
    let kinds: BTreeSet<String> = quoted(kinds).map(str::to_owned).collect();
    assert_eq!(first_cells(section(ARCHIVE, "## Log")), kinds);
}

#[test]
fn the_keys_of_the_results_are_those_of_the_document() {
    let problem = InputProblem {
        problem: "p",
        version: 1,
        setter: Some("sue"),
        setter_l_chars: 10,
        withdrawn: false,
    };
    let computed = compute(&Input {
        season: "s",
        scoring: ScoringVersion::V0_3.into(),
        freeze_started_at_us: 0,
        problems: &[problem],
        submissions: &[],
    });
    let results: Value = serde_json::from_str(&computed.unwrap().json).unwrap();
    let text = section(ARCHIVE, "## Results");
    assert_eq!(
        first_cells(text),
        results.as_object().unwrap().keys().cloned().collect()
    );
    let told: BTreeSet<&str> = quoted(text).collect();
    for line in [&results["problems"][0], &results["setters"][0]] {
        for key in line.as_object().unwrap().keys() {
            assert!(told.contains(key.as_str()), "{key}");
        }
    }
}

#[test]
fn the_errors_of_the_api_are_those_of_the_document() {
    let kinds = [
        AppErrorKind::Unreadable,
        AppErrorKind::SignIn,
        AppErrorKind::Forbidden,
        AppErrorKind::SecondFactor,
        AppErrorKind::NotFound,
        AppErrorKind::Method,
        AppErrorKind::Conflict,
        AppErrorKind::TooLarge,
        AppErrorKind::MediaType,
        AppErrorKind::Invalid,
        AppErrorKind::TooFast,
        AppErrorKind::Full,
    ];
    let mut expected: Vec<String> = kinds
        .iter()
        .map(|kind| {
            let (status, code) = kind.parts();
            format!("{} `{code}`", status.as_u16())
        })
        .collect();
    let parts = [
        AppErrorKind::Internal.parts(),
        AppErrorKind::Unavailable.parts(),
    ];
    let [(internal, a), (unavailable, b)] = parts;
    expected.push(format!(
        "{}, {} `{a}`, `{b}`",
        internal.as_u16(),
        unavailable.as_u16()
    ));
    let told: Vec<String> = rows(section(API, "## Errors"))
        .iter()
        .map(|row| format!("{} {}", row[0], row[1]))
        .collect();
    assert_eq!(told, expected);
}

#[test]
fn every_folder_and_file_that_is_named_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let map = rows(section(ARCHITECTURE, "## Code map"));
    let paths = map.iter().map(|row| row[0].trim_matches('`'));
    let mut seen = 0;
    for path in paths.flat_map(alternatives) {
        let there = root.join(&path).exists() || root.join(format!("{path}.rs")).exists();
        assert!(there, "ARCHITECTURE: {path}");
        seen += 1;
    }
    assert!(seen > 20);
    for link in README
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split([')', '#']).next())
    {
        if !link.contains("://") {
            assert!(root.join(link).exists(), "README: {link}");
        }
    }
    for link in SEASONS
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split([')', '#']).next())
    {
        if !link.contains("://") {
            assert!(
                root.join("seasons").join(link).exists(),
                "seasons/README: {link}"
            );
        }
    }
}

/// `a/{b,c}` as `a/b` and `a/c`.
fn alternatives(path: &str) -> Vec<String> {
    match path.split_once('{') {
        None => vec![path.to_owned()],
        Some((before, rest)) => {
            let (inside, after) = rest.split_once('}').unwrap();
            let all = inside.split(',');
            all.map(|one| format!("{before}{one}{after}")).collect()
        }
    }
}
