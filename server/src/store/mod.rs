//! The database: SQLite by default, PostgreSQL for several machines.
//!
//! All diesel code of the project is in this folder. Queries that both databases support are written once with
//! diesel's DSL; upserts, row locks and kinds of transactions match on the variant. A leaf function takes a
//! connection and is called inside [`run`], the only place that waits for the database off the web threads.
//!
//! Every function here fails if the database fails; other failures are documented under its `# Errors`.

#![expect(
    clippy::missing_errors_doc,
    reason = "that the database fails is said once, above"
)]

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use diesel::r2d2::{ManageConnection, R2D2Connection};
use diesel::{Connection, PgConnection, SqliteConnection};

use tls::Tunnel;

mod any;
mod connection;
mod contests;
mod file;
mod ids;
mod locks;
mod migrations;
mod moment;
mod pool;
mod time;
mod tls;
mod transaction;
mod trouble;
mod words;

pub mod accounts;
pub mod announcements;
pub mod attempt;
pub mod audit;
pub mod backup;
pub mod boards;
pub mod corrections;
pub mod counters;
pub mod daily;
pub mod draft_versions;
pub mod drafts;
pub mod hand_ins;
pub mod identities;
pub mod incidents;
pub mod judgements;
pub mod links;
pub mod log;
pub mod mail_addresses;
pub mod mails;
pub mod models;
pub mod notices;
pub mod practice;
pub mod problems;
pub mod progress;
pub mod questions;
pub mod queue;
pub mod receipts;
pub mod records;
pub mod rejudges;
pub mod results;
pub mod rulings;
pub mod schema;
pub mod season_people;
pub mod seasons;
pub mod second_factors;
pub mod sessions;
pub mod shows;
pub mod sign_ins;
pub mod standings;
pub mod submission_list;
pub mod submissions;
pub mod tokens;
pub mod totals;
pub mod transcripts;
pub mod users;

pub use any::AnyConnection;
pub use file::check_file;
pub use ids::{
    AnnouncementId, DraftId, IdentityId, IncidentId, JudgementId, LinkId, MailId, ProblemId,
    QuestionId, RejudgeId, SeasonId, SubmissionId, TokenId, UserId,
};
pub use migrations::{
    has_schema, migrate, migrate_next, newest_schema, revert_all, revert_last, schema_dump,
};
pub use moment::Moment;
pub use pool::{
    Pool, blocking, blocking_write, open, open_for_readers, run, run_later, run_transaction,
    run_write, takes_writes,
};
pub use time::time;
pub use transaction::{read, write};
pub use trouble::Trouble;
pub use words::{
    Boards, Deed, Difficulty, DraftState, HandingIn, JobState, LinkKind, MailKind, ProblemState,
    RejudgeState, Role, RulingKind, Scope, SeasonState, SubmissionKind, SubmissionState,
};

/// The location of the database.
#[derive(Clone, PartialEq, Eq)]
pub enum DatabaseUrl {
    /// A file.
    Sqlite(PathBuf),
    /// `postgres://…`, with everything that libpq accepts.
    Postgres(String),
}

impl FromStr for DatabaseUrl {
    type Err = StoreError;

    /// Reads `postgres://…`, `postgresql://…`, `sqlite:PATH` or a plain path.
    fn from_str(text: &str) -> Result<Self, StoreError> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(Self::Postgres(text.to_owned()));
        }
        let path = text.strip_prefix("sqlite:").unwrap_or(text);
        match path.split_once("://") {
            Some((scheme, _)) => Err(StoreError::Url(scheme.to_owned())),
            None if path.is_empty() => Err(StoreError::Url(String::new())),
            None => Ok(Self::Sqlite(PathBuf::from(path))),
        }
    }
}

impl fmt::Display for DatabaseUrl {
    /// The address without user and password, suitable for a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => write!(f, "sqlite:{}", path.display()),
            Self::Postgres(url) => {
                let rest = url.split_once("://").map_or(url.as_str(), |(_, rest)| rest);
                let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
                write!(f, "postgres://{}", host.split('?').next().unwrap_or(host))
            }
        }
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// PostgreSQL accepts no text with a NUL, not even in a query; so no such text is ever stored, and searching for one
/// finds nothing.
fn may_exist(text: &str) -> bool {
    !text.contains('\0')
}

/// The most values that a query lists: SQLite allows 32,766.
const MOST_NAMED: usize = 30_000;

/// The results for these values, by one query that lists them, or by several if there are many.
fn in_parts<I, T, E>(all: &[I], find: impl FnMut(&[I]) -> Result<Vec<T>, E>) -> Result<Vec<T>, E> {
    let found: Vec<Vec<T>> = all.chunks(MOST_NAMED).map(find).collect::<Result<_, E>>()?;
    Ok(found.into_iter().flatten().collect())
}

/// What can go wrong with the database.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// An address of an unknown kind.
    #[error("unknown kind of database `{0}`: give a file or postgres://…")]
    Url(String),
    /// No connection.
    #[error("cannot connect to the database: {0}")]
    Connect(#[from] diesel::ConnectionError),
    /// The TLS settings of the address cannot be used.
    #[error("no TLS to the database: {0}")]
    Tls(String),
    /// No connection became free in time.
    #[error("no free connection to the database: {0}")]
    Pool(#[from] diesel::r2d2::PoolError),
    /// A query failed.
    #[error("a query failed: {0}")]
    Query(#[from] diesel::result::Error),
    /// The schema could not be brought up to date.
    #[error("cannot migrate the database: {0}")]
    Migration(String),
    /// A newer program has changed the schema.
    #[error(
        "a newer dojo has changed this database (migration {0}); use that program, or restore a backup that was made before"
    )]
    Newer(String),
    /// The file is damaged.
    #[error("the database is damaged: {0}; restore a backup with `dojo restore`")]
    Damaged(String),
    /// A row contains a value that this program does not know.
    #[error("the database holds {0}")]
    Value(String),
    /// A connection pooler shares PostgreSQL sessions between transactions.
    #[error(
        "a pooler between this program and PostgreSQL gives each transaction another session; let it keep one for \
         each client (PgBouncer: pool_mode = session), or connect without it"
    )]
    SharedSession,
    /// Too many others are writing.
    #[error("too many others are writing")]
    Crowded,
    /// The server is stopping.
    #[error("the query was cancelled because the server is stopping")]
    Cancelled,
}

impl StoreError {
    /// Whether the error is a second row where the schema allows only one.
    pub fn is_unique_violation(&self) -> bool {
        use diesel::result::{DatabaseErrorKind, Error};
        matches!(
            self,
            Self::Query(Error::DatabaseError(DatabaseErrorKind::UniqueViolation, _))
        )
    }
}

/// Makes connections of the kind in the address; each is set up before its first use.
#[derive(Debug)]
pub struct Manager {
    url: DatabaseUrl,
    tunnel: Option<Tunnel>,
    /// Nothing can be changed through its connections.
    for_readers: bool,
}

impl Manager {
    fn new(url: &DatabaseUrl) -> Result<Self, StoreError> {
        let tunnel = match url {
            DatabaseUrl::Sqlite(_) => None,
            DatabaseUrl::Postgres(url) => Tunnel::of(url)?,
        };
        Ok(Self {
            url: url.clone(),
            tunnel,
            for_readers: false,
        })
    }

    fn for_readers(url: &DatabaseUrl) -> Result<Self, StoreError> {
        let manager = Self::new(url)?;
        Ok(Self {
            for_readers: true,
            ..manager
        })
    }

    fn connect_any(&self) -> Result<AnyConnection, StoreError> {
        match &self.url {
            DatabaseUrl::Sqlite(path) => {
                let path = path
                    .to_str()
                    .ok_or_else(|| StoreError::Url("path that is not UTF-8".to_owned()))?;
                file::make_private(path)?;
                let mut conn = SqliteConnection::establish(path)?;
                connection::set_up_sqlite(&mut conn)?;
                if self.for_readers {
                    connection::refuse_writes(&mut conn)?;
                }
                Ok(AnyConnection::Sqlite(conn))
            }
            DatabaseUrl::Postgres(url) => {
                let mut url = connection::with_patience(url);
                if let Some(tunnel) = &self.tunnel {
                    url = tunnel.through(&url);
                }
                let mut conn = PgConnection::establish(&url)?;
                connection::set_up_postgres(&mut conn)?;
                Ok(AnyConnection::Postgres(conn))
            }
        }
    }
}

impl ManageConnection for Manager {
    type Connection = AnyConnection;
    type Error = StoreError;

    fn connect(&self) -> Result<AnyConnection, StoreError> {
        self.connect_any()
    }

    fn is_valid(&self, conn: &mut AnyConnection) -> Result<(), StoreError> {
        Ok(conn.ping()?)
    }

    fn has_broken(&self, conn: &mut AnyConnection) -> bool {
        std::thread::panicking() || conn.is_broken()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_a_file_or_postgresql() {
        let file = |path: &str| DatabaseUrl::Sqlite(PathBuf::from(path));
        assert_eq!(
            "data/dojo.sqlite".parse::<DatabaseUrl>().unwrap(),
            file("data/dojo.sqlite")
        );
        assert_eq!(
            "sqlite:dojo.sqlite".parse::<DatabaseUrl>().unwrap(),
            file("dojo.sqlite")
        );
        assert!(matches!(
            "postgresql://h/d".parse::<DatabaseUrl>().unwrap(),
            DatabaseUrl::Postgres(_)
        ));
        assert!("mysql://h/d".parse::<DatabaseUrl>().is_err());
        assert!("sqlite:".parse::<DatabaseUrl>().is_err());
    }

    #[test]
    fn a_printed_address_has_no_password() {
        let url: DatabaseUrl = "postgres://ada:s3cret@db.example:5433/dojo?password=s3cret"
            .parse()
            .unwrap();
        assert_eq!(url.to_string(), "postgres://db.example:5433/dojo");
    }
}
