//! Converts rows of the store into the plain values that pages show. What may not be shown before Reveal is left out
//! here.

use dojo_judge::contest::physics::Derivations;
use dojo_judge::contest::sequence::Programs;
use dojo_judge::contest::{Member as _, Told};
use dojo_judge::sequence::MAX_SOURCE_BYTES;
use formula::credit::MAX_SOLUTION_BYTES;

use super::resources::problems::VisibleProblem;
use super::visit::Visit;
use crate::board::{BoardRow, ProblemBoard, Who};
use crate::contests::{self, RulesError, sequence};
use crate::error::AppError;
use crate::html::TrustedHtml;
use crate::pages::boards::{
    Banner, BesideScore, BoardCell, KeptForReveal, ProblemBoardRow, SeasonBoardRow, Whose,
};
use crate::pages::markdown;
use crate::pages::organize::PersonOutView;
use crate::pages::physics::verdict::scored_label;
use crate::pages::problem::{ProblemHead, SubmissionRow, SubmitGate, Superseded};
use crate::pages::seasons::{
    Beaten, Latest, Mine, Phase, PhysicsRules, ProblemRow, Published, SeasonHead,
};
use crate::pages::setter::{BecameView, DraftRow, HandInView};
use crate::pages::trial::{LimitsView, ProgramRules, Trial};
use crate::store::attempt::{self, Attempts, Refusal};
use crate::store::drafts::Draft;
use crate::store::hand_ins::HandIn;
use crate::store::practice::Improvement;
use crate::store::problems::Problem;
use crate::store::records::SeasonRecord;
use crate::store::rulings::PersonOut;
use crate::store::seasons::{self, Season};
use crate::store::standings::Standing;
use crate::store::submissions::ListedSubmission;
use crate::store::{Moment, RulingKind, SeasonState, SubmissionKind, SubmissionState, UserId};

/// Terms shown in a list.
const FIRST_TERMS: usize = 8;

/// Converts a number of the database that is never negative.
pub(super) fn natural<T: TryInto<u32>>(number: T) -> u32 {
    number.try_into().unwrap_or(0)
}

pub(super) fn phase(state: SeasonState) -> Phase {
    match state {
        SeasonState::Draft => Phase::Draft,
        SeasonState::Scheduled => Phase::Scheduled,
        SeasonState::Open => Phase::Open,
        SeasonState::Frozen => Phase::Frozen,
        SeasonState::Revealed => Phase::Revealed,
        SeasonState::Final => Phase::Final,
        SeasonState::Cancelled => Phase::Cancelled,
    }
}

/// The terms that everybody may see now.
pub(super) fn visible_terms(season: &Season, problem: &Problem) -> Vec<String> {
    if problem.is_open(season) {
        problem.check_terms()
    } else {
        problem.public_terms()
    }
}

/// How derivations are graded, where those are asked for.
pub(super) fn derivation_rules(season: &Season) -> Option<PhysicsRules> {
    let set = Derivations::settings(&season.settings)?;
    Some(PhysicsRules {
        max_bytes: MAX_SOLUTION_BYTES as u64,
        max_formulas: set.max_formulas,
        feedback: set.feedback,
    })
}

pub(super) fn season_head(season: &Season) -> SeasonHead {
    let goes_on = season.state != SeasonState::Cancelled;
    let happens = goes_on || season.has_opened();
    SeasonHead {
        slug: season.slug.clone(),
        title: season.title.clone(),
        summary: season.summary.clone(),
        phase: phase(season.state),
        room: contests::of(season.contest),
        programs: Programs::settings(&season.settings).cloned(),
        derivations: derivation_rules(season),
        public_terms_only: season.settings.told() == Told::PublicTerms,
        problem_is_open: false,
        scoring_version: season.scoring_version.clone(),
        opens_at: season.opens_at.filter(|_| happens).map(Moment::utc),
        freeze_at: season.freeze_at.filter(|_| goes_on).map(Moment::utc),
        reveals_at: season
            .reveals_at
            .filter(|_| season.is_to_be_revealed())
            .map(Moment::utc),
        freeze_started_at: season.freeze_started_at.map(Moment::utc),
        revealed_at: season.revealed_at.map(Moment::utc),
        cancelled_at: season.cancelled_at.map(Moment::utc),
        attempts_max: natural(season.attempts_max),
        attempt_interval_seconds: natural(season.attempt_interval_seconds),
    }
}

/// The season on a page of one of its problems.
pub(super) fn season_head_at(season: &Season, problem: &Problem) -> SeasonHead {
    SeasonHead {
        problem_is_open: problem.is_open(season),
        ..season_head(season)
    }
}

/// The limits and rules for programs for a problem.
///
/// # Errors
///
/// When it asks for no programs, or what is stored makes no sense.
pub(super) fn program_rules(
    season: &Season,
    problem: &Problem,
) -> Result<ProgramRules, RulesError> {
    let counts = problem.term_counts().ok_or(RulesError::NoTerms)?;
    let rules = sequence::rules(season, problem)?;
    Ok(ProgramRules {
        index_origin: counts.index_origin,
        n_check: counts.n_check,
        n_stage: counts.n_stage,
        n_public: counts.n_public,
        limits: LimitsView {
            source_bytes: MAX_SOURCE_BYTES as u64,
            fuel: rules.limits.fuel.0,
            memory_bytes: rules.limits.memory_bytes,
            output_bytes: rules.limits.output_bytes.into(),
            max_term_digits: rules.limits.max_term_digits,
            counts: rules.thresholds(),
            payload: rules.allowance(),
            par: rules.par,
        },
    })
}

/// The data for running a program for a problem in the reader's browser, where `known` terms are public.
///
/// # Errors
///
/// Like [`program_rules`].
pub(super) fn trial(season: &Season, problem: &Problem, known: usize) -> Result<Trial, RulesError> {
    Ok(Trial {
        problem: format!("/seasons/{}/problems/{}", season.slug, problem.slug),
        known,
        rules: program_rules(season, problem)?,
    })
}

/// The banner above every board: how final it is, and since when.
pub(super) fn banner(season: &Season, now: Moment) -> Banner {
    Banner {
        is_scored: season.shows_bonuses(),
        hidden_since: season.visible_until(now).map(Moment::utc),
        kept: if !season.shows_scores() {
            KeptForReveal::Scores
        } else if season.stands_still() {
            KeptForReveal::Bonuses
        } else {
            KeptForReveal::Nothing
        },
        without_bonuses: !season.contest.declares_methods(),
    }
}

/// The banner above the board of a problem.
pub(super) fn problem_banner(season: &Season, problem: &Problem, now: Moment) -> Banner {
    let banner = banner(season, now);
    if problem.is_open(season) {
        Banner {
            is_scored: problem.shows_bonuses(season),
            hidden_since: None,
            kept: KeptForReveal::Nothing,
            ..banner
        }
    } else {
        banner
    }
}

/// What is published of a season so that it can be verified.
pub(super) fn published(
    season: &Season,
    record: Option<&SeasonRecord>,
    staff: bool,
    now: Moment,
) -> Published {
    // With few participants, the results could be guessed from their hash.
    let tells_results = staff || !(season.stands_still() || season.holds_back());
    Published {
        banner: banner(season, now),
        blackout_at: season.blackout_at.map(Moment::utc),
        manifest_hash: record.map(|record| record.manifest_hash.clone()),
        merkle_root: record.and_then(|record| record.merkle_root.clone()),
        results_hash: record
            .and_then(|record| record.results_hash.clone())
            .filter(|_| tells_results),
        seed: record
            .and_then(SeasonRecord::seed)
            .filter(|_| season.is_revealed())
            .map(str::to_owned),
    }
}

pub(super) fn problem_head(season: &Season, problem: &Problem) -> ProblemHead {
    ProblemHead {
        slug: problem.slug.clone(),
        position: natural(problem.position),
        title: problem.title.clone(),
        difficulty: problem.difficulty.map(|it| it.as_str().to_owned()),
        tags: problem.tag_list(),
        licence: problem.licence.clone(),
        known_as: problem.known_as.clone().filter(|_| problem.is_open(season)),
        commitment: problem.commitment.clone(),
        withdrawn: problem.withdrawn_reason.clone(),
        corrections: Vec::new(),
        watched: false,
        preview: None,
        live: None,
        editorial: None,
        held: problem
            .held_reason
            .clone()
            .filter(|_| problem.is_hidden(season)),
    }
}

pub(super) fn first_terms(problem: &Problem) -> Vec<String> {
    problem
        .public_terms()
        .into_iter()
        .take(FIRST_TERMS)
        .collect()
}

/// A problem in a list, without what is counted of it.
pub(super) fn problem_row(problem: &Problem, mine: Mine) -> ProblemRow {
    ProblemRow {
        slug: problem.slug.clone(),
        position: natural(problem.position),
        title: problem.title.clone(),
        difficulty: problem.difficulty.map(|it| it.as_str().to_owned()),
        tags: problem.tag_list(),
        first_terms: first_terms(problem),
        solvers: 0,
        tried: 0,
        mine,
        shortest: None,
        my_score: None,
        my_bytes: None,
        withdrawn: problem.withdrawn_reason.clone(),
        superseded: Vec::new(),
    }
}

/// The versions that came before the newest one of a problem, among all of its season.
pub(super) fn superseded(all: &[Problem], newest: &Problem) -> Vec<Superseded> {
    all.iter()
        .filter(|old| old.slug == newest.slug && old.version < newest.version)
        .map(|old| Superseded {
            version: natural(old.version),
            reason: old.withdrawn_reason.clone().unwrap_or_default(),
        })
        .collect()
}

pub(super) fn gate(
    visit: &Visit,
    season: &Season,
    problem: &Problem,
    attempts: Attempts,
) -> SubmitGate {
    // A visitor sees what a person without attempts would see.
    let user = visit.user_id().unwrap_or(UserId(0));
    let max = natural(season.attempts_max);
    match (
        attempt::admit(season, problem, user, attempts, visit.now),
        visit.user(),
    ) {
        (Ok(_), None) => SubmitGate::SignIn,
        (Ok(attempts_left), Some(_)) => SubmitGate::Open {
            attempts_left,
            next_at: None,
        },
        (Err(Refusal::TooSoon { next_at, .. }), _) => SubmitGate::Open {
            attempts_left: max.saturating_sub(attempts.used),
            next_at: Some(next_at.utc()),
        },
        (Err(Refusal::NotYet), _) => SubmitGate::NotYet,
        (Err(Refusal::Over), _) => SubmitGate::Over,
        (Err(Refusal::Hidden), _) => SubmitGate::Hidden,
        (Err(Refusal::Withdrawn), _) => SubmitGate::Withdrawn,
        (Err(Refusal::Barred), _) => SubmitGate::Barred,
        (Err(Refusal::OwnProblem), _) => SubmitGate::OwnProblem,
        (Err(Refusal::NoAttemptsLeft { .. }), _) => SubmitGate::NoAttemptsLeft,
    }
}

/// The word of a state, as lists show it; the verdict takes its place once there is one.
pub(super) fn state_word(state: SubmissionState) -> &'static str {
    match state {
        SubmissionState::Queued | SubmissionState::Judged => "QUEUED",
        SubmissionState::Running => "RUNNING",
        SubmissionState::Internal => "INTERNAL",
    }
}

/// The word of a submission that is out of the contest.
pub(super) fn ruled_word(kind: RulingKind) -> &'static str {
    match kind {
        RulingKind::Disqualified => "DISQUALIFIED",
        RulingKind::Withdrawn => "WITHDRAWN",
    }
}

/// What pages show of a draft, with where it stands when it was handed in.
pub(super) fn draft_row((draft, hand_in): (Draft, Option<HandIn>)) -> DraftRow {
    DraftRow {
        hand_in: hand_in.map(|of| HandInView {
            season: of.title,
            handed_in_at: of.handed_in_at.utc(),
            sent_back: of.sent_back_at.map(Moment::utc).zip(of.note),
        }),
        id: draft.id.0,
        setter: draft.setter,
        slug: draft.slug,
        title: draft.title,
        state: draft.state.as_str(),
        held_against: draft.held_against,
        updated_at: draft.updated_at.utc(),
        became: draft.became.map(|became| BecameView {
            season: became.season,
            problem: became.problem,
            version: natural(became.version),
            commitment: became.commitment.unwrap_or_default(),
            committed_at: became.committed_at.map(Moment::utc),
        }),
    }
}

/// What the setter says of the solution, once it is public.
pub(super) async fn render_editorial(
    visit: &Visit,
    place: &VisibleProblem,
) -> Result<Option<TrustedHtml>, AppError> {
    let Some(text) = place.problem.editorial(&place.season).map(str::to_owned) else {
        return Ok(None);
    };
    let rendered = visit.app.rendering.run(move || markdown::statement(&text));
    Ok(Some(rendered.await?))
}

pub(super) fn submission_row(row: ListedSubmission) -> SubmissionRow {
    let judged = row
        .result
        .as_ref()
        .map_or(state_word(row.state), |(verdict, ..)| verdict.as_str());
    let word = match row.ruling {
        Some(kind) => ruled_word(kind),
        None => judged,
    };
    let shows_score =
        row.is_passed() || seasons::shows_scores(row.season_state, row.settings.told());
    let score = row.result.as_ref().map(|(.., score)| natural(*score));
    let score = score.filter(|_| shows_score);
    SubmissionRow {
        score,
        id: row.id.0,
        season: row.season,
        problem: row.problem,
        problem_title: row.problem_title,
        created_at: row.created_at.utc(),
        verdict: scored_label(word, score),
        l_chars: row
            .result
            .as_ref()
            .and_then(|(_, l_chars, _)| l_chars.map(natural)),
        counts: row.standing.is_some() && shows_score,
        practice: row.kind == SubmissionKind::Practice,
    }
}

/// A program that was shorter than any before, in a list of the latest.
pub(super) fn improvement_row(row: Improvement) -> Latest {
    let beaten = beaten_by(&row);
    let (name, display_name) = row.author;
    Latest {
        season: row.season,
        problem: row.problem,
        title: row.title,
        name,
        display_name,
        l_chars: Some(natural(row.l_chars)),
        submission_id: row.submission_id.0,
        at: row.at.utc(),
        beaten: Some(beaten),
    }
}

/// What that program beat.
pub(super) fn beaten_by(row: &Improvement) -> Beaten {
    Beaten {
        holder: row.holder.clone(),
        l_chars: natural(row.holder_l_chars),
        by: natural(row.holder_l_chars - row.l_chars),
    }
}

/// The board of a problem.
pub(super) fn problem_board(board: ProblemBoard, me: Option<UserId>) -> Vec<ProblemBoardRow> {
    let ProblemBoard {
        rows,
        beside,
        operators,
    } = board;
    rows.into_iter()
        .map(|(rank, row)| ProblemBoardRow {
            rank,
            operator: operators.get(&row.user_id).cloned(),
            is_me: me == Some(row.user_id),
            name: row.name,
            display_name: row.display_name,
            reward_correct: row.reward_correct,
            score: natural(row.score),
            l_chars: row.l_chars.map(natural),
            beside: beside.get(&row.submission_id).map(|beside| BesideScore {
                matched: beside.formulas.matched,
                compared: beside.formulas.scored,
                final_answers: beside.final_answers,
            }),
            submitted_at: row.submitted_at.utc(),
            submission_id: row.submission_id.0,
            diversity_bonus: row.diversity_bonus.map(natural),
        })
        .collect()
}

/// The choice between the boards of people and of models, if there are both.
pub(super) fn whose(has_models: bool, who: Who) -> Vec<Whose> {
    let words = [Who::People, Who::Models, Who::All].map(|one| Whose {
        word: one.word(),
        is_shown: one == who,
    });
    if has_models || who != Who::People {
        words.into()
    } else {
        Vec::new()
    }
}

pub(super) fn season_board(rows: Vec<BoardRow>, me: Option<UserId>) -> Vec<SeasonBoardRow> {
    rows.into_iter()
        .map(|row| SeasonBoardRow {
            rank: row.rank,
            operator: row.operator,
            is_me: me == Some(row.user),
            name: row.name,
            display_name: row.display_name,
            total: row.total,
            reward_count: row.reward_count,
            stage_count: row.stage_count,
            median_l_chars_twice: row.median_l_chars_twice,
            final_answers: row.final_answers,
            cells: row
                .cells
                .iter()
                .map(|cell| cell.as_ref().map(board_cell))
                .collect(),
        })
        .collect()
}

fn board_cell(cell: &Standing) -> BoardCell {
    BoardCell {
        submission_id: cell.submission_id.0,
        score: natural(cell.score),
        l_chars: cell.l_chars.map(natural),
        reward_correct: cell.reward_correct,
    }
}

/// A person who is out of a season.
pub(super) fn person_out(out: PersonOut) -> PersonOutView {
    PersonOutView {
        name: out.name,
        display_name: out.display_name,
        reason: out.reason,
        since: out.since.utc(),
    }
}
