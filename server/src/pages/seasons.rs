//! The list of seasons and the page of one season.

use askama::Template;
use chrono::{DateTime, Utc};
use dojo_judge::contest::Contest;
use dojo_judge::contest::sequence::SequenceSettings;
use dojo_judge::derivation::Feedback;

use super::boards::{Banner, Pager, SeasonBoardRow};
use super::filters;
use super::live::Live;
use super::organize::PersonOutView;
use super::problem::{Superseded, draft_key};
use super::shell::{AnnouncementView, Shell};
use super::text;
use super::trial::Trial;
use crate::contests::{self, Room};
use crate::words::say;

/// State of a season, as far as pages differ by it (`docs/SPEC.md`, Season).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Only its organizers see it.
    Draft,
    /// Announced, with its dates.
    Scheduled,
    /// Accepts submissions.
    Open,
    /// No more submissions; results are being computed.
    Frozen,
    /// Everything is published; practice is possible.
    Revealed,
    /// Read-only for ever.
    Final,
    /// Called off.
    Cancelled,
}

impl Phase {
    /// The word shown to readers.
    pub fn label(self) -> &'static str {
        match self {
            Self::Draft => say!("phase-draft"),
            Self::Scheduled => say!("phase-announced"),
            Self::Open => say!("phase-open"),
            Self::Frozen => say!("phase-frozen"),
            Self::Revealed => say!("phase-revealed"),
            Self::Final => say!("phase-final"),
            Self::Cancelled => say!("phase-cancelled"),
        }
    }

    /// The class of its badge.
    pub fn class(self) -> &'static str {
        match self {
            Self::Open => "phase-open",
            Self::Scheduled => "phase-soon",
            Self::Frozen => "phase-frozen",
            Self::Draft | Self::Cancelled => "phase-off",
            Self::Revealed | Self::Final => "phase-done",
        }
    }

    /// Organizers take questions.
    pub fn takes_questions(self) -> bool {
        matches!(
            self,
            Self::Scheduled | Self::Open | Self::Frozen | Self::Revealed
        )
    }

    /// Somebody can submit, for the contest or for practice.
    pub fn takes_submissions(self) -> bool {
        self == Self::Open || self.is_practice()
    }

    /// What is submitted is judged and never ranked.
    pub fn is_practice(self) -> bool {
        matches!(self, Self::Revealed | Self::Final)
    }

    /// Nothing more is submitted to the contest.
    pub fn is_over(self) -> bool {
        matches!(
            self,
            Self::Frozen | Self::Revealed | Self::Final | Self::Cancelled
        )
    }

    /// Called off.
    pub fn is_cancelled(self) -> bool {
        self == Self::Cancelled
    }

    /// Results can no longer change.
    pub fn is_final(self) -> bool {
        self == Self::Final
    }
}

/// How derivations are graded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhysicsRules {
    /// Bytes that a derivation may have.
    pub max_bytes: u64,
    /// Formulas of a derivation that are compared.
    pub max_formulas: u32,
    /// What its author learns before Reveal.
    pub feedback: Feedback,
}

/// A season as the head of its pages shows it.
#[derive(Clone, Debug)]
pub struct SeasonHead {
    /// Part of the address.
    pub slug: String,
    /// Title.
    pub title: String,
    /// One or two sentences.
    pub summary: String,
    /// State.
    pub phase: Phase,
    /// What it asks for.
    pub room: &'static Room,
    /// What is set for programs, where those are asked for.
    pub programs: Option<SequenceSettings>,
    /// How derivations are graded, where those are asked for.
    pub derivations: Option<PhysicsRules>,
    /// Before Reveal authors of programs learn whether the public terms are right, and no more.
    pub public_terms_only: bool,
    /// The page is about a problem that is open to everybody, before its season was revealed.
    pub problem_is_open: bool,
    /// Version of the scoring, such as `0.1`.
    pub scoring_version: String,
    /// When submissions are or were first accepted; `None` when they never are.
    pub opens_at: Option<DateTime<Utc>>,
    /// When submissions are to end.
    pub freeze_at: Option<DateTime<Utc>>,
    /// When the Reveal is to begin, while it is still to come.
    pub reveals_at: Option<DateTime<Utc>>,
    /// When they did end.
    pub freeze_started_at: Option<DateTime<Utc>>,
    /// When everything was opened.
    pub revealed_at: Option<DateTime<Utc>>,
    /// When it was called off.
    pub cancelled_at: Option<DateTime<Utc>>,
    /// Submissions that a person may make to one problem.
    pub attempts_max: u32,
    /// Seconds between two of them.
    pub attempt_interval_seconds: u32,
}

impl SeasonHead {
    /// When submissions will end.
    pub(super) fn closes_at(&self) -> Option<DateTime<Utc>> {
        self.freeze_at.filter(|_| self.phase == Phase::Open)
    }

    /// When submissions ended, if they have.
    pub(super) fn ended_at(&self, now: &DateTime<Utc>) -> Option<DateTime<Utc>> {
        let end = self.freeze_started_at.or(self.freeze_at)?;
        (end <= *now).then_some(end)
    }

    /// Scores and boards are kept back until Reveal.
    pub(super) fn keeps_scores_back(&self) -> bool {
        let revealed = matches!(self.phase, Phase::Revealed | Phase::Final);
        let tells_less = |rules: PhysicsRules| !rules.feedback.tells_scores();
        !revealed
            && !self.problem_is_open
            && (self.public_terms_only || self.derivations.is_some_and(tells_less))
    }

    /// Why no scores are shown.
    pub(super) fn no_scores(&self) -> &'static str {
        if self.phase.is_cancelled() {
            say!("common-scores-never")
        } else {
            say!("common-scores-from-reveal")
        }
    }
}

/// What is published of a season for whoever wants to check it.
#[derive(Clone, Debug, Default)]
pub struct Published {
    /// How final its boards are.
    pub banner: Banner,
    /// From when on boards show nothing new of others.
    pub blackout_at: Option<DateTime<Utc>>,
    /// Hash of the manifest, from scheduling on.
    pub manifest_hash: Option<String>,
    /// Root over all submissions, from Freeze on.
    pub merkle_root: Option<String>,
    /// Hash of the results, once they are computed.
    pub results_hash: Option<String>,
    /// The seed of a season of derivations, from Reveal on.
    pub seed: Option<String>,
}

/// A program for the squares, one letter short, and where that letter goes.
const SQUARES: &str = "for n in range(999):print(n*)";
const SQUARES_CARET: usize = SQUARES.len() - 1;

/// `/`, `/seasons`: what this place is, and all seasons.
#[derive(Template)]
#[template(path = "seasons.html")]
pub struct SeasonsPage {
    /// Common data.
    pub shell: Shell,
    /// How it changes by itself.
    pub live: Live,
    /// The latest that boards have to tell, newest first.
    pub latest: Vec<Latest>,
    /// Seasons that the reader may see, newest first; of those that are over, a page.
    pub seasons: Vec<SeasonCard>,
    /// How many are over.
    pub archived: u32,
    /// Which page of those this is.
    pub pager: Pager,
    /// Where a newcomer starts, when a season is open: its easiest problem.
    pub start: Option<StartHere>,
}

impl SeasonsPage {
    /// The types of contest whose seasons and problems are made by forms: the word, and what people submit.
    #[expect(clippy::unused_self, reason = "templates call methods, not functions")]
    fn contests(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let rooms = Contest::ALL.iter().map(|contest| contests::of(*contest));
        let rooms = rooms.filter(|room| room.has_editor());
        rooms.map(|room| (room.contest.as_str(), room.noun.text()))
    }

    /// Every season asks for derivations.
    fn is_of_derivations(&self) -> bool {
        let mut heads = self.seasons.iter().map(|card| &card.head);
        !self.seasons.is_empty() && heads.all(|head| head.derivations.is_some())
    }

    /// The seasons in one of these states.
    fn cards(&self, phases: &[Phase]) -> Vec<&SeasonCard> {
        let cards = self.seasons.iter();
        cards
            .filter(|card| phases.contains(&card.head.phase))
            .collect()
    }

    /// Under which name the browser keeps what is typed here.
    fn draft_key(&self, start: &StartHere) -> String {
        let viewer = self.shell.viewer.as_ref();
        let name = viewer.map_or("", |viewer| viewer.name.as_str());
        draft_key(&start.season, &start.problem, name)
    }
}

impl StartHere {
    /// The lengths, for the script that tells the rank of one more.
    fn lengths(&self) -> String {
        let lengths: Vec<String> = self.lengths.iter().map(u32::to_string).collect();
        lengths.join(" ")
    }
}

/// One season in the list.
#[derive(Clone, Debug)]
pub struct SeasonCard {
    /// Its head.
    pub head: SeasonHead,
    /// Number of problems, once they are shown.
    pub problems: Option<u32>,
    /// People with at least one submission.
    pub contestants: u32,
    /// Problems that the signed-in person has solved (REWARD).
    pub solved: Option<u32>,
    /// The first places of a final season, the best first.
    pub first: Vec<FirstPlace>,
}

/// A place at the top of a final season.
#[derive(Clone, Debug)]
pub struct FirstPlace {
    /// Sign-in name.
    pub name: String,
    /// Display name.
    pub display_name: String,
    /// Sum of the scores.
    pub total: u32,
}

/// Somebody's best on a problem, as the board has it.
#[derive(Clone, Debug)]
pub struct Latest {
    /// Slug of the season.
    pub season: String,
    /// Slug of the problem.
    pub problem: String,
    /// Title of the problem.
    pub title: String,
    /// Sign-in name.
    pub name: String,
    /// Display name.
    pub display_name: String,
    /// Canonical bytes, where shorter is better.
    pub l_chars: Option<u32>,
    /// The submission.
    pub submission_id: i64,
    /// When it was received.
    pub at: DateTime<Utc>,
    /// It was shorter than any before, once the season was over.
    pub beaten: Option<Beaten>,
}

/// The shortest program until a shorter one came.
#[derive(Clone, Debug)]
pub struct Beaten {
    /// Display name of who wrote it; `None` where the same person wrote the shorter one.
    pub holder: Option<String>,
    /// Its canonical bytes.
    pub l_chars: u32,
    /// By how many bytes it was beaten.
    pub by: u32,
}

impl Beaten {
    /// In words.
    pub fn words(&self) -> String {
        match &self.holder {
            Some(holder) => say!("beaten", name = holder, n = self.l_chars, by = self.by),
            None => say!("beaten-own", by = self.by),
        }
    }
}

/// The problem to begin with.
#[derive(Clone, Debug)]
pub struct StartHere {
    /// Slug of its season.
    pub season: String,
    /// Its slug.
    pub problem: String,
    /// Its title.
    pub title: String,
    /// Its first terms, about eight.
    pub first_terms: Vec<String>,
    /// As far as everybody knows it is the squares, whose program is half typed for a start.
    pub squares: bool,
    /// Running a program for it in the reader's browser.
    pub trial: Trial,
    /// Bytes of the programs that solve it, as far as that may be told.
    pub lengths: Vec<u32>,
}

/// `/seasons/{slug}`: the problems of a season.
#[derive(Template)]
#[template(path = "season.html")]
pub struct SeasonPage {
    /// Common data.
    pub shell: Shell,
    /// How it changes by itself.
    pub live: Live,
    /// The latest that boards have to tell, newest first.
    pub latest: Vec<Latest>,
    /// The season.
    pub season: SeasonHead,
    /// What is published of it.
    pub published: Published,
    /// Its problems in board order; empty while they are not public.
    pub problems: Vec<ProblemRow>,
    /// The first rows of its board (about five), cells left out or not as the caller likes.
    pub top: Vec<SeasonBoardRow>,
    /// People on its board.
    pub contestants: u32,
    /// Problems that are hidden for now, by title, with the public reason.
    pub held: Vec<(String, String)>,
    /// People whom the organizers have put out, with the reason.
    pub people_out: Vec<PersonOutView>,
    /// What organizers told everybody of it last, newest first.
    pub told: Vec<AnnouncementView>,
    /// Dates that were moved after they were announced, oldest first.
    pub moves: Vec<MoveView>,
    /// The reader runs seasons.
    pub organizes: bool,
}

/// Dates that were moved.
#[derive(Clone, Debug)]
pub struct MoveView {
    /// When.
    pub at: DateTime<Utc>,
    /// The opening before and after.
    pub opening: Option<MovedDate>,
    /// The same of the end.
    pub end: Option<MovedDate>,
    /// The same of the moment from which on boards keep still.
    pub blackout: Option<MovedDate>,
    /// The public reason.
    pub reason: String,
}

impl MoveView {
    /// All of it in a line of text.
    pub(super) fn said(&self) -> String {
        let dates = [
            (say!("common-opens"), self.opening),
            (say!("common-ends"), self.end),
            (say!("common-boards-keep-still"), self.blackout),
        ];
        let dates = dates.into_iter().filter_map(|(what, moved)| {
            let (old, new) = moved?;
            let to = text::moment(&new);
            Some(match old {
                Some(old) => {
                    let old = text::moment(&old);
                    say!("season-moved-date", what = what, from = old, to = to)
                }
                None => say!("season-set-date", what = what, to = to),
            })
        });
        let dates: Vec<String> = dates.collect();
        format!("{} {}", dates.join(" "), self.reason)
    }
}

/// A date before and after.
pub type MovedDate = (Option<DateTime<Utc>>, DateTime<Utc>);

impl SeasonPage {
    /// Problems of the contest; those that were withdrawn are listed, and count for nobody.
    fn standing(&self) -> impl Iterator<Item = &ProblemRow> {
        self.problems.iter().filter(|row| row.withdrawn.is_none())
    }

    fn in_contest(&self) -> usize {
        self.standing().count()
    }

    /// Problems that the reader has solved, when signed in.
    fn solved(&self) -> usize {
        self.standing()
            .filter(|row| row.mine == Mine::Reward)
            .count()
    }
}

/// One problem in the list of a season.
#[derive(Clone, Debug)]
pub struct ProblemRow {
    /// Part of the address.
    pub slug: String,
    /// Place in the season, from 1.
    pub position: u32,
    /// Title.
    pub title: String,
    /// `easy`, `medium` or `hard`, when the setter said.
    pub difficulty: Option<String>,
    /// Topic words, without the difficulty.
    pub tags: Vec<String>,
    /// The first public terms, about eight.
    pub first_terms: Vec<String>,
    /// People with REWARD.
    pub solvers: u32,
    /// People who submitted anything.
    pub tried: u32,
    /// How far the reader came.
    pub mine: Mine,
    /// The bytes of the shortest solution of the season, where lengths count.
    pub shortest: Option<u32>,
    /// The reader's best score, when there is one.
    pub my_score: Option<u32>,
    /// The bytes of that solution, where lengths count.
    pub my_bytes: Option<u32>,
    /// Why it was taken out of the contest, if it was.
    pub withdrawn: Option<String>,
    /// Earlier versions, the oldest first.
    pub superseded: Vec<Superseded>,
}

/// How far the reader came with a problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mine {
    /// Nothing submitted, or not signed in.
    #[default]
    None,
    /// Submitted, nothing counted.
    Tried,
    /// Stage Pass.
    Stage,
    /// Reward Correct.
    Reward,
}

impl Mine {
    pub(super) fn class(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Tried => "tried",
            Self::Stage => "stage",
            Self::Reward => "reward",
        }
    }
}
