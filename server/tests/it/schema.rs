//! The schema: migrations up and down, the words in it, and what diesel believes of it.

use std::collections::BTreeMap;
use std::fs;
use std::thread;

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use diesel::sql_types::Text;
use dojo_judge::contest::physics::{DerivationDetails, Derivations, Formulas, PhysicsSettings};
use dojo_judge::contest::sequence::{ProgramDetails, Programs, SequenceSettings, TermFeedback};
use dojo_judge::contest::{Contest, Details, Member as _};
use dojo_judge::derivation::{Feedback, FinalAnswers};
use dojo_server::store::{
    self, Boards, Difficulty, DraftState, JobState, LinkKind, MailKind, ProblemState, RejudgeState,
    Role, RulingKind, Scope, SeasonState, StoreError, SubmissionKind, SubmissionState, migrate,
    migrate_next, revert_all, revert_last, schema_dump, seasons,
};
use formula::credit::eed::EedScore;

use crate::database::Database;

#[test]
fn up_down_up_gives_the_same_schema() {
    let database = Database::new();
    let pool = database.pool();
    store::blocking(&pool, |conn| {
        let first = schema_dump(conn)?;
        assert!(first.len() > 9, "{first:#?}");
        revert_all(conn)?;
        assert_eq!(schema_dump(conn)?, Vec::<String>::new());
        migrate(conn)?;
        assert_eq!(schema_dump(conn)?, first);
        migrate(conn)
    })
    .unwrap();
}

/// Rows that each migration left behind for the next one to meet.
const SEEDS: [Seed; 2] = [
    Seed {
        rows: include_str!("migrations/20261121220000_create_contest.sql"),
        after: &[
            (
                "SELECT s.state || ' ' || coalesce(j.verdict, '-') || ' ' || s.kind AS row
                 FROM submissions s LEFT JOIN judgements j ON j.id = s.judgement_id ORDER BY s.id",
                &["judged REWARD ranked", "queued - unranked"],
            ),
            (
                "SELECT total || ' ' || reward_count || ' ' || stage_count || ' '
                 || median_l_chars_twice AS row FROM season_totals",
                &["1196 1 1 26"],
            ),
        ],
        reverted: &[(
            "SELECT s.state || ' ' || coalesce(j.verdict, '-') AS row
             FROM submissions s LEFT JOIN judgements j ON j.id = s.judgement_id ORDER BY s.id",
            &["judged REWARD", "queued -"],
        )],
    },
    Seed {
        rows: include_str!("migrations/20261122010000_run_seasons.sql"),
        after: &[
            (
                "SELECT s.slug || ' ' || s.contest || ' ' || coalesce(s.feedback, '-') || ' '
                 || r.manifest || ' ' || coalesce(r.seed, '-') AS row
                 FROM seasons s JOIN season_records r ON r.season_id = s.id",
                &["old sequence - {} -"],
            ),
            (
                "SELECT slug || ' ' || version || ' ' || coalesce(salt, '-') || ' ' || terms || ' '
                 || coalesce(limits, '-') AS row FROM problems ORDER BY id",
                &["ones 1 - 1 -", "twos 3 salt 2 -"],
            ),
            (
                "SELECT id || ' ' || verdict || ' ' || coalesce(rejudge_id, 0) || ' '
                 || coalesce(formulas_scored, -1) AS row FROM judgements ORDER BY id",
                &["7 REWARD 0 -1", "9 WRONG 4 -1"],
            ),
        ],
        reverted: &[
            (
                "SELECT slug || ' ' || coalesce(salt, '-') || ' ' || terms AS row
                 FROM problems ORDER BY id",
                &["ones - 1", "twos salt 2"],
            ),
            (
                "SELECT id || ' ' || verdict || ' ' || coalesce(rejudge_id, 0) AS row
                 FROM judgements ORDER BY id",
                &["7 REWARD 0", "9 WRONG 4"],
            ),
        ],
    },
];

/// Rows that a migration meets, and what questions about them say after it and after its reversal.
struct Seed {
    rows: &'static str,
    after: &'static [(&'static str, &'static [&'static str])],
    reverted: &'static [(&'static str, &'static [&'static str])],
}

/// The column `row` of what a question answers.
fn rows(conn: &mut store::AnyConnection, question: &str) -> Vec<String> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = Text)]
        row: String,
    }
    let rows: Vec<Row> = diesel::sql_query(question).load(conn).unwrap();
    rows.into_iter().map(|row| row.row).collect()
}

#[test]
fn each_migration_keeps_the_rows_that_were_there() {
    let database = Database::new();
    let pool = database.empty_pool(1);
    store::blocking(&pool, |conn| {
        migrate_next(conn)?;
        for seed in &SEEDS {
            conn.batch_execute(seed.rows)?;
            let before = schema_dump(conn)?;
            migrate_next(conn)?;
            let after = schema_dump(conn)?;
            for (question, answer) in seed.after {
                assert_eq!(rows(conn, question), *answer);
            }
            revert_last(conn)?;
            assert_eq!(schema_dump(conn)?, before);
            for (question, answer) in seed.reverted {
                assert_eq!(rows(conn, question), *answer);
            }
            migrate_next(conn)?;
            assert_eq!(schema_dump(conn)?, after);
        }
        Ok::<_, StoreError>(())
    })
    .unwrap();
}

/// How many migrations come before the one of that name.
fn migrations_before(name: &str) -> usize {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../migrations/sqlite");
    let names = fs::read_dir(folder).unwrap();
    names
        .filter(|it| it.as_ref().unwrap().file_name() < *name)
        .count()
}

/// The columns that each type of contest had of its own became one that the judge reads, and come back.
#[test]
fn the_details_of_judgements_become_one_column() {
    const COLUMNS: &str = "SELECT id || ' ' || terms_matched || ' ' || fuel || ' '
        || peak_memory_bytes || ' ' || brevity_bonus || ' ' || coalesce(formulas_scored, -1) || ' '
        || coalesce(formulas_matched, -1) || ' ' || coalesce(final_right, -1) || ' '
        || coalesce(final_of, -1) || ' ' || coalesce(eed, -1) AS row FROM judgements ORDER BY id";
    let database = Database::new();
    let pool = database.empty_pool(1);
    store::blocking(&pool, |conn| {
        for _ in 0..migrations_before("20261122160000_keep_details") {
            migrate_next(conn)?;
        }
        conn.batch_execute(include_str!("migrations/20261122143000_pause_jobs.sql"))?;
        let before = rows(conn, COLUMNS);
        migrate_next(conn)?;
        let details = rows(conn, "SELECT details AS row FROM judgements ORDER BY id");
        let read = |contest: Contest, at: usize| contest.read_details(&details[at]).unwrap();
        assert_eq!(
            read(Contest::Sequence, 0),
            Details::Sequence(ProgramDetails {
                terms_matched: 200,
                fuel: 5_000_000_000,
                peak_memory_bytes: 9_437_184,
                brevity_bonus: 196,
                par: None,
                neutral_hash: None,
            })
        );
        let formulas = Formulas {
            scored: 7,
            matched: 5,
        };
        let graded = |final_answers| {
            Details::Physics(DerivationDetails {
                formulas,
                final_answers,
            })
        };
        assert_eq!(read(Contest::Physics, 1), graded(None));
        assert_eq!(
            read(Contest::Physics, 2),
            graded(Some(FinalAnswers {
                right: 1,
                of: 2,
                eed: EedScore(73_334),
            }))
        );
        revert_last(conn)?;
        assert_eq!(rows(conn, COLUMNS), before);
        Ok::<_, StoreError>(())
    })
    .unwrap();
}

/// So did what an organizer sets for a season, and a database of before says the same after both.
#[test]
fn the_settings_of_seasons_become_one_column() {
    const COLUMNS: &str = "SELECT slug || ' ' || contest || ' ' || n_check || ' ' || n_stage || ' '
        || n_public || ' ' || fuel_limit || ' ' || memory_limit_bytes || ' ' || output_limit_bytes || ' '
        || max_term_digits || ' ' || coalesce(max_formulas, -1) || ' ' || coalesce(feedback, '-') || ' '
        || term_feedback AS row FROM seasons ORDER BY id";
    let database = Database::new();
    let pool = database.empty_pool(1);
    store::blocking(&pool, |conn| {
        for _ in 0..migrations_before("20261122213000_keep_settings") {
            migrate_next(conn)?;
        }
        conn.batch_execute(include_str!("migrations/20261122181500_hold_boards.sql"))?;
        let before = rows(conn, COLUMNS);
        migrate(conn)?;
        let seasons = seasons::list_seasons(conn, true)?;
        let of = |slug: &str| {
            let season = seasons.iter().find(|it| it.slug == slug).unwrap();
            season.settings.clone()
        };
        assert_eq!(
            of("old"),
            Programs::set(SequenceSettings {
                n_check: 4,
                n_stage: 2,
                n_public: 2,
                fuel: 10_000_000_000,
                memory_bytes: 134_217_728,
                output_bytes: 262_144,
                max_term_digits: 10,
                feedback: TermFeedback::PublicTerms,
            })
        );
        assert_eq!(
            of("paths"),
            Derivations::set(PhysicsSettings {
                max_formulas: 40,
                feedback: Feedback::Read,
            })
        );
        for _ in migrations_before("20261122213000_keep_settings")..migrations_before("9") {
            revert_last(conn)?;
        }
        assert_eq!(rows(conn, COLUMNS), before);
        Ok::<_, StoreError>(())
    })
    .unwrap();
}

/// What a type of contest has not is nothing, where 0 stood for it, and comes back as 0. A program without a
/// canonical form has no length, and an empty one has none of its bytes.
#[test]
fn lengths_and_terms_that_are_none_become_null() {
    const LENGTHS: &str = "SELECT 'judged ' || id || ' ' || coalesce(l_chars, -1) AS row FROM judgements
        UNION ALL SELECT 'best ' || problem_id || ' ' || coalesce(l_chars, -1) FROM standings
        UNION ALL SELECT 'sum ' || season_id || ' ' || coalesce(median_l_chars_twice, -1) FROM season_totals
        ORDER BY 1";
    const TERMS: &str = "SELECT slug || ' ' || coalesce(index_origin, -1) || ' ' || coalesce(n_check, -1) || ' '
        || coalesce(n_stage, -1) || ' ' || coalesce(n_public, -1) || ' ' || coalesce(terms, '-') || ' '
        || coalesce(terms_hash, '-') AS row FROM problems ORDER BY id";
    let database = Database::new();
    let pool = database.empty_pool(1);
    store::blocking(&pool, |conn| {
        for _ in 0..migrations_before("20261123050000_leave_out_lengths") {
            migrate_next(conn)?;
        }
        conn.batch_execute(include_str!("migrations/20261122213000_keep_settings.sql"))?;
        let before = [LENGTHS, TERMS].map(|question| rows(conn, question));
        migrate_next(conn)?;
        assert_eq!(
            rows(conn, LENGTHS),
            [
                "best 1 13",
                "best 2 -1",
                "judged 1 13",
                "judged 2 -1",
                "judged 3 0",
                "judged 4 -1",
                "sum 1 26",
                "sum 2 -1"
            ]
        );
        assert_eq!(
            rows(conn, TERMS),
            ["ones 0 4 2 2 1\n1\n1\n1 some", "fall -1 -1 -1 -1 - -"]
        );
        let broken = "UPDATE problems SET n_check = 4 WHERE slug = 'fall'";
        conn.transaction(|conn| {
            assert!(conn.batch_execute(broken).is_err());
            Err::<(), _>(diesel::result::Error::RollbackTransaction)
        })
        .unwrap_err();
        revert_last(conn)?;
        assert_eq!(
            [LENGTHS, TERMS].map(|question| rows(conn, question)),
            before
        );
        Ok::<_, StoreError>(())
    })
    .unwrap();
}

#[test]
fn several_servers_may_migrate_at_once() {
    // Some pairs meet in the very moment in which the file is made.
    for _ in 0..5 {
        let database = Database::new();
        thread::scope(|scope| {
            for _ in 0..6 {
                scope.spawn(|| store::blocking(&database.empty_pool(1), migrate).unwrap());
            }
        });
    }
}

#[test]
fn the_words_of_states_are_those_of_the_schema() {
    let database = Database::new();
    let pool = database.pool();
    let dump = store::blocking(&pool, schema_dump)
        .unwrap()
        .join("\n")
        .replace(['\n', ' '], "")
        .replace("::text", "");
    let listed = |words: Vec<&str>| {
        let words: Vec<String> = words.into_iter().map(|word| format!("'{word}'")).collect();
        let list = words.join(",");
        assert!(
            dump.contains(&format!("({list})")) || dump.contains(&format!("[{list}]")),
            "no {list} in {dump}"
        );
    };
    listed(Role::ALL.iter().map(|word| word.as_str()).collect());
    listed(SeasonState::ALL.iter().map(|word| word.as_str()).collect());
    listed(ProblemState::ALL.iter().map(|word| word.as_str()).collect());
    listed(DraftState::ALL.iter().map(|word| word.as_str()).collect());
    listed(Difficulty::ALL.iter().map(|word| word.as_str()).collect());
    listed(
        SubmissionState::ALL
            .iter()
            .map(|word| word.as_str())
            .collect(),
    );
    listed(
        SubmissionKind::ALL
            .iter()
            .map(|word| word.as_str())
            .collect(),
    );
    listed(JobState::ALL.iter().map(|word| word.as_str()).collect());
    listed(RulingKind::ALL.iter().map(|word| word.as_str()).collect());
    listed(RejudgeState::ALL.iter().map(|word| word.as_str()).collect());
    listed(Boards::ALL.iter().map(|word| word.as_str()).collect());
    listed(Scope::ALL.iter().map(|word| word.as_str()).collect());
    listed(LinkKind::ALL.iter().map(|word| word.as_str()).collect());
    listed(MailKind::ALL.iter().map(|word| word.as_str()).collect());
}

/// Table and column with diesel's name of the type, as the database has them.
fn columns_of_database(database: &Database) -> BTreeMap<String, String> {
    #[derive(QueryableByName)]
    struct Column {
        #[diesel(sql_type = Text)]
        place: String,
        #[diesel(sql_type = Text)]
        kind: String,
        #[diesel(sql_type = Text)]
        nullable: String,
    }
    let query = if database.is_sqlite() {
        "SELECT t.name || '.' || c.name AS place, c.type AS kind,
                CASE WHEN c.\"notnull\" = 0 THEN 'YES' ELSE 'NO' END AS nullable
         FROM sqlite_master t JOIN pragma_table_info(t.name) c
         WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name NOT LIKE '\\_\\_%' ESCAPE '\\'"
    } else {
        "SELECT table_name || '.' || column_name AS place, data_type::text AS kind, is_nullable::text AS nullable
         FROM information_schema.columns WHERE table_schema = current_schema() AND table_name NOT LIKE '\\_\\_%'"
    };
    let pool = database.pool();
    let columns: Vec<Column> = store::blocking(&pool, |conn| {
        diesel::sql_query(query)
            .load(conn)
            .map_err(StoreError::from)
    })
    .unwrap();
    columns
        .into_iter()
        .map(|column| {
            let is_key = column.place.split('.').nth(1) == Some("id");
            let kind = match column.kind.to_ascii_lowercase().as_str() {
                "integer" if database.is_sqlite() && is_key => "BigInt",
                "integer" => "Integer",
                "bigint" => "BigInt",
                "text" => "Text",
                "blob" | "bytea" => "Binary",
                "boolean" => "Bool",
                "timestamp" | "timestamp without time zone" => "Timestamp",
                other => panic!("{}: {other}", column.place),
            };
            let kind = if column.nullable == "YES" {
                format!("Nullable<{kind}>")
            } else {
                kind.to_owned()
            };
            (column.place, kind)
        })
        .collect()
}

fn columns_of_diesel() -> BTreeMap<String, String> {
    let mut columns = BTreeMap::new();
    let mut table = "";
    for line in include_str!("../../src/store/schema.rs")
        .lines()
        .map(str::trim)
    {
        if let Some((name, _)) = line
            .strip_suffix(") {")
            .and_then(|line| line.split_once(" ("))
        {
            table = name;
        } else if let Some((column, kind)) = line.trim_end_matches(',').split_once(" -> ")
            && !line.starts_with("diesel::")
        {
            columns.insert(format!("{table}.{column}"), kind.to_owned());
        }
    }
    columns
}

#[test]
fn diesel_believes_what_the_database_says() {
    assert_eq!(columns_of_diesel(), columns_of_database(&Database::new()));
}

/// SQLite adds a column that may not be NULL with a default alone, which nothing uses: a judgement says its verdict.
const DEFAULT_OF_SQLITE: &str = "verdict TEXT NOT NULL DEFAULT ''";

/// The statements that make the schema of SQLite, in the words of PostgreSQL. References come last, since they go in
/// circles.
fn schema_for_postgres(conn: &mut store::AnyConnection) -> Vec<String> {
    let made = rows(
        conn,
        "SELECT sql AS row FROM sqlite_master WHERE type IN ('table', 'index') AND sql IS NOT NULL
         AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_\\_diesel%' ESCAPE '\\'
         ORDER BY type DESC, name",
    );
    let references = rows(
        conn,
        "SELECT 'ALTER TABLE ' || t.name || ' ADD FOREIGN KEY (' || r.\"from\" || ') REFERENCES '
         || r.\"table\" || ' (' || r.\"to\" || ') ON DELETE ' || r.on_delete AS row
         FROM sqlite_master t JOIN pragma_foreign_key_list(t.name) r WHERE t.type = 'table'",
    );
    assert!(made.iter().any(|it| it.contains(DEFAULT_OF_SQLITE)));
    let translated = made.iter().map(|it| {
        let mut parts = it.split(" REFERENCES ");
        let first = parts.next().unwrap().to_owned();
        parts
            .map(|part| part.split_once(')').unwrap().1)
            .fold(first, |it, part| {
                it + part.trim_start_matches(" ON DELETE CASCADE")
            })
            .replace(
                "INTEGER PRIMARY KEY AUTOINCREMENT",
                "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY",
            )
            .replace(" BLOB", " BYTEA")
            .replace(DEFAULT_OF_SQLITE, "verdict TEXT NOT NULL")
    });
    translated.chain(references).collect()
}

/// PostgreSQL makes the schema of SQLite into its own: columns with their types, NULL and defaults, keys, references,
/// checks and indexes.
#[test]
fn both_databases_have_the_same_schema() {
    let (database, of_sqlite) = (Database::new(), Database::new());
    if database.is_sqlite() {
        return;
    }
    let statements = store::blocking(&Database::sqlite().pool(), |conn| {
        Ok::<_, StoreError>(schema_for_postgres(conn))
    })
    .unwrap();
    let from_sqlite = store::blocking(&of_sqlite.empty_pool(1), |conn| {
        for statement in &statements {
            conn.batch_execute(statement)?;
        }
        schema_dump(conn)
    })
    .unwrap();
    let own = store::blocking(&database.pool(), schema_dump).unwrap();
    let only = |these: &[String], those: &[String]| -> Vec<String> {
        these
            .iter()
            .filter(|it| !those.contains(it))
            .cloned()
            .collect()
    };
    assert_eq!(only(&from_sqlite, &own), [""; 0], "SQLite alone has these");
    assert_eq!(
        only(&own, &from_sqlite),
        [""; 0],
        "PostgreSQL alone has these"
    );
}
