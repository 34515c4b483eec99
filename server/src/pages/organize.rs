//! The organizers' page of one season, and the page of one rejudging.

use askama::Template;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde::Deserialize;

use super::filters;
use super::live::Live;
use super::physics::verdict::scored_label;
use super::seasons::{Phase, Published, SeasonHead};
use super::setter::DraftRow;
use super::shell::Shell;
use super::verdict::VerdictLabel;
use crate::local_time::{self, LocalTime};
use crate::words::say;

/// `/seasons/{season}/organize`: where the season stands, what its next step needs, what went
/// wrong, and everything that an organizer can do.
#[derive(Template)]
#[template(path = "organize.html")]
pub struct OrganizePage {
    /// Common data.
    pub shell: Shell,
    /// Tells the page when the season changes.
    pub live: Live,
    /// The season.
    pub season: SeasonHead,
    /// What is published of it.
    pub published: Published,
    /// What was asked for and refused.
    pub refused: Option<Refused>,
    /// Why its submissions wait on this server.
    pub waits: Option<String>,
    /// Whether setters may hand problems in now; `None` when nobody can let them any more.
    pub takes_problems: Option<bool>,
    /// What setters hand in waits until an organizer agrees.
    pub agrees: bool,
    /// The drafts that wait for that, the first one first.
    pub waiting: Vec<DraftRow>,
    /// The step that comes next.
    pub next: Option<StepView>,
    /// It can be called off.
    pub can_cancel: bool,
    /// Submissions and problems can be taken out.
    pub can_change: bool,
    /// The problems.
    pub problems: Vec<ProblemView>,
    /// Drafts that can take the place of a problem, while one can be replaced.
    pub drafts: Option<Vec<DraftChoice>>,
    /// Questions that wait for an answer.
    pub questions: u32,
    /// Submissions that wait.
    pub queued: u32,
    /// Submissions that failed by our fault.
    pub internal: u32,
    /// What must not happen and did.
    pub incidents: Vec<IncidentView>,
    /// Sets of submissions judged again, the newest first.
    pub rejudges: Vec<RejudgeView>,
    /// People who are out of the contest.
    pub people_out: Vec<PersonOutView>,
    /// Submissions that are out of the contest.
    pub rulings: Vec<RulingView>,
}

/// A draft that can become a problem.
#[derive(Clone, Debug)]
pub struct DraftChoice {
    /// Number.
    pub id: i64,
    /// Title of its problem.
    pub title: String,
    /// Sign-in name of its setter.
    pub setter: String,
}

/// A form of the page that is filled in: what it asked for was refused, or a link led to it.
#[derive(Clone, Debug)]
pub struct Refused {
    /// Why it was refused, a sentence.
    pub why: Option<String>,
    /// It is done when the organizer says so once more.
    pub asks: bool,
    /// Word of what was asked for.
    pub action: String,
    /// What was typed, so that it is not lost.
    pub fields: OrganizeFields,
}

/// Everything that the forms of the page send.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct OrganizeFields {
    /// Token against forged forms.
    pub csrf_token: String,
    /// Where who goes back from a page that asks finds what was typed: the word of the form's action.
    pub form: String,
    /// When the season opens.
    pub opens_at: String,
    /// When it freezes.
    pub freeze_at: String,
    /// From when boards stand still.
    pub blackout_at: String,
    /// When the Reveal begins.
    pub reveals_at: String,
    /// The place whose clocks these mean.
    pub zone: String,
    /// Which of two moments of one local time: `first` or `second`.
    pub opens_at_which: String,
    /// The same.
    pub freeze_at_which: String,
    /// The same.
    pub blackout_at_which: String,
    /// The same.
    pub reveals_at_which: String,
    /// Minutes by which a season ends later.
    pub minutes: String,
    /// The season's address, where something ends.
    pub confirm: String,
    /// Results hash of a replay elsewhere.
    pub replayed: String,
    /// Slug of a problem.
    pub problem: String,
    /// Sign-in name of a person.
    pub person: String,
    /// Word of a verdict.
    pub verdict: String,
    /// Numbers of submissions.
    pub submission: String,
    /// Number of a draft.
    pub draft: String,
    /// Not empty: all attempts.
    pub all: String,
    /// Public reason.
    pub reason: String,
    /// A correction.
    pub text: String,
    /// Number of a rejudging.
    pub rejudge: String,
    /// Number of an incident.
    pub incident: String,
    /// Not empty: what the page asked about is meant.
    pub sure: String,
}

impl OrganizeFields {
    /// What was typed, to be sent again after a question or to stand in its form again.
    pub fn filled(&self) -> Vec<(&'static str, String)> {
        let all = [
            ("opens_at", &self.opens_at),
            ("freeze_at", &self.freeze_at),
            ("blackout_at", &self.blackout_at),
            ("reveals_at", &self.reveals_at),
            ("zone", &self.zone),
            ("opens_at_which", &self.opens_at_which),
            ("freeze_at_which", &self.freeze_at_which),
            ("blackout_at_which", &self.blackout_at_which),
            ("reveals_at_which", &self.reveals_at_which),
            ("replayed", &self.replayed),
            ("problem", &self.problem),
            ("draft", &self.draft),
            ("all", &self.all),
            ("reason", &self.reason),
            ("text", &self.text),
        ];
        let filled = all.into_iter().filter(|(_, value)| !value.is_empty());
        filled.map(|(name, value)| (name, value.clone())).collect()
    }
}

/// A field for a date and a time.
#[derive(Clone, Debug)]
pub struct DateField {
    /// Its name, part of its number.
    pub name: &'static str,
    /// What it is called.
    pub label: &'static str,
    /// What it means to leave it empty.
    pub hint: Option<&'static str>,
    /// What was typed.
    pub value: String,
    /// The two moments that were typed at once, of which one is chosen.
    pub twice: Option<[DateTime<Utc>; 2]>,
}

fn date_field(
    name: &'static str,
    label: &'static str,
    hint: Option<&'static str>,
    (value, zone): (String, &str),
) -> DateField {
    let zone: Option<Tz> = zone.parse().ok();
    let twice = match zone.and_then(|zone| local_time::read(zone, &value)) {
        Some(LocalTime::Twice(both)) => Some(both),
        _ => None,
    };
    DateField {
        name,
        label,
        hint,
        value,
        twice,
    }
}

impl OrganizePage {
    /// The dates that a draft is announced with.
    fn planned_dates(&self) -> [DateField; 4] {
        let typed = self.typed("schedule");
        let zone = typed.zone.as_str();
        let optional = Some(say!("common-optional"));
        let by_hand = Some(say!("organize-freeze-by-hand"));
        [
            date_field(
                "opens_at",
                say!("organize-opens"),
                None,
                (typed.opens_at, zone),
            ),
            date_field(
                "freeze_at",
                say!("organize-ends"),
                by_hand,
                (typed.freeze_at, zone),
            ),
            date_field(
                "blackout_at",
                say!("organize-still-from"),
                optional,
                (typed.blackout_at, zone),
            ),
            date_field(
                "reveals_at",
                say!("organize-reveal"),
                Some(say!("organize-reveal-by-hand")),
                (typed.reveals_at, zone),
            ),
        ]
    }

    /// The dates that can still be moved.
    fn movable_dates(&self) -> Vec<DateField> {
        let typed = self.typed("move-dates");
        let zone = typed.zone.as_str();
        let same = Some(say!("organize-stays"));
        let mut fields = vec![
            date_field(
                "opens_at",
                say!("organize-opens"),
                same,
                (typed.opens_at, zone),
            ),
            date_field(
                "freeze_at",
                say!("organize-ends"),
                same,
                (typed.freeze_at, zone),
            ),
            date_field(
                "blackout_at",
                say!("organize-still-from"),
                same,
                (typed.blackout_at, zone),
            ),
            date_field(
                "reveals_at",
                say!("organize-reveal"),
                same,
                (typed.reveals_at, zone),
            ),
        ];
        fields.retain(|field| match field.name {
            "opens_at" => self.season.phase == Phase::Scheduled,
            "reveals_at" => true,
            _ => self.season.phase != Phase::Frozen,
        });
        fields
    }

    /// The places whose clocks may be meant, the chosen one marked.
    fn zones(&self, action: &str) -> Vec<(&'static str, bool)> {
        let typed = self.typed(action).zone;
        local_time::zones()
            .map(|name| (name, name == typed))
            .collect()
    }

    /// The form of this action was refused. A form may have two buttons.
    fn was_refused(&self, action: &str) -> bool {
        self.refused.as_ref().is_some_and(|refused| {
            let form = match refused.action.as_str() {
                "reinstate" => "disqualify",
                "release-problem" => "hold-problem",
                "open-at-once" => "schedule",
                "extend" => "move-dates",
                other => other,
            };
            form == action
        })
    }

    /// The form of this action waits for the organizer to be sure.
    fn asks(&self, action: &str) -> bool {
        self.was_refused(action) && self.refused.as_ref().is_some_and(|refused| refused.asks)
    }

    /// What was typed into the form of this action, when it was refused.
    fn typed(&self, action: &str) -> OrganizeFields {
        let refused = self.refused.as_ref();
        refused
            .filter(|_| self.was_refused(action))
            .map_or_else(OrganizeFields::default, |refused| refused.fields.clone())
    }

    /// Problems that can be withdrawn.
    fn standing(&self) -> impl Iterator<Item = &ProblemView> {
        let all = self.problems.iter();
        all.filter(|problem| problem.state != "withdrawn")
    }

    /// Problems that have words above their statements or can be hidden: those that are committed.
    fn committed(&self) -> impl Iterator<Item = &ProblemView> {
        let all = self.problems.iter();
        all.filter(|problem| problem.state == "committed")
    }

    fn uncommitted(&self) -> usize {
        self.problems
            .iter()
            .filter(|problem| problem.commitment.is_none() && problem.state != "withdrawn")
            .count()
    }
}

/// A step of a season.
#[derive(Clone, Debug)]
pub struct StepView {
    /// Its word, the last part of its address.
    pub word: &'static str,
    /// What the button says.
    pub label: &'static str,
    /// What it does, in a sentence.
    pub does: &'static str,
    /// What is missing, in clauses.
    pub needs: Vec<String>,
}

/// A problem, as its organizers see it.
#[derive(Clone, Debug)]
pub struct ProblemView {
    /// Part of the address.
    pub slug: String,
    /// Title.
    pub title: String,
    /// Version.
    pub version: u32,
    /// Sign-in name of its setter.
    pub setter: Option<String>,
    /// Word of its state.
    pub state: &'static str,
    /// Its commitment.
    pub commitment: Option<String>,
    /// Why it is hidden.
    pub held: Option<String>,
}

/// An incident.
#[derive(Clone, Debug)]
pub struct IncidentView {
    /// Number.
    pub id: i64,
    /// The submission.
    pub submission: Option<i64>,
    /// What happened.
    pub what: String,
    /// When.
    pub happened_at: DateTime<Utc>,
}

/// A set of submissions judged again.
#[derive(Clone, Debug)]
pub struct RejudgeView {
    /// Number.
    pub id: i64,
    /// Word of its state.
    pub state: &'static str,
    /// Why it was made.
    pub reason: String,
    /// When.
    pub created_at: DateTime<Utc>,
}

/// A submission that is out of the contest.
#[derive(Clone, Debug)]
pub struct RulingView {
    /// The submission.
    pub submission: i64,
    /// Its author.
    pub author: String,
    /// `disqualified` or `withdrawn`.
    pub kind: &'static str,
    /// The public reason.
    pub reason: String,
}

/// A person who is out of the contest.
#[derive(Clone, Debug)]
pub struct PersonOutView {
    /// Sign-in name.
    pub name: String,
    /// Display name.
    pub display_name: String,
    /// The public reason.
    pub reason: String,
    /// Since when.
    pub since: DateTime<Utc>,
}

/// `/seasons/{season}/organize/rejudges/{id}`: old beside new.
#[derive(Template)]
#[template(path = "rejudge.html")]
pub struct RejudgePage {
    /// Common data.
    pub shell: Shell,
    /// The season.
    pub season: SeasonHead,
    /// The set.
    pub rejudge: RejudgeView,
    /// Submissions that are not judged again yet.
    pub left: usize,
    /// Submissions whose verdict or score changes.
    pub changed: usize,
    /// All submissions of the set, those that change first.
    pub rows: Vec<ComparisonView>,
}

/// A submission of a set.
#[derive(Clone, Debug)]
pub struct ComparisonView {
    /// The submission.
    pub submission: i64,
    /// Slug of its problem.
    pub problem: String,
    /// Sign-in name of its author.
    pub person: String,
    /// The author's display name.
    pub display_name: String,
    /// What was said of it before.
    pub old: OutcomeView,
    /// What would be said now; `None` while it is not judged again.
    pub new: Option<OutcomeView>,
    /// They differ.
    pub changes: bool,
}

/// What is said of a submission, with its points.
#[derive(Clone, Copy, Debug)]
pub struct OutcomeView {
    /// The verdict, or the state of a submission without one.
    pub(super) label: VerdictLabel,
    /// Its points, once it is judged.
    pub(super) score: Option<u32>,
}

impl OutcomeView {
    /// Of a submission that is judged.
    pub fn of_verdict(word: &str, score: u32) -> Self {
        Self {
            label: scored_label(word, Some(score)),
            score: Some(score),
        }
    }

    /// Of a submission without a verdict, in that state.
    pub fn of_state(word: &str) -> Self {
        Self {
            label: VerdictLabel::of_word(word),
            score: None,
        }
    }
}
