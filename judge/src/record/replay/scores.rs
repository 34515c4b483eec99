//! Compares the scores of the archive with those computed from its record.

use serde_json::Value;

use super::difference::Findings;
use crate::digest::Digest;
use crate::record::archive::Archive;
use crate::record::history::History;

/// Computes the results again and compares them; returns their hash.
pub(super) fn check(
    archive: &Archive,
    history: &History,
    root: Digest,
    findings: &mut Findings,
) -> Option<Digest> {
    let computed = match archive.record.results(history) {
        Ok(computed) => computed,
        Err(error) => {
            let (member, field) = error.place();
            let message = format!("the results cannot be computed: {error}");
            findings.add(member, &field, &message);
            return None;
        }
    };
    let scores = &archive.scores;
    if scores.results_json != computed.json {
        let member = "scores/results.json";
        let expected: Value = serde_json::from_str(&computed.json).expect("canonical JSON is JSON");
        match serde_json::from_str(&scores.results_json) {
            Ok(found) if found != expected => findings.compare(member, "", &found, &expected),
            Ok(_) => findings.add(member, "form", "is not in canonical form"),
            Err(error) => findings.add(member, "form", &error.to_string()),
        }
    }
    let tables = [
        (
            "scores/season.csv",
            &scores.season_csv,
            &computed.season_csv,
        ),
        (
            "scores/problems.csv",
            &scores.problems_csv,
            &computed.problems_csv,
        ),
        (
            "scores/submissions.csv",
            &scores.submissions_csv,
            &computed.submissions_csv,
        ),
    ];
    for (member, found, expected) in tables {
        compare_tables(member, found, expected, findings);
    }
    let hash = computed.hash();
    if archive.summary.results_hash != hash {
        let message = format!(
            "is {}, the record gives {hash}",
            archive.summary.results_hash
        );
        findings.add("archive.json", "results_hash", &message);
    }
    match history.results {
        Some(logged) if logged == hash => {}
        Some(logged) => {
            let message = format!("the record gives {hash}, the log has {logged}");
            findings.add("scores/results.json", "results_hash", &message);
        }
        None => findings.add("log.jsonl", "results", "the log has no results"),
    }
    if archive.summary.submissions_root != root {
        let message = format!(
            "is {}, the record gives {root}",
            archive.summary.submissions_root
        );
        findings.add("archive.json", "submissions_root", &message);
    }
    let judged = archive.record.judgements.last();
    let digest = judged.map_or(archive.record.manifest.runtime_digest, |last| {
        last.runtime_digest
    });
    if archive.summary.runtime_digest != digest {
        let message = format!(
            "is {}, the judgements have {digest}",
            archive.summary.runtime_digest
        );
        findings.add("archive.json", "runtime_digest", &message);
    }
    Some(hash)
}

fn compare_tables(member: &str, found: &str, expected: &str, findings: &mut Findings) {
    if found == expected {
        return;
    }
    let names: Vec<&str> = expected
        .lines()
        .next()
        .unwrap_or_default()
        .split(',')
        .collect();
    let mut lines = 0;
    for (number, (found, expected)) in found.lines().zip(expected.lines()).enumerate() {
        lines += 1;
        if found == expected {
            continue;
        }
        let cells = found.split(',').zip(expected.split(','));
        let column = cells.take_while(|(a, b)| a == b).count();
        let field = format!(
            "line {} {}",
            number + 1,
            names.get(column).unwrap_or(&"line")
        );
        findings.add(
            member,
            &field,
            &format!("the line is {found:?}, should be {expected:?}"),
        );
    }
    let (found_lines, expected_lines) = (found.lines().count(), expected.lines().count());
    if found_lines != expected_lines {
        let message = format!("{found_lines} lines, should be {expected_lines}");
        findings.add(member, "lines", &message);
    } else if lines == expected_lines && found.lines().eq(expected.lines()) {
        findings.add(member, "form", "line ends differ");
    }
}
