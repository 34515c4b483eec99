//! Seasons that were never played: a record built the way a server builds one, entry by entry, from
//! problems, submissions and something that judges them.

use std::collections::BTreeMap;

use dojo_judge::contest::sequence::SequenceParameters;
use dojo_judge::contest::{self, Contest, Parameters};
use dojo_judge::digest::{Digest, Salt};
use dojo_judge::record::commitment::{Commitment, problem_json};
use dojo_judge::record::history::History;
use dojo_judge::record::log::{Entry, EntryBody};
use dojo_judge::record::manifest::{self, Boards, Manifest};
use dojo_judge::record::receipt::Submitted;
use dojo_judge::record::season::{
    Judgement, ProblemRecord, PublishedProblem, SeasonRecord, judgements_hash, tree,
};
use dojo_judge::sequence::{Canonical, Report, ScoringVersion, brevity_bonus};

/// The slug of every season here.
pub(crate) const SEASON: &str = "s1";

/// When the season opened, in µs.
pub(crate) const OPENED_US: i64 = 1_700_000_000_000_000;

/// A problem to be.
pub(crate) struct Problem {
    pub(crate) slug: String,
    pub(crate) setter: Option<String>,
    pub(crate) setter_source: String,
    pub(crate) terms: Vec<String>,
}

/// A submission to be.
pub(crate) struct Submission {
    /// Place of its problem.
    pub(crate) problem: usize,
    pub(crate) person: String,
    /// After the opening, in µs.
    pub(crate) after_us: i64,
    pub(crate) source: Vec<u8>,
    pub(crate) tag: String,
}

/// Plays a season to Reveal.
pub(crate) fn play(
    scoring: ScoringVersion,
    runtime_digest: Digest,
    problems: &[Problem],
    submissions: &[Submission],
    mut judge: impl FnMut(&Problem, &Submission) -> Report,
) -> SeasonRecord {
    let mut parameters = SequenceParameters::of(scoring);
    parameters.fuel = 300_000_000;
    let mut record = begin(Manifest {
        scoring: scoring.into(),
        parameters: Parameters::Sequence(parameters),
        runtime_digest,
        ..any_manifest()
    });
    for (problem, position) in problems.iter().zip(1..) {
        let committed = commit(problem, position, runtime_digest);
        let body = EntryBody::ProblemCommitted {
            problem: problem.slug.clone(),
            version: 1,
            position,
            setter: problem.setter.clone(),
            commitment: committed.published.commitment,
        };
        record.problems.push(committed);
        append(&mut record, 0, body);
    }
    goes(&mut record, "scheduled", "open", None);
    for (submission, number) in submissions.iter().zip(1..) {
        let problem = &problems[submission.problem];
        submit(
            &mut record,
            problem,
            submission,
            number,
            judge(problem, submission),
        );
    }
    end(&mut record);
    record
}

/// A manifest whose numbers are of no account.
pub(crate) fn any_manifest() -> Manifest {
    let scoring = ScoringVersion::V0_1;
    Manifest {
        format: manifest::FORMAT.to_owned(),
        season: SEASON.to_owned(),
        title: "A season".to_owned(),
        summary: "Never played.".to_owned(),
        scoring: scoring.into(),
        parameters: Parameters::Sequence(SequenceParameters::of(scoring)),
        runtime_digest: Digest([7; 32]),
        opens_at_us: Some(OPENED_US),
        freezes_at_us: None,
        blackout_at_us: None,
        boards: Boards::UntilScored,
    }
}

/// A scheduled season.
pub(crate) fn begin(manifest: Manifest) -> SeasonRecord {
    let mut record = SeasonRecord {
        manifest,
        problems: Vec::new(),
        submissions: Vec::new(),
        sources: BTreeMap::new(),
        judgements: Vec::new(),
        log: Vec::new(),
    };
    let manifest = record.manifest.hash();
    append(&mut record, 0, EntryBody::ManifestPublished { manifest });
    goes(&mut record, "draft", "scheduled", None);
    record
}

/// Freezes an open season, scores and reveals it.
pub(crate) fn end(record: &mut SeasonRecord) {
    let last = record.submissions.iter().map(|it| it.created_at_us).max();
    let freeze = last.unwrap_or(OPENED_US) + 1_000_000;
    goes(record, "open", "frozen", Some(freeze));
    let tree = tree(&record.submissions);
    let sealed = EntryBody::SubmissionsSealed {
        count: tree.count(),
        root: tree.root(),
    };
    append(record, freeze, sealed);
    let results = results_hash(record);
    append(record, freeze, EntryBody::ResultsComputed { results });
    goes(record, "frozen", "revealed", None);
    for at in 0..record.problems.len() {
        let published = &record.problems[at].published;
        let body = EntryBody::ProblemRevealed {
            problem: published.problem.clone(),
            version: 1,
            salt: published.salt,
        };
        append(record, freeze, body);
    }
    let judgements = judgements_hash(&record.judgements);
    append(record, freeze, EntryBody::JudgementsSealed { judgements });
}

/// The numbers of a season of programs.
pub(crate) fn numbers(record: &mut SeasonRecord) -> &mut SequenceParameters {
    let Parameters::Sequence(numbers) = &mut record.manifest.parameters else {
        panic!("no season of programs");
    };
    numbers
}

/// Changes the report at a place of the list.
pub(crate) fn change_report(
    record: &mut SeasonRecord,
    place: usize,
    change: impl FnOnce(&mut contest::Report),
) {
    let kept = &mut record.judgements[place].report;
    let mut report = kept.report().clone();
    change(&mut report);
    *kept = report.into();
}

/// Changes the report on the program at a place of the list.
pub(crate) fn change_program(
    record: &mut SeasonRecord,
    place: usize,
    change: impl FnOnce(&mut Report),
) {
    change_report(record, place, |report| {
        let contest::Report::Sequence(report) = report else {
            panic!("no program");
        };
        change(report);
    });
}

/// Hash of the results that the record has now.
pub(crate) fn results_hash(record: &SeasonRecord) -> Digest {
    let (history, impossible) = History::read(&record.log);
    assert_eq!(impossible, []);
    record.results(&history).unwrap().hash()
}

/// Appends to the log.
pub(crate) fn append(record: &mut SeasonRecord, at_us: i64, body: EntryBody) {
    let entry = Entry::append(SEASON, record.log.last(), at_us, body);
    record.log.push(entry);
}

pub(crate) fn goes(
    record: &mut SeasonRecord,
    from: &str,
    to: &str,
    freeze_started_at_us: Option<i64>,
) {
    let body = EntryBody::Transition {
        from: from.to_owned(),
        to: to.to_owned(),
        by: "Olga".to_owned(),
        freeze_started_at_us,
    };
    append(record, freeze_started_at_us.unwrap_or(0), body);
}

fn commit(problem: &Problem, position: u32, runtime_digest: Digest) -> ProblemRecord {
    let toml = format!(
        "slug = \"{}\"\ntitle = \"Problem {position}\"\nindex_origin = 0\ntags = [\"easy\"]\n\
         licence = \"CC0-1.0\"\nn_check = {}\nn_stage = {}\n",
        problem.slug,
        problem.terms.len(),
        problem.terms.len() / 2,
    );
    let mut record = ProblemRecord {
        published: PublishedProblem {
            kind: Contest::Sequence,
            problem: problem.slug.clone(),
            version: 1,
            runtime_digest,
            salt: Salt(Digest::of(&problem.slug).0),
            commitment: Commitment(Digest([0; 32])),
        },
        problem_json: problem_json(&toml).unwrap(),
        statement: format!("Continue problem {position}.\n"),
        setter_source: problem.setter_source.clone(),
        terms: problem.terms.clone(),
    };
    record.published.commitment = record.commitment(SEASON);
    record
}

fn submit(
    record: &mut SeasonRecord,
    problem: &Problem,
    submission: &Submission,
    number: u64,
    report: Report,
) {
    let submitted = Submitted {
        season: SEASON.to_owned(),
        submission: number,
        problem: problem.slug.clone(),
        version: 1,
        person: submission.person.clone(),
        ranked: problem.setter.as_ref() != Some(&submission.person),
        created_at_us: OPENED_US + submission.after_us,
        source: Digest::of(&submission.source),
        method_tag: submission.tag.clone(),
        notes: String::new(),
        salt: Salt(Digest::of(number.to_be_bytes()).0),
    };
    receive(record, submitted, &submission.source, report.into());
}

/// Stores, logs and judges a submission.
pub(crate) fn receive(
    record: &mut SeasonRecord,
    submitted: Submitted,
    source: &[u8],
    report: contest::Report,
) {
    let (number, at_us) = (submitted.submission, submitted.created_at_us);
    record.sources.insert(submitted.source, source.to_vec());
    let received = EntryBody::SubmissionReceived {
        submission: number,
        receipt: submitted.leaf(),
        carried_from: None,
    };
    append(record, at_us, received);
    let runtime_digest = record.manifest.runtime_digest;
    let judged = EntryBody::SubmissionJudged {
        submission: number,
        verdict: report.verdict_word().to_owned(),
        runtime_digest,
        rejudge: None,
    };
    append(record, at_us, judged);
    record.submissions.push(submitted);
    record.judgements.push(Judgement {
        submission: number,
        runtime_digest,
        scoring: record.manifest.scoring,
        report: report.into(),
    });
}

/// A report as the judge makes it, of a program that was not run: 0 for no gate, 1 for Stage Pass,
/// 2 for Reward Correct.
pub(crate) fn report(source: &[u8], gate: u64) -> Report {
    let canonical = Canonical::new(source).unwrap();
    let l_chars = canonical.l_chars();
    let wrong = serde_json::json!({"ending": "WRONG", "index": 77, "expected": "5", "got": "6"});
    let (verdict, bonus, score) = match gate {
        0 => (
            serde_json::json!({"verdict": "FAILED", "reason": wrong}),
            0,
            0,
        ),
        1 => (
            serde_json::json!({"verdict": "STAGE", "reason": wrong}),
            0,
            200,
        ),
        _ => {
            let bonus = brevity_bonus(l_chars, None);
            (
                serde_json::json!({"verdict": "REWARD"}),
                bonus,
                1000 + bonus,
            )
        }
    };
    serde_json::from_value(serde_json::json!({
        "verdict": verdict,
        "solver_hash": canonical.hash().to_string(),
        "l_chars": l_chars,
        "counts": null,
        "stage_pass": gate >= 1,
        "reward_correct": gate >= 2,
        "terms_matched": 77,
        "fuel": 12_345_678,
        "peak_memory_bytes": 9_437_184,
        "brevity_bonus": bonus,
        "score": score,
        "stderr": "",
    }))
    .unwrap()
}

/// A stream of numbers that look random (`SplitMix64`).
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    /// The next number, below `bound`.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % bound
    }
}

/// A season of this size, with reports that look like real ones.
pub(crate) fn generated(problems: usize, people: u64, submissions: u64) -> SeasonRecord {
    const TAGS: [&str; 5] = [
        "",
        "closed_form",
        "linear_recurrence",
        "search_enum",
        "my own",
    ];
    let mut numbers = Numbers(7);
    let problems: Vec<Problem> = (0..problems)
        .map(|n| Problem {
            slug: format!("problem-{n}"),
            setter: (n % 3 == 0).then(|| format!("Person {n}")),
            setter_source: format!("for n in range(999):print(n*n+{n})"),
            terms: (0..200).map(|k: usize| (k * k + n).to_string()).collect(),
        })
        .collect();
    let mut after_us = 0;
    let submissions: Vec<Submission> = (0..submissions)
        .map(|_| {
            after_us += i64::try_from(numbers.below(2_000_000)).unwrap();
            let padding = "+0".repeat(usize::try_from(numbers.below(40)).unwrap());
            let (n, k) = (numbers.below(9), numbers.below(900));
            Submission {
                problem: usize::try_from(numbers.below(problems.len() as u64)).unwrap(),
                person: format!("Person {}", numbers.below(people)),
                after_us,
                source: format!("for n in range(999):print(n*{n}+{k}{padding})").into_bytes(),
                tag: TAGS[usize::try_from(numbers.below(5)).unwrap()].to_owned(),
            }
        })
        .collect();
    let mut numbers = Numbers(8);
    play(
        ScoringVersion::V0_1,
        Digest([7; 32]),
        &problems,
        &submissions,
        |_, submission| report(&submission.source, numbers.below(3)),
    )
}
