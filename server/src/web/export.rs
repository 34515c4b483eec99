//! Exports everything that the site knows about a person, for that person: JSON files in a zip.

use std::io::{self, Cursor, Write as _};

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::api::load_submission;
use super::resources::reader::Reader;
use super::resources::submissions::load_receipt;
use crate::error::AppError;
use crate::season_cache::SeasonCache;
use crate::store::identities::{self, Connected};
use crate::store::mail_addresses::{self, MailAddress};
use crate::store::receipts::Sealed;
use crate::store::sessions::ListedSession;
use crate::store::tokens::Token;
use crate::store::users::{self, User};
use crate::store::{
    AnyConnection, Moment, Role, Scope, StoreError, SubmissionId, SubmissionKind, announcements,
    questions, sessions, submissions, tokens,
};

/// A file of the zip: its name, and its text.
pub(super) type ExportedFile = (String, Vec<u8>);

/// `account.json`.
#[derive(Serialize)]
struct AccountFile {
    name: String,
    display_name: String,
    role: Role,
    /// An organizer's word about the person.
    label: String,
    created_at: DateTime<Utc>,
    page_is_private: bool,
    mail: Option<MailFacts>,
    /// Since when signing in takes a code as well.
    second_factor_since: Option<DateTime<Utc>>,
    /// Providers through which the person signs in.
    connected: Vec<ConnectedFacts>,
    signed_in: Vec<Browser>,
    tokens: Vec<TokenFacts>,
}

#[derive(Serialize)]
struct MailFacts {
    address: String,
    verified_at: Option<DateTime<Utc>>,
    /// Takes its place once it is verified.
    next_address: Option<String>,
    answers: bool,
    announcements: bool,
}

impl From<MailAddress> for MailFacts {
    fn from(mail: MailAddress) -> Self {
        Self {
            address: mail.address,
            verified_at: mail.verified_at.map(Moment::utc),
            next_address: mail.next_address,
            answers: mail.wants_answers,
            announcements: mail.wants_announcements,
        }
    }
}

#[derive(Serialize)]
struct ConnectedFacts {
    issuer: String,
    /// What the provider calls the person.
    subject: String,
    since: DateTime<Utc>,
}

impl From<Connected> for ConnectedFacts {
    fn from(connected: Connected) -> Self {
        Self {
            issuer: connected.issuer,
            subject: connected.subject,
            since: connected.created_at.utc(),
        }
    }
}

#[derive(Serialize)]
struct Browser {
    name: String,
    since: DateTime<Utc>,
    last_seen_at: DateTime<Utc>,
}

impl From<ListedSession> for Browser {
    fn from(session: ListedSession) -> Self {
        Self {
            name: session.browser,
            since: session.created_at.utc(),
            last_seen_at: session.last_seen_at.utc(),
        }
    }
}

#[derive(Serialize)]
struct TokenFacts {
    label: String,
    scope: Scope,
    created_at: DateTime<Utc>,
    last_used_at: Option<DateTime<Utc>>,
    expires_at: Option<DateTime<Utc>>,
    revoked_at: Option<DateTime<Utc>>,
}

impl From<Token> for TokenFacts {
    fn from(token: Token) -> Self {
        Self {
            label: token.label,
            scope: token.scope,
            created_at: token.created_at.utc(),
            last_used_at: token.last_used_at.map(Moment::utc),
            expires_at: token.expires_at.map(Moment::utc),
            revoked_at: token.revoked_at.map(Moment::utc),
        }
    }
}

/// `questions.json` is a list of these.
#[derive(Serialize)]
struct AskedFacts {
    season: String,
    problem: Option<String>,
    text: String,
    asked_at: DateTime<Utc>,
    answers: Vec<AnswerFacts>,
}

#[derive(Serialize)]
struct AnswerFacts {
    text: String,
    at: DateTime<Utc>,
}

/// A file under `submissions/`.
#[derive(Serialize)]
struct SubmissionFile {
    /// As the API shows it to its author, with the report.
    submission: Value,
    kind: SubmissionKind,
    method_tag: String,
    notes: String,
    /// The source, if it is text.
    source: Option<String>,
    /// The source in hexadecimal, if it is not text.
    source_hex: Option<String>,
}

/// All files about a person. A submission contains what its page shows to its author.
///
/// # Errors
///
/// When the database fails.
pub(super) fn load_files(
    conn: &mut AnyConnection,
    user: &User,
    kept: &SeasonCache<Sealed>,
    now: Moment,
) -> Result<Vec<ExportedFile>, AppError> {
    let account = load_account(conn, user, now)?;
    let questions = load_questions(conn, user)?;
    let mut files = vec![
        file("account.json".to_owned(), &account)?,
        file("questions.json".to_owned(), &questions)?,
    ];
    for id in submissions::list_numbers(conn, user.id)? {
        let submission = load_submission_file(conn, user, id, now)?;
        files.push(file(format!("submissions/{id}.json"), &submission)?);
        if let Some(receipt) = load_receipt(conn, id, user.id, kept)? {
            files.push(file(format!("receipts/{id}.json"), &receipt)?);
        }
    }
    Ok(files)
}

fn file(name: String, content: &impl Serialize) -> Result<ExportedFile, AppError> {
    let text = serde_json::to_vec_pretty(content).map_err(AppError::internal)?;
    Ok((name, text))
}

fn load_account(
    conn: &mut AnyConnection,
    user: &User,
    now: Moment,
) -> Result<AccountFile, StoreError> {
    let person = users::find_person(conn, &user.name)?;
    let connected = identities::list_identities(conn, user.id)?;
    let signed_in = sessions::list_sessions(conn, user.id, now)?;
    let tokens = tokens::list_tokens(conn, user.id)?;
    Ok(AccountFile {
        name: user.name.clone(),
        display_name: user.display_name.clone(),
        role: user.role,
        label: person.map_or_else(String::new, |person| person.label),
        created_at: user.created_at.utc(),
        page_is_private: user.is_private,
        mail: mail_addresses::find_address(conn, user.id)?.map(Into::into),
        second_factor_since: user.second_factor_at.map(Moment::utc),
        connected: connected.into_iter().map(Into::into).collect(),
        signed_in: signed_in.into_iter().map(Into::into).collect(),
        tokens: tokens.into_iter().map(Into::into).collect(),
    })
}

fn load_questions(conn: &mut AnyConnection, user: &User) -> Result<Vec<AskedFacts>, StoreError> {
    let mut all = Vec::new();
    for (question, season) in questions::list_own(conn, user.id)? {
        let answers = announcements::list_answers(conn, &[question.id])?;
        let answers = answers.into_iter().map(|answer| AnswerFacts {
            text: answer.text,
            at: answer.made_at.utc(),
        });
        all.push(AskedFacts {
            season,
            problem: question.problem,
            text: question.text,
            asked_at: question.asked_at.utc(),
            answers: answers.collect(),
        });
    }
    Ok(all)
}

fn load_submission_file(
    conn: &mut AnyConnection,
    user: &User,
    id: SubmissionId,
    now: Moment,
) -> Result<SubmissionFile, AppError> {
    let submission = load_submission(conn, id, Reader::person(user), now)?;
    let stored = submissions::find_submission(conn, id)?.ok_or_else(AppError::not_found)?;
    let (source, source_hex) = match String::from_utf8(submissions::load_source(conn, id)?) {
        Ok(text) => (Some(text), None),
        Err(error) => (None, Some(hex::encode(error.as_bytes()))),
    };
    Ok(SubmissionFile {
        submission,
        kind: stored.kind,
        method_tag: stored.method_tag,
        notes: stored.notes,
        source,
        source_hex,
    })
}

/// Packs the files into a zip.
///
/// # Errors
///
/// When one of them cannot be written.
pub(super) fn pack(files: &[ExportedFile]) -> io::Result<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        zip.start_file(name.as_str(), SimpleFileOptions::default())?;
        zip.write_all(text)?;
    }
    Ok(zip.finish()?.into_inner())
}
