//! The audit log of the site: `audit`. Rows are only ever added; the database itself refuses to change or remove one.

use std::net::IpAddr;

use diesel::prelude::*;

use super::schema::audit;
use super::{AnyConnection, Deed, Moment, may_exist};

/// Who does something, and from which address.
#[derive(Clone, Debug)]
pub struct By {
    /// The sign-in name, or a word in its place.
    pub name: String,
    /// The network address, if it was not at the terminal.
    pub address: Option<IpAddr>,
}

impl By {
    /// Somebody at the terminal of the server.
    pub fn terminal() -> Self {
        Self {
            name: "terminal".to_owned(),
            address: None,
        }
    }

    /// Whether it is the person with this sign-in name, not somebody at the terminal.
    pub fn is(&self, name: &str) -> bool {
        self.address.is_some() && self.name == name
    }
}

/// Which entries to list.
#[derive(Clone, Debug, Default)]
pub struct AuditFilter {
    /// Done by or to this sign-in name.
    pub name: Option<String>,
    /// What was done.
    pub deed: Option<Deed>,
    /// Older than the entry with this number.
    pub before: Option<i64>,
}

/// An entry of the audit log.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = audit)]
pub struct Entry {
    /// Number.
    pub id: i64,
    /// When.
    pub at: Moment,
    /// Who did it.
    pub by_name: String,
    /// The network address.
    pub address: Option<String>,
    /// What was done.
    pub deed: Deed,
    /// The target: a sign-in name, the label of an invitation, the slug of a season, the number of a draft.
    pub subject: String,
    /// Further details, such as the values before and after.
    pub details: String,
}

/// Records what was done, inside the transaction that does it.
pub fn note(
    conn: &mut AnyConnection,
    by: &By,
    (deed, subject, details): (Deed, &str, &str),
    now: Moment,
) -> QueryResult<()> {
    diesel::insert_into(audit::table)
        .values((
            audit::at.eq(now),
            audit::by_name.eq(&by.name),
            audit::address.eq(by.address.map(|address| address.to_string())),
            audit::deed.eq(deed),
            audit::subject.eq(subject),
            audit::details.eq(details),
        ))
        .execute(conn)
        .map(drop)
}

/// The latest, newest first: of one person, or of all.
pub fn list_latest(
    conn: &mut AnyConnection,
    subject: Option<&str>,
    limit: i64,
) -> QueryResult<Vec<Entry>> {
    let mut query = audit::table
        .select(Entry::as_select())
        .order(audit::id.desc())
        .limit(limit)
        .into_boxed();
    if let Some(subject) = subject {
        query = query.filter(audit::subject.eq(subject));
    }
    query.load(conn)
}

/// The matching entries, newest first.
pub fn list_found(
    conn: &mut AnyConnection,
    filter: &AuditFilter,
    limit: i64,
) -> QueryResult<Vec<Entry>> {
    let mut query = audit::table
        .select(Entry::as_select())
        .order(audit::id.desc())
        .limit(limit)
        .into_boxed();
    if let Some(name) = &filter.name {
        if !may_exist(name) {
            return Ok(Vec::new());
        }
        query = query.filter(audit::subject.eq(name).or(audit::by_name.eq(name)));
    }
    if let Some(deed) = filter.deed {
        query = query.filter(audit::deed.eq(deed));
    }
    if let Some(id) = filter.before {
        query = query.filter(audit::id.lt(id));
    }
    query.load(conn)
}
