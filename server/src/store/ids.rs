//! The numbers of rows, with one type for each table, so that they cannot be mixed up.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::serialize::{self, Output, ToSql};
use diesel::sql_types::BigInt;
use serde::Serialize;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, AsExpression, FromSqlRow)]
        #[serde(transparent)]
        #[diesel(sql_type = BigInt)]
        pub struct $name(pub i64);

        impl<DB: Backend> ToSql<BigInt, DB> for $name
        where
            i64: ToSql<BigInt, DB>,
        {
            fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, DB>) -> serialize::Result {
                self.0.to_sql(out)
            }
        }

        impl<DB: Backend> FromSql<BigInt, DB> for $name
        where
            i64: FromSql<BigInt, DB>,
        {
            fn from_sql(bytes: DB::RawValue<'_>) -> deserialize::Result<Self> {
                i64::from_sql(bytes).map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = ParseIntError;

            fn from_str(text: &str) -> Result<Self, ParseIntError> {
                text.parse().map(Self)
            }
        }
    )*};
}

ids! {
    /// A row of `users`.
    UserId;
    /// A row of `api_tokens`.
    TokenId;
    /// A row of `seasons`.
    SeasonId;
    /// A row of `problems`.
    ProblemId;
    /// A row of `drafts`.
    DraftId;
    /// A row of `submissions`.
    SubmissionId;
    /// A row of `judgements`.
    JudgementId;
    /// A row of `rejudges`.
    RejudgeId;
    /// A row of `incidents`.
    IncidentId;
    /// A row of `links`.
    LinkId;
    /// A row of `questions`.
    QuestionId;
    /// A row of `announcements`.
    AnnouncementId;
    /// A row of `mails`.
    MailId;
    /// A row of `identities`.
    IdentityId;
}
