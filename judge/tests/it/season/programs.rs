//! Seasons with real programs, replayed in the real sandbox.

use std::num::NonZeroUsize;

use dojo_judge::contest::Judges;
use dojo_judge::digest::Digest;
use dojo_judge::record::replay::{Published, Replay, replay};
use dojo_judge::record::season::{SeasonRecord, judgements_hash};
use dojo_judge::sequence::{ScoringVersion, judge};

use super::played::{Problem, Submission, change_program, play, results_hash};
use super::{pack, unpack};
use crate::{rules, runtime};

const SOLVERS: [(usize, &str, &str, &str); 8] = [
    (0, "Ada", "for n in range(999):print(n*n)", "closed_form"),
    (
        0,
        "Bob",
        "a=0\nb=1\nwhile 1:print(a);a+=b;b+=2",
        "linear_recurrence",
    ),
    (
        0,
        "Bob",
        "a=0\nb=1\nwhile 1:print(a);a+=b;b+=2",
        "linear_recurrence",
    ),
    (0, "Cyd", "for n in range(150):print(n*n)", ""),
    (0, "Cyd", "print('no')", ""),
    (
        1,
        "Ada",
        "a,b=0,1\nwhile 1:print(a);a,b=b,a+b",
        "linear_recurrence",
    ),
    (1, "Bob", "while 1", "closed_form"),
    (1, "Cyd", "\u{feff}print(1)", ""),
];

fn season(scoring: ScoringVersion) -> SeasonRecord {
    let squares: Vec<String> = (0..200u64).map(|n| (n * n).to_string()).collect();
    let mut fibonacci = vec![0u128, 1];
    while fibonacci.len() < 186 {
        let last = &fibonacci[fibonacci.len() - 2..];
        fibonacci.push(last[0] + last[1]);
    }
    let problems = [
        Problem {
            slug: "squares".to_owned(),
            setter: Some("Sonja".to_owned()),
            setter_source: "for n in range(999):print(n**2)".to_owned(),
            terms: squares,
        },
        Problem {
            slug: "fibonacci".to_owned(),
            setter: Some("Bob".to_owned()),
            setter_source: "a,b=0,1\nwhile True:print(a);a,b=b,a+b".to_owned(),
            terms: fibonacci.iter().map(ToString::to_string).collect(),
        },
    ];
    let submissions: Vec<Submission> = SOLVERS
        .into_iter()
        .zip(1..)
        .map(|((problem, person, source, tag), n)| Submission {
            problem,
            person: person.to_owned(),
            after_us: n * 1_000_000,
            source: source.as_bytes().to_vec(),
            tag: tag.to_owned(),
        })
        .collect();
    let digest: Digest = runtime().digest().to_string().parse().unwrap();
    play(
        scoring,
        digest,
        &problems,
        &submissions,
        |problem, submission| {
            let n_check = u32::try_from(problem.terms.len()).unwrap();
            let rules = dojo_judge::sequence::Rules {
                scoring,
                n_check,
                n_stage: n_check / 2,
                ..rules()
            };
            let rules = rules.beside(&problem.setter_source, None);
            judge(runtime(), &rules, &problem.terms, &submission.source).unwrap()
        },
    )
}

fn run_again(record: &SeasonRecord) -> Replay {
    let judges = Judges {
        runtime: Some(runtime()),
        eed: None,
        threads: NonZeroUsize::new(2).unwrap(),
    };
    let archive = unpack(&pack(record)).unwrap();
    replay(&archive, Some(&judges), &Published::default())
}

#[test]
fn a_season_is_replayed_with_every_program() {
    for &scoring in ScoringVersion::ALL.iter().filter(|it| !it.is_retired()) {
        let record = season(scoring);
        let replay = run_again(&record);
        assert_eq!(replay.differences, [], "{scoring}");
        assert_eq!(replay.results_hash, Some(results_hash(&record)));
        // Two setters and seven different submissions.
        assert_eq!(replay.judged(), 9);
    }
}

#[test]
fn a_judgement_that_the_program_does_not_give_is_named() {
    let mut record = season(ScoringVersion::V0_1);
    change_program(&mut record, 0, |report| report.fuel.0 += 1);
    let hash = judgements_hash(&record.judgements);
    let found = run_again(&record).differences;
    let fuel = found
        .iter()
        .any(|it| it.field == "submission 1 report.fuel");
    assert!(fuel, "{found:?} {hash}");
}

#[test]
fn a_setter_that_gives_other_terms_is_named() {
    let mut record = season(ScoringVersion::V0_1);
    record.problems[1].terms[180] = "7".to_owned();
    let found = run_again(&record).differences;
    let term = found
        .iter()
        .find(|it| it.member == "problems/fibonacci/1/terms.txt")
        .unwrap();
    assert_eq!(term.field, "term 180");
    assert!(
        term.message.starts_with("is 7, the setter's program gives"),
        "{term}"
    );
}

#[test]
fn an_archive_of_another_sandbox_is_said_to_be_one() {
    let mut record = season(ScoringVersion::V0_1);
    for judgement in &mut record.judgements {
        judgement.runtime_digest = Digest([9; 32]);
    }
    let replay = run_again(&record);
    assert_eq!(replay.judged(), 0);
    let said = replay
        .differences
        .iter()
        .any(|it| it.message.contains("cannot be run again here"));
    assert!(said, "{:?}", replay.differences);
}
