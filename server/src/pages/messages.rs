//! Questions, their answers, and announcements.

use askama::Template;
use chrono::{DateTime, SecondsFormat, Utc};

use super::csv::CsvFile;
use super::filters;
use super::seasons::SeasonHead;
use super::shell::{AnnouncementView, Shell};
use crate::messages::questions::Right;
use crate::messages::{ANNOUNCEMENT_MAX_CHARS, QUESTION_MAX_CHARS};

/// `/seasons/{season}/questions?problem=…&state=…&person=…`: asking, one's own questions with their answers, and what was
/// answered for everybody; for organizers all questions, for setters those about their problems. The form: `POST` to the
/// same address, fields `problem` and `text`.
#[derive(Template)]
#[template(path = "messages/questions.html")]
pub struct QuestionsPage {
    /// Common data.
    pub shell: Shell,
    /// The season.
    pub season: SeasonHead,
    /// Questions are taken.
    pub takes: bool,
    /// Slug and title of each problem that the reader may see.
    pub problems: Vec<(String, String)>,
    /// The problem that is asked about, or of which questions are looked for; may be empty.
    pub problem: String,
    /// `open`, `answered`, or empty.
    pub state: String,
    /// Sign-in name of whose questions are looked for; may be empty.
    pub person: String,
    /// The questions that the reader may see.
    pub threads: Vec<ThreadView>,
    /// What was answered for everybody, newest first.
    pub told: Vec<AnnouncementView>,
    /// The reader organizes, or sets problems of the season.
    pub sees_others: bool,
    /// The reader organizes.
    pub organizes: bool,
    /// What was typed and not taken.
    pub text: String,
    /// Why.
    pub refused: Option<String>,
}

impl QuestionsPage {
    fn max_chars() -> usize {
        QUESTION_MAX_CHARS
    }
}

/// A question with its answers.
#[derive(Clone, Debug)]
pub struct ThreadView {
    /// Number.
    pub id: i64,
    /// Slug of the problem it is about.
    pub problem: Option<String>,
    /// Title of that problem.
    pub problem_title: Option<String>,
    /// Who asks, by sign-in name and display name, for who may know it.
    pub asker: Option<(String, String)>,
    /// The question.
    pub text: String,
    /// When it was asked.
    pub asked_at: DateTime<Utc>,
    /// Who is writing the answer, for organizers.
    pub answering: Option<(String, DateTime<Utc>)>,
    /// What the setter would answer, and the setter's name, for organizers and setters.
    pub draft: Option<(String, String)>,
    /// The answers, the first one first.
    pub answers: Vec<AnswerView>,
}

/// An answer.
#[derive(Clone, Debug)]
pub struct AnswerView {
    /// What.
    pub text: String,
    /// It is for everybody.
    pub to_all: bool,
    /// Who gave it, for organizers.
    pub by: Option<String>,
    /// When.
    pub at: DateTime<Utc>,
}

/// Questions of a season with their answers as CSV, a line a question.
pub fn csv(threads: &[ThreadView]) -> CsvFile {
    let mut out = CsvFile::new(&[
        "id",
        "problem",
        "person",
        "display_name",
        "asked_at",
        "question",
        "answered_at",
        "answered_by",
        "to",
        "answer",
    ]);
    let moment = |at: DateTime<Utc>| at.to_rfc3339_opts(SecondsFormat::Micros, true);
    for thread in threads {
        let (person, display_name) = thread.asker.clone().unwrap_or_default();
        let answer = thread.answers.last();
        let to = answer.map_or("", |answer| if answer.to_all { "all" } else { "person" });
        out.push(&[
            thread.id.to_string().as_str(),
            thread.problem.as_deref().unwrap_or_default(),
            &person,
            &display_name,
            &moment(thread.asked_at),
            &thread.text,
            &answer.map(|it| moment(it.at)).unwrap_or_default(),
            answer.and_then(|it| it.by.as_deref()).unwrap_or_default(),
            to,
            answer.map_or("", |it| &it.text),
        ]);
    }
    out
}

/// `/seasons/{season}/questions/{id}`. The forms: `POST` to `claim`, `draft` (field `text`) and `answer` (fields `text`,
/// `to`, `seen`, `sure`) below the same address.
#[derive(Template)]
#[template(path = "messages/question.html")]
pub struct QuestionPage {
    /// Common data.
    pub shell: Shell,
    /// The season.
    pub season: SeasonHead,
    /// The question.
    pub thread: ThreadView,
    /// What the reader may do with it.
    pub right: Right,
    /// The answer to begin with, or what was typed.
    pub text: String,
    /// The answer is for everybody.
    pub to_all: bool,
    /// Answers that the reader gave before.
    pub usual: Vec<String>,
    /// Why an answer was not taken.
    pub refused: Option<String>,
    /// It is taken when the organizer says so once more.
    pub asks: bool,
}

impl QuestionPage {
    fn max_chars() -> usize {
        ANNOUNCEMENT_MAX_CHARS
    }
}

/// `/announcements?season=…&person=…`: what was told everybody and the reader, newest first. The form of organizers: `POST`
/// to the same address, fields `season`, `person`, `text`, `sure`.
#[derive(Template)]
#[template(path = "messages/announcements.html")]
pub struct AnnouncementsPage {
    /// Common data.
    pub shell: Shell,
    /// What was told.
    pub announcements: Vec<AnnouncementView>,
    /// The reader organizes.
    pub may_tell: bool,
    /// Slug and title of the seasons that it may be about.
    pub seasons: Vec<(String, String)>,
    /// The season that was chosen; may be empty.
    pub season: String,
    /// The sign-in name that was typed; may be empty.
    pub person: String,
    /// The text that was typed.
    pub text: String,
    /// Why it was not told.
    pub refused: Option<String>,
    /// It is told when the organizer says so once more.
    pub asks: bool,
}

impl AnnouncementsPage {
    fn max_chars() -> usize {
        ANNOUNCEMENT_MAX_CHARS
    }
}
