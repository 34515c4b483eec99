//! Reads request bodies that carry files whole, under a size limit: submissions, packages, archives and lists.

use actix_multipart::Multipart;
use actix_web::http::header::{self, HeaderMap};
use actix_web::web::{self, Bytes, BytesMut};
use actix_web::{HttpRequest, error::PayloadError};
use dojo_judge::package::Room;
use dojo_judge::repeated_key;
use dojo_judge::sequence::MAX_SOURCE_BYTES;
use formula::credit::MAX_SOLUTION_BYTES;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::body_limits;
use super::visit::Visit;
use crate::contests::Values;
use crate::error::{AppError, AppErrorKind};
use crate::words::say;

mod submission;
mod urlencoded;

pub(super) use submission::{Submission, SubmitFields, read_form, read_submission};

/// Largest source, program or derivation, that is accepted and stored. A source above the judge's own limit gets the
/// verdict `REJECT_SIZE`; one above this limit is refused with 413.
pub const MAX_BODY_SOURCE_BYTES: usize = 2 * MAX_SOLUTION_BYTES;

/// Room for the other fields and the separators of a form.
const OTHER_BYTES: usize = 16 << 10;

/// A body above its limit is read and dropped up to this many bytes, so that the sender reads our answer instead of
/// seeing a broken connection. A body that announces more is refused at once.
pub(super) const DRAIN_BYTES: usize = 16 << 20;

/// Largest transcript of a model that is published.
const MAX_TRANSCRIPT_BYTES: usize = 1 << 20;

/// Largest form with a list of people.
const MAX_LIST_BYTES: usize = 1 << 20;

/// Longest value of a field other than the source, in bytes.
const MAX_FIELD_BYTES: usize = 4 << 10;

/// The form with which a setter sends a package.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct PackageFields {
    pub(super) csrf_token: String,
    /// What it is validated against: a season's slug or a scoring version.
    pub(super) season: String,
    /// A zip or tar; empty when no file was chosen.
    pub(super) package: Vec<u8>,
}

/// Reads the form with a package, `multipart/form-data`, after counting it against the rate limit: reading it is
/// expensive.
///
/// # Errors
///
/// When it is too large, unreadable, or of another type.
pub(super) async fn read_package_form(
    visit: &Visit,
    request: &HttpRequest,
    payload: web::Payload,
) -> Result<PackageFields, AppError> {
    visit.app.limiters.submit.check(visit.address)?;
    if media_type(request) != "multipart/form-data" {
        return Err(AppError::because(
            AppErrorKind::MediaType,
            say!("refused-package-media"),
        ));
    }
    let body = read(payload, Room::PACKAGE.archive_bytes + OTHER_BYTES)
        .await
        .map_err(|error| archive_too_large(error, &Room::PACKAGE))?;
    let mut fields = PackageFields::default();
    for (name, value) in multipart_fields(request.headers(), body).await? {
        match name.as_str() {
            "package" => fields.package = value,
            "season" => fields.season = short_text(value)?,
            "csrf_token" => fields.csrf_token = short_text(value)?,
            _ => {}
        }
    }
    Ok(fields)
}

/// Reads a transcript that is the whole body, after counting it against the rate limit.
///
/// # Errors
///
/// When there were too many, and when it is too large or of another type.
pub(super) async fn read_transcript(
    visit: &Visit,
    request: &HttpRequest,
    payload: web::Payload,
) -> Result<Vec<u8>, AppError> {
    visit.app.limiters.submit.check(visit.address)?;
    if media_type(request) != "application/json" {
        return Err(AppError::because(
            AppErrorKind::MediaType,
            "send application/json",
        ));
    }
    let body = read(payload, MAX_TRANSCRIPT_BYTES)
        .await
        .map_err(|error| match error.kind {
            AppErrorKind::TooLarge => AppError::because(
                AppErrorKind::TooLarge,
                format!("a transcript may have at most {MAX_TRANSCRIPT_BYTES} bytes"),
            ),
            _ => error,
        })?;
    Ok(body.into())
}

/// Reads a list of people that is the whole body.
///
/// # Errors
///
/// When it is too large or of another type.
pub(super) async fn read_list(
    request: &HttpRequest,
    payload: web::Payload,
) -> Result<Bytes, AppError> {
    if media_type(request) != "text/csv" {
        return Err(AppError::because(AppErrorKind::MediaType, "send text/csv"));
    }
    read_list_bytes(payload).await
}

async fn read_list_bytes(payload: web::Payload) -> Result<Bytes, AppError> {
    read(payload, MAX_LIST_BYTES).await.map_err(|error| {
        if error.kind == AppErrorKind::TooLarge {
            let message = say!("refused-list-large", n = MAX_LIST_BYTES >> 10);
            AppError::because(AppErrorKind::TooLarge, message)
        } else {
            error
        }
    })
}

/// The form with a list of people.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ListFields {
    pub(super) csrf_token: String,
    /// A label for all of them.
    pub(super) label: String,
    /// The list as it was typed.
    pub(super) list: Vec<u8>,
    /// The file that was chosen; empty without one.
    pub(super) file: Vec<u8>,
}

/// Reads the form with a list of people, `multipart/form-data`.
///
/// # Errors
///
/// When it is too large, unreadable, or of another type.
pub(super) async fn read_list_form(
    request: &HttpRequest,
    payload: web::Payload,
) -> Result<ListFields, AppError> {
    if media_type(request) != "multipart/form-data" {
        return Err(AppError::because(
            AppErrorKind::MediaType,
            say!("refused-form-media"),
        ));
    }
    let body = read_list_bytes(payload).await?;
    let mut fields = ListFields::default();
    for (name, value) in multipart_fields(request.headers(), body).await? {
        match name.as_str() {
            "file" => fields.file = value,
            "list" => fields.list = value,
            "label" => fields.label = short_text(value)?,
            "csrf_token" => fields.csrf_token = short_text(value)?,
            _ => {}
        }
    }
    Ok(fields)
}

/// Largest form of a problem: what an archive may hold, doubled for the escapes and line ends of forms.
const MAX_PROBLEM_FORM_BYTES: usize = 2 * Room::PACKAGE.archive_bytes;

/// Reads a form with arbitrary field names. Its anti-forgery token is checked and removed.
///
/// # Errors
///
/// When the token is wrong, and when the form is too large, unreadable, or of another type.
pub(super) async fn read_values(
    visit: &Visit,
    request: &HttpRequest,
    payload: web::Payload,
) -> Result<Values, AppError> {
    if media_type(request) != "application/x-www-form-urlencoded" {
        return Err(AppError::because(
            AppErrorKind::MediaType,
            say!("refused-form-media"),
        ));
    }
    let body = read(payload, MAX_PROBLEM_FORM_BYTES)
        .await
        .map_err(|error| archive_too_large(error, &Room::PACKAGE))?;
    let mut values = Values::new();
    for (name, value) in urlencoded::fields(&body) {
        let text = |bytes| {
            String::from_utf8(bytes)
                .map_err(|_| AppError::because(AppErrorKind::Unreadable, say!("refused-form-utf8")))
        };
        values.insert(text(name)?, text(value)?);
    }
    visit.check_form(&values.remove("csrf_token").unwrap_or_default())?;
    Ok(values)
}

/// Reads an archive that is the whole body, after counting it against the rate limit.
///
/// # Errors
///
/// When there were too many, and when it is too large or does not arrive.
pub(super) async fn read_archive(
    visit: &Visit,
    payload: web::Payload,
    room: &Room,
) -> Result<Bytes, AppError> {
    visit.app.limiters.submit.check(visit.address)?;
    read(payload, room.archive_bytes)
        .await
        .map_err(|error| archive_too_large(error, room))
}

fn archive_too_large(error: AppError, room: &Room) -> AppError {
    if error.kind == AppErrorKind::TooLarge {
        let limit = room.archive_bytes >> 20;
        return AppError::because(
            AppErrorKind::TooLarge,
            say!("refused-archive-large", n = limit),
        );
    }
    error
}

/// Reads a JSON document of a closed schema.
///
/// # Errors
///
/// When it is too large, is not JSON of that schema, or is of another type.
pub(super) async fn read_json<T: DeserializeOwned>(
    request: &HttpRequest,
    payload: web::Payload,
) -> Result<T, AppError> {
    if media_type(request) != "application/json" {
        return Err(AppError::because(
            AppErrorKind::MediaType,
            "send application/json",
        ));
    }
    let body = read(payload, OTHER_BYTES)
        .await
        .map_err(|error| match error.kind {
            AppErrorKind::TooLarge => AppError::because(
                AppErrorKind::TooLarge,
                format!("the JSON may have at most {OTHER_BYTES} bytes"),
            ),
            _ => error,
        })?;
    json(&body)
}

fn json<T: DeserializeOwned>(body: &[u8]) -> Result<T, AppError> {
    // serde would accept an array for an object whose keys are all optional.
    let first = body.trim_ascii_start().first();
    if first.is_some_and(|first| b"[\"tfn-0123456789".contains(first)) {
        return Err(AppError::because(
            AppErrorKind::Invalid,
            "the body must be a JSON object",
        ));
    }
    if let Some(repeated) = repeated_key::find(body) {
        return Err(AppError::because(
            AppErrorKind::Invalid,
            repeated.to_string(),
        ));
    }
    serde_json::from_slice(body).map_err(|error| {
        let kind = if error.is_data() {
            AppErrorKind::Invalid
        } else {
            AppErrorKind::Unreadable
        };
        AppError::because(kind, wrong_json::<T>(body, &error))
    })
}

/// What is wrong with a JSON body; names the key where that key alone causes the same error.
fn wrong_json<T: DeserializeOwned>(body: &[u8], error: &serde_json::Error) -> String {
    // chrono's messages about texts that are no time.
    const NO_TIME: [&str; 4] = [
        "premature end of input",
        "input contains invalid characters",
        "input is out of range",
        "trailing input",
    ];
    let all = format!("the body is not the JSON expected: {error}");
    let Ok(object) = serde_json::from_slice::<Map<String, Value>>(body) else {
        return all;
    };
    let Err(why) = serde_json::from_value::<T>(Value::Object(object.clone())) else {
        return all;
    };
    let why = why.to_string();
    let fails = |(key, value): (String, Value)| {
        let alone = Map::from_iter([(key.clone(), value)]);
        let error = serde_json::from_value::<T>(Value::Object(alone)).err()?;
        (error.to_string() == why).then_some(key)
    };
    match object.into_iter().find_map(fails) {
        Some(key) if NO_TIME.contains(&why.as_str()) => {
            say!(
                "refused-parameter",
                name = key,
                why = say!("refused-no-time")
            )
        }
        Some(key) if !why.contains(&format!("`{key}`")) => {
            say!("refused-parameter", name = key, why = why)
        }
        _ => all,
    }
}

fn media_type(request: &HttpRequest) -> String {
    let value = request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let kind = value.unwrap_or("").split(';').next().unwrap_or("");
    kind.trim().to_ascii_lowercase()
}

fn too_large() -> AppError {
    AppError::because(
        AppErrorKind::TooLarge,
        say!(
            "refused-source-large",
            n = MAX_SOURCE_BYTES.to_string(),
            of = MAX_SOLUTION_BYTES.to_string()
        ),
    )
}

async fn read(mut payload: web::Payload, limit: usize) -> Result<Bytes, AppError> {
    let mut body = BytesMut::new();
    let mut total = 0;
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|error| body_limits::failure(&error))?;
        total += chunk.len();
        if total > DRAIN_BYTES {
            break;
        }
        if total > limit {
            body = BytesMut::new();
        } else {
            body.extend_from_slice(&chunk);
        }
    }
    if total > limit {
        Err(too_large())
    } else {
        Ok(body.freeze())
    }
}

/// The fields of a multipart form with their names, in order.
async fn multipart_fields(
    headers: &HeaderMap,
    body: Bytes,
) -> Result<Vec<(String, Vec<u8>)>, AppError> {
    let unreadable = |error: actix_multipart::MultipartError| {
        AppError::because(
            AppErrorKind::Unreadable,
            say!("refused-form", why = error.to_string()),
        )
    };
    let whole = stream::iter([Ok::<_, PayloadError>(body)]);
    let mut form = Multipart::new(headers, whole);
    let mut fields = Vec::new();
    while let Some(mut field) = form.try_next().await.map_err(unreadable)? {
        let name = field.name().unwrap_or("").to_owned();
        let mut value = Vec::new();
        while let Some(chunk) = field.try_next().await.map_err(unreadable)? {
            value.extend_from_slice(&chunk);
        }
        fields.push((name, value));
    }
    Ok(fields)
}

fn short_text(value: Vec<u8>) -> Result<String, AppError> {
    if value.len() > MAX_FIELD_BYTES {
        return Err(AppError::because(
            AppErrorKind::TooLarge,
            say!("refused-field-long"),
        ));
    }
    text(value)
}

fn text(value: Vec<u8>) -> Result<String, AppError> {
    String::from_utf8(value)
        .map_err(|_| AppError::because(AppErrorKind::Unreadable, say!("refused-form-utf8")))
}
