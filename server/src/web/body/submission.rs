//! Reads a submission as it arrives: the form of the problem's page in either encoding, and the API's JSON and
//! multipart.
//!
//! A source is bytes. It is stored as its author has it, invalid UTF-8 included, so that the judge can say what is wrong
//! with it; nothing here repairs it.

use actix_web::HttpRequest;
use actix_web::http::header::HeaderMap;
use actix_web::web::{self, Bytes};
use dojo_judge::sequence::Solution;
use serde::Deserialize;
use serde_json::Value;

use super::{
    MAX_BODY_SOURCE_BYTES, OTHER_BYTES, media_type, multipart_fields, read, short_text, text,
    too_large, urlencoded,
};
use crate::error::{AppError, AppErrorKind};
use crate::words::say;

/// A byte of the source takes at most three in a form, as in `%0A`.
const MAX_FORM_BYTES: usize = 3 * MAX_BODY_SOURCE_BYTES + OTHER_BYTES;

/// A byte of the source takes at most six in JSON, as in `\u000a`.
const MAX_JSON_BYTES: usize = 6 * MAX_BODY_SOURCE_BYTES + OTHER_BYTES;

/// A submission by the API.
pub(in crate::web) struct Submission {
    pub(in crate::web) source: Vec<u8>,
    pub(in crate::web) solution: Solution,
}

/// The submit form as it was sent.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::web) struct SubmitFields {
    pub(in crate::web) csrf_token: String,
    /// The chosen file when it is not empty, else the text.
    pub(in crate::web) source: Vec<u8>,
    /// It is the file.
    is_file: bool,
    pub(in crate::web) method_tag: String,
    pub(in crate::web) notes: String,
    /// Identifies this page, so that sending its form twice stores one submission.
    pub(in crate::web) attempt_key: String,
    /// The author wants to be asked first when a part of the derivation is not read.
    pub(in crate::web) ask_first: bool,
    /// A `solution.json`; empty when none was chosen.
    solution: Vec<u8>,
}

/// The description of a program came both in a file and in the fields.
#[derive(Debug, thiserror::Error)]
#[error("{}", say!("submit-two-solutions"))]
pub(in crate::web) struct TwoSolutions;

impl SubmitFields {
    /// The author's description of the program, from the file or from the two fields.
    ///
    /// # Errors
    ///
    /// When both are filled.
    pub(in crate::web) fn solution(&self) -> Result<Solution, TwoSolutions> {
        let field = |text: &str| Some(Value::from(text)).filter(|_| !text.is_empty());
        let (tag, notes) = (field(&self.method_tag), field(&self.notes));
        match (self.solution.is_empty(), &tag, &notes) {
            (true, ..) => Ok(Solution::of(tag.as_ref(), notes.as_ref())),
            (false, None, None) => Ok(Solution::read(&self.solution)),
            (false, ..) => Err(TwoSolutions),
        }
    }

    /// Stores one field; returns false when its name is unknown.
    fn set(&mut self, name: &[u8], value: Vec<u8>) -> Result<bool, AppError> {
        match name {
            // The browser sends an empty text beside a chosen file, and an empty file beside a text.
            b"source" | b"file" => {
                check_size(value.len())?;
                let is_file = name == b"file" && !value.is_empty();
                if is_file || self.source.is_empty() {
                    self.source = value;
                    self.is_file = is_file;
                }
            }
            b"solution" => self.solution = value,
            b"csrf_token" => self.csrf_token = short_text(value)?,
            b"method_tag" => self.method_tag = text(value)?,
            b"attempt_key" => self.attempt_key = short_text(value)?,
            b"ask_first" => self.ask_first = !value.is_empty(),
            // The check of tag and notes reports that they are too long, and the program stays in the form.
            b"notes" => self.notes = text(value)?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// A submission as JSON. The schema is closed: an unknown key is more likely a mistake than an
/// extension. By the scoring, a tag that is no string is no tag.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SubmitJson {
    source: String,
    #[serde(default)]
    method_tag: Option<Value>,
    #[serde(default)]
    notes: Option<String>,
}

fn check_size(source_bytes: usize) -> Result<(), AppError> {
    if source_bytes > MAX_BODY_SOURCE_BYTES {
        Err(too_large())
    } else {
        Ok(())
    }
}

/// Reads the submit form, `multipart/form-data` or `application/x-www-form-urlencoded`. Unknown fields are ignored:
/// browsers add some.
///
/// # Errors
///
/// When it is too large, unreadable, or of another type.
pub(in crate::web) async fn read_form(
    request: &HttpRequest,
    payload: web::Payload,
) -> Result<SubmitFields, AppError> {
    let mut fields = match media_type(request).as_str() {
        "application/x-www-form-urlencoded" => {
            parse_urlencoded(&read(payload, MAX_FORM_BYTES).await?)?
        }
        "multipart/form-data" => {
            let body = read(payload, MAX_FORM_BYTES).await?;
            parse_multipart(request.headers(), body, |_| Ok(())).await?
        }
        _ => {
            return Err(AppError::because(
                AppErrorKind::MediaType,
                say!("refused-submit-media"),
            ));
        }
    };
    if !fields.is_file {
        fields.source = as_typed(&fields.source);
    }
    Ok(fields)
}

/// What was typed into a box. Its lines end with `\n`, and browsers send `\r\n` for each
/// (<https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#constructing-the-form-data-set>): with
/// those, a receipt would not be for the file that its author has.
fn as_typed(sent: &[u8]) -> Vec<u8> {
    let mut typed = Vec::with_capacity(sent.len());
    for (at, byte) in sent.iter().enumerate() {
        if *byte != b'\r' || sent.get(at + 1) != Some(&b'\n') {
            typed.push(*byte);
        }
    }
    typed
}

/// Reads a submission by the API: JSON, or multipart with the files themselves.
///
/// # Errors
///
/// When it is too large, has no source or an unknown field, or is of another type.
pub(in crate::web) async fn read_submission(
    request: &HttpRequest,
    payload: web::Payload,
) -> Result<Submission, AppError> {
    let invalid = |message: String| AppError::because(AppErrorKind::Invalid, message);
    let submission = match media_type(request).as_str() {
        "application/json" => parse_json(&read(payload, MAX_JSON_BYTES).await?)?,
        "multipart/form-data" => {
            let body = read(payload, MAX_FORM_BYTES).await?;
            let fields = parse_multipart(request.headers(), body, |name| {
                Err(invalid(format!(
                    "unknown part `{name}`; a submission has `source`, `solution`, `method_tag` \
                     and `notes`"
                )))
            })
            .await?;
            Submission {
                solution: fields
                    .solution()
                    .map_err(|error| invalid(error.to_string()))?,
                source: fields.source,
            }
        }
        _ => {
            return Err(AppError::because(
                AppErrorKind::MediaType,
                "send application/json or multipart/form-data",
            ));
        }
    };
    if submission.source.is_empty() {
        return Err(invalid("`source` is empty".to_owned()));
    }
    Ok(submission)
}

fn parse_json(body: &[u8]) -> Result<Submission, AppError> {
    let parsed: SubmitJson = super::json(body)?;
    check_size(parsed.source.len())?;
    Ok(Submission {
        source: parsed.source.into_bytes(),
        solution: Solution::of(
            parsed.method_tag.as_ref(),
            parsed.notes.map(Value::from).as_ref(),
        ),
    })
}

fn parse_urlencoded(body: &[u8]) -> Result<SubmitFields, AppError> {
    let mut fields = SubmitFields::default();
    for (name, value) in urlencoded::fields(body) {
        fields.set(&name, value)?;
    }
    Ok(fields)
}

async fn parse_multipart(
    headers: &HeaderMap,
    body: Bytes,
    foreign: impl Fn(&str) -> Result<(), AppError>,
) -> Result<SubmitFields, AppError> {
    let mut fields = SubmitFields::default();
    for (name, value) in multipart_fields(headers, body).await? {
        if !fields.set(name.as_bytes(), value)? {
            foreign(&name)?;
        }
    }
    Ok(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_others_are_passed_over() {
        let body = b"csrf_token=t&source=print(1)&notes=a+b&other=1&method_tag";
        let fields = parse_urlencoded(body).unwrap();
        let expected = SubmitFields {
            csrf_token: "t".to_owned(),
            source: b"print(1)".to_vec(),
            notes: "a b".to_owned(),
            ..SubmitFields::default()
        };
        assert_eq!(fields, expected);
    }

    #[test]
    fn a_chosen_file_wins_over_the_text() {
        for (text, file, wins) in [("a", "b", "b"), ("a", "", "a"), ("", "b", "b")] {
            for order in [["source", "file"], ["file", "source"]] {
                let mut fields = SubmitFields::default();
                for name in order {
                    let value = if name == "file" { file } else { text };
                    fields.set(name.as_bytes(), value.into()).unwrap();
                }
                assert_eq!(fields.source, wins.as_bytes(), "{text} {file} {order:?}");
            }
        }
    }

    #[test]
    fn what_browsers_make_of_line_breaks_is_undone() {
        assert_eq!(as_typed(b"a\r\nb\r\n\r\nc\rd\ne"), b"a\nb\n\nc\rd\ne");
    }

    #[test]
    fn one_byte_too_many_is_refused() {
        let form = |bytes: usize| [b"source=".to_vec(), vec![b'x'; bytes]].concat();
        assert!(parse_urlencoded(&form(MAX_BODY_SOURCE_BYTES)).is_ok());
        let error = parse_urlencoded(&form(MAX_BODY_SOURCE_BYTES + 1)).unwrap_err();
        assert_eq!(error.kind, AppErrorKind::TooLarge);
    }
}
