//! Computes the bonuses and the results of a frozen season: once the queue is empty, and again when a ruling or a
//! rejudging changes their input.

use std::collections::{BTreeMap, BTreeSet};

use dojo_judge::contest::{Contest, Worth};
use dojo_judge::digest::Digest;
use dojo_judge::record::log::EntryBody;
use dojo_judge::record::results::{Computed, Input, InputProblem, InputSubmission, compute};
use dojo_judge::record::season::judgements_hash;
use dojo_judge::sequence::diversity::counted_tag;
use dojo_judge::sequence::gate::Gates;

use super::lifecycle::ChangeError;
use super::requirements::{Facts, Need};
use super::state::{FrozenSeason, said};
use crate::store::log::micros;
use crate::store::problems::Problem;
use crate::store::results::{FinalBoards, FinalStanding, JudgedRow, MethodTag, OutscoredSolution};
use crate::store::seasons::Season;
use crate::store::standings::{self, BestRow, Candidate};
use crate::store::totals::NewTotal;
use crate::store::{
    self, AnyConnection, Moment, ProblemId, ProblemState, SeasonId, SeasonState, StoreError,
    SubmissionId, SubmissionKind, UserId, judgements, log, problems, records, results, seasons,
    users,
};
use crate::words::say;

/// The outcome of [`score`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scored {
    /// The bonuses were computed now.
    Now,
    /// They were computed before.
    Before,
    /// Something is missing.
    Missing(Vec<Need>),
}

impl Scored {
    /// Succeeds if the bonuses are computed.
    ///
    /// # Errors
    /// What is missing.
    pub fn done(self) -> Result<(), ChangeError> {
        match self {
            Self::Now | Self::Before => Ok(()),
            Self::Missing(needs) => {
                let needs: Vec<String> = needs.iter().map(Need::to_string).collect();
                Err(ChangeError::refused(needs.join("; ")))
            }
        }
    }
}

/// Computes the bonuses of a frozen season, if no submission waits to be judged.
///
/// # Errors
/// When the season is not frozen, and when the database fails.
pub fn score(conn: &mut AnyConnection, id: SeasonId, now: Moment) -> Result<Scored, ChangeError> {
    store::write(conn, |conn| {
        let season = seasons::load_season_to_change(conn, id)?;
        if season.state != SeasonState::Frozen {
            return Err(ChangeError::refused(say!(
                "change-not-frozen",
                state = said(season.state)
            )));
        }
        if season.scored_at.is_some() {
            return Ok(Scored::Before);
        }
        let facts = Facts::load(conn, season)?;
        let needs = facts.needs_to_score();
        if !needs.is_empty() {
            return Ok(Scored::Missing(needs));
        }
        let entry = score_in(conn, &facts.season)?;
        seasons::set_scored(conn, id, now)?;
        log::append(conn, id, now, vec![entry])?;
        Ok(Scored::Now)
    })
}

/// Recomputes the results, and the boards unless they are not being updated. Must be called inside a transaction,
/// whose log gets the entry.
pub(super) fn score_in(
    conn: &mut AnyConnection,
    season: &Season,
) -> Result<EntryBody, ChangeError> {
    let made = Made::new(conn, season)?;
    if season.stands_still() {
        results::replace_methods(conn, season.id, &made.tags)?;
    } else {
        made.write(conn, season)?;
    }
    let hash = made.hash;
    records::set_results_hash(conn, season.id, &hash.to_string())?;
    Ok(EntryBody::ResultsComputed { results: hash })
}

/// Updates the board of one problem, in a season whose boards are not being updated, to its state at Reveal. Must be
/// called inside a transaction.
pub(super) fn show_problem(
    conn: &mut AnyConnection,
    season: &Season,
    problem: ProblemId,
) -> Result<(), StoreError> {
    let Some(frozen) = FrozenSeason::of(season) else {
        return Ok(());
    };
    let made = Made::of(conn, frozen, Some(problem))?;
    results::replace_problem_board(conn, season.id, problem, &made.boards)
}

/// Adds the bonuses to boards that were not being updated. Must be called inside a transaction.
pub(super) fn show_bonuses(conn: &mut AnyConnection, season: &Season) -> Result<(), ChangeError> {
    let made = Made::new(conn, season)?;
    Ok(made.write(conn, season)?)
}

/// The computed scores of a season.
struct Made {
    hash: Digest,
    boards: FinalBoards,
    totals: Vec<NewTotal>,
    tags: Vec<MethodTag>,
}

impl Made {
    fn new(conn: &mut AnyConnection, season: &Season) -> Result<Self, ChangeError> {
        let frozen = FrozenSeason::of(season).ok_or_else(|| {
            ChangeError::refused(say!("change-no-results", state = said(season.state)))
        })?;
        Ok(Self::of(conn, frozen, None)?)
    }

    /// For all problems, or for one, whose board depends on no other.
    fn of(
        conn: &mut AnyConnection,
        frozen: FrozenSeason<'_>,
        only: Option<ProblemId>,
    ) -> Result<Self, StoreError> {
        let season = frozen.season;
        // A problem that was withdrawn before it was committed is not part of the record.
        let mut all = problems::list_problems(conn, season.id)?;
        let is_asked = |id| only.is_none_or(|only| only == id);
        all.retain(|problem| problem.commitment.is_some() && is_asked(problem.id));
        let setters = setter_names(conn, &all)?;
        let rows = results::list_judged(conn, season.id, only)?;
        let computed = compute_results(frozen, &all, &setters, &rows)?;
        let (standings, totals) = board_rows(season.id, &all, &rows, &computed);
        let tags = if season.contest.declares_methods() {
            method_tags(&all, &rows, &computed)
        } else {
            Vec::new()
        };
        Ok(Self {
            hash: computed.hash(),
            boards: FinalBoards {
                outscored: list_outscored(&standings, &rows, &computed),
                standings,
            },
            totals,
            tags,
        })
    }

    fn write(&self, conn: &mut AnyConnection, season: &Season) -> Result<(), StoreError> {
        results::replace_methods(conn, season.id, &self.tags)?;
        results::replace_boards(conn, season.id, &self.boards, &self.totals)
    }
}

/// The rows of all boards at Reveal, each board from its best row on: boards that are not being updated do not show
/// these yet.
///
/// # Errors
/// When the database fails.
pub(super) fn list_at_reveal(
    conn: &mut AnyConnection,
    season: &Season,
) -> Result<Vec<BestRow>, StoreError> {
    match FrozenSeason::of(season) {
        Some(frozen) if !season.is_revealed() => {
            let made = Made::of(conn, frozen, None)?;
            let rows = made.boards.standings.into_iter().map(|standing| BestRow {
                problem_id: standing.row.problem_id,
                user_id: standing.row.user_id,
                submission_id: standing.row.submission_id,
                score: standing.row.score,
                l_chars: standing.row.l_chars,
            });
            Ok(rows.collect())
        }
        _ => Ok(standings::list_best_rows(conn, season.id)?),
    }
}

/// The sign-in names of the setters of some problems.
///
/// # Errors
/// When the database fails.
pub fn setter_names(
    conn: &mut AnyConnection,
    problems: &[Problem],
) -> Result<BTreeMap<UserId, String>, StoreError> {
    let ids: BTreeSet<UserId> = problems
        .iter()
        .filter_map(|problem| problem.setter_id)
        .collect();
    ids.into_iter()
        .map(|id| Ok((id, users::load_user(conn, id)?.name)))
        .collect()
}

fn senseless(what: impl std::fmt::Display) -> StoreError {
    StoreError::Value(format!("a judgement that cannot be scored: {what}"))
}

fn compute_results(
    frozen: FrozenSeason<'_>,
    problems: &[Problem],
    setters: &BTreeMap<UserId, String>,
    rows: &[JudgedRow],
) -> Result<Computed, StoreError> {
    let inputs: Vec<InputProblem<'_>> = problems
        .iter()
        .map(|problem| InputProblem {
            problem: &problem.slug,
            version: problem.recorded_version(),
            setter: problem
                .setter_id
                .and_then(|id| setters.get(&id))
                .map(String::as_str),
            setter_l_chars: u32::try_from(problem.setter_source().len()).unwrap_or(u32::MAX),
            withdrawn: problem.state == ProblemState::Withdrawn,
        })
        .collect();
    let places: BTreeMap<ProblemId, u32> =
        problems.iter().map(|problem| problem.id).zip(0..).collect();
    let submissions = rows
        .iter()
        .map(|row| input_row(row, frozen.season.contest, &places))
        .collect::<Result<Vec<_>, _>>()?;
    compute(&Input {
        season: &frozen.season.slug,
        scoring: frozen.season.scoring_version.parse().map_err(senseless)?,
        freeze_started_at_us: micros(frozen.freeze_started_at),
        problems: &inputs,
        submissions: &submissions,
    })
    .map_err(senseless)
}

fn input_row<'a>(
    row: &'a JudgedRow,
    contest: Contest,
    places: &BTreeMap<ProblemId, u32>,
) -> Result<InputSubmission<'a>, StoreError> {
    let details = standings::read_details(contest, &row.details)?;
    Ok(InputSubmission {
        submission: u64::try_from(row.submission.0).map_err(senseless)?,
        problem: *places
            .get(&row.problem)
            .ok_or_else(|| senseless("its problem is of another season"))?,
        person: &row.person,
        counts: row.kind == SubmissionKind::Ranked && row.ruling.is_none(),
        created_at_us: micros(row.created_at),
        tag: &row.method_tag,
        contradicted: row.contradiction.is_some(),
        verdict: &row.verdict,
        worth: Worth {
            gates: match (row.reward_correct, row.stage_pass) {
                (true, _) => Gates::Reward,
                (false, true) => Gates::Stage,
                (false, false) => Gates::None,
            },
            score: u32::try_from(row.score).map_err(senseless)?,
            length: row
                .l_chars
                .map(u32::try_from)
                .transpose()
                .map_err(senseless)?,
            par: details.par(),
        },
        details,
        solver_hash: row
            .solver_hash
            .as_deref()
            .map(|hash| hash.parse().map_err(senseless))
            .transpose()?,
    })
}

/// A number of points or rows; they are far below 2³¹.
fn small(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

fn board_rows(
    season: SeasonId,
    problems: &[Problem],
    rows: &[JudgedRow],
    computed: &Computed,
) -> (Vec<FinalStanding>, Vec<NewTotal>) {
    let mut standings = Vec::new();
    for (problem, board) in problems.iter().zip(&computed.scores.boards) {
        for line in board {
            let (row, points) = (&rows[line.at], &computed.scores.points[line.at]);
            standings.push(FinalStanding {
                row: Candidate {
                    problem_id: problem.id,
                    user_id: row.user,
                    submission_id: row.submission,
                    score: small(points.score),
                    l_chars: row.l_chars,
                    submitted_at: row.created_at,
                    solver_hash: row.solver_hash.clone().unwrap_or_default(),
                    reward_correct: row.reward_correct,
                },
                diversity_bonus: small(points.diversity.total),
            });
        }
    }
    let people: BTreeMap<&str, UserId> = rows
        .iter()
        .map(|row| (row.person.as_str(), row.user))
        .collect();
    let totals = computed
        .results
        .board
        .iter()
        .filter_map(|line| {
            Some(NewTotal {
                season_id: season,
                user_id: *people.get(line.person.as_str())?,
                total: small(line.total),
                reward_count: small(line.reward_count),
                stage_count: small(line.stage_count),
                median_l_chars_twice: line.median_l_chars_twice.and_then(|it| it.0).map(small),
            })
        })
        .collect();
    (standings, totals)
}

/// Whether a submission of the contest is fully right and counts, with these points.
fn is_solution(row: &JudgedRow, score: u32) -> bool {
    row.kind == SubmissionKind::Ranked && row.ruling.is_none() && row.reward_correct && score > 0
}

/// The shortest solution of each person whose best row is a longer one.
fn list_outscored(
    standings: &[FinalStanding],
    rows: &[JudgedRow],
    computed: &Computed,
) -> Vec<OutscoredSolution> {
    let mut shortest: BTreeMap<(ProblemId, UserId), OutscoredSolution> = BTreeMap::new();
    for (row, points) in rows.iter().zip(&computed.scores.points) {
        let Some(l_chars) = row.l_chars.filter(|_| is_solution(row, points.score)) else {
            continue;
        };
        let solution = OutscoredSolution {
            problem_id: row.problem,
            user_id: row.user,
            submission_id: row.submission,
            score: row.score,
            l_chars,
            submitted_at: row.created_at,
        };
        let key = |it: &OutscoredSolution| (it.l_chars, it.submitted_at, it.submission_id);
        let place = (row.problem, row.user);
        if shortest
            .get(&place)
            .is_none_or(|known| key(&solution) < key(known))
        {
            shortest.insert(place, solution);
        }
    }
    let best = standings.iter().map(|standing| &standing.row);
    best.filter_map(|best| {
        let shorter = shortest.remove(&(best.problem_id, best.user_id))?;
        (Some(shorter.l_chars) < best.l_chars).then_some(shorter)
    })
    .collect()
}

/// The methods of each problem with the first submission of each; ties are broken as for the bonus
/// (`docs/SCORING-v0.1.md` §6.4).
fn method_tags(problems: &[Problem], rows: &[JudgedRow], computed: &Computed) -> Vec<MethodTag> {
    struct Seen<'a> {
        first: &'a JudgedRow,
        first_bonus: u32,
        shared_bonus: u32,
        people: BTreeSet<UserId>,
    }
    let withdrawn: BTreeSet<ProblemId> = problems
        .iter()
        .filter(|problem| problem.state == ProblemState::Withdrawn)
        .map(|problem| problem.id)
        .collect();
    let key = |row: &JudgedRow| (row.created_at, row.solver_hash.clone(), row.submission);
    let mut seen: BTreeMap<(ProblemId, &str), Seen<'_>> = BTreeMap::new();
    for (row, points) in rows.iter().zip(&computed.scores.points) {
        if !is_solution(row, points.score) || withdrawn.contains(&row.problem) {
            continue;
        }
        let (first_bonus, shared_bonus) = (points.diversity.first_tag, points.diversity.shared);
        let entry = seen
            .entry((row.problem, counted_tag(&row.method_tag)))
            .or_insert_with(|| Seen {
                first: row,
                first_bonus: 0,
                shared_bonus: 0,
                people: BTreeSet::new(),
            });
        // Under v0.2 the earliest submission with a tag need not be the one that gets the bonus.
        if first_bonus > entry.first_bonus
            || (first_bonus == entry.first_bonus && key(row) < key(entry.first))
        {
            entry.first = row;
            entry.first_bonus = first_bonus;
        }
        entry.shared_bonus = entry.shared_bonus.max(shared_bonus);
        entry.people.insert(row.user);
    }
    seen.into_iter()
        .map(|((problem_id, tag), seen)| MethodTag {
            problem_id,
            tag: tag.to_owned(),
            first_submission_id: seen.first.submission,
            first_bonus: small(seen.first_bonus),
            shared_bonus: small(seen.shared_bonus),
            users: i32::try_from(seen.people.len()).unwrap_or(i32::MAX),
        })
        .collect()
}

/// The hash over all judgements with their details, for the log.
pub(super) fn seal_judgements(
    conn: &mut AnyConnection,
    season: SeasonId,
) -> Result<EntryBody, StoreError> {
    let all = judgements::list_record(conn, season)?;
    Ok(EntryBody::JudgementsSealed {
        judgements: judgements_hash(&all),
    })
}

/// The number of a submission in records.
pub(super) fn number(id: SubmissionId) -> u64 {
    u64::try_from(id.0).unwrap_or(0)
}
