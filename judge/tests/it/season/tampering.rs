//! Somebody changes the archive and mends what can be mended. Each attack must be found, in the
//! member and the field where it was made.

use dojo_judge::canonical_json;
use dojo_judge::contest::Report;
use dojo_judge::digest::{Digest, Salt};
use dojo_judge::record::archive::Summary;
use dojo_judge::record::log::{Entry, EntryBody};
use dojo_judge::record::replay::{Published, replay};
use dojo_judge::record::season::{SeasonRecord, judgements_hash, tree};

use super::packed::{members, repack};
use super::played::{SEASON, append, change_program, generated, numbers, report, results_hash};
use super::{complaints, differences, pack, unpack};

/// A digit or letter of each member becomes another one, at several places.
fn scribble(bytes: &[u8], place: usize) -> Option<Vec<u8>> {
    let places: Vec<usize> = (0..bytes.len())
        .filter(|at| bytes[*at].is_ascii_digit())
        .collect();
    let at = *places.get(place * places.len() / 16)?;
    let mut changed = bytes.to_vec();
    changed[at] = if changed[at] == b'9' {
        b'8'
    } else {
        changed[at] + 1
    };
    Some(changed)
}

#[test]
fn the_helpers_pack_as_the_archive_is_packed() {
    let bytes = pack(&generated(2, 3, 6));
    assert_eq!(repack(members(&bytes), true), bytes);
}

#[test]
fn a_changed_member_is_named() {
    let members = members(&pack(&generated(2, 3, 6)));
    for path in members.keys().filter(|path| *path != "archive.json") {
        let mut changed = members.clone();
        let content = changed.get_mut(path).unwrap();
        *content = scribble(content, 3).unwrap_or_else(|| b"x".to_vec());
        let found = complaints(&repack(changed, false));
        assert!(
            found[0].starts_with(&format!("{path}: ")),
            "{path}: {found:?}"
        );
        assert!(
            found[0].contains("SHA-256") || found[0].contains("size"),
            "{found:?}"
        );
    }
}

#[test]
fn a_changed_member_with_mended_file_hashes_is_found() {
    let members = members(&pack(&generated(2, 3, 6)));
    for path in members.keys() {
        for place in 0..16 {
            let mut changed = members.clone();
            let content = changed.get_mut(path).unwrap();
            let Some(other) = scribble(content, place) else {
                continue;
            };
            *content = other;
            let found = complaints(&repack(changed, path != "archive.json"));
            assert!(!found.is_empty(), "{path}, place {place}");
            // A change is found where it is, or where something does not fit to it any more: the
            // log fixes what is in other members, and a commitment a whole problem.
            let near = |it: &String| {
                it.starts_with(path)
                    || it.contains("commitment")
                    || ["archive.json", "log.jsonl"].contains(&path.as_str())
            };
            assert!(found.iter().any(near), "{path}, place {place}: {found:?}");
        }
    }
}

#[test]
fn a_missing_a_doubled_and_an_unknown_member_are_named() {
    let members = members(&pack(&generated(1, 2, 3)));
    for path in members.keys().filter(|path| *path != "archive.json") {
        let mut fewer = members.clone();
        fewer.remove(path);
        let found = complaints(&repack(fewer.clone(), false));
        assert!(
            found[0].starts_with(&format!("{path}: the member is missing")),
            "{found:?}"
        );
        let found = complaints(&repack(fewer, true));
        let source = path.starts_with("sources/");
        let named = if source {
            path.strip_prefix("sources/").unwrap()
        } else {
            path
        };
        assert!(
            found.iter().any(|it| it.contains(named)),
            "{path}: {found:?}"
        );
    }
    let mut more = members.clone();
    more.insert("scores/more.csv".to_owned(), b"1".to_vec());
    let found = complaints(&repack(more.clone(), true));
    assert!(
        found[0].contains("\"scores/more.csv\" is no member"),
        "{found:?}"
    );
    let found = complaints(&repack(more, false));
    assert!(
        found[0].contains("in its place is `season-s1/scores/more.csv`"),
        "{found:?}"
    );
    let mut hidden = members;
    hidden.insert("sources/../../x.py".to_owned(), b"1".to_vec());
    let mut summary: Summary = serde_json::from_slice(&hidden["archive.json"]).unwrap();
    let mut twice = summary.files[0].clone();
    summary.files.insert(0, twice.clone());
    let json = canonical_json::to_string(&summary).unwrap();
    hidden.remove("sources/../../x.py");
    hidden.insert("archive.json".to_owned(), json.into_bytes());
    let found = complaints(&repack(hidden.clone(), false));
    assert!(found[0].contains("listed twice"), "{found:?}");
    twice.path = "sources/../../x.py".to_owned();
    summary.files[0] = twice;
    let json = canonical_json::to_string(&summary).unwrap();
    hidden.insert("archive.json".to_owned(), json.into_bytes());
    let found = complaints(&repack(hidden, false));
    assert!(found[0].contains("is no member of an archive"), "{found:?}");
}

/// Changes the record, packs it as an honest server would, and gives what is found as text.
fn attack(change: impl FnOnce(&mut SeasonRecord)) -> Vec<String> {
    let mut record = generated(2, 4, 12);
    change(&mut record);
    let found: Vec<String> = differences(&record)
        .iter()
        .map(ToString::to_string)
        .collect();
    assert!(!found.is_empty());
    found
}

fn has(found: &[String], start: &str, part: &str) {
    let it = found
        .iter()
        .any(|it| it.starts_with(start) && it.contains(part));
    assert!(it, "nothing with {start:?} and {part:?} in {found:#?}");
}

#[test]
fn a_dropped_submission_is_named() {
    let found = attack(|record| {
        record.submissions.remove(4);
        record.judgements.remove(4);
        let used: Vec<Digest> = record.submissions.iter().map(|it| it.source).collect();
        record.sources.retain(|hash, _| used.contains(hash));
    });
    has(&found, "submissions.jsonl: `submission 5`", "dropped");
    has(&found, "submissions.jsonl: `root`", "Merkle root");
    has(
        &found,
        "submissions.jsonl: `count`",
        "11 submissions, the log sealed 12",
    );
}

#[test]
fn a_submission_dated_back_is_named() {
    let found = attack(|record| record.submissions[4].created_at_us -= 1);
    has(
        &found,
        "submissions.jsonl: `submission 5 receipt`",
        "log entry",
    );
    has(&found, "submissions.jsonl: `root`", "Merkle root");
    let found = attack(|record| record.submissions[4].created_at_us -= 3_600_000_000);
    has(
        &found,
        "submissions.jsonl: `submission 5 created_at_us`",
        "dated back",
    );
}

#[test]
fn whatever_else_is_changed_of_a_submission_is_named() {
    let changes: [fn(&mut SeasonRecord); 5] = [
        |record| record.submissions[4].person = "Person 9".to_owned(),
        |record| record.submissions[4].method_tag = "search_enum?".to_owned(),
        |record| record.submissions[4].ranked ^= true,
        |record| record.submissions[4].notes = "!".to_owned(),
        |record| {
            let other = b"print(1)".to_vec();
            let hash = Digest::of(&other);
            record.sources.insert(hash, other);
            record.submissions[4].source = hash;
            record.judgements[4].report = Report::from(report(b"print(1)", 2)).into();
        },
    ];
    for change in changes {
        let found = attack(change);
        has(
            &found,
            "submissions.jsonl: `submission 5 receipt`",
            "log entry",
        );
    }
}

#[test]
fn a_swapped_setter_is_named() {
    for change in [
        |record: &mut SeasonRecord| record.problems[1].setter_source.push('#'),
        |record: &mut SeasonRecord| record.problems[1].statement.push('!'),
        |record: &mut SeasonRecord| record.problems[1].terms[150] = "7".to_owned(),
        |record: &mut SeasonRecord| record.problems[1].published.salt = Salt([1; 32]),
        |record: &mut SeasonRecord| {
            let json = record.problems[1]
                .problem_json
                .replace("Problem 2", "Problem 3");
            record.problems[1].problem_json = json;
        },
        |record: &mut SeasonRecord| {
            // With a commitment that fits, which is not the one that was published.
            record.problems[1].setter_source.push('#');
            let commitment = record.problems[1].commitment(SEASON);
            record.problems[1].published.commitment = commitment;
        },
    ] {
        let found = attack(change);
        has(
            &found,
            "problems/problem-1/1/setter.py: `commitment`",
            "was changed",
        );
    }
    let found = attack(|record| {
        record.problems.swap(0, 1);
        record.problems.truncate(1);
        record.submissions.retain(|it| it.problem == "problem-1");
        let kept: Vec<u64> = record.submissions.iter().map(|it| it.submission).collect();
        record.judgements.retain(|it| kept.contains(&it.submission));
    });
    has(
        &found,
        "problems/problem-0/1/: `problem`",
        "does not have it",
    );
}

#[test]
fn a_changed_parameter_is_named() {
    let found = attack(|record| numbers(record).fuel += 1);
    has(&found, "manifest.json: `hash`", "the log published");
    let found = attack(|record| numbers(record).scoring.diversity.bonus_cap = 60);
    has(&found, "manifest.json: `parameters`", "bonus_cap: 60");
    let found = attack(|record| record.manifest.runtime_digest = Digest([8; 32]));
    has(&found, "manifest.json: `hash`", "the log published");
}

#[test]
fn a_changed_judgement_is_named() {
    let at = |record: &SeasonRecord| {
        let gate = |at: &usize| record.judgements[*at].report.report().verdict_word() != "REWARD";
        (0..12).find(gate).unwrap()
    };
    let place = at(&generated(2, 4, 12));
    let name = |field: &str| format!("judgements.jsonl: `submission {} {field}", place + 1);
    let found = attack(|record| {
        let source = &record.sources[&record.submissions[place].source];
        record.judgements[place].report = Report::from(report(source, 2)).into();
    });
    has(&found, &name("verdict`"), "is REWARD, the log has");
    has(&found, "scores/results.json: `results_hash`", "the log has");
    let found = attack(|record| {
        change_program(record, place, |report| {
            report.score += 1;
        });
    });
    has(&found, &name("score`"), "should be");
    let found = attack(|record| {
        change_program(record, place, |report| {
            report.l_chars += 1;
        });
    });
    has(&found, &name("l_chars`"), "canonical bytes");
    let found = attack(|record| {
        change_program(record, place, |report| {
            report.fuel.0 += 1;
        });
    });
    has(&found, "judgements.jsonl: `hash`", "the log sealed");
    let found = attack(|record| {
        change_program(record, place, |report| {
            report.stderr.push('!');
        });
    });
    has(&found, "judgements.jsonl: `hash`", "the log sealed");
}

#[test]
fn a_changed_score_is_named() {
    let bytes = pack(&generated(2, 4, 12));
    let mut members = members(&bytes);
    let json = String::from_utf8(members["scores/results.json"].clone()).unwrap();
    let start = json.find("\"score\":").unwrap() + 8;
    let mut changed = json.into_bytes();
    changed[start] = b'9';
    members.insert("scores/results.json".to_owned(), changed);
    let found = complaints(&repack(members, true));
    has(
        &found,
        "scores/results.json: `problems[0].board[0].score`",
        "should be 1",
    );
}

#[test]
fn a_changed_log_is_named() {
    let found = attack(|record| {
        record.log.remove(7);
    });
    has(&found, "log.jsonl: `entry 7`", "`seq` is 8");
    let found = attack(|record| record.log[7].at_us -= 1);
    has(&found, "log.jsonl: `entry 7`", "`hash`");
    let found = attack(|record| {
        let last = record.log.len() - 1;
        record.log.truncate(last);
    });
    has(&found, "log.jsonl: `judgements`", "does not seal");
}

/// Somebody who makes up the whole record, log and hashes included, is not found by the archive
/// alone, but by any value that was published before.
#[test]
fn a_record_made_up_as_a_whole_does_not_fit_what_was_published() {
    let honest = generated(2, 4, 12);
    let before = Published {
        log_entry: Some(honest.log[10].hash),
        submissions_root: Some(tree(&honest.submissions).root()),
        results_hash: Some(results_hash(&honest)),
    };
    let mut forged = honest.clone();
    let number = forged.submissions.pop().unwrap().submission;
    forged.judgements.pop();
    let used: Vec<Digest> = forged.submissions.iter().map(|it| it.source).collect();
    forged.sources.retain(|hash, _| used.contains(hash));
    let bodies: Vec<EntryBody> = forged.log.iter().map(|entry| entry.body.clone()).collect();
    let times: Vec<i64> = forged.log.iter().map(|entry| entry.at_us).collect();
    forged.log = Vec::<Entry>::new();
    for (body, at_us) in bodies.into_iter().zip(times) {
        let body = match body {
            EntryBody::SubmissionReceived { submission, .. }
            | EntryBody::SubmissionJudged { submission, .. }
                if submission == number =>
            {
                continue;
            }
            EntryBody::SubmissionsSealed { .. } => EntryBody::SubmissionsSealed {
                count: number - 1,
                root: tree(&forged.submissions).root(),
            },
            EntryBody::ResultsComputed { .. } => EntryBody::ResultsComputed {
                results: results_hash(&forged),
            },
            EntryBody::JudgementsSealed { .. } => EntryBody::JudgementsSealed {
                judgements: judgements_hash(&forged.judgements),
            },
            other => other,
        };
        append(&mut forged, at_us, body);
    }
    let archive = unpack(&pack(&forged)).unwrap();
    assert_eq!(
        replay(&archive, None, &Published::default()).differences,
        []
    );
    let found: Vec<String> = replay(&archive, None, &before)
        .differences
        .iter()
        .map(ToString::to_string)
        .collect();
    has(&found, "submissions.jsonl: `root`", "published was");
    has(
        &found,
        "scores/results.json: `results_hash`",
        "published was",
    );
    // The log of the forger is the same up to the submission that he dropped.
    let late = Published {
        log_entry: Some(honest.log.last().unwrap().hash),
        ..Published::default()
    };
    let found = replay(&archive, None, &late).differences;
    assert_eq!(found[0].field, "hash", "{found:?}");
}
