use std::collections::BTreeMap;
use std::io::{self, Cursor};
use std::num::NonZeroUsize;

use super::*;
use crate::contest::Report;
use crate::digest::Salt;
use crate::record::archive::{self, Archive};
use crate::record::commitment::Commitment;
use crate::record::history::History;
use crate::record::log::{Entry, EntryBody};
use crate::record::manifest::{FORMAT, Manifest};
use crate::record::receipt::Submitted;
use crate::record::replay::{Published, Replay, replay};
use crate::record::season::{
    Judgement, ProblemRecord, PublishedProblem, SeasonRecord, judgements_hash, tree,
};

const SEASON: &str = "texts";

const JUDGES: Judges<'_> = Judges {
    runtime: None,
    eed: None,
    threads: NonZeroUsize::MIN,
};

fn append(record: &mut SeasonRecord, body: EntryBody) {
    let entry = Entry::append(SEASON, record.log.last(), 0, body);
    record.log.push(entry);
}

fn goes(record: &mut SeasonRecord, from: &str, to: &str) {
    let body = EntryBody::Transition {
        from: from.to_owned(),
        to: to.to_owned(),
        by: "Olga".to_owned(),
        freeze_started_at_us: (to == "frozen").then_some(10),
    };
    append(record, body);
}

fn problem() -> ProblemRecord {
    let mut problem = ProblemRecord {
        published: PublishedProblem {
            kind: Contest::Text,
            problem: "motto".to_owned(),
            version: 1,
            runtime_digest: Texts::judge_digest(&JUDGES).unwrap(),
            salt: Salt([1; 32]),
            commitment: Commitment(Digest([0; 32])),
        },
        problem_json: "{\"title\":\"Motto\"}".to_owned(),
        statement: "Say the motto.\n".to_owned(),
        setter_source: "Per aspera ad astra".to_owned(),
        terms: Vec::new(),
    };
    problem.published.commitment = problem.commitment(SEASON);
    problem
}

fn parameters() -> TextParameters {
    TextParameters {
        contest: Contest::Text,
        points: 7,
    }
}

/// Receives and judges a text.
fn submit(record: &mut SeasonRecord, submission: u64, person: &str, text: &str) {
    let task = Task {
        text: record.problems[0].setter_source.clone().into_bytes(),
        points: parameters().points,
    };
    let (runtime_digest, scoring) = (record.manifest.runtime_digest, record.manifest.scoring);
    let report: Report = Texts::judge(&task, &JUDGES, text.as_bytes())
        .unwrap()
        .into();
    let submitted = Submitted {
        season: SEASON.to_owned(),
        submission,
        problem: "motto".to_owned(),
        version: 1,
        person: person.to_owned(),
        ranked: true,
        created_at_us: 0,
        source: Digest::of(text),
        method_tag: String::new(),
        notes: String::new(),
        salt: Salt([2; 32]),
    };
    record.sources.insert(submitted.source, text.into());
    let receipt = submitted.leaf();
    append(
        record,
        EntryBody::SubmissionReceived {
            submission,
            receipt,
            carried_from: None,
        },
    );
    let judged = EntryBody::SubmissionJudged {
        submission,
        verdict: report.verdict_word().to_owned(),
        runtime_digest,
        rejudge: None,
    };
    append(record, judged);
    record.submissions.push(submitted);
    record.judgements.push(Judgement {
        submission,
        runtime_digest,
        scoring,
        report: report.into(),
    });
}

/// A played season of one problem, with these submissions.
fn season(submissions: &[(&str, &str)]) -> SeasonRecord {
    let problem = problem();
    let mut record = SeasonRecord {
        manifest: Manifest {
            format: FORMAT.to_owned(),
            season: SEASON.to_owned(),
            title: "Texts".to_owned(),
            summary: "Say it.".to_owned(),
            scoring: Scoring::newest(Contest::Text),
            parameters: parameters().into(),
            runtime_digest: problem.published.runtime_digest,
            opens_at_us: None,
            freezes_at_us: None,
            blackout_at_us: None,
            boards: crate::record::manifest::Boards::UntilScored,
        },
        problems: vec![problem.clone()],
        submissions: Vec::new(),
        sources: BTreeMap::new(),
        judgements: Vec::new(),
        log: Vec::new(),
    };
    let manifest = record.manifest.hash();
    append(&mut record, EntryBody::ManifestPublished { manifest });
    let committed = EntryBody::ProblemCommitted {
        problem: "motto".to_owned(),
        version: 1,
        position: 1,
        setter: None,
        commitment: problem.published.commitment,
    };
    append(&mut record, committed);
    goes(&mut record, "draft", "scheduled");
    goes(&mut record, "scheduled", "open");
    for (&(person, text), submission) in submissions.iter().zip(1..) {
        submit(&mut record, submission, person, text);
    }
    goes(&mut record, "open", "frozen");
    let tree = tree(&record.submissions);
    let sealed = EntryBody::SubmissionsSealed {
        count: tree.count(),
        root: tree.root(),
    };
    append(&mut record, sealed);
    let (history, _) = History::read(&record.log);
    let results = record.results(&history).unwrap().hash();
    append(&mut record, EntryBody::ResultsComputed { results });
    goes(&mut record, "frozen", "revealed");
    let revealed = EntryBody::ProblemRevealed {
        problem: "motto".to_owned(),
        version: 1,
        salt: problem.published.salt,
    };
    append(&mut record, revealed);
    let judgements = judgements_hash(&record.judgements);
    append(&mut record, EntryBody::JudgementsSealed { judgements });
    record
}

fn archived(record: &SeasonRecord) -> Archive {
    let mut bytes = Vec::new();
    archive::write(record, &mut bytes).unwrap();
    archive::read(|| Ok::<_, io::Error>(Cursor::new(&bytes))).unwrap()
}

fn replayed(record: &SeasonRecord) -> Replay {
    replay(&archived(record), Some(&JUDGES), &Published::default())
}

#[test]
fn a_season_of_texts_goes_from_manifest_to_replayed_archive() {
    let record = season(&[("Ada", "Per aspera ad astra"), ("Bob", "Veni")]);
    let archive = archived(&record);
    assert_eq!(archive.record, record);
    let paths: Vec<&str> = (archive.summary.files.iter())
        .map(|file| file.path.as_str())
        .collect();
    assert!(paths.contains(&"problems/motto/1/text.txt"), "{paths:?}");
    assert!(!paths.iter().any(|path| path.ends_with("terms.txt")));
    assert_eq!(archive.scores.season_csv, "rank,person,total\n1,Ada,7\n");
    assert!(archive.scores.problems_csv.contains("score,is_right\n"));
    let replay = replayed(&record);
    assert_eq!(replay.differences, []);
    assert_eq!(replay.judged["texts_compared"], 2);
}

#[test]
fn what_is_changed_in_a_season_of_texts_is_named() {
    let mut record = season(&[("Ada", "Per aspera ad astra"), ("Bob", "Veni")]);
    record.judgements[1].report = Report::from(TextReport {
        is_right: true,
        score: 7,
        text_hash: Digest::of("Veni").to_string(),
    })
    .into();
    let found: Vec<String> = (replayed(&record).differences.iter())
        .map(ToString::to_string)
        .collect();
    let says = |part: &str| found.iter().any(|it| it.contains(part));
    assert!(
        says("submission 2 report.is_right`: is true, should be false"),
        "{found:#?}"
    );
    assert!(says("judgements.jsonl: `hash`"), "{found:#?}");
}
