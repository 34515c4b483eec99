//! `dojo replay` and `dojo verify-receipt`, as somebody uses them who has nothing but the files.

use std::fs;
use std::path::{Path, PathBuf};

use dojo_judge::record::archive;
use dojo_judge::record::log::EntryBody;
use dojo_judge::record::receipt::Receipt;
use dojo_judge::record::season::{SeasonRecord, tree};
use serde_json::Value;

use crate::command_line::run;
use crate::generated_season::generated;

struct Files {
    folder: tempfile::TempDir,
    record: SeasonRecord,
}

impl Files {
    fn new() -> Self {
        let files = Self {
            folder: tempfile::tempdir().unwrap(),
            record: generated(2, 4, 12),
        };
        let mut bytes = Vec::new();
        archive::write(&files.record, &mut bytes).unwrap();
        fs::write(files.path("season-s1.tar.zst"), bytes).unwrap();
        files
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The receipt of the submission at this place, as the contestant has it after Freeze.
    fn receipt(&self, place: usize) -> Receipt {
        let submitted = self.record.submissions[place].clone();
        let received = |body: &EntryBody| {
            matches!(body, EntryBody::SubmissionReceived { submission, .. }
                if *submission == submitted.submission)
        };
        let entry = self.record.log.iter().find(|entry| received(&entry.body));
        Receipt {
            entry: entry.unwrap().clone(),
            proof: tree(&self.record.submissions).proof(place as u64),
            submitted,
        }
    }
}

/// Exit code and the JSON that is printed.
fn ask(arguments: &[&str]) -> (i32, Value) {
    let output = run(arguments);
    let answer = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
    (output.status.code().unwrap(), answer)
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn an_archive_is_replayed_and_a_damaged_one_refused() {
    let files = Files::new();
    let path = files.path("season-s1.tar.zst");
    let (code, answer) = ask(&["replay", text(&path), "--scores-only", "--json"]);
    assert_eq!((code, &answer["ok"]), (0, &Value::Bool(true)), "{answer}");
    assert_eq!(
        (&answer["problems"], &answer["submissions"]),
        (&2.into(), &12.into())
    );
    let root = answer["submissions_root"].as_str().unwrap().to_owned();
    let results = answer["results_hash"].as_str().unwrap().to_owned();
    let right = ["--root", &root, "--results-hash", &results];
    let arguments = [&["replay", text(&path), "--scores-only"][..], &right].concat();
    assert_eq!(run(&arguments).status.code(), Some(0));
    let wrong = [
        "replay",
        text(&path),
        "--scores-only",
        "--root",
        &results,
        "--json",
    ];
    let (code, answer) = ask(&wrong);
    assert_eq!(code, 1);
    assert_eq!(answer["differences"][0]["member"], "submissions.jsonl");

    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let (code, answer) = ask(&["replay", text(&path), "--scores-only", "--json"]);
    assert_eq!((code, &answer["ok"]), (1, &Value::Bool(false)));
    assert!(answer["differences"][0]["message"].is_string(), "{answer}");
    let output = run(&["replay", text(&path), "--scores-only"]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        said.ends_with("The archive is not what it should be.\n"),
        "{said}"
    );

    let missing = run(&["replay", text(&files.path("none")), "--scores-only"]);
    assert_eq!(missing.status.code(), Some(2));
    let no_hash = run(&["replay", text(&path), "--root", "12"]);
    assert_eq!(no_hash.status.code(), Some(2));
}

#[test]
fn an_archive_of_another_sandbox_can_have_its_scores_checked_only() {
    let files = Files::new();
    let path = files.path("season-s1.tar.zst");
    let (code, answer) = ask(&["replay", text(&path), "--json"]);
    assert_eq!((code, &answer["programs_run"]), (1, &0.into()));
    let message = answer["differences"][0]["message"].as_str().unwrap();
    assert!(message.contains("--scores-only"), "{message}");
}

#[test]
fn a_receipt_proves_its_submission_and_nothing_else() {
    let files = Files::new();
    let receipt = files.receipt(4);
    let path = files.path("receipt.json");
    let write = |receipt: &Receipt| fs::write(&path, serde_json::to_vec_pretty(receipt).unwrap());
    write(&receipt).unwrap();
    let source = files.path("solver.py");
    fs::write(&source, &files.record.sources[&receipt.submitted.source]).unwrap();
    let root = receipt.proof.as_ref().unwrap().root.to_string();
    let archive = files.path("season-s1.tar.zst");
    let all = [
        "verify-receipt",
        text(&path),
        "--root",
        &root,
        "--archive",
        text(&archive),
        "--source",
        text(&source),
        "--json",
    ];
    let (code, answer) = ask(&all);
    assert_eq!(
        (code, &answer["proven"]),
        (0, &"included".into()),
        "{answer}"
    );

    fs::write(&source, "print(1)").unwrap();
    let (code, answer) = ask(&all);
    assert_eq!(code, 1);
    assert!(
        answer["message"]
            .as_str()
            .unwrap()
            .contains("another program")
    );

    let mut dated_back = receipt.clone();
    dated_back.submitted.created_at_us -= 1;
    write(&dated_back).unwrap();
    assert_eq!(ask(&all[..4]).0, 1);

    let early = Receipt {
        proof: None,
        ..receipt.clone()
    };
    write(&early).unwrap();
    let (code, answer) = ask(&["verify-receipt", text(&path), "--json"]);
    assert_eq!((code, &answer["proven"]), (0, &"logged".into()), "{answer}");

    fs::write(&path, "{}").unwrap();
    assert_eq!(run(&["verify-receipt", text(&path)]).status.code(), Some(2));
}

/// An archive without the submission, made with a log that never had it.
#[test]
fn a_receipt_shows_that_its_submission_was_dropped() {
    let files = Files::new();
    let path = files.path("receipt.json");
    fs::write(&path, serde_json::to_vec(&files.receipt(11)).unwrap()).unwrap();
    let mut bytes = Vec::new();
    archive::write(&generated(2, 4, 11), &mut bytes).unwrap();
    let other = files.path("other.tar.zst");
    fs::write(&other, bytes).unwrap();
    let arguments = [
        "verify-receipt",
        text(&path),
        "--archive",
        text(&other),
        "--json",
    ];
    let (code, answer) = ask(&arguments);
    assert_eq!((code, &answer["proven"]), (1, &"nothing".into()));
    let message = answer["message"].as_str().unwrap();
    assert!(
        message.contains("does not have the submission"),
        "{message}"
    );
}
