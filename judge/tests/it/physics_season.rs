//! The demo season in physics: every problem keeps the rules, and every example gets the score
//! that stands beside it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use formula::credit::{Grader, Settings, read_latex};
use formula::lint::{Issue, Severity, lint};
use formula::problem::{NodeIndex, Problem};
use serde::Deserialize;

#[derive(Deserialize)]
struct Season {
    problems: Vec<String>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    score: u32,
    matched: Vec<NodeIndex>,
    achieved: Vec<NodeIndex>,
}

fn season() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../seasons/physics-demo")
}

fn problems() -> Vec<(String, PathBuf, Problem)> {
    let text = fs::read_to_string(season().join("season.toml")).unwrap();
    let season_file: Season = toml::from_str(&text).unwrap();
    let load = |slug: String| {
        let folder = season().join("problems").join(&slug);
        let problem = Problem::read(&fs::read(folder.join("problem.json")).unwrap()).unwrap();
        (slug, folder, problem)
    };
    season_file.problems.into_iter().map(load).collect()
}

#[test]
fn every_problem_folder_is_in_the_season() {
    let listed = problems().len();
    let folders = fs::read_dir(season().join("problems")).unwrap().count();
    assert_eq!(listed, folders);
}

#[test]
fn every_problem_keeps_the_rules() {
    for (slug, _, problem) in problems() {
        let issues = lint(&problem, read_latex);
        // What the paper prints breaks some of its own rules; nothing else does.
        let is_from_the_paper = problem.source.starts_with("PRISM-Physics");
        let counts = |issue: &&Issue| issue.severity == Severity::Error || !is_from_the_paper;
        let broken: Vec<_> = issues.iter().filter(counts).collect();
        assert!(broken.is_empty(), "{slug}: {broken:?}");
    }
}

#[test]
fn every_example_gets_its_score() {
    for (slug, folder, problem) in problems() {
        let grader = Grader::new(&problem, &Settings::default()).unwrap();
        let text = fs::read_to_string(folder.join("examples/expected.toml")).unwrap();
        let expected: BTreeMap<String, Expected> = toml::from_str(&text).unwrap();
        let files = fs::read_dir(folder.join("examples")).unwrap().count();
        assert_eq!(
            files,
            expected.len() + 1,
            "{slug}: an example without its score"
        );
        for (name, expected) in expected {
            let file = folder.join(format!("examples/{name}.md"));
            let report = grader.grade(&fs::read_to_string(file).unwrap());
            let got = Expected {
                score: report.contest_score,
                matched: report.matched,
                achieved: report.achieved,
            };
            assert_eq!(got, expected, "{slug}/{name}");
        }
    }
}

#[test]
fn a_report_is_the_same_every_time() {
    let (_, folder, problem) = problems().swap_remove(13);
    let solution = fs::read_to_string(folder.join("examples/part-a-only.md")).unwrap();
    let report = |_: i32| {
        let grader = Grader::new(&problem, &Settings::default()).unwrap();
        serde_json::to_string(&grader.grade(&solution)).unwrap()
    };
    let reports: Vec<String> = (0..3).map(report).collect();
    assert_eq!(reports[0], reports[1]);
    assert_eq!(reports[1], reports[2]);
}
