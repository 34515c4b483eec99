//! The rows of any table as JSON, in the same form for both databases: numbers, texts, `true` and `false`, bytes in
//! hexadecimal, times as `2026-11-22 15:04:05.000000`.

use chrono::NaiveDateTime;
use diesel::connection::SimpleConnection as _;
use diesel::pg::PgRowByRowLoadingMode;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use serde_json::Value;

use super::BackupError;
use crate::store::AnyConnection;

/// The format of times in PostgreSQL and in the file.
const TIME: &str = "%Y-%m-%d %H:%M:%S%.6f";

/// The format that diesel writes into SQLite, where queries compare times as texts.
const SQLITE_TIME: &str = "%F %T%.f";

/// A table with its columns in the order of their names.
pub(super) struct Table {
    pub(super) name: String,
    columns: Vec<Column>,
}

struct Column {
    name: String,
    kind: ColumnKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ColumnKind {
    Number,
    Text,
    Bytes,
    Truth,
    Time,
}

#[derive(QueryableByName)]
struct Described {
    #[diesel(sql_type = Text)]
    table_name: String,
    #[diesel(sql_type = Text)]
    column_name: String,
    #[diesel(sql_type = Text)]
    kind: String,
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

/// All tables except those of diesel and of the databases themselves, by name.
pub(super) fn list_tables(conn: &mut AnyConnection) -> Result<Vec<Table>, BackupError> {
    let query = match conn {
        AnyConnection::Sqlite(_) => {
            "SELECT t.name AS table_name, c.name AS column_name, lower(c.type) AS kind
             FROM sqlite_master t JOIN pragma_table_info(t.name) c
             WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
               AND t.name NOT LIKE '\\_\\_diesel%' ESCAPE '\\' ORDER BY 1, 2"
        }
        AnyConnection::Postgres(_) => {
            "SELECT c.table_name::text, c.column_name::text, c.data_type::text AS kind
             FROM information_schema.columns c
             JOIN information_schema.tables t USING (table_schema, table_name)
             WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE'
               AND c.table_name NOT LIKE '\\_\\_diesel%'
             ORDER BY c.table_name::text COLLATE \"C\", c.column_name::text COLLATE \"C\""
        }
    };
    let described: Vec<Described> = diesel::sql_query(query).load(conn)?;
    let mut tables: Vec<Table> = Vec::new();
    for Described {
        table_name,
        column_name,
        kind,
    } in described
    {
        let kind = match kind.as_str() {
            "integer" | "bigint" => ColumnKind::Number,
            "text" => ColumnKind::Text,
            "blob" | "bytea" => ColumnKind::Bytes,
            "boolean" => ColumnKind::Truth,
            "timestamp" | "timestamp without time zone" => ColumnKind::Time,
            other => {
                let what = format!("{table_name}.{column_name} is of the unknown type {other}");
                return Err(BackupError::Broken(what));
            }
        };
        let column = Column {
            name: column_name,
            kind,
        };
        match tables.last_mut().filter(|table| table.name == table_name) {
            Some(table) => table.columns.push(column),
            None => tables.push(Table {
                name: table_name,
                columns: vec![column],
            }),
        }
    }
    Ok(tables)
}

impl Table {
    pub(super) fn is_empty(&self, conn: &mut AnyConnection) -> Result<bool, BackupError> {
        #[derive(QueryableByName)]
        struct Count {
            #[diesel(sql_type = BigInt)]
            count: i64,
        }
        let query = format!(
            "SELECT count(*) AS count FROM (SELECT 1 FROM \"{}\" LIMIT 1) AS first",
            self.name
        );
        let found: Count = diesel::sql_query(query).get_result(conn)?;
        Ok(found.count == 0)
    }

    /// Passes each row to `give`, in no particular order.
    pub(super) fn each_row(
        &self,
        conn: &mut AnyConnection,
        take: &mut dyn FnMut(Value) -> Result<(), BackupError>,
    ) -> Result<(), BackupError> {
        match conn {
            AnyConnection::Sqlite(conn) => {
                let query = diesel::sql_query(self.select("json_object", sqlite_value));
                for line in query.load_iter::<Line, _>(conn)? {
                    take(self.read(&line?.line)?)?;
                }
            }
            AnyConnection::Postgres(conn) => {
                let query = diesel::sql_query(self.select("json_build_object", postgres_value));
                for line in query.load_iter::<Line, PgRowByRowLoadingMode>(conn)? {
                    take(self.read(&line?.line)?)?;
                }
            }
        }
        Ok(())
    }

    fn select(&self, object: &str, value: fn(&str, ColumnKind) -> String) -> String {
        let pairs: Vec<String> = self
            .columns
            .iter()
            .map(|column| {
                let quoted = format!("\"{}\"", column.name);
                format!("'{}', {}", column.name, value(&quoted, column.kind))
            })
            .collect();
        format!(
            "SELECT CAST({object}({}) AS TEXT) AS line FROM \"{}\"",
            pairs.join(", "),
            self.name
        )
    }

    /// Converts a row from the form of one database to the common form.
    fn read(&self, line: &str) -> Result<Value, BackupError> {
        let broken =
            |what: String| BackupError::Broken(format!("a row of `{}`: {what}", self.name));
        let mut row: Value =
            serde_json::from_str(line).map_err(|error| broken(error.to_string()))?;
        for column in self
            .columns
            .iter()
            .filter(|one| one.kind == ColumnKind::Time)
        {
            let value = &mut row[&column.name];
            if let Some(text) = value.as_str() {
                *value = Value::String(retimed(text, TIME).map_err(broken)?);
            }
        }
        Ok(row)
    }

    /// Stores rows.
    pub(super) fn insert(
        &self,
        conn: &mut AnyConnection,
        rows: &[Value],
    ) -> Result<(), BackupError> {
        let quoted: Vec<String> = self
            .columns
            .iter()
            .map(|column| format!("\"{}\"", column.name))
            .collect();
        let into = format!("INSERT INTO \"{}\" ({})", self.name, quoted.join(", "));
        let mut rows = Value::Array(rows.to_vec());
        let list = |value: fn(&Column) -> String| {
            let values: Vec<String> = self.columns.iter().map(value).collect();
            values.join(", ")
        };
        match conn {
            AnyConnection::Sqlite(conn) => {
                self.retime_for_sqlite(&mut rows)?;
                let values = list(|column| {
                    let value = format!("json_extract(value, '$.{}')", column.name);
                    match column.kind {
                        ColumnKind::Bytes => format!("unhex({value})"),
                        _ => value,
                    }
                });
                diesel::sql_query(format!("{into} SELECT {values} FROM json_each(?)"))
                    .bind::<Text, _>(rows.to_string())
                    .execute(conn)?;
            }
            AnyConnection::Postgres(conn) => {
                let values = list(|column| match column.kind {
                    ColumnKind::Bytes => format!("decode(\"{}\", 'hex')", column.name),
                    _ => format!("\"{}\"", column.name),
                });
                let types = list(|column| {
                    let kind = match column.kind {
                        ColumnKind::Number => "bigint",
                        ColumnKind::Text | ColumnKind::Bytes => "text",
                        ColumnKind::Truth => "boolean",
                        ColumnKind::Time => "timestamp",
                    };
                    format!("\"{}\" {kind}", column.name)
                });
                diesel::sql_query(format!(
                    "{into} SELECT {values} FROM json_to_recordset($1::json) AS row({types})"
                ))
                .bind::<Text, _>(rows.to_string())
                .execute(conn)?;
            }
        }
        Ok(())
    }

    fn retime_for_sqlite(&self, rows: &mut Value) -> Result<(), BackupError> {
        for row in rows.as_array_mut().into_iter().flatten() {
            for column in self
                .columns
                .iter()
                .filter(|one| one.kind == ColumnKind::Time)
            {
                let value = &mut row[&column.name];
                if let Some(text) = value.as_str() {
                    *value =
                        Value::String(retimed(text, SQLITE_TIME).map_err(BackupError::Broken)?);
                }
            }
        }
        Ok(())
    }
}

fn retimed(text: &str, form: &str) -> Result<String, String> {
    NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M:%S%.f")
        .map(|time| time.format(form).to_string())
        .map_err(|error| format!("`{text}` is no time: {error}"))
}

fn sqlite_value(column: &str, kind: ColumnKind) -> String {
    match kind {
        ColumnKind::Number | ColumnKind::Text | ColumnKind::Time => column.to_owned(),
        ColumnKind::Bytes => {
            format!("CASE WHEN {column} IS NOT NULL THEN lower(hex({column})) END")
        }
        ColumnKind::Truth => {
            format!("json(CASE WHEN {column} THEN 'true' WHEN NOT {column} THEN 'false' END)")
        }
    }
}

fn postgres_value(column: &str, kind: ColumnKind) -> String {
    match kind {
        ColumnKind::Number | ColumnKind::Text | ColumnKind::Truth => column.to_owned(),
        ColumnKind::Bytes => format!("encode({column}, 'hex')"),
        ColumnKind::Time => format!("to_char({column}, 'YYYY-MM-DD HH24:MI:SS.US')"),
    }
}

/// Allows rows in any order: a row may refer to a later one.
pub(super) fn begin_restore(conn: &mut AnyConnection) -> Result<(), BackupError> {
    match conn {
        AnyConnection::Sqlite(conn) => conn.batch_execute("PRAGMA defer_foreign_keys = ON")?,
        AnyConnection::Postgres(conn) => {
            alter_references(conn, "DEFERRABLE INITIALLY DEFERRED")?;
        }
    }
    Ok(())
}

/// Checks the references, and makes new rows continue the numbering.
pub(super) fn end_restore(conn: &mut AnyConnection, tables: &[Table]) -> Result<(), BackupError> {
    // SQLite checks at the commit, and continues after the largest number.
    let AnyConnection::Postgres(conn) = conn else {
        return Ok(());
    };
    conn.batch_execute("SET CONSTRAINTS ALL IMMEDIATE")?;
    alter_references(conn, "NOT DEFERRABLE")?;
    for table in tables {
        if table.columns.iter().any(|column| column.name == "id") {
            conn.batch_execute(&format!(
                "SELECT setval(pg_get_serial_sequence('\"{0}\"', 'id'), max(id)) FROM \"{0}\"
                 HAVING max(id) IS NOT NULL",
                table.name
            ))?;
        }
    }
    Ok(())
}

fn alter_references(conn: &mut PgConnection, how: &str) -> QueryResult<()> {
    conn.batch_execute(&format!(
        "DO $$ DECLARE one record; BEGIN
           FOR one IN SELECT conrelid::regclass AS place, conname FROM pg_constraint
             WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
           LOOP EXECUTE format('ALTER TABLE %s ALTER CONSTRAINT %I {how}', one.place, one.conname);
           END LOOP;
         END $$"
    ))
}
