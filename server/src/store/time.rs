//! The reference clock. On PostgreSQL it is the database's, which all servers and commands share; a SQLite file is on
//! this machine, so it is the machine's.

use diesel::RunQueryDsl as _;
use diesel::dsl::sql;
use diesel::result::QueryResult;
use diesel::sql_types::Timestamp;

use super::{AnyConnection, Moment};

/// The time on the reference clock.
pub fn time(conn: &mut AnyConnection) -> QueryResult<Moment> {
    match conn {
        AnyConnection::Sqlite(_) => Ok(Moment::now()),
        AnyConnection::Postgres(conn) => {
            diesel::select(sql::<Timestamp>("clock_timestamp() AT TIME ZONE 'UTC'"))
                .get_result(conn)
        }
    }
}
