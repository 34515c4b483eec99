//! Whatever somebody writes into an archive, with every hash above it mended: a replay answers in
//! sentences that name member and field.

use std::num::NonZeroUsize;

use dojo_judge::canonical_json;
use dojo_judge::contest::physics::{PhysicsParameters, grader_digest};
use dojo_judge::contest::{Contest, Judges, Parameters};
use dojo_judge::derivation::OnFirstUse;
use dojo_judge::digest::Digest;
use dojo_judge::record::archive::{self as season_archive, ArchiveError};
use dojo_judge::record::history::History;
use dojo_judge::record::log::{Entry, EntryBody};
use dojo_judge::record::receipt::Submitted;
use dojo_judge::record::replay::{Published, replay};
use dojo_judge::record::season::{SeasonRecord, judgements_hash, tree};
use dojo_sandbox::{OpenError, Simplifier};
use formula::credit::eed::{Eed, Mode};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

use super::derivations::change_derivation;
use super::kept::{KEPT, kept};
use super::packed::{Members, members, mend_summary, repack};
use super::played::change_program;
use super::{pack, unpack};

/// A kept season with its first problem and a few submissions to it, so that a case takes moments.
fn small(contest: Contest) -> SeasonRecord {
    let mut record = unpack(&kept(contest)).unwrap().record;
    record.problems.truncate(1);
    let problem = record.problems[0].published.problem.clone();
    record.submissions.retain(|it| it.problem == problem);
    record.submissions.truncate(6);
    let numbers: Vec<u64> = record.submissions.iter().map(|it| it.submission).collect();
    record
        .judgements
        .retain(|it| numbers.contains(&it.submission));
    let sources: Vec<Digest> = record.submissions.iter().map(|it| it.source).collect();
    record.sources.retain(|hash, _| sources.contains(hash));
    record.log.retain(|entry| match &entry.body {
        EntryBody::ProblemCommitted { problem: of, .. }
        | EntryBody::ProblemWithdrawn { problem: of, .. }
        | EntryBody::ProblemCorrected { problem: of, .. }
        | EntryBody::ProblemHeld { problem: of, .. }
        | EntryBody::ProblemReleased { problem: of, .. }
        | EntryBody::ProblemRevealed { problem: of, .. } => *of == problem,
        EntryBody::SubmissionReceived { submission, .. }
        | EntryBody::SubmissionJudged { submission, .. }
        | EntryBody::SubmissionDisqualified { submission, .. }
        | EntryBody::SubmissionWithdrawn { submission, .. }
        | EntryBody::SubmissionReinstated { submission, .. } => numbers.contains(submission),
        _ => true,
    });
    by_this_program(&mut record);
    mend(&mut record);
    record
}

/// Names what judges today, so that derivations are graded again however old the archive is.
fn by_this_program(record: &mut SeasonRecord) {
    if let Parameters::Physics(numbers) = &mut record.manifest.parameters {
        *numbers = PhysicsParameters::with_seed(numbers.seed_commitment);
        record.manifest.runtime_digest = grader_digest();
    }
    for judgement in &mut record.judgements {
        judgement.runtime_digest = record.manifest.runtime_digest;
    }
}

/// Makes every hash in a record follow from what is under it.
fn mend(record: &mut SeasonRecord) {
    let season = record.manifest.season.clone();
    for problem in &mut record.problems {
        problem.published.commitment = problem.commitment(&season);
    }
    for entry in std::mem::take(&mut record.log) {
        let body = mended(record, entry.body);
        let next = Entry::append(&season, record.log.last(), entry.at_us, body);
        record.log.push(next);
    }
}

fn mended(record: &SeasonRecord, mut body: EntryBody) -> EntryBody {
    let of = |slug: &str| (record.problems.iter()).find(|it| it.published.problem == slug);
    match &mut body {
        EntryBody::ManifestPublished { manifest } => *manifest = record.manifest.hash(),
        EntryBody::ProblemCommitted {
            problem,
            commitment,
            ..
        } => {
            *commitment = of(problem).map_or(*commitment, |it| it.published.commitment);
        }
        EntryBody::ProblemRevealed { problem, salt, .. } => {
            *salt = of(problem).map_or(*salt, |it| it.published.salt);
        }
        EntryBody::SubmissionReceived {
            submission,
            receipt,
            carried_from: _,
        } => {
            let submitted = record
                .submissions
                .iter()
                .find(|it| it.submission == *submission);
            *receipt = submitted.map_or(*receipt, Submitted::leaf);
        }
        EntryBody::SubmissionJudged {
            submission,
            verdict,
            runtime_digest,
            ..
        } => {
            let judged = record
                .judgements
                .iter()
                .find(|it| it.submission == *submission);
            if let Some(judged) = judged {
                judged.report.report().verdict_word().clone_into(verdict);
                *runtime_digest = judged.runtime_digest;
            }
        }
        EntryBody::SubmissionsSealed { count, root } => {
            let tree = tree(&record.submissions);
            (*count, *root) = (tree.count(), tree.root());
        }
        EntryBody::ResultsComputed { results } | EntryBody::Replayed { results, .. } => {
            let (history, _) = History::read(&record.log);
            let computed = record.results(&history);
            *results = computed.map_or(*results, |computed| computed.hash());
        }
        EntryBody::JudgementsSealed { judgements } => {
            *judgements = judgements_hash(&record.judgements);
        }
        _ => {}
    }
    body
}

/// A change of an archive.
#[derive(Clone, Debug)]
enum Change {
    /// Another value in the place of one: a number for a number, a text for a text.
    Value { at: Index, by: Index },
    /// The value from one place at another.
    Moved { at: Index, from: Index },
    /// A value of any kind.
    Any { at: Index, by: Index },
    /// A key or an item is gone.
    Removed { at: Index },
    /// A key has another name.
    Renamed { at: Index },
    /// A line is gone, there twice, or cut.
    Line { at: Index, what: Index },
    /// A byte is another one.
    Byte { at: Index, by: u8 },
}

fn change() -> impl Strategy<Value = Change> {
    let index = any::<Index>;
    prop_oneof![
        6 => (index(), index()).prop_map(|(at, by)| Change::Value { at, by }),
        2 => (index(), index()).prop_map(|(at, from)| Change::Moved { at, from }),
        1 => (index(), index()).prop_map(|(at, by)| Change::Any { at, by }),
        1 => index().prop_map(|at| Change::Removed { at }),
        1 => index().prop_map(|at| Change::Renamed { at }),
        2 => (index(), index()).prop_map(|(at, what)| Change::Line { at, what }),
        1 => (index(), any::<u8>()).prop_map(|(at, by)| Change::Byte { at, by }),
    ]
}

fn numbers() -> Vec<Value> {
    let bounds = [31, 32, 63].map(|power| 1u64 << power);
    let mut all = vec![
        json!(-1),
        json!(i64::MIN),
        json!(u64::MAX),
        json!(0.5),
        json!(3_000_000_000u64),
    ];
    all.extend((0..4).map(|small| json!(small)));
    all.extend(
        bounds
            .into_iter()
            .flat_map(|bound| [json!(bound - 1), json!(bound)]),
    );
    all
}

fn texts() -> Vec<Value> {
    let long = "9".repeat(5000);
    let texts = [
        "",
        "x",
        "0",
        "\0",
        "é",
        "0/0",
        "1/0",
        "3/2",
        "+1/2",
        "18446744073709551615/1",
        "18446744073709551615/18446744073709551615",
        "100",
        "99.999",
        "999.9999",
        "REWARD",
        "STAGE",
        "FULL",
        "PARTIAL",
        "draft",
        "open",
        "frozen",
        "revealed",
        "physics-1",
        "0.1",
        "sequence",
        "physics",
        &"0".repeat(64),
        &"f".repeat(64),
        &long,
        "../../x",
        "1e999",
        "{}",
        "$$",
    ];
    texts.map(Value::from).to_vec()
}

fn odd() -> Vec<Value> {
    let deep = (0..100).fold(json!(0), |inner, _| json!([inner]));
    let mut all = vec![
        json!(null),
        json!(true),
        json!([]),
        json!({}),
        json!([null]),
        deep,
    ];
    all.extend(numbers());
    all.extend(texts());
    all
}

/// The pointers to everything in a value.
fn pointers(value: &Value) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut inside = |key: &str, value: &Value| {
        let key = key.replace('~', "~0").replace('/', "~1");
        all.extend(pointers(value).iter().map(|below| format!("/{key}{below}")));
    };
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| inside(key, value)),
        Value::Array(items) => {
            let numbered = items.iter().enumerate();
            numbered.for_each(|(at, value)| inside(&at.to_string(), value));
        }
        _ => {}
    }
    all
}

/// Forges a text: JSON as what it holds, anything else by lines and bytes. A list of lines is forged
/// in one of them.
fn forge(text: &mut Vec<u8>, change: &Change) {
    match change {
        Change::Line { at, what } => {
            let mut lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
            if lines.is_empty() {
                return;
            }
            let at = at.index(lines.len());
            match what.index(3) {
                0 => drop(lines.remove(at)),
                1 => lines.insert(at, lines[at]),
                _ => lines[at] = &lines[at][..lines[at].len() / 2],
            }
            *text = lines.concat();
        }
        Change::Byte { at, by } if !text.is_empty() => {
            let at = at.index(text.len());
            text[at] = *by;
        }
        Change::Byte { .. } => text.push(b'0'),
        Change::Value { at, .. }
        | Change::Moved { at, .. }
        | Change::Any { at, .. }
        | Change::Removed { at }
        | Change::Renamed { at } => {
            let mut lines: Vec<Vec<u8>> = text
                .split(|byte| *byte == b'\n')
                .map(<[u8]>::to_vec)
                .collect();
            let place = at.index(lines.len());
            if let Ok(mut value) = serde_json::from_slice::<Value>(&lines[place]) {
                forge_value(&mut value, change);
                lines[place] = written(&value);
                *text = lines.join(&b'\n');
            }
        }
    }
}

/// In canonical form, but for numbers that it does not have.
fn written(value: &Value) -> Vec<u8> {
    canonical_json::to_string(value)
        .unwrap_or_else(|_| value.to_string())
        .into_bytes()
}

fn forge_value(value: &mut Value, change: &Change) {
    let all = pointers(value);
    let pick = |index: &Index| all[index.index(all.len())].as_str();
    match change {
        Change::Value { at, by } => {
            // The leaves, so that a half of all changes does not replace the whole.
            let leaves: Vec<&str> = (all.iter().map(String::as_str))
                .filter(|at| {
                    value
                        .pointer(at)
                        .is_some_and(|it| it.is_number() || it.is_string())
                })
                .collect();
            if leaves.is_empty() {
                return;
            }
            let place = value.pointer_mut(leaves[at.index(leaves.len())]).unwrap();
            let pool = if place.is_number() {
                numbers()
            } else {
                texts()
            };
            *place = pool[by.index(pool.len())].clone();
        }
        Change::Any { at, by } => {
            let pool = odd();
            *value.pointer_mut(pick(at)).unwrap() = pool[by.index(pool.len())].clone();
        }
        Change::Moved { at, from } => {
            let other = value.pointer(pick(from)).unwrap().clone();
            *value.pointer_mut(pick(at)).unwrap() = other;
        }
        Change::Removed { at } | Change::Renamed { at } => {
            let Some((outer, key)) = pick(at).rsplit_once('/') else {
                return;
            };
            let removed = match value.pointer_mut(outer).unwrap() {
                Value::Object(map) => map.remove(&key.replace("~1", "/").replace("~0", "~")),
                Value::Array(items) => Some(items.remove(key.parse().unwrap())),
                _ => None,
            };
            if let (Change::Renamed { .. }, Value::Object(map), Some(removed)) =
                (change, value.pointer_mut(outer).unwrap(), removed)
            {
                map.insert(format!("{key}s"), removed);
            }
        }
        Change::Line { .. } | Change::Byte { .. } => unreachable!("is no change of a value"),
    }
}

/// The archive of a record with a change in one member and every hash mended that can be.
fn forged(record: &SeasonRecord, member: Index, change: &Change) -> Vec<u8> {
    let mut members = members(&pack(record));
    // Those with judgements, numbers and problems are of more account than single files.
    let paths: Vec<String> = members.keys().cloned().collect();
    let path = paths[member.index(paths.len())].clone();
    forge(members.get_mut(&path).unwrap(), change);
    if let Some(ending) = path
        .strip_prefix("sources/")
        .and_then(|name| name.split_once('.'))
    {
        let source = members.remove(&path).unwrap();
        members.insert(
            format!("sources/{}.{}", Digest::of(&source), ending.1),
            source,
        );
    }
    if path.starts_with("scores/") || path == "archive.json" {
        return repack(members, path != "archive.json");
    }
    let Ok(archive) = unpack(&repack(members.clone(), true)) else {
        return repack(members, true);
    };
    let mut record = archive.record;
    mend(&mut record);
    let mut bytes = Vec::new();
    match season_archive::write(&record, &mut bytes) {
        Ok(_) => bytes,
        // It has no results. The rest is mended all the same.
        Err(_) => repack(mended_members(members, &record), false),
    }
}

fn mended_members(mut members: Members, record: &SeasonRecord) -> Members {
    let lines = record.log.iter().flat_map(|entry| {
        let json = canonical_json::to_string(entry).unwrap();
        [json.into_bytes(), b"\n".to_vec()]
    });
    members.insert("log.jsonl".to_owned(), lines.flatten().collect());
    for problem in &record.problems {
        let (slug, version) = problem.published.key();
        let path = format!("problems/{slug}/{version}/commitment.json");
        let json = canonical_json::to_string(&problem.published).unwrap();
        members.insert(path, json.into_bytes());
    }
    mend_summary(&mut members, |summary| {
        summary["log_head"] = json!(record.log.last().map(|entry| entry.hash));
        summary["submissions_root"] = json!(tree(&record.submissions).root());
    });
    members
}

/// What a replay says of some bytes, each with member and field.
fn told(bytes: &[u8], judges: Option<&Judges<'_>>) -> Vec<String> {
    match unpack(bytes) {
        Err(ArchiveError::Member { member, fault }) => {
            assert!(!member.is_empty() && !fault.is_empty());
            vec![format!("{member}: {fault}")]
        }
        Err(error) => panic!("the members were packed as they must be: {error}"),
        Ok(archive) => {
            let replay = replay(&archive, judges, &Published::default());
            for it in &replay.differences {
                assert!(!it.member.is_empty() && !it.field.is_empty(), "{it}");
            }
            replay.differences.iter().map(ToString::to_string).collect()
        }
    }
}

/// Grades formulas, and has nothing that simplifies them.
fn without_sympy() -> Eed {
    let open = || Err::<Simplifier, _>(OpenError::Snapshot("there is none".to_owned()));
    Eed::new(OnFirstUse::new(open), Mode::Dojo)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn no_forged_archive_breaks_a_replay(
        physics in any::<bool>(),
        member in any::<Index>(),
        change in change(),
    ) {
        let contest = if physics { Contest::Physics } else { Contest::Sequence };
        told(&forged(&small(contest), member, &change), None);
    }

    #[test]
    fn no_forged_problem_breaks_grading(
        member in any::<Index>(),
        change in change(),
    ) {
        let eed = without_sympy();
        let judges = Judges { runtime: None, eed: Some(&eed), threads: NonZeroUsize::MIN };
        let mut record = small(Contest::Physics);
        record.submissions.truncate(2);
        record.judgements.truncate(2);
        told(&forged(&record, member, &change), Some(&judges));
    }
}

/// What is told of a small season in which one report was changed.
fn with_report(contest: Contest, change: impl FnOnce(&mut SeasonRecord)) -> Vec<String> {
    let mut record = small(contest);
    let before = members(&pack(&record));
    change(&mut record);
    mend(&mut record);
    let judgements = (record.judgements.iter()).flat_map(|judgement| {
        let json = canonical_json::to_string(judgement).unwrap();
        [json.into_bytes(), b"\n".to_vec()]
    });
    let mut members = mended_members(before, &record);
    members.insert(
        "judgements.jsonl".to_owned(),
        judgements.flatten().collect(),
    );
    told(&repack(members, true), None)
}

fn says(found: &[String], parts: [&str; 2]) {
    let all = |it: &&String| parts.iter().all(|part| it.contains(part));
    assert!(
        found.iter().find(all).is_some(),
        "nothing with {parts:?} in {found:#?}"
    );
}

/// The place of a program that solves its problem.
fn solved(record: &SeasonRecord) -> usize {
    let solved =
        |it: &dojo_judge::record::season::Judgement| it.report.report().verdict_word() == "REWARD";
    record.judgements.iter().position(solved).unwrap()
}

#[test]
fn lengths_that_no_program_has_are_named() {
    for (length, why) in [
        (0, "no empty program passes a gate"),
        (3_000_000_000, "longer than any program"),
    ] {
        let found = with_report(Contest::Sequence, |record| {
            for place in 0..record.judgements.len() {
                change_program(record, place, |report| report.l_chars = length);
            }
        });
        says(&found, ["judgements.jsonl: `submission", why]);
    }
}

#[test]
fn a_report_of_the_other_contest_is_named() {
    let derivation = small(Contest::Physics).judgements.swap_remove(0).report;
    let found = with_report(Contest::Sequence, |record| {
        let place = solved(record);
        record.judgements[place].report = derivation;
    });
    says(&found, ["report`", "is not of a sequence contest"]);
}

#[test]
fn a_score_above_full_marks_is_named() {
    let found = with_report(Contest::Physics, |record| {
        change_derivation(record, 0, |report| report.score = 4_000_000_000);
    });
    says(
        &found,
        [
            "score`: the results cannot be computed",
            "more than full marks",
        ],
    );
}

#[test]
fn a_share_that_is_none_is_named() {
    let mut members = members(&pack(&small(Contest::Physics)));
    let judgements = String::from_utf8(members["judgements.jsonl"].clone()).unwrap();
    let (before, after) = judgements.split_once("\"score_fraction\":\"").unwrap();
    let (_, after) = after.split_once('"').unwrap();
    let forged = format!("{before}\"score_fraction\":\"18446744073709551615/1\"{after}");
    members.insert("judgements.jsonl".to_owned(), forged.into_bytes());
    let found = told(&repack(members, true), None);
    says(&found, ["judgements.jsonl", "is no share such as 2/3"]);
}

#[test]
fn the_hashes_of_an_honest_season_are_mended_to_themselves() {
    for (contest, _) in KEPT {
        let record = small(contest);
        let mut again = record.clone();
        mend(&mut again);
        assert_eq!(again, record, "{contest}");
        let bytes = pack(&record);
        assert_eq!(told(&bytes, None), [""; 0], "{contest}");
        assert_eq!(repack(members(&bytes), true), bytes);
    }
}
