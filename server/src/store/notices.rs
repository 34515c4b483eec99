//! Notices between servers on one PostgreSQL, sent with NOTIFY. A notice may be missed, for example when a connection
//! breaks, so listeners also poll the database. On SQLite there is one server and no notices.

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use diesel::sql_types::Text;

use super::{AnyConnection, SubmissionId};

/// An event, sent when the transaction that causes it is committed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// There are jobs in the queue.
    Queued,
    /// A submission has its verdict, or was set aside.
    Settled(SubmissionId),
}

impl Notice {
    fn payload(self) -> String {
        match self {
            Self::Queued => "queued".to_owned(),
            Self::Settled(id) => format!("settled {id}"),
        }
    }

    /// `None` for a notice of a newer program.
    fn parse(payload: &str) -> Option<Self> {
        match payload.split_once(' ') {
            None => (payload == "queued").then_some(Self::Queued),
            Some(("settled", id)) => id.parse().ok().map(|id| Self::Settled(SubmissionId(id))),
            Some(_) => None,
        }
    }
}

/// The schema is part of the channel's name, since several sites may share a database.
const CHANNEL: &str = "'dojo_' || current_schema()";

/// Notifies all servers when the transaction is committed.
pub(super) fn tell(conn: &mut AnyConnection, notice: Notice) -> QueryResult<()> {
    let AnyConnection::Postgres(conn) = conn else {
        return Ok(());
    };
    diesel::sql_query(format!("SELECT pg_notify({CHANNEL}, $1)"))
        .bind::<Text, _>(notice.payload())
        .execute(conn)
        .map(drop)
}

/// This connection receives notices from now on; returns false if this database has none.
pub fn listen(conn: &mut AnyConnection) -> QueryResult<bool> {
    if matches!(conn, AnyConnection::Sqlite(_)) {
        return Ok(false);
    }
    // LISTEN accepts no expression.
    conn.batch_execute(&format!(
        "DO $$ BEGIN EXECUTE format('LISTEN %I', {CHANNEL}); END $$"
    ))?;
    Ok(true)
}

/// Stops listening, so that the connection can be used for something else.
pub fn unlisten(conn: &mut AnyConnection) -> QueryResult<()> {
    conn.batch_execute("UNLISTEN *")
}

/// The notices that have arrived; does not wait.
///
/// # Errors
/// When the connection is broken.
pub fn heard(conn: &mut AnyConnection) -> QueryResult<Vec<Notice>> {
    let AnyConnection::Postgres(conn) = conn else {
        return Ok(Vec::new());
    };
    let mut notices = Vec::new();
    for notification in conn.notifications_iter() {
        notices.extend(Notice::parse(&notification?.payload));
    }
    Ok(notices)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_heard() {
        for notice in [Notice::Queued, Notice::Settled(SubmissionId(12))] {
            assert_eq!(Notice::parse(&notice.payload()), Some(notice));
        }
        assert_eq!(Notice::parse("opened 3"), None);
    }
}
