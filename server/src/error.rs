//! The error type of handlers. What the reader may know and what only the log may know are separate; `web::answer`
//! turns the former into a page or JSON.

use std::error::Error as StdError;
use std::fmt;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError};

use crate::messages::MessageError;
use crate::season::ImportError;
use crate::season::archives::MakeError;
use crate::season::drafting::DraftError;
use crate::season::lifecycle::{ChangeError, CommandError};
use crate::store::attempt::Refusal;
use crate::store::{StoreError, Trouble};

/// What kind of error it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppErrorKind {
    /// The request cannot be read.
    Unreadable,
    /// The person must sign in.
    SignIn,
    /// The person needs a second factor.
    SecondFactor,
    /// Not allowed for this person, or not from this origin.
    Forbidden,
    /// It does not exist, or this reader may not know about it.
    NotFound,
    /// It exists, everybody may know so, and it is not shown at present. To programs it is as if it did not exist.
    NotShown,
    /// The method is not allowed.
    Method,
    /// The current state does not allow it.
    Conflict,
    /// The body is too large.
    TooLarge,
    /// The type of the body is not accepted.
    MediaType,
    /// The request can be read, but something in it is wrong.
    Invalid,
    /// Too many requests.
    TooFast,
    /// A fault of the server.
    Internal,
    /// Temporarily unavailable.
    Unavailable,
    /// The server's disk is full.
    Full,
}

impl AppErrorKind {
    /// The HTTP status and the word in the API.
    pub fn parts(self) -> (StatusCode, &'static str) {
        match self {
            Self::Unreadable => (StatusCode::BAD_REQUEST, "unreadable"),
            Self::SignIn => (StatusCode::UNAUTHORIZED, "sign_in"),
            Self::SecondFactor => (StatusCode::FORBIDDEN, "second_factor"),
            Self::Forbidden => (StatusCode::FORBIDDEN, "forbidden"),
            Self::NotFound | Self::NotShown => (StatusCode::NOT_FOUND, "not_found"),
            Self::Method => (StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed"),
            Self::Conflict => (StatusCode::CONFLICT, "conflict"),
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "too_large"),
            Self::MediaType => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "media_type"),
            Self::Invalid => (StatusCode::UNPROCESSABLE_ENTITY, "invalid"),
            Self::TooFast => (StatusCode::TOO_MANY_REQUESTS, "too_fast"),
            Self::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "internal"),
            Self::Unavailable => (StatusCode::SERVICE_UNAVAILABLE, "unavailable"),
            Self::Full => (StatusCode::INSUFFICIENT_STORAGE, "disk_full"),
        }
    }

    /// The default message for programs. It is not in the catalogue of words: the API speaks English whatever the
    /// language of pages is. People get [`ErrorPage`](crate::pages::ErrorPage).
    pub fn clause(self) -> &'static str {
        match self {
            Self::Unreadable => "the request cannot be read",
            Self::SignIn => "sign in first",
            Self::SecondFactor => {
                "whoever runs this site needs a second factor, and you have none: set it up at /account/second-factor"
            }
            Self::Forbidden => "that is not allowed",
            Self::NotFound | Self::NotShown => {
                "there is nothing at this address, or nothing that you may see"
            }
            Self::Method => "this address takes another method; `Allow` names those there are",
            Self::Conflict => "the present state does not allow it",
            Self::TooLarge => "the body is too large",
            Self::MediaType => "a body of this kind is not taken here",
            Self::Invalid => "something in the body is wrong",
            Self::TooFast => "that was too often; try again later",
            Self::Internal => "our fault; nothing that was accepted is lost",
            Self::Unavailable => "not available right now; try again in a minute",
            Self::Full => {
                "the server's disk is full or has failed, so nothing was stored; tell the organizers, and try again in a minute"
            }
        }
    }

    /// The kind for a status that actix itself answered with.
    pub fn of_status(status: StatusCode) -> Self {
        match status {
            StatusCode::UNAUTHORIZED => Self::SignIn,
            StatusCode::FORBIDDEN => Self::Forbidden,
            StatusCode::NOT_FOUND => Self::NotFound,
            StatusCode::METHOD_NOT_ALLOWED => Self::Method,
            StatusCode::CONFLICT => Self::Conflict,
            StatusCode::PAYLOAD_TOO_LARGE => Self::TooLarge,
            StatusCode::UNSUPPORTED_MEDIA_TYPE => Self::MediaType,
            StatusCode::TOO_MANY_REQUESTS => Self::TooFast,
            StatusCode::SERVICE_UNAVAILABLE => Self::Unavailable,
            StatusCode::INSUFFICIENT_STORAGE => Self::Full,
            status if status.is_client_error() => Self::Unreadable,
            _ => Self::Internal,
        }
    }
}

/// An error that ends a request.
#[derive(Debug)]
pub struct AppError {
    /// What kind it is.
    pub kind: AppErrorKind,
    /// Details for the reader: one clause without a full stop, from the catalogue if a page shows it. Never set for
    /// 5xx.
    pub detail: Option<String>,
    /// What the reader typed and must not lose.
    pub kept_text: Option<String>,
    /// After how many seconds a retry makes sense.
    pub retry_after_s: Option<u32>,
    cause: Option<Box<dyn StdError + Send + Sync>>,
}

impl AppError {
    /// An error of this kind without details.
    pub fn new(kind: AppErrorKind) -> Self {
        Self {
            kind,
            detail: None,
            kept_text: None,
            retry_after_s: None,
            cause: None,
        }
    }

    /// An error with details.
    pub fn because(kind: AppErrorKind, detail: impl Into<String>) -> Self {
        Self {
            detail: Some(detail.into()),
            ..Self::new(kind)
        }
    }

    /// A fault of the server; the cause is only logged.
    pub fn internal(cause: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self {
            cause: Some(cause.into()),
            ..Self::new(AppErrorKind::Internal)
        }
    }

    /// Adds a cause for the log.
    #[must_use]
    pub fn caused_by(mut self, cause: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        self.cause = Some(cause.into());
        self
    }

    /// Adds the text that the reader must not lose.
    #[must_use]
    pub fn keeping(mut self, text: impl Into<String>) -> Self {
        self.kept_text = Some(text.into()).filter(|text| !text.is_empty());
        self
    }

    /// Adds the time after which a retry makes sense.
    #[must_use]
    pub fn retry_after(mut self, seconds: u32) -> Self {
        self.retry_after_s = Some(seconds);
        self
    }

    /// There is nothing here.
    pub fn not_found() -> Self {
        Self::new(AppErrorKind::NotFound)
    }

    /// Logs what only the log may know.
    pub fn log(&self) {
        match (&self.cause, self.kind) {
            (Some(cause), AppErrorKind::Internal) => {
                tracing::error!(error = %chain(cause.as_ref()), "a request failed");
            }
            (Some(cause), _) => {
                tracing::warn!(error = %chain(cause.as_ref()), "a request was not served");
            }
            (None, _) => {}
        }
    }
}

fn chain(error: &(dyn StdError + 'static)) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(error) = next {
        text.push_str(": ");
        text.push_str(&error.to_string());
        next = error.source();
    }
    text
}

impl fmt::Display for AppError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.detail {
            Some(detail) => f.write_str(detail),
            None => f.write_str(self.kind.parts().1),
        }
    }
}

impl StdError for AppError {}

impl ResponseError for AppError {
    fn status_code(&self) -> StatusCode {
        self.kind.parts().0
    }

    /// Only the status: `web::answer` writes the body, because it knows the reader.
    fn error_response(&self) -> HttpResponse {
        HttpResponse::new(self.status_code())
    }
}

impl From<StoreError> for AppError {
    fn from(error: StoreError) -> Self {
        let (kind, retry_after_s) = match error.trouble() {
            Some(Trouble::Full) => (AppErrorKind::Full, Some(60)),
            Some(Trouble::Away | Trouble::Busy) => (AppErrorKind::Unavailable, Some(5)),
            Some(Trouble::Damaged) => (AppErrorKind::Unavailable, None),
            None if matches!(error, StoreError::Cancelled) => (AppErrorKind::Unavailable, Some(5)),
            None => (AppErrorKind::Internal, None),
        };
        Self {
            cause: Some(Box::new(error)),
            retry_after_s,
            ..Self::new(kind)
        }
    }
}

impl From<diesel::result::Error> for AppError {
    fn from(error: diesel::result::Error) -> Self {
        StoreError::from(error).into()
    }
}

impl From<askama::Error> for AppError {
    fn from(error: askama::Error) -> Self {
        Self::internal(error)
    }
}

impl From<ChangeError> for AppError {
    fn from(error: ChangeError) -> Self {
        match error {
            ChangeError::Store(error) => error.into(),
            ChangeError::NoRejudge(_) | ChangeError::NoIncident(_) => {
                Self::because(AppErrorKind::NotFound, error.to_string())
            }
            ChangeError::Illegal(_)
            | ChangeError::Missing { .. }
            | ChangeError::Conflict
            | ChangeError::NotValid(_)
            | ChangeError::Refused(_) => Self::because(AppErrorKind::Conflict, error.to_string()),
        }
    }
}

impl From<MessageError> for AppError {
    fn from(error: MessageError) -> Self {
        let kind = match error {
            MessageError::Invalid(_) => AppErrorKind::Invalid,
            MessageError::Refused(_) | MessageError::Doubtful(_) => AppErrorKind::Conflict,
            MessageError::NoQuestion(_) => AppErrorKind::NotFound,
            MessageError::Store(error) => return error.into(),
        };
        Self::because(kind, error.to_string())
    }
}

impl From<ImportError> for AppError {
    fn from(error: ImportError) -> Self {
        match error {
            ImportError::Load(error) => Self::because(AppErrorKind::Invalid, error.to_string()),
            ImportError::Differs { .. }
            | ImportError::Committed { .. }
            | ImportError::Contest { .. }
            | ImportError::Runtime { .. } => {
                Self::because(AppErrorKind::Conflict, error.to_string())
            }
            ImportError::Commit(error) => error.into(),
            ImportError::Store(error) => error.into(),
        }
    }
}

impl From<DraftError> for AppError {
    fn from(error: DraftError) -> Self {
        match error {
            DraftError::Import(error) => error.into(),
            DraftError::Change(error) => error.into(),
            DraftError::Taken(_) => Self::because(AppErrorKind::Conflict, error.to_string()),
        }
    }
}

impl From<MakeError> for AppError {
    fn from(error: MakeError) -> Self {
        match error {
            MakeError::Change(error) => error.into(),
            MakeError::Write(_) | MakeError::Io { .. } => Self::internal(error),
        }
    }
}

impl From<CommandError> for AppError {
    fn from(error: CommandError) -> Self {
        match error {
            CommandError::Change(error) => error.into(),
            CommandError::Make(error) => error.into(),
        }
    }
}

impl From<Refusal> for AppError {
    fn from(refusal: Refusal) -> Self {
        let kind = match refusal {
            Refusal::NotYet
            | Refusal::Over
            | Refusal::Withdrawn
            | Refusal::Hidden
            | Refusal::NoAttemptsLeft { .. } => AppErrorKind::Conflict,
            Refusal::OwnProblem | Refusal::Barred => AppErrorKind::Forbidden,
            Refusal::TooSoon { .. } => AppErrorKind::TooFast,
        };
        let error = Self::because(kind, refusal.to_string());
        match refusal {
            Refusal::TooSoon { seconds, .. } => error.retry_after(seconds),
            _ => error,
        }
    }
}
