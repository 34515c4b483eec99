//! The schema migrations.

use diesel::connection::SimpleConnection as _;
use diesel::dsl::sql;
use diesel::migration::{Migration as _, MigrationSource};
use diesel::sql_types::{Bool, Nullable, Text};
use diesel::sqlite::Sqlite;
use diesel::{QueryResult, QueryableByName, RunQueryDsl as _};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use super::any::on_either;
use super::connection::waiting_long;
use super::{AnyConnection, StoreError, write};

const SQLITE: EmbeddedMigrations = embed_migrations!("../migrations/sqlite");
const POSTGRES: EmbeddedMigrations = embed_migrations!("../migrations/postgres");

/// Number of PostgreSQL's advisory lock around migrations: the bytes of `dojo`.
const MIGRATION_LOCK: i64 = 0x646f_6a6f;

/// Brings the schema up to date. Any number of servers may do this at the same time.
///
/// # Errors
/// When a migration fails; earlier ones stay applied. Also when a newer program has changed the schema in ways that
/// this one does not know.
pub fn migrate(conn: &mut AnyConnection) -> Result<(), StoreError> {
    locked(conn, |conn| {
        refuse_newer(conn)?;
        let all = migrations(conn);
        on_either!(conn, |c| c.run_pending_migrations(all).map(drop)).map_err(migration_error)
    })
}

/// Applies only the next migration; there must be one.
///
/// # Errors
/// When it fails, and when there is none.
pub fn migrate_next(conn: &mut AnyConnection) -> Result<(), StoreError> {
    locked(conn, |conn| {
        let all = migrations(conn);
        on_either!(conn, |c| c.run_next_migration(all).map(drop)).map_err(migration_error)
    })
}

/// Reverts the last migration.
///
/// # Errors
/// When it cannot be reverted.
pub fn revert_last(conn: &mut AnyConnection) -> Result<(), StoreError> {
    locked(conn, |conn| {
        let all = migrations(conn);
        on_either!(conn, |c| c.revert_last_migration(all).map(drop)).map_err(migration_error)
    })
}

/// Reverts the whole schema, with all data.
///
/// # Errors
/// When a migration cannot be reverted.
pub fn revert_all(conn: &mut AnyConnection) -> Result<(), StoreError> {
    locked(conn, |conn| {
        let all = migrations(conn);
        on_either!(conn, |c| c.revert_all_migrations(all).map(drop)).map_err(migration_error)
    })
}

/// The last migration that was applied; this writes nothing.
pub(super) fn schema_version(conn: &mut AnyConnection) -> QueryResult<String> {
    #[derive(QueryableByName)]
    struct Last {
        #[diesel(sql_type = Nullable<Text>)]
        version: Option<String>,
    }
    let last: Last = diesel::sql_query(
        "SELECT CAST(max(version) AS TEXT) AS version FROM __diesel_schema_migrations",
    )
    .get_result(conn)?;
    Ok(last.version.unwrap_or_default())
}

/// Whether there is a schema of ours, or one that was made in the same way; this writes nothing.
pub fn has_schema(conn: &mut AnyConnection) -> QueryResult<bool> {
    let found = match conn {
        AnyConnection::Sqlite(_) => {
            "(SELECT count(*) > 0 FROM sqlite_master WHERE name = '__diesel_schema_migrations')"
        }
        AnyConnection::Postgres(_) => "to_regclass('__diesel_schema_migrations') IS NOT NULL",
    };
    on_either!(conn, |c| diesel::select(sql::<Bool>(found)).get_result(c))
}

/// The last migration that this program knows.
pub fn newest_schema() -> String {
    names(&SQLITE).into_iter().max().unwrap_or_default()
}

/// Applies migrations to an empty database, up to and with the one of this version.
pub(super) fn migrate_up_to(conn: &mut AnyConnection, version: &str) -> Result<(), StoreError> {
    if !names(&SQLITE).contains(&version.to_owned()) {
        return Err(StoreError::Newer(version.to_owned()));
    }
    while applied(conn)?
        .iter()
        .all(|applied| applied.as_str() < version)
    {
        migrate_next(conn)?;
    }
    Ok(())
}

fn applied(conn: &mut AnyConnection) -> Result<Vec<String>, StoreError> {
    let applied = on_either!(conn, |c| c.applied_migrations()).map_err(migration_error)?;
    Ok(applied.iter().map(ToString::to_string).collect())
}

/// The migrations of this database. Both sets say the same in different SQL: SQLite changes a table by recreating it,
/// and has other types for numbers and bytes. A test compares the resulting schemas.
fn migrations(conn: &AnyConnection) -> EmbeddedMigrations {
    match conn {
        AnyConnection::Sqlite(_) => SQLITE,
        AnyConnection::Postgres(_) => POSTGRES,
    }
}

/// Their names, which are the same for both databases.
fn names(source: &EmbeddedMigrations) -> Vec<String> {
    let migrations = MigrationSource::<Sqlite>::migrations(source).unwrap_or_default();
    migrations
        .iter()
        .map(|migration| migration.name().version().to_string())
        .collect()
}

fn refuse_newer(conn: &mut AnyConnection) -> Result<(), StoreError> {
    let known = names(&migrations(conn));
    let unknown = applied(conn)?
        .into_iter()
        .find(|version| !known.contains(version));
    match unknown {
        Some(version) => Err(StoreError::Newer(version)),
        None => Ok(()),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it stands in `map_err`")]
fn migration_error(error: Box<dyn std::error::Error + Send + Sync>) -> StoreError {
    StoreError::Migration(error.to_string())
}

/// If several servers start at once, one migrates and the others wait: on SQLite because all of it is one write
/// transaction, on PostgreSQL because of a lock.
fn locked(
    conn: &mut AnyConnection,
    f: impl FnOnce(&mut AnyConnection) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    if matches!(conn, AnyConnection::Sqlite(_)) {
        return write(conn, f);
    }
    waiting_long(conn, |conn| {
        conn.batch_execute(&format!("SELECT pg_advisory_lock({MIGRATION_LOCK})"))?;
        let outcome = f(conn);
        conn.batch_execute(&format!("SELECT pg_advisory_unlock({MIGRATION_LOCK})"))?;
        outcome
    })?
}

/// The schema as the database itself describes it, one object on each line, in a fixed order.
///
/// # Errors
/// When the database does not answer.
pub fn schema_dump(conn: &mut AnyConnection) -> Result<Vec<String>, StoreError> {
    #[derive(QueryableByName)]
    struct Line {
        #[diesel(sql_type = Nullable<Text>)]
        line: Option<String>,
    }
    let query = match conn {
        AnyConnection::Sqlite(_) => {
            "SELECT type || ' ' || name || ' ' || coalesce(sql, '') AS line FROM sqlite_master
             WHERE name NOT LIKE '\\_\\_diesel%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
             ORDER BY 1"
        }
        AnyConnection::Postgres(_) => {
            "SELECT line FROM (
               SELECT 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable
                 || ' ' || coalesce(column_default, '') AS line
               FROM information_schema.columns
               WHERE table_schema = current_schema() AND table_name NOT LIKE '\\_\\_diesel%'
               UNION ALL
               SELECT 'constraint ' || conrelid::regclass::text || ' ' || pg_get_constraintdef(oid)
               FROM pg_constraint WHERE connamespace = current_schema()::regnamespace
                 AND conrelid::regclass::text NOT LIKE '\\_\\_diesel%'
               UNION ALL
               SELECT 'index ' || replace(indexdef, ' ON ' || schemaname || '.', ' ON ') FROM pg_indexes
               WHERE schemaname = current_schema() AND tablename NOT LIKE '\\_\\_diesel%'
             ) AS lines ORDER BY 1"
        }
    };
    let lines: Vec<Line> = diesel::sql_query(query).load(conn)?;
    Ok(lines.into_iter().filter_map(|line| line.line).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_databases_have_the_same_migrations() {
        let sqlite = names(&SQLITE);
        assert_eq!(sqlite, names(&POSTGRES));
        assert!(!sqlite.is_empty());
    }
}
