//! The scores of a season against a model: the sentences of the scoring document one after the
//! other, without any thought of speed, in floating point where the document says so.

use dojo_judge::contest::Worth;
use dojo_judge::digest::Digest;
use dojo_judge::record::scoring::{
    JudgedSubmission, ScoredProblem, SeasonRow, SeasonScores, score_season,
};
use dojo_judge::sequence::ScoringVersion;
use dojo_judge::sequence::gate::Gates;
use proptest::prelude::*;

const FREEZE: i64 = 6;

#[derive(Clone, Debug)]
struct Made {
    problem: u32,
    person: u32,
    created_at_us: i64,
    hash: u8,
    l_chars: u32,
    gates: Gates,
    tag: String,
    contradicted: bool,
    counts: bool,
}

#[derive(Clone, Debug)]
struct Season {
    problems: Vec<ScoredProblem>,
    made: Vec<Made>,
}

/// Few values of everything, so that ties of every depth are frequent.
fn made() -> impl Strategy<Value = Made> {
    let tag = prop_oneof![
        Just(String::new()),
        Just("unspecified".to_owned()),
        Just("a".to_owned()),
        Just("b".to_owned()),
        Just("c".to_owned()),
        Just("x".repeat(64)),
        Just("x".repeat(65)),
    ];
    let gates = prop_oneof![
        Just(Gates::None),
        Just(Gates::Stage),
        Just(Gates::Reward),
        Just(Gates::Reward),
    ];
    let length = prop_oneof![Just(30u32), Just(33), Just(60), Just(200)];
    let flags = (prop::bool::weighted(0.2), prop::bool::weighted(0.9));
    (0u32..2, 0u32..4, 0i64..9, 0u8..3, length, gates, tag, flags).prop_map(
        |(problem, person, created_at_us, hash, l_chars, gates, tag, (contradicted, counts))| {
            Made {
                problem,
                person,
                created_at_us,
                hash,
                l_chars,
                gates,
                tag,
                contradicted,
                counts,
            }
        },
    )
}

fn season() -> impl Strategy<Value = Season> {
    let problem = (prop::option::of(0u32..4), prop::bool::weighted(0.1))
        .prop_map(|(setter, withdrawn)| ScoredProblem { setter, withdrawn });
    (
        prop::collection::vec(problem, 2),
        prop::collection::vec(made(), 0..25),
    )
        .prop_map(|(problems, made)| Season { problems, made })
}

impl Season {
    fn submissions(&self) -> Vec<JudgedSubmission<'_>> {
        self.made
            .iter()
            .zip(1..)
            .map(|(made, submission)| JudgedSubmission {
                submission,
                problem: made.problem,
                person: made.person,
                created_at_us: made.created_at_us,
                solver_hash: Some(Digest([made.hash; 32])),
                method_hash: None,
                worth: Worth {
                    gates: made.gates,
                    score: 0,
                    length: Some(made.l_chars),
                    par: None,
                },
                tag: &made.tag,
                contradicted: made.contradicted,
                counts: made.counts,
            })
            .collect()
    }
}

/// A row of a problem: rank, person, submission, points, first-tag bonus.
type Line = (u32, u32, u64, u32, u32);

/// The problems' rows, then the season's.
type Shown = (Vec<Vec<Line>>, Vec<SeasonRow>);

fn shown(scores: &SeasonScores, submissions: &[JudgedSubmission<'_>]) -> Shown {
    let boards = scores
        .boards
        .iter()
        .map(|board| {
            board
                .iter()
                .map(|row| {
                    let points = scores.points[row.at];
                    let number = submissions[row.at].submission;
                    let first = points.diversity.first_tag;
                    (row.rank, row.person, number, points.score, first)
                })
                .collect()
        })
        .collect();
    (boards, scores.season.clone())
}

/// §6.1: a tag that is missing, empty or too long is "unspecified".
fn tag<'a>(submission: &JudgedSubmission<'a>) -> &'a str {
    match submission.tag.chars().count() {
        1..=64 => submission.tag,
        _ => "unspecified",
    }
}

/// `a` comes before `b`: `submission_created_at`, then `solver_hash`, then `submission_id` (§6.4).
fn before(a: &JudgedSubmission<'_>, b: &JudgedSubmission<'_>) -> bool {
    a.created_at_us < b.created_at_us
        || a.created_at_us == b.created_at_us
            && (a.solver_hash < b.solver_hash
                || a.solver_hash == b.solver_hash && a.submission < b.submission)
}

/// The submissions of the statistics: the earliest of each (user, tag) among those with a tag that
/// counts.
fn statistics<'a, 'b>(
    version: ScoringVersion,
    correct: &[&'b JudgedSubmission<'a>],
) -> Vec<&'b JudgedSubmission<'a>> {
    let counts = |it: &JudgedSubmission<'_>| match version {
        ScoringVersion::V0_1 => true,
        ScoringVersion::V0_2 | ScoringVersion::V0_3 => tag(it) != "unspecified" && !it.contradicted,
    };
    let with_tag = || correct.iter().filter(|it| counts(it));
    with_tag()
        .filter(|it| {
            !with_tag().any(|other| {
                other.person == it.person && tag(other) == tag(it) && before(other, it)
            })
        })
        .copied()
        .collect()
}

/// Numbers of the submissions that are the first with their tag.
fn firsts(version: ScoringVersion, statistics: &[&JudgedSubmission<'_>]) -> Vec<u64> {
    match version {
        // §6.2: the first Reward Correct submission for each distinct tag.
        ScoringVersion::V0_1 => statistics
            .iter()
            .filter(|it| {
                !statistics
                    .iter()
                    .any(|other| tag(other) == tag(it) && before(other, it))
            })
            .map(|it| it.submission)
            .collect(),
        // v0.2: one for each person; the tags that a person leaves are there for the next one.
        ScoringVersion::V0_2 | ScoringVersion::V0_3 => {
            let mut left = statistics.to_vec();
            let mut firsts = Vec::new();
            while let Some(&next) = left
                .iter()
                .find(|it| !left.iter().any(|other| before(other, it)))
            {
                firsts.push(next.submission);
                left.retain(|it| it.person != next.person && tag(it) != tag(next));
            }
            firsts
        }
    }
}

/// §6.2: +20 for all when two distinct tags appear; under v0.2 from two users.
fn shares(version: ScoringVersion, statistics: &[&JudgedSubmission<'_>]) -> bool {
    let two = |a: &JudgedSubmission<'_>, b: &JudgedSubmission<'_>| match version {
        ScoringVersion::V0_1 => tag(a) != tag(b),
        ScoringVersion::V0_2 | ScoringVersion::V0_3 => tag(a) != tag(b) && a.person != b.person,
    };
    statistics
        .iter()
        .any(|a| statistics.iter().any(|b| two(a, b)))
}

/// §5.3: the better of two.
fn better(a: &(&JudgedSubmission<'_>, u32, u32), b: &(&JudgedSubmission<'_>, u32, u32)) -> bool {
    if a.1 != b.1 {
        return a.1 > b.1;
    }
    if a.0.worth.length != b.0.worth.length {
        return a.0.worth.length < b.0.worth.length;
    }
    before(a.0, b.0)
}

fn model(version: ScoringVersion, season: &Season, submissions: &[JudgedSubmission<'_>]) -> Shown {
    let mut boards = Vec::new();
    for (problem, place) in season.problems.iter().zip(0..) {
        let eligible: Vec<&JudgedSubmission<'_>> = submissions
            .iter()
            .filter(|it| it.problem == place && it.counts && !problem.withdrawn)
            .filter(|it| problem.setter != Some(it.person) && it.created_at_us <= FREEZE)
            .collect();
        let correct: Vec<&JudgedSubmission<'_>> = eligible
            .iter()
            .filter(|it| it.worth.gates == Gates::Reward)
            .copied()
            .collect();
        let statistics = statistics(version, &correct);
        let firsts = firsts(version, &statistics);
        let shared = if shares(version, &statistics) {
            2 * 10
        } else {
            0
        };
        let scored: Vec<(&JudgedSubmission<'_>, u32, u32)> = eligible
            .iter()
            .filter_map(|it| match it.worth.gates {
                Gates::None => None,
                Gates::Stage => Some((*it, 200, 0)),
                Gates::Reward => {
                    let first = if firsts.contains(&it.submission) {
                        30
                    } else {
                        0
                    };
                    let exact = 200.0 * (-f64::from(it.worth.length.unwrap()) / 800.0).exp();
                    let brevity = format!("{:.0}", exact.floor()).parse::<u32>().unwrap();
                    Some((*it, 1000 + brevity + (first + shared).min(50), first))
                }
            })
            .collect();
        let rows: Vec<_> = scored
            .iter()
            .filter(|it| {
                !scored
                    .iter()
                    .any(|other| other.0.person == it.0.person && better(other, it))
            })
            .collect();
        let mut board: Vec<Line> = rows
            .iter()
            .map(|it| {
                let ahead = rows.iter().filter(|other| better(other, it)).count();
                let rank = u32::try_from(ahead).unwrap() + 1;
                (rank, it.0.person, it.0.submission, it.1, it.2)
            })
            .collect();
        board.sort_unstable();
        boards.push(board);
    }
    let totals = season_rows(submissions, &boards);
    (boards, totals)
}

/// §7.
fn season_rows(submissions: &[JudgedSubmission<'_>], boards: &[Vec<Line>]) -> Vec<SeasonRow> {
    let of = |person| boards.iter().flatten().filter(move |row| row.1 == person);
    let submission = |number| {
        submissions
            .iter()
            .find(|it| it.submission == number)
            .unwrap()
    };
    let mut rows: Vec<SeasonRow> = (0..4)
        .filter(|person| of(*person).next().is_some())
        .map(|person| {
            let mut lengths: Vec<u32> = of(person)
                .map(|row| submission(row.2))
                .filter(|it| it.worth.gates == Gates::Reward)
                .map(|it| it.worth.length.unwrap())
                .collect();
            lengths.sort_unstable();
            let middle = lengths.len() / 2;
            let median = match lengths.len() {
                0 => None,
                odd if odd % 2 == 1 => Some(2 * lengths[middle]),
                _ => Some(lengths[middle - 1] + lengths[middle]),
            };
            SeasonRow {
                rank: 0,
                person,
                total: of(person).map(|row| row.3).sum(),
                stage_count: u32::try_from(of(person).count()).unwrap(),
                reward_count: u32::try_from(lengths.len()).unwrap(),
                median_length_twice: median,
            }
        })
        .collect();
    let totals: Vec<u32> = rows.iter().map(|row| row.total).collect();
    for row in &mut rows {
        let ahead = totals.iter().filter(|total| **total > row.total).count();
        row.rank = u32::try_from(ahead).unwrap() + 1;
    }
    rows.sort_by_key(|row| (row.rank, row.person));
    rows
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn scores_are_those_of_the_document(season in season()) {
        let submissions = season.submissions();
        for &version in ScoringVersion::ALL {
            let scores = score_season(version.into(), Some(FREEZE), &season.problems, &submissions).unwrap();
            prop_assert_eq!(
                shown(&scores, &submissions),
                model(version, &season, &submissions),
                "scoring {}", version
            );
        }
    }

    #[test]
    fn the_order_of_submissions_does_not_matter(season in season(), seed in any::<u64>()) {
        let submissions = season.submissions();
        let mut shuffled = submissions.clone();
        let mut numbers = super::played::Numbers(seed);
        for at in (1..shuffled.len()).rev() {
            let other = usize::try_from(numbers.below(at as u64 + 1)).unwrap();
            shuffled.swap(at, other);
        }
        for &version in ScoringVersion::ALL {
            for freeze in [None, Some(FREEZE)] {
                let one = score_season(version.into(), freeze, &season.problems, &submissions).unwrap();
                let other = score_season(version.into(), freeze, &season.problems, &shuffled).unwrap();
                prop_assert_eq!(shown(&one, &submissions), shown(&other, &shuffled));
            }
        }
    }
}

/// What a program of this length is worth that solves its problem.
fn solved(l_chars: u32) -> Worth {
    Worth {
        gates: Gates::Reward,
        score: 0,
        length: Some(l_chars),
        par: None,
    }
}

/// Scores of submissions to one problem: person, time, length, tag.
fn of_one_problem(version: ScoringVersion, list: &[(u32, i64, u32, &str)]) -> Vec<u32> {
    let submissions: Vec<JudgedSubmission<'_>> = list
        .iter()
        .zip(1..)
        .map(
            |(&(person, created_at_us, l_chars, tag), submission)| JudgedSubmission {
                submission,
                problem: 0,
                person,
                created_at_us,
                solver_hash: Some(Digest([0; 32])),
                method_hash: None,
                worth: solved(l_chars),
                tag,
                contradicted: false,
                counts: true,
            },
        )
        .collect();
    let scores = score_season(
        version.into(),
        Some(100),
        &[ScoredProblem::default()],
        &submissions,
    );
    scores
        .unwrap()
        .points
        .iter()
        .map(|points| points.diversity.total)
        .collect()
}

#[test]
fn diversity_of_v0_1() {
    let bonus = |list: &[_]| of_one_problem(ScoringVersion::V0_1, list);
    // One tag: only its first has a bonus.
    assert_eq!(bonus(&[(1, 1, 50, "a"), (2, 2, 50, "a")]), [30, 0]);
    // Two tags, even of one person: +20 for all, and unspecified is a tag like any other.
    assert_eq!(
        bonus(&[(1, 1, 50, "a"), (1, 2, 50, ""), (2, 3, 50, "a")]),
        [50, 50, 20]
    );
    // Received at the very moment of the freeze counts; a moment later it is nothing.
    assert_eq!(bonus(&[(1, 100, 50, "a"), (2, 101, 50, "b")]), [30, 0]);
}

#[test]
fn diversity_of_v0_2() {
    let bonus = |list: &[_]| of_one_problem(ScoringVersion::V0_2, list);
    // Unspecified is no tag, and one person alone makes no agreement.
    assert_eq!(bonus(&[(1, 1, 50, ""), (2, 2, 50, "unspecified")]), [0, 0]);
    assert_eq!(bonus(&[(1, 1, 50, "a"), (1, 2, 50, "b")]), [30, 0]);
    // Whoever has a first tag leaves the next one to others.
    assert_eq!(
        bonus(&[
            (1, 1, 50, "a"),
            (1, 2, 50, "b"),
            (2, 3, 50, "b"),
            (3, 4, 50, "")
        ]),
        [50, 20, 50, 20]
    );
}

#[test]
fn diversity_of_v0_3() {
    let made = |submission, person, form: u8, tag| JudgedSubmission {
        submission,
        problem: 0,
        person,
        created_at_us: i64::try_from(submission).unwrap(),
        solver_hash: Some(Digest([u8::try_from(submission).unwrap(); 32])),
        method_hash: Some(Digest([form; 32])),
        worth: solved(50),
        tag,
        contradicted: false,
        counts: true,
    };
    let bonus = |submissions: &[JudgedSubmission<'_>]| -> Vec<u32> {
        let problems = [ScoredProblem::default()];
        let scores = score_season(ScoringVersion::V0_3.into(), Some(9), &problems, submissions);
        let points = scores.unwrap().points;
        points.iter().map(|points| points.diversity.total).collect()
    };
    // The same form under another tag is no method of its own, whoever sends it.
    assert_eq!(bonus(&[made(1, 1, 7, "a"), made(2, 2, 7, "b")]), [30, 0]);
    assert_eq!(bonus(&[made(1, 1, 7, "a"), made(2, 1, 7, "b")]), [30, 0]);
    // It is the first one's, though that has no tag; who says the tag later gets it.
    assert_eq!(bonus(&[made(1, 1, 7, ""), made(2, 2, 7, "b")]), [0, 0]);
    assert_eq!(bonus(&[made(1, 1, 7, ""), made(2, 1, 7, "b")]), [0, 30]);
    // Another form is.
    assert_eq!(bonus(&[made(1, 1, 7, "a"), made(2, 2, 8, "b")]), [50, 50]);
}

/// The bonus belongs to the submission, and a person's row is the best after it.
#[test]
fn a_longer_program_with_the_bonus_may_be_the_row() {
    let made = |submission, created_at_us, l_chars| JudgedSubmission {
        submission,
        problem: 0,
        person: 1,
        created_at_us,
        solver_hash: Some(Digest([0; 32])),
        method_hash: None,
        worth: solved(l_chars),
        tag: "a",
        contradicted: false,
        counts: true,
    };
    let submissions = [made(1, 1, 60), made(2, 2, 50)];
    let problems = [ScoredProblem::default()];
    let row = |freeze| {
        score_season(ScoringVersion::V0_1.into(), freeze, &problems, &submissions)
            .unwrap()
            .boards[0][0]
            .at
    };
    assert_eq!((row(None), row(Some(9))), (1, 0));
}
