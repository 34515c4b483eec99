//! A season of derivations: replayed with every derivation graded again, and tampered with.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::LazyLock;

use dojo_judge::canonical_json;
use dojo_judge::contest::Judges;
use dojo_judge::contest::Parameters;
use dojo_judge::contest::physics::PhysicsParameters;
use dojo_judge::contest::physics::grader_digest;
use dojo_judge::contest::{Contest, Report, Scoring};
use dojo_judge::derivation::OnFirstUse;
use dojo_judge::derivation::{Card, Rules, judge};
use dojo_judge::digest::{Digest, Salt, Seed};
use dojo_judge::record::commitment::Commitment;
use dojo_judge::record::log::EntryBody;
use dojo_judge::record::manifest::Manifest;
use dojo_judge::record::receipt::Submitted;
use dojo_judge::record::replay::{Published, Replay, replay};
use dojo_judge::record::season::{
    ProblemRecord, PublishedProblem, SeasonRecord, judgements_hash, tree,
};
use formula::credit::eed::{Eed, EedScore, Mode};
use formula::credit::{self, DEFAULT_MAX_FORMULAS, EedReport, Fraction, Grader};
use formula::problem::Problem;

use dojo_sandbox::Simplifier;

use super::played::{
    OPENED_US, SEASON, any_manifest, append, begin, change_report, end, goes, receive, results_hash,
};
use super::{complaints, pack, unpack};
use crate::CACHE;

const SEED: Seed = Seed([5; 32]);

/// The real `SymPy`, opened once.
pub(crate) fn eed() -> &'static Eed {
    static EED: LazyLock<Eed> = LazyLock::new(|| {
        let open = || Simplifier::open(Path::new(CACHE), &mut |_| {});
        Eed::new(OnFirstUse::new(open), Mode::Dojo)
    });
    &EED
}

/// Problems of the demo season, with derivations that come with them.
const PROBLEMS: [(&str, [&str; 2]); 2] = [("bohr", ["radius", "energy"]), ("cliff", ["", ""])];

fn read(path: &str) -> String {
    let season = Path::new(env!("CARGO_MANIFEST_DIR")).join("../seasons/physics-demo/problems");
    fs::read_to_string(season.join(path)).unwrap()
}

fn problem(slug: &str) -> ProblemRecord {
    let reference = read(&format!("{slug}/problem.json"));
    let card = Card::of(slug, &Problem::read(reference.as_bytes()).unwrap());
    let mut record = ProblemRecord {
        published: PublishedProblem {
            kind: Contest::Physics,
            problem: slug.to_owned(),
            version: 1,
            runtime_digest: grader_digest(),
            salt: Salt(Digest::of(slug).0),
            commitment: Commitment(Digest([0; 32])),
        },
        problem_json: canonical_json::to_string(&card).unwrap(),
        statement: read(&format!("{slug}/statement.md")),
        setter_source: reference,
        terms: Vec::new(),
    };
    record.published.commitment = record.commitment(SEASON);
    record
}

fn season() -> SeasonRecord {
    let mut record = begin(Manifest {
        scoring: Scoring::newest(Contest::Physics),
        parameters: Parameters::Physics(PhysicsParameters::with_seed(SEED.commitment(SEASON))),
        runtime_digest: grader_digest(),
        ..any_manifest()
    });
    for ((slug, _), position) in PROBLEMS.iter().zip(1..) {
        let committed = problem(slug);
        let body = EntryBody::ProblemCommitted {
            problem: (*slug).to_owned(),
            version: 1,
            position,
            setter: None,
            commitment: committed.published.commitment,
        };
        record.problems.push(committed);
        append(&mut record, 0, body);
    }
    goes(&mut record, "scheduled", "open", None);
    let rules = Rules {
        max_formulas: DEFAULT_MAX_FORMULAS,
        seed: SEED.0,
    };
    let mut number = 0;
    for (slug, examples) in PROBLEMS {
        let read_problem = Problem::read(read(&format!("{slug}/problem.json")).as_bytes());
        let grader = Grader::new(&read_problem.unwrap(), &rules.settings()).unwrap();
        for (name, person) in examples.into_iter().zip(["Ada", "Ben"]) {
            number += 1;
            let solution = match name {
                "" => format!("By {person}: $$x = (1$$ and $$y = {number}$$"),
                name => read(&format!("{slug}/examples/{name}.md")),
            };
            let submitted = Submitted {
                season: SEASON.to_owned(),
                submission: number,
                problem: slug.to_owned(),
                version: 1,
                person: person.to_owned(),
                ranked: true,
                created_at_us: OPENED_US + i64::try_from(number).unwrap(),
                source: Digest::of(&solution),
                method_tag: String::new(),
                notes: String::new(),
                salt: Salt(Digest::of(number.to_be_bytes()).0),
            };
            let report = judge(&grader, eed(), solution.as_bytes()).unwrap();
            receive(&mut record, submitted, solution.as_bytes(), report.into());
        }
    }
    end(&mut record);
    append(&mut record, 0, EntryBody::SeedRevealed { seed: SEED });
    record
}

fn grade_again(record: &SeasonRecord) -> Replay {
    let judges = Judges {
        runtime: None,
        eed: Some(eed()),
        threads: NonZeroUsize::new(2).unwrap(),
    };
    let archive = unpack(&pack(record)).unwrap();
    replay(&archive, Some(&judges), &Published::default())
}

pub(super) fn change_derivation(
    record: &mut SeasonRecord,
    place: usize,
    change: impl FnOnce(&mut dojo_judge::derivation::Report),
) {
    change_report(record, place, |report| {
        let Report::Physics(report) = report else {
            panic!("no derivation");
        };
        change(report);
    });
}

fn change_grading(
    record: &mut SeasonRecord,
    place: usize,
    change: impl FnOnce(&mut credit::Report),
) {
    change_derivation(record, place, |report| {
        change(report.grading.as_mut().unwrap());
    });
}

/// Makes the seals over judgements and results follow a change.
fn mend(record: &mut SeasonRecord) {
    let judgements = judgements_hash(&record.judgements);
    append(record, 0, EntryBody::JudgementsSealed { judgements });
    let results = results_hash(record);
    append(record, 0, EntryBody::ResultsComputed { results });
}

/// Changes a season in a way that an attacker mends: the seals over judgements and results follow.
#[track_caller]
fn is_found(change: impl FnOnce(&mut SeasonRecord), member: &str, field: &str) {
    let mut record = season();
    change(&mut record);
    let found = grade_again(&record).differences;
    assert!(
        found
            .iter()
            .any(|it| it.member == member && it.field.contains(field)),
        "no {field} of {member} in {found:?}"
    );
}

#[test]
fn a_season_of_derivations_comes_back_from_its_archive_and_is_graded_again() {
    let record = season();
    let bytes = pack(&record);
    assert_eq!(bytes, pack(&record.clone()));
    let archive = unpack(&bytes).unwrap();
    assert_eq!(archive.record, record);
    assert_eq!(complaints(&bytes), [""; 0]);
    let replay = grade_again(&record);
    assert_eq!(replay.differences, []);
    assert_eq!(replay.judged["derivations_graded"], 4);
    assert_eq!(replay.judged(), 4);
    assert_eq!(replay.results_hash, Some(results_hash(&record)));
    let files: Vec<&str> = archive
        .summary
        .files
        .iter()
        .map(|it| it.path.as_str())
        .collect();
    for path in [
        "problems/bohr/1/card.json",
        "problems/bohr/1/problem.json",
        "problems/bohr/1/statement.md",
    ] {
        assert!(files.contains(&path), "{files:?}");
    }
    let text = &archive.scores.season_csv;
    assert!(
        text.starts_with(
            "rank,person,total,scored_count,full_marks_count,final_right,final_of,eed\n1,Ben,1000,1,1,0,2,25\n"
        ),
        "{text}"
    );
}

#[test]
fn what_a_grader_without_eed_found_has_the_tables_that_it_had() {
    let mut record = season();
    for place in 0..record.judgements.len() {
        change_grading(&mut record, place, |grading| grading.eed = None);
    }
    let scores = unpack(&pack(&record)).unwrap().scores;
    let tables = [
        &scores.season_csv,
        &scores.problems_csv,
        &scores.submissions_csv,
    ];
    let heads = tables.map(|table| table.lines().next().unwrap());
    assert_eq!(
        heads,
        [
            "rank,person,total,scored_count,full_marks_count",
            "problem,version,rank,person,submission,score,formulas_scored,formulas_matched,created_at_us",
            "submission,problem,version,person,created_at_us,counts,verdict,solution_hash,\
             formulas_scored,formulas_matched,score",
        ]
    );
    assert_eq!(scores.season_csv.lines().nth(1), Some("1,Ben,1000,1,1"));
    assert!(
        !scores.results_json.contains("final_answers"),
        "{}",
        scores.results_json
    );
}

#[test]
fn another_seed_is_found() {
    let other = Seed([6; 32]);
    is_found(
        |record| {
            let last = record.log.pop().unwrap();
            assert!(matches!(last.body, EntryBody::SeedRevealed { .. }));
            append(record, 0, EntryBody::SeedRevealed { seed: other });
        },
        "log.jsonl",
        "seed",
    );
    is_found(|record| drop(record.log.pop()), "log.jsonl", "seed");
}

#[test]
fn another_reference_statement_or_card_is_found() {
    is_found(
        |record| {
            let reference = record.problems[0].setter_source.replace("{2 r}", "{3 r}");
            record.problems[0].setter_source = reference;
        },
        "problems/bohr/1/problem.json",
        "commitment",
    );
    is_found(
        |record| record.problems[0].statement.push('!'),
        "problems/bohr/1/problem.json",
        "commitment",
    );
    is_found(
        |record| {
            let card = record.problems[0].problem_json.replace("atom", "Atom");
            record.problems[0].problem_json = card;
        },
        "problems/bohr/1/card.json",
        "content",
    );
}

#[test]
fn another_derivation_or_score_is_found() {
    is_found(
        |record| {
            let other = b"$$x = 1$$".to_vec();
            let hash = Digest::of(&other);
            record.sources.remove(&record.submissions[1].source);
            record.sources.insert(hash, other);
            record.submissions[1].source = hash;
        },
        "submissions.jsonl",
        "submission 2 receipt",
    );
    is_found(
        |record| change_derivation(record, 0, |report| report.score = 1000),
        "judgements.jsonl",
        "submission 1 score",
    );
    is_found(
        |record| {
            // With a grading that fits, which the derivation does not give.
            let Report::Physics(full) = record.judgements[1].report.report().clone() else {
                panic!()
            };
            change_derivation(record, 0, |own| {
                own.score = full.score;
                own.formulas_scored = full.formulas_scored;
                own.formulas_matched = full.formulas_matched;
                own.grading = full.grading;
            });
            mend(record);
        },
        "judgements.jsonl",
        "submission 1 report.score",
    );
}

/// Changes the EED of the first derivation, whose final answer is not matched, and mends the seals.
fn change_eed(record: &mut SeasonRecord, change: impl FnOnce(&mut EedReport)) {
    change_grading(record, 0, |grading| {
        let eed = grading.eed.as_mut().unwrap();
        assert!(eed.score < EedScore::FULL && eed.answers[1].distance.is_some());
        change(eed);
    });
    mend(record);
}

#[test]
fn another_eed_is_found() {
    is_found(
        |record| {
            change_eed(record, |eed| {
                eed.answers[1].score = EedScore(18_000);
                eed.score = EedScore(59_000);
            });
        },
        "judgements.jsonl",
        "submission 1 report.grading.eed.score",
    );
    is_found(
        |record| change_eed(record, |eed| eed.answers[1].distance = Some("1".to_owned())),
        "judgements.jsonl",
        "submission 1 report.grading.eed.answers[1].distance",
    );
    is_found(
        |record| change_eed(record, |eed| eed.score = EedScore(59_000)),
        "judgements.jsonl",
        "submission 1 eed",
    );
    is_found(
        |record| change_grading(record, 0, |grading| grading.eed = None),
        "judgements.jsonl",
        "submission 1 report.grading.eed",
    );
}

#[test]
fn another_count_of_final_answers_is_found() {
    // Whoever reads the report alone sees that it does not fit; whoever grades again sees more.
    for (fits, field) in [
        (false, "final_answers"),
        (true, "report.grading.final_answers"),
    ] {
        is_found(
            |record| {
                change_grading(record, 0, |grading| {
                    assert_eq!(grading.final_answers, Fraction { earned: 1, of: 2 });
                    grading.final_answers.earned = 2;
                    grading.final_correct = true;
                    if fits {
                        let energy = grading.eed.as_ref().unwrap().answers[1].node;
                        grading.matched.push(energy);
                    }
                });
                mend(record);
            },
            "judgements.jsonl",
            &format!("submission 1 {field}"),
        );
    }
}

#[test]
fn another_simplifier_is_another_grader() {
    is_found(
        |record| {
            let Parameters::Physics(numbers) = &mut record.manifest.parameters else {
                panic!()
            };
            numbers.eed.as_mut().unwrap().simplifier = Digest([1; 32]);
        },
        "manifest.json",
        "parameters",
    );
}

#[test]
fn another_parameter_is_found() {
    is_found(
        |record| {
            let Parameters::Physics(numbers) = &mut record.manifest.parameters else {
                panic!()
            };
            numbers.max_formulas = 61;
        },
        "manifest.json",
        "hash",
    );
    is_found(
        |record| {
            let Parameters::Physics(numbers) = &mut record.manifest.parameters else {
                panic!()
            };
            numbers.equivalence.tolerance = "0.1".to_owned();
        },
        "manifest.json",
        "parameters",
    );
}

#[test]
fn a_dropped_derivation_is_found() {
    is_found(
        |record| {
            let dropped = record.submissions.remove(3);
            record.judgements.remove(3);
            record.sources.remove(&dropped.source);
            assert_ne!(tree(&record.submissions).root(), Digest([0; 32]));
        },
        "submissions.jsonl",
        "submission 4",
    );
}

#[test]
fn a_problem_of_the_other_kind_is_found() {
    is_found(
        |record| record.problems[0].published.runtime_digest = Digest([8; 32]),
        "problems/bohr/1/problem.json",
        "commitment",
    );
    let mut record = season();
    record.problems[0].published.kind = Contest::Sequence;
    assert_ne!(complaints(&pack(&record)), [""; 0]);
}

#[test]
fn every_changed_byte_of_a_season_of_derivations_is_found() {
    let bytes = pack(&season());
    for at in (0..bytes.len()).step_by(37) {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        assert_ne!(complaints(&changed), [""; 0], "byte {at}");
    }
}
