//! The setter's pages: own drafts, and one of them with its report.

use askama::Template;
use chrono::{DateTime, Utc};
use dojo_judge::package::{Outcome, Subject};

use super::filters;
use super::form::FieldErrors;
use super::shell::Shell;
use super::terms::shortened;
use crate::contests::PackageReport;
use crate::words::{Phrase, say};

/// `/setter`.
#[derive(Template)]
#[template(path = "setter.html")]
pub struct SetterPage {
    /// Common data.
    pub shell: Shell,
    /// What a package can be validated against.
    pub seasons: Vec<SeasonChoice>,
    /// Messages about the form, fields `package` and `season`.
    pub errors: FieldErrors,
    /// Largest package, in MiB.
    pub max_mib: usize,
    /// Drafts that a setter may keep.
    pub max_drafts: u32,
    /// The reader's drafts, the newest first.
    pub own: Vec<DraftRow>,
    /// The types of contest whose problems can be written here: the word, and what people submit.
    pub forms: Vec<(&'static str, Phrase)>,
    /// Those of others, for organizers.
    pub others: Vec<DraftRow>,
}

/// `/setter/drafts/{draft}`.
#[derive(Template)]
#[template(path = "draft.html")]
pub struct DraftPage {
    /// Common data.
    pub shell: Shell,
    /// The draft.
    pub draft: DraftRow,
    /// The report on it.
    pub report: PackageReport,
    /// What is in the package, file by file, for who has to agree to it.
    pub files: Vec<(String, String)>,
    /// The reader is its setter.
    pub is_own: bool,
    /// The reader organizes, and may agree to it.
    pub is_staff: bool,
    /// What another package can be validated against.
    pub seasons: Vec<SeasonChoice>,
    /// The seasons that take problems.
    pub taking: Vec<SeasonChoice>,
    /// Messages about the forms, fields `package`, `season`, `commit` and `note`.
    pub errors: FieldErrors,
    /// Largest package, in MiB.
    pub max_mib: usize,
    /// Versions of the package, with the one that is there.
    pub versions: i32,
    /// What an organizer typed into the note.
    pub note: String,
    /// Longest note, in characters.
    pub max_note: usize,
}

/// A draft in a list, and as the head of its page.
#[derive(Clone, Debug)]
pub struct DraftRow {
    /// Number.
    pub id: i64,
    /// Sign-in name of its setter.
    pub setter: String,
    /// Slug of the problem, when it can be read.
    pub slug: Option<String>,
    /// Title of the problem, when it can be read.
    pub title: Option<String>,
    /// `draft`, `validated` or `committed`.
    pub state: &'static str,
    /// What it was validated against.
    pub held_against: String,
    /// When the package was sent.
    pub updated_at: DateTime<Utc>,
    /// What it has become.
    pub became: Option<BecameView>,
    /// Where it waits for an organizer, or was sent back.
    pub hand_in: Option<HandInView>,
}

/// Where a draft stands that was handed in.
#[derive(Clone, Debug)]
pub struct HandInView {
    /// Title of the season to which it is to go.
    pub season: String,
    /// When it was handed in.
    pub handed_in_at: DateTime<Utc>,
    /// When it was sent back, with what the organizer wrote.
    pub sent_back: Option<(DateTime<Utc>, String)>,
}

impl DraftRow {
    /// Where it waits for an organizer.
    fn waits(&self) -> Option<&HandInView> {
        let hand_in = self.hand_in.as_ref();
        hand_in.filter(|of| of.sent_back.is_none())
    }

    /// When it was sent back, with what the organizer wrote.
    fn sent_back(&self) -> Option<&(DateTime<Utc>, String)> {
        self.hand_in.as_ref()?.sent_back.as_ref()
    }

    /// The title, or what stands for it.
    pub fn name(&self) -> &str {
        self.title.as_deref().unwrap_or(say!("draft-untitled"))
    }

    /// Class of the mark of its state.
    fn class(&self) -> &'static str {
        match self.state {
            "draft" => "v-bad",
            _ => "v-good",
        }
    }
}

/// The problem that a draft has become.
#[derive(Clone, Debug)]
pub struct BecameView {
    /// Slug of the season.
    pub season: String,
    /// Slug of the problem.
    pub problem: String,
    /// Its version.
    pub version: u32,
    /// Its commitment.
    pub commitment: String,
    /// When it was committed.
    pub committed_at: Option<DateTime<Utc>>,
}

/// A season, or the defaults of a scoring version.
#[derive(Clone, Debug)]
pub struct SeasonChoice {
    /// Value of the field `season`.
    pub value: String,
    /// What the reader sees.
    pub label: String,
    /// It is the one chosen before.
    pub chosen: bool,
}

/// What a report comes to, in a clause.
pub fn conclusion(report: &PackageReport) -> String {
    let count = |outcome| {
        let found = report.findings().iter();
        found.filter(|finding| finding.outcome == outcome).count()
    };
    match (report.is_valid(), count(Outcome::Warning)) {
        (false, _) => say!("report-not-valid", n = count(Outcome::Failed)),
        (true, 0) => say!("report-valid").to_owned(),
        (true, warnings) => say!("report-valid-with", n = warnings),
    }
}

impl DraftPage {
    /// How a rule went.
    #[expect(
        clippy::unused_self,
        clippy::trivially_copy_pass_by_ref,
        reason = "templates call methods, not functions, and pass references"
    )]
    fn outcome(&self, outcome: &Outcome) -> &'static str {
        match outcome {
            Outcome::Ok => say!("report-ok"),
            Outcome::Warning => say!("report-warning"),
            Outcome::Failed => say!("report-failed"),
            Outcome::Skipped => say!("report-skipped"),
        }
    }

    /// What a rule is about.
    #[expect(
        clippy::unused_self,
        clippy::trivially_copy_pass_by_ref,
        reason = "templates call methods, not functions, and pass references"
    )]
    fn subject(&self, subject: &Subject) -> &'static str {
        match subject {
            Subject::Files => say!("report-files"),
            Subject::Rules => say!("report-rules"),
            Subject::Setter => say!("report-setter"),
            Subject::Runs => say!("report-runs"),
            Subject::Limits => say!("report-limits"),
            Subject::Digits => say!("report-digits"),
            Subject::Examples => say!("report-examples"),
            Subject::Hidden => say!("report-hidden"),
            Subject::New => say!("report-new"),
        }
    }

    #[expect(clippy::unused_self, reason = "templates call methods, not functions")]
    fn first_terms(&self, terms: &[String]) -> String {
        let terms: Vec<String> = terms.iter().map(|term| shortened(term)).collect();
        terms.join(", ")
    }

    /// Class of the mark of an outcome, in the colours of verdicts.
    #[expect(
        clippy::unused_self,
        clippy::trivially_copy_pass_by_ref,
        reason = "templates call methods, not functions, and pass references"
    )]
    fn class(&self, outcome: &Outcome) -> &'static str {
        match outcome {
            Outcome::Ok => "v-good",
            Outcome::Warning => "v-half",
            Outcome::Failed => "v-bad",
            Outcome::Skipped => "v-pending",
        }
    }
}

#[cfg(test)]
mod tests {
    use dojo_judge::package::Finding;
    use dojo_judge::sequence::ScoringVersion;
    use dojo_judge::sequence::package::{Examined, ValidationReport};

    use super::*;

    #[test]
    fn what_a_package_says_is_shown_as_text() {
        let hostile = "<script>alert(1)</script>";
        let page = DraftPage {
            files: vec![(hostile.to_owned(), hostile.to_owned())],
            shell: Shell::visitor("/setter/drafts/1", "t", DateTime::UNIX_EPOCH),
            draft: DraftRow {
                id: 1,
                setter: hostile.to_owned(),
                slug: Some(hostile.to_owned()),
                title: Some(hostile.to_owned()),
                state: "draft",
                held_against: hostile.to_owned(),
                updated_at: DateTime::UNIX_EPOCH,
                became: None,
                hand_in: Some(HandInView {
                    season: hostile.to_owned(),
                    handed_in_at: DateTime::UNIX_EPOCH,
                    sent_back: Some((DateTime::UNIX_EPOCH, hostile.to_owned())),
                }),
            },
            is_own: true,
            is_staff: true,
            versions: 2,
            note: hostile.to_owned(),
            max_note: 1000,
            seasons: Vec::new(),
            taking: Vec::new(),
            errors: FieldErrors::one("package", hostile),
            max_mib: 2,
            report: PackageReport::Programs(ValidationReport {
                valid: false,
                slug: None,
                title: Some(hostile.to_owned()),
                scoring: ScoringVersion::V0_1,
                runtime_digest: String::new(),
                findings: vec![Finding {
                    subject: Subject::Files,
                    outcome: Outcome::Failed,
                    summary: hostile.to_owned(),
                    details: vec![hostile.to_owned()],
                }],
                examples: vec![Examined {
                    path: hostile.to_owned(),
                    expected: "REWARD".to_owned(),
                    verdict: "STAGE".to_owned(),
                    reason: hostile.to_owned(),
                    l_chars: 1,
                    fuel: 1,
                    peak_memory_bytes: 1,
                }],
                measures: None,
            }),
        };
        let html = page.render().unwrap();
        assert!(!html.contains(hostile));
        assert!(html.contains("not valid: 1 rule failed"), "{html}");
        assert!(
            html.contains("<span class=\"verdict v-bad\">FAILED</span>"),
            "{html}"
        );
        assert!(
            html.contains("<span class=\"verdict v-bad\">STAGE</span>"),
            "{html}"
        );
    }
}
