//! Bodies that carry a source: forms of both kinds and JSON, read whole under one limit.
//!
//! A source is bytes. It is taken as it was sent, invalid UTF-8 included, so that the judge says
//! what is wrong with it; nothing here repairs it.

use std::time::Duration;

use actix_multipart::Multipart;
use actix_web::http::header::{self, HeaderMap};
use actix_web::web::{self, Bytes, BytesMut};
use actix_web::{HttpRequest, error::PayloadError};
use dojo_judge::sequence::MAX_SOURCE_BYTES;
use dojo_judge::sequence::package::MAX_ARCHIVE_BYTES;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use serde::Deserialize;

use crate::error::{AppError, Kind};

/// Largest source that is taken and stored. One above the judge's own limit gets the verdict
/// `REJECT_SIZE`; one above this is refused with 413.
pub const MAX_BODY_SOURCE_BYTES: usize = 4 * MAX_SOURCE_BYTES;

/// Room for the other fields and the separators of a form.
const OTHER_BYTES: usize = 16 << 10;

/// A byte of the source takes at most three in a form, as in `%0A`.
const MAX_FORM_BYTES: usize = 3 * MAX_BODY_SOURCE_BYTES + OTHER_BYTES;

/// A byte of the source takes at most six in JSON, as in `\u000a`.
const MAX_JSON_BYTES: usize = 6 * MAX_BODY_SOURCE_BYTES + OTHER_BYTES;

/// What is above the limit is read and dropped up to this many bytes, so that the sender reads our
/// answer instead of a broken connection.
const DRAIN_BYTES: usize = 16 << 20;

/// How long a body may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_mins(1);

/// Longest value of a field other than the source, in bytes.
const MAX_FIELD_BYTES: usize = 4 << 10;

/// The submit form as it was sent.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct SubmitFields {
    pub(super) csrf_token: String,
    /// The chosen file when it is not empty, else the text.
    pub(super) source: Vec<u8>,
    pub(super) method_tag: String,
    pub(super) notes: String,
}

/// The form with which a setter sends a package.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct PackageFields {
    pub(super) csrf_token: String,
    /// What it is validated against: a season's slug or a scoring version.
    pub(super) season: String,
    /// A zip or tar; empty when no file was chosen.
    pub(super) package: Vec<u8>,
}

/// A submission by the API. The schema is closed: an unknown key is more likely a mistake than an
/// extension.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SubmitJson {
    pub(super) source: String,
    #[serde(default)]
    pub(super) method_tag: Option<serde_json::Value>,
    #[serde(default)]
    pub(super) notes: Option<String>,
}

/// Reads the submit form, `multipart/form-data` or `application/x-www-form-urlencoded`.
///
/// # Errors
/// When it is too large, cannot be read, or is something else.
pub(super) async fn read_form(
    request: &HttpRequest,
    payload: web::Payload,
) -> Result<SubmitFields, AppError> {
    let kind = media_type(request);
    match kind.as_str() {
        "application/x-www-form-urlencoded" => {
            parse_urlencoded(&read(payload, MAX_FORM_BYTES).await?)
        }
        "multipart/form-data" => {
            parse_multipart(request.headers(), read(payload, MAX_FORM_BYTES).await?).await
        }
        _ => Err(AppError::because(
            Kind::MediaType,
            "a form is application/x-www-form-urlencoded or multipart/form-data",
        )),
    }
}

/// Reads a submission by the API.
///
/// # Errors
/// When it is too large, no JSON of that schema, or something else.
pub(super) async fn read_json(
    request: &HttpRequest,
    payload: web::Payload,
) -> Result<SubmitJson, AppError> {
    if media_type(request) != "application/json" {
        return Err(AppError::because(Kind::MediaType, "send application/json"));
    }
    let body = read(payload, MAX_JSON_BYTES).await?;
    let parsed: SubmitJson = serde_json::from_slice(&body).map_err(|error| {
        let kind = if error.is_data() {
            Kind::Invalid
        } else {
            Kind::Unreadable
        };
        AppError::because(kind, format!("the body is not the JSON expected: {error}"))
    })?;
    check_size(parsed.source.len())?;
    Ok(parsed)
}

/// Reads the form with a package, `multipart/form-data`.
///
/// # Errors
/// When it is too large, cannot be read, or is something else.
pub(super) async fn read_package_form(
    request: &HttpRequest,
    payload: web::Payload,
) -> Result<PackageFields, AppError> {
    if media_type(request) != "multipart/form-data" {
        return Err(AppError::because(
            Kind::MediaType,
            "a package is sent as multipart/form-data",
        ));
    }
    let body = read(payload, MAX_ARCHIVE_BYTES + OTHER_BYTES)
        .await
        .map_err(archive_too_large)?;
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

/// Reads a package that is the whole body.
///
/// # Errors
/// When it is too large or does not arrive.
pub(super) async fn read_archive(payload: web::Payload) -> Result<Bytes, AppError> {
    read(payload, MAX_ARCHIVE_BYTES)
        .await
        .map_err(archive_too_large)
}

fn archive_too_large(error: AppError) -> AppError {
    if error.kind == Kind::TooLarge {
        let limit = MAX_ARCHIVE_BYTES >> 20;
        return AppError::because(
            Kind::TooLarge,
            format!("a package may have at most {limit} MiB"),
        );
    }
    error
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
        Kind::TooLarge,
        format!("a source may have at most {MAX_SOURCE_BYTES} bytes"),
    )
}

fn check_size(source_bytes: usize) -> Result<(), AppError> {
    if source_bytes > MAX_BODY_SOURCE_BYTES {
        Err(too_large())
    } else {
        Ok(())
    }
}

async fn read(payload: web::Payload, limit: usize) -> Result<Bytes, AppError> {
    actix_web::rt::time::timeout(BODY_TIMEOUT, read_to_end(payload, limit))
        .await
        .unwrap_or_else(|_| {
            Err(AppError::because(
                Kind::Unreadable,
                "the body did not arrive in time",
            ))
        })
}

async fn read_to_end(mut payload: web::Payload, limit: usize) -> Result<Bytes, AppError> {
    let mut body = BytesMut::new();
    let mut total = 0;
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|error: PayloadError| {
            AppError::because(
                Kind::Unreadable,
                format!("the body could not be read: {error}"),
            )
        })?;
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

fn parse_urlencoded(body: &[u8]) -> Result<SubmitFields, AppError> {
    let mut fields = SubmitFields::default();
    for pair in body.split(|byte| *byte == b'&') {
        let (name, value) = match pair.iter().position(|byte| *byte == b'=') {
            Some(at) => pair.split_at(at),
            None => (pair, &[][..]),
        };
        let value = percent_decoded(value.get(1..).unwrap_or_default());
        fields.set(&percent_decoded(name), value)?;
    }
    Ok(fields)
}

/// Decodes `+` and `%XX`. A `%` that is followed by something else stands for itself, as browsers
/// have it.
fn percent_decoded(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [first, tail @ ..] = rest {
        rest = tail;
        match (first, tail) {
            (b'+', _) => out.push(b' '),
            (b'%', [high, low, after @ ..]) => match (hex_digit(*high), hex_digit(*low)) {
                (Some(high), Some(low)) => {
                    out.push(high << 4 | low);
                    rest = after;
                }
                _ => out.push(b'%'),
            },
            _ => out.push(*first),
        }
    }
    out
}

fn hex_digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    }
}

/// The fields of a multipart form with their names, in its order.
async fn multipart_fields(
    headers: &HeaderMap,
    body: Bytes,
) -> Result<Vec<(String, Vec<u8>)>, AppError> {
    let unreadable = |error: actix_multipart::MultipartError| {
        AppError::because(
            Kind::Unreadable,
            format!("the form could not be read: {error}"),
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

async fn parse_multipart(headers: &HeaderMap, body: Bytes) -> Result<SubmitFields, AppError> {
    let mut fields = SubmitFields::default();
    let mut file = Vec::new();
    for (name, value) in multipart_fields(headers, body).await? {
        if name == "file" {
            check_size(value.len())?;
            file = value;
        } else {
            fields.set(name.as_bytes(), value)?;
        }
    }
    if !file.is_empty() {
        fields.source = file;
    }
    Ok(fields)
}

impl SubmitFields {
    /// Takes one field; one that is not ours is passed over, as browsers' additions are.
    fn set(&mut self, name: &[u8], value: Vec<u8>) -> Result<(), AppError> {
        match name {
            b"source" => {
                check_size(value.len())?;
                self.source = value;
            }
            b"csrf_token" => self.csrf_token = short_text(value)?,
            b"method_tag" => self.method_tag = short_text(value)?,
            b"notes" => self.notes = short_text(value)?,
            _ => {}
        }
        Ok(())
    }
}

fn short_text(value: Vec<u8>) -> Result<String, AppError> {
    if value.len() > MAX_FIELD_BYTES {
        return Err(AppError::because(
            Kind::TooLarge,
            "a field other than the source is too long",
        ));
    }
    String::from_utf8(value)
        .map_err(|_| AppError::because(Kind::Unreadable, "the form is not UTF-8"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_form_gives_back_every_byte() {
        let all: Vec<u8> = (0..=255).collect();
        let encoded = all.iter().map(|byte| format!("%{byte:02X}"));
        let encoded = encoded.collect::<Vec<_>>().concat();
        let body = format!("csrf_token=t&source={encoded}&notes=a+b%2B&other=1&method_tag");
        let fields = parse_urlencoded(body.as_bytes()).unwrap();
        assert_eq!(fields.source, all);
        assert_eq!(
            (fields.csrf_token.as_str(), fields.notes.as_str()),
            ("t", "a b+")
        );
        assert_eq!(fields.method_tag, "");
    }

    #[test]
    fn a_percent_sign_alone_stands_for_itself() {
        assert_eq!(percent_decoded(b"100%"), b"100%");
        assert_eq!(percent_decoded(b"%zz%4"), b"%zz%4");
        assert_eq!(percent_decoded(b"n%%2=%3D"), b"n%%2==");
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_form_and_encoded_ones_come_back(bytes: Vec<u8>) {
            let _ = parse_urlencoded(&bytes);
            let encoded = bytes.iter().map(|byte| format!("%{byte:02x}"));
            prop_assert_eq!(percent_decoded(encoded.collect::<Vec<_>>().concat().as_bytes()), bytes);
        }
    }

    #[test]
    fn one_byte_too_many_is_refused() {
        let form = |bytes: usize| [b"source=".to_vec(), vec![b'x'; bytes]].concat();
        assert!(parse_urlencoded(&form(MAX_BODY_SOURCE_BYTES)).is_ok());
        let error = parse_urlencoded(&form(MAX_BODY_SOURCE_BYTES + 1)).unwrap_err();
        assert_eq!(error.kind, Kind::TooLarge);
    }
}
