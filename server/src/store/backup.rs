//! Backups: everything in the database at one moment, as a file that either kind of database can be restored from. A
//! backup is made in a read transaction, so the server keeps working meanwhile.
//!
//! The file is JSON lines compressed with zstd: a head with the schema's version; for each table a line with its
//! name, its rows, and a line with their number and hash; and an end. A hash is SHA-256 over the sorted SHA-256 of
//! the rows, so it does not depend on the order in which a database returns them. [`write()`] returns the hash over
//! all tables; [`restore`] reads back what it stored and fails if its hash differs.

mod rows;

use std::collections::BTreeMap;
use std::io::{self, BufRead as _, BufReader, BufWriter, Read, Write};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::migrations::{migrate_up_to, schema_version};
use super::{AnyConnection, Moment, StoreError, migrate, read, transaction};

/// The version of the file format.
const FORM: u32 = 1;

/// How many rows one statement stores.
const BATCH: usize = 50;

/// The longest line that is read. The longest possible row is a problem with its terms.
const MAX_LINE_BYTES: u64 = 1 << 28;

/// The summary of a backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Rows of each table.
    pub rows: BTreeMap<String, u64>,
    /// SHA-256 over all tables, in hexadecimal.
    pub sha256: String,
}

/// Why there is no backup, or why it cannot be restored.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The file cannot be read or written.
    #[error("the file: {0}")]
    Io(#[from] io::Error),
    /// It is not a backup, or an incomplete one.
    #[error("the file is no whole backup: {0}")]
    Broken(String),
    /// The database is not empty.
    #[error("the database is not empty: `{0}` has rows; restore into a new one")]
    NotEmpty(String),
    /// What was stored differs from the file.
    #[error("what was stored is not what the file has, so nothing was kept: table `{0}`")]
    Differs(String),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<diesel::result::Error> for BackupError {
    fn from(error: diesel::result::Error) -> Self {
        Self::Store(error.into())
    }
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "line", rename_all = "snake_case", deny_unknown_fields)]
enum BackupLine {
    Head {
        dojo_backup: u32,
        schema: String,
        made_at: Moment,
    },
    Table {
        name: String,
    },
    Row {
        row: Value,
    },
    TableEnd {
        rows: u64,
        sha256: String,
    },
    End(Summary),
}

/// The hashes of a table's rows.
#[derive(Default)]
struct Hashes(Vec<[u8; 32]>);

impl Hashes {
    fn add(&mut self, row: &Value) {
        // Keys are in the order of the table's columns, which is the same in both databases.
        self.0.push(Sha256::digest(row.to_string()).into());
    }

    fn end(mut self) -> (u64, String) {
        self.0.sort_unstable();
        let mut all = Sha256::new();
        for hash in &self.0 {
            all.update(hash);
        }
        (self.0.len() as u64, hex::encode(all.finalize()))
    }
}

/// Gathers what tables end with.
#[derive(Default)]
struct Total {
    rows: BTreeMap<String, u64>,
    hashes: BTreeMap<String, String>,
}

impl Total {
    fn add(&mut self, table: &str, (rows, sha256): (u64, String)) {
        self.rows.insert(table.to_owned(), rows);
        self.hashes.insert(table.to_owned(), sha256);
    }

    fn end(self) -> Summary {
        let mut all = Sha256::new();
        for (table, hash) in &self.hashes {
            all.update(format!("{table} {hash}\n"));
        }
        Summary {
            rows: self.rows,
            sha256: hex::encode(all.finalize()),
        }
    }
}

/// Writes a backup.
///
/// # Errors
/// When the database or the file fails.
pub fn write<W: Write>(
    conn: &mut AnyConnection,
    file: W,
    now: Moment,
) -> Result<Summary, BackupError> {
    let mut out = BufWriter::new(zstd::Encoder::new(file, 0)?);
    let summary = read(conn, |conn| {
        put(
            &mut out,
            &BackupLine::Head {
                dojo_backup: FORM,
                schema: schema_version(conn)?,
                made_at: now,
            },
        )?;
        let mut total = Total::default();
        for table in rows::list_tables(conn)? {
            let name = table.name.clone();
            put(&mut out, &BackupLine::Table { name })?;
            let mut hashes = Hashes::default();
            table.each_row(conn, &mut |row| {
                hashes.add(&row);
                put(&mut out, &BackupLine::Row { row })
            })?;
            let (rows, sha256) = hashes.end();
            let end = BackupLine::TableEnd {
                rows,
                sha256: sha256.clone(),
            };
            put(&mut out, &end)?;
            total.add(&table.name, (rows, sha256));
        }
        let summary = total.end();
        put(&mut out, &BackupLine::End(summary.clone()))?;
        Ok::<_, BackupError>(summary)
    })?;
    let encoder = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    encoder.finish()?.flush()?;
    Ok(summary)
}

fn put(out: &mut impl Write, line: &BackupLine) -> Result<(), BackupError> {
    serde_json::to_writer(&mut *out, line).map_err(io::Error::from)?;
    Ok(out.write_all(b"\n")?)
}

/// Reads a backup's lines one after the other.
struct Lines<R: Read>(BufReader<zstd::Decoder<'static, BufReader<R>>>);

impl<R: Read> Lines<R> {
    fn open(file: R) -> Result<Self, BackupError> {
        Ok(Self(BufReader::new(zstd::Decoder::new(file)?)))
    }

    fn next(&mut self) -> Result<BackupLine, BackupError> {
        let mut line = String::new();
        let read = (&mut self.0)
            .take(MAX_LINE_BYTES)
            .read_line(&mut line)
            .map_err(|error| broken(&error.to_string()))?;
        if read == 0 {
            return Err(broken("it ends too early"));
        }
        serde_json::from_str(&line).map_err(|error| broken(&error.to_string()))
    }
}

fn broken(what: &str) -> BackupError {
    BackupError::Broken(what.to_owned())
}

/// Reads a backup to its end and checks it against its own hashes.
///
/// # Errors
/// When the file cannot be read or is not a complete backup.
pub fn verify<R: Read>(file: R) -> Result<Summary, BackupError> {
    let mut lines = Lines::open(file)?;
    head(&mut lines)?;
    tables(&mut lines, |_, _| Ok(()))
}

/// Restores a backup into an empty database, completely or not at all.
///
/// # Errors
/// When the database has rows, when the file is not a complete backup or was made by a newer program, and when what
/// was stored differs from the file.
pub fn restore<R: Read>(conn: &mut AnyConnection, file: R) -> Result<Summary, BackupError> {
    let mut lines = Lines::open(file)?;
    let schema = head(&mut lines)?;
    migrate_up_to(conn, &schema)?;
    let known = rows::list_tables(conn)?;
    for table in &known {
        if !table.is_empty(conn)? {
            return Err(BackupError::NotEmpty(table.name.clone()));
        }
    }
    let table = |name: &str| {
        let found = known.iter().find(|table| table.name == name);
        found.ok_or_else(|| broken(&format!("there is no table `{name}`")))
    };
    let summary = transaction::write(conn, |conn| {
        rows::begin_restore(conn)?;
        let summary = tables(&mut lines, |name, rows| table(name)?.insert(conn, rows))?;
        rows::end_restore(conn, &known)?;
        let mut total = Total::default();
        for table in &known {
            let mut hashes = Hashes::default();
            table.each_row(conn, &mut |row| {
                hashes.add(&row);
                Ok::<_, BackupError>(())
            })?;
            total.add(&table.name, hashes.end());
        }
        let stored = total.end();
        if stored == summary {
            return Ok(summary);
        }
        let differs = |(table, rows): (&String, &u64)| summary.rows.get(table) != Some(rows);
        let table = stored.rows.iter().find(|row| differs(*row));
        Err(BackupError::Differs(
            table.map_or_else(String::new, |(table, _)| table.clone()),
        ))
    })?;
    migrate(conn)?;
    Ok(summary)
}

fn head<R: Read>(lines: &mut Lines<R>) -> Result<String, BackupError> {
    match lines.next()? {
        BackupLine::Head {
            dojo_backup: FORM,
            schema,
            ..
        } => Ok(schema),
        BackupLine::Head { dojo_backup, .. } => Err(broken(&format!("its form is {dojo_backup}"))),
        _ => Err(broken("it does not begin as one")),
    }
}

/// Reads all tables; `take` gets their rows in batches.
fn tables<R: Read>(
    lines: &mut Lines<R>,
    mut take: impl FnMut(&str, &[Value]) -> Result<(), BackupError>,
) -> Result<Summary, BackupError> {
    let mut total = Total::default();
    loop {
        let name = match lines.next()? {
            BackupLine::Table { name } => name,
            BackupLine::End(told) if total.rows == told.rows => {
                let summary = total.end();
                return if summary == told {
                    Ok(summary)
                } else {
                    Err(broken("its hash is another"))
                };
            }
            _ => return Err(broken("a table is missing")),
        };
        let mut hashes = Hashes::default();
        let mut portion = Vec::with_capacity(BATCH);
        let told = loop {
            match lines.next()? {
                BackupLine::Row { row } => {
                    hashes.add(&row);
                    portion.push(row);
                    if portion.len() == BATCH {
                        take(&name, &portion)?;
                        portion.clear();
                    }
                }
                BackupLine::TableEnd { rows, sha256 } => break (rows, sha256),
                _ => return Err(broken(&format!("table `{name}` does not end"))),
            }
        };
        if !portion.is_empty() {
            take(&name, &portion)?;
        }
        let found = hashes.end();
        if found != told {
            return Err(broken(&format!("table `{name}` has another hash")));
        }
        total.add(&name, found);
    }
}
