//! A database for one test.

use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, PgConnection};
use dojo_server::store::{self, DatabaseUrl, Pool};
use tempfile::TempDir;

/// An empty database that goes away with this value.
pub(crate) struct Database {
    pub(crate) url: DatabaseUrl,
    kind: Kind,
}

enum Kind {
    Sqlite(#[expect(dead_code, reason = "the folder goes away with it")] TempDir),
    Postgres { server: String, schema: String },
}

impl Database {
    pub(crate) fn new() -> Self {
        match std::env::var("DOJO_TEST_POSTGRES_URL") {
            Ok(server) => Self::postgres(server),
            Err(_) => Self::sqlite(),
        }
    }

    /// A SQLite file, whatever the tests run on.
    pub(crate) fn sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = DatabaseUrl::Sqlite(folder.path().join("test.sqlite"));
        Self {
            url,
            kind: Kind::Sqlite(folder),
        }
    }

    fn postgres(server: String) -> Self {
        let schema = format!("test_{:016x}", rand::random::<u64>());
        let mut conn = PgConnection::establish(&server).unwrap();
        conn.batch_execute(&format!("CREATE SCHEMA {schema}"))
            .unwrap();
        let separator = if server.contains('?') { '&' } else { '?' };
        let url = DatabaseUrl::Postgres(format!(
            "{server}{separator}options=-csearch_path%3D{schema}"
        ));
        Self {
            url,
            kind: Kind::Postgres { server, schema },
        }
    }

    pub(crate) fn is_sqlite(&self) -> bool {
        matches!(self.kind, Kind::Sqlite(_))
    }

    /// A pool without any table.
    pub(crate) fn empty_pool(&self, size: u32) -> Pool {
        store::open(&self.url, size).unwrap()
    }

    /// A pool with the schema.
    pub(crate) fn pool(&self) -> Pool {
        let pool = self.empty_pool(4);
        store::blocking(&pool, store::migrate).unwrap();
        pool
    }

    /// The address as a command line takes it.
    pub(crate) fn argument(&self) -> String {
        match &self.url {
            DatabaseUrl::Sqlite(path) => path.to_str().unwrap().to_owned(),
            DatabaseUrl::Postgres(url) => url.clone(),
        }
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if let Kind::Postgres { server, schema } = &self.kind {
            let dropped = PgConnection::establish(server)
                .map(|mut conn| conn.batch_execute(&format!("DROP SCHEMA {schema} CASCADE")));
            if !std::thread::panicking() {
                assert!(
                    matches!(dropped, Ok(Ok(()))),
                    "the schema {schema} is left over"
                );
            }
        }
    }
}
