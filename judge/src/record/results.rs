//! The published results of a season: boards as JSON and CSV, the points of each submission, and one hash over
//! everything.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

mod tables;

pub use tables::CsvCell;
use tables::{problems_csv, season_csv, submissions_csv};

use super::scoring::{JudgedSubmission, ScoredProblem, ScoringError, SeasonScores, score_season};
use crate::canonical_json;
use crate::contest::{Details, Member, Scoring, SeasonRow, Worth, each};
use crate::digest::{Digest, Fields};
use crate::sequence::diversity::counted_tag;
use crate::sequence::gate::Gates;
use crate::sequence::setter::SetterScore;

/// The word that says what the file is.
pub const FORMAT: &str = "sequence-dojo/results/1";

/// The facts about a problem that affect results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputProblem<'a> {
    /// Its slug.
    pub problem: &'a str,
    /// Its version.
    pub version: u32,
    /// The setter.
    pub setter: Option<&'a str>,
    /// Canonical bytes of the setter's program.
    pub setter_l_chars: u32,
    /// Whether it is withdrawn and gives 0 to everyone.
    pub withdrawn: bool,
}

/// The facts about a judged submission that affect results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputSubmission<'a> {
    /// Its number.
    pub submission: u64,
    /// The position of its problem in the list of problems, from 0.
    pub problem: u32,
    /// Its author. Different people have different names.
    pub person: &'a str,
    /// Whether it counts: its author ranks, and it is neither disqualified nor withdrawn.
    pub counts: bool,
    /// When it was received, in µs.
    pub created_at_us: i64,
    /// The method tag as submitted.
    pub tag: &'a str,
    /// Whether the classifier strongly contradicts the tag.
    pub contradicted: bool,
    /// Word of the verdict.
    pub verdict: &'a str,
    /// The part of its judgement that decides points and places.
    pub worth: Worth,
    /// The details stored beside its report.
    pub details: Details,
    /// SHA-256 of the canonical source; `None` if there is none.
    pub solver_hash: Option<Digest>,
}

/// Everything that results depend on.
#[derive(Clone, Debug)]
pub struct Input<'a> {
    /// Slug of the season.
    pub season: &'a str,
    /// Scoring version.
    pub scoring: Scoring,
    /// The last moment of the contest, in µs.
    pub freeze_started_at_us: i64,
    /// The problems in board order.
    pub problems: &'a [InputProblem<'a>],
    /// The submissions, in any order.
    pub submissions: &'a [InputSubmission<'a>],
}

/// The published results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Results {
    /// [`FORMAT`].
    pub format: String,
    /// Slug of the season.
    pub season: String,
    /// Scoring version.
    pub scoring: Scoring,
    /// The last moment of the contest, in µs.
    pub freeze_started_at_us: i64,
    /// The problems in board order.
    pub problems: Vec<ProblemResults>,
    /// The season's board.
    pub board: Vec<SeasonLine>,
    /// The setters' board.
    pub setters: Vec<SetterLine>,
    /// SHA-256 of the table of all submissions.
    pub submissions: Digest,
}

/// Results of one problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProblemResults {
    /// Its slug.
    pub problem: String,
    /// Its version.
    pub version: u32,
    /// Whether it is withdrawn and gives 0 to everyone.
    pub withdrawn: bool,
    /// People with a submission that counts.
    pub tried: u32,
    /// People with Reward Correct.
    pub solved: u32,
    /// Its setter.
    pub setter: Option<String>,
    /// The setter's points for it.
    pub setter_score: SetterScore,
    /// The tags of the Reward Correct submissions that count, the most frequent first.
    pub tags: Vec<TagLine>,
    /// Its board.
    pub board: Vec<ProblemLine>,
}

/// How often a tag was declared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TagLine {
    /// The tag.
    pub tag: String,
    /// Submissions with it.
    pub submissions: u32,
    /// People with it.
    pub people: u32,
}

/// A length as the format writes it: 0 if lengths do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "u32", into = "u32")]
pub struct Length(pub Option<u32>);

impl From<u32> for Length {
    fn from(length: u32) -> Self {
        Self((length > 0).then_some(length))
    }
}

impl From<Length> for u32 {
    fn from(length: Length) -> Self {
        length.0.unwrap_or(0)
    }
}

/// A row of a problem's board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProblemLine {
    /// Place, from 1.
    pub rank: u32,
    /// Who.
    pub person: String,
    /// The submission.
    pub submission: u64,
    /// All points.
    pub score: u32,
    /// Of them the brevity bonus.
    pub brevity_bonus: u32,
    /// The brevity bonus in it.
    pub diversity_bonus: u32,
    /// The diversity bonus in it.
    pub first_of_tag: bool,
    /// Canonical bytes.
    pub l_chars: Length,
    /// When it was received, in µs.
    pub created_at_us: i64,
    /// SHA-256 of the canonical source.
    pub solver_hash: Option<Digest>,
    /// All terms are right, or the derivation has full marks.
    pub reward_correct: bool,
    /// Keys that only its type of contest has.
    #[serde(flatten)]
    pub own: Map<String, Value>,
}

/// A row of the season's board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeasonLine {
    /// Place, from 1; equal totals share one.
    pub rank: u32,
    /// Who.
    pub person: String,
    /// Sum of the points.
    pub total: u32,
    /// Problems with at least a Stage Pass.
    pub stage_count: u32,
    /// How many problems are fully solved.
    pub reward_count: u32,
    /// Twice the median of `L_chars` over the fully solved problems; `None` if there is none.
    pub median_l_chars_twice: Option<Length>,
    /// Keys that only its type of contest has.
    #[serde(flatten)]
    pub own: Map<String, Value>,
}

/// A row of the setters' board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetterLine {
    /// Place, from 1; equal totals share one.
    pub rank: u32,
    /// Who.
    pub setter: String,
    /// How many problems count.
    pub problems: u32,
    /// Sum of the points.
    pub total: u32,
}

/// Results with the tables made from them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Computed {
    /// The results.
    pub results: Results,
    /// `results` as canonical JSON.
    pub json: String,
    /// The season's board as CSV.
    pub season_csv: String,
    /// The problems' boards as CSV.
    pub problems_csv: String,
    /// The points of each submission as CSV, in the order of their numbers.
    pub submissions_csv: String,
    /// The scores, for storing them; positions are those of the input.
    pub scores: SeasonScores,
}

impl Computed {
    /// `results_hash`: `SHA-256("sequence-dojo/results/1" ‖ results as canonical JSON)`, both
    /// preceded by their length as eight bytes, most significant first.
    pub fn hash(&self) -> Digest {
        Fields::new(FORMAT).text(&self.json).finish()
    }
}

/// Computes the results of a season. The order of the submissions does not matter.
///
/// # Errors
/// The first submission with a value from which no points can be computed.
pub fn compute(input: &Input<'_>) -> Result<Computed, ScoringError> {
    let contest = input.scoring.contest();
    let other = |it: &&InputSubmission<'_>| it.details.contest() != contest;
    if let Some(other) = input.submissions.iter().find(other) {
        return Err(ScoringError {
            submission: other.submission,
            field: "report",
            fault: "is of another type of contest",
        });
    }
    each!(contest, K => compute_of::<K>(input))
}

fn compute_of<K: Member>(input: &Input<'_>) -> Result<Computed, ScoringError> {
    // Numbers people in the order of their names, so that ties are listed by name.
    let names: BTreeSet<&str> = input
        .submissions
        .iter()
        .map(|submission| submission.person)
        .chain(input.problems.iter().filter_map(|problem| problem.setter))
        .collect();
    let people: BTreeMap<&str, u32> = names.iter().copied().zip(0..).collect();
    let names: Vec<&str> = names.into_iter().collect();
    let problems: Vec<ScoredProblem> = input
        .problems
        .iter()
        .map(|problem| ScoredProblem {
            setter: problem.setter.map(|name| people[name]),
            withdrawn: problem.withdrawn,
        })
        .collect();
    let judged: Vec<JudgedSubmission<'_>> = input
        .submissions
        .iter()
        .map(|submission| JudgedSubmission {
            submission: submission.submission,
            problem: submission.problem,
            person: people[submission.person],
            created_at_us: submission.created_at_us,
            solver_hash: submission.solver_hash,
            method_hash: submission.details.method_hash(),
            worth: submission.worth,
            tag: submission.tag,
            contradicted: submission.contradicted,
            counts: submission.counts,
        })
        .collect();
    let freeze = Some(input.freeze_started_at_us);
    let scores = score_season(input.scoring, freeze, &problems, &judged)?;
    let season_rows = season_rows::<K>(input, &scores);
    let submissions_csv = submissions_csv::<K>(input, &scores);
    let problems = problem_results::<K>(input, &scores);
    let board: Vec<SeasonLine> = scores
        .season
        .iter()
        .zip(&season_rows)
        .map(|(row, own)| SeasonLine {
            rank: row.rank,
            person: names[row.person as usize].to_owned(),
            total: row.total,
            stage_count: row.stage_count,
            reward_count: row.reward_count,
            median_l_chars_twice: (row.reward_count > 0).then_some(Length(row.median_length_twice)),
            own: K::season_keys(own),
        })
        .collect();
    let season_csv = season_csv::<K>(&board, &season_rows);
    let problems_csv = problems_csv::<K>(input, &scores, &problems);
    let results = Results {
        format: FORMAT.to_owned(),
        season: input.season.to_owned(),
        scoring: input.scoring,
        freeze_started_at_us: input.freeze_started_at_us,
        board,
        setters: if K::HAS_SETTERS_BOARD {
            setters(&problems)
        } else {
            Vec::new()
        },
        problems,
        submissions: Digest::of(&submissions_csv),
    };
    Ok(Computed {
        json: canonical_json::to_string(&results).expect("texts, integers and digests only"),
        season_csv,
        problems_csv,
        submissions_csv,
        results,
        scores,
    })
}

/// The details of a submission.
fn own<'a, K: Member>(submission: &'a InputSubmission<'_>) -> &'a K::Details {
    K::own(&submission.details).expect("all submissions are of the season's type")
}

/// The additional columns of the season's board, for each row.
fn season_rows<'a, K: Member>(
    input: &'a Input<'_>,
    scores: &SeasonScores,
) -> Vec<SeasonRow<'a, K>> {
    let mut details: BTreeMap<u32, Vec<&K::Details>> = BTreeMap::new();
    for row in scores.boards.iter().flatten() {
        let kept = details.entry(row.person).or_default();
        kept.push(own::<K>(&input.submissions[row.at]));
    }
    let counted = input.problems.iter().filter(|problem| !problem.withdrawn);
    let problems = counted.count();
    scores
        .season
        .iter()
        .map(|row| SeasonRow {
            stage_count: row.stage_count,
            reward_count: row.reward_count,
            median_length_twice: row.median_length_twice,
            details: details.remove(&row.person).unwrap_or_default(),
            problems,
        })
        .collect()
}

/// What is counted over the submissions to a problem that count.
#[derive(Default)]
struct Counted<'a> {
    tried: BTreeSet<&'a str>,
    solved: BTreeSet<&'a str>,
    tags: BTreeMap<&'a str, (u32, BTreeSet<&'a str>)>,
}

fn problem_results<K: Member>(input: &Input<'_>, scores: &SeasonScores) -> Vec<ProblemResults> {
    let mut counted: Vec<Counted<'_>> = input.problems.iter().map(|_| Counted::default()).collect();
    for submission in input.submissions {
        let place = submission.problem as usize;
        let own = input.problems[place].setter == Some(submission.person);
        let in_time = submission.created_at_us <= input.freeze_started_at_us;
        if !submission.counts || own || !in_time {
            continue;
        }
        let counted = &mut counted[place];
        counted.tried.insert(submission.person);
        if submission.worth.gates == Gates::Reward {
            counted.solved.insert(submission.person);
            if K::diversity(input.scoring).is_none() {
                continue;
            }
            let tag = counted.tags.entry(counted_tag(submission.tag)).or_default();
            tag.0 += 1;
            tag.1.insert(submission.person);
        }
    }
    let size = |set: &BTreeSet<&str>| u32::try_from(set.len()).expect("fewer than 2^32 people");
    input
        .problems
        .iter()
        .zip(counted)
        .zip(&scores.boards)
        .map(|((problem, counted), board)| {
            let (tried, solved) = (size(&counted.tried), size(&counted.solved));
            let mut tags: Vec<TagLine> = counted
                .tags
                .iter()
                .map(|(tag, (submissions, people))| TagLine {
                    tag: (*tag).to_owned(),
                    submissions: *submissions,
                    people: size(people),
                })
                .collect();
            tags.sort_by(|a, b| {
                b.submissions
                    .cmp(&a.submissions)
                    .then_with(|| a.tag.cmp(&b.tag))
            });
            ProblemResults {
                problem: problem.problem.to_owned(),
                version: problem.version,
                withdrawn: problem.withdrawn,
                tried,
                solved,
                setter: problem.setter.map(str::to_owned),
                setter_score: if problem.withdrawn || problem.setter.is_none() {
                    SetterScore::default()
                } else {
                    K::setter_score(problem.setter_l_chars, solved, tried)
                },
                tags,
                board: board
                    .iter()
                    .map(|row| {
                        let submission = &input.submissions[row.at];
                        let points = scores.points[row.at];
                        ProblemLine {
                            rank: row.rank,
                            person: submission.person.to_owned(),
                            submission: submission.submission,
                            score: points.score,
                            brevity_bonus: points.brevity,
                            diversity_bonus: points.diversity.total,
                            first_of_tag: points.diversity.first_tag > 0,
                            l_chars: Length(submission.worth.length),
                            created_at_us: submission.created_at_us,
                            solver_hash: submission.solver_hash,
                            reward_correct: submission.worth.gates == Gates::Reward,
                            own: K::problem_keys(own::<K>(submission)),
                        }
                    })
                    .collect(),
            }
        })
        .collect()
}

fn setters(problems: &[ProblemResults]) -> Vec<SetterLine> {
    let mut sums: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    for problem in problems {
        if let (Some(setter), false) = (&problem.setter, problem.withdrawn) {
            let sum = sums.entry(setter).or_default();
            sum.0 += 1;
            sum.1 += problem.setter_score.total();
        }
    }
    let mut lines: Vec<SetterLine> = sums
        .into_iter()
        .map(|(setter, (problems, total))| SetterLine {
            rank: 0,
            setter: setter.to_owned(),
            problems,
            total,
        })
        .collect();
    lines.sort_by(|a, b| b.total.cmp(&a.total).then_with(|| a.setter.cmp(&b.setter)));
    let mut last = None;
    for (line, place) in lines.iter_mut().zip(1..) {
        line.rank = match last {
            Some((total, rank)) if total == line.total => rank,
            _ => place,
        };
        last = Some((line.total, line.rank));
    }
    lines
}
