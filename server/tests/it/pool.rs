//! Connections and transactions, on both databases.

use std::thread;

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use dojo_server::store::users::{self, NewUser};
use dojo_server::store::{self, AnyConnection, Moment, Role, StoreError, UserId};

use crate::database::Database;

#[derive(QueryableByName)]
struct Setting {
    #[diesel(sql_type = Text)]
    value: String,
}

fn setting(conn: &mut AnyConnection, query: &str) -> String {
    diesel::sql_query(query)
        .get_result::<Setting>(conn)
        .unwrap()
        .value
}

#[test]
fn every_connection_is_set_up() {
    let database = Database::new();
    let pool = database.pool();
    let mut held = [pool.get().unwrap(), pool.get().unwrap()];
    for conn in &mut held {
        if database.is_sqlite() {
            let pragma =
                |name: &str| format!("SELECT CAST({name} AS TEXT) AS value FROM pragma_{name}");
            assert_eq!(
                setting(
                    conn,
                    "SELECT CAST(timeout AS TEXT) AS value FROM pragma_busy_timeout"
                ),
                "10000"
            );
            assert_eq!(setting(conn, &pragma("journal_mode")), "wal");
            assert_eq!(setting(conn, &pragma("synchronous")), "1");
            assert_eq!(setting(conn, &pragma("foreign_keys")), "1");
        } else {
            assert_eq!(
                setting(conn, "SELECT current_setting('TimeZone') AS value"),
                "UTC"
            );
        }
    }
}

fn new_user(name: &str) -> NewUser<'_> {
    NewUser {
        name,
        display_name: name,
        password_hash: "-",
        role: Role::Contestant,
    }
}

#[test]
fn a_time_comes_back_as_it_was_stored() {
    let database = Database::new();
    let pool = database.pool();
    let now = Moment::from(chrono::DateTime::from_timestamp(1_800_000_000, 749_041_529).unwrap());
    let user = store::blocking(&pool, |conn| {
        users::insert_user(conn, &new_user("ada"), now)?;
        Ok::<_, StoreError>(users::find_user(conn, "ADA")?.unwrap())
    })
    .unwrap();
    assert_eq!(user.created_at, now);
    assert_eq!(user.created_at.utc().timestamp_subsec_nanos(), 749_041_000);
}

#[test]
fn writers_that_read_first_wait_for_each_other() {
    const THREADS: usize = 4;
    const ROUNDS: usize = 50;

    #[derive(QueryableByName)]
    struct Number {
        #[diesel(sql_type = BigInt)]
        value: i64,
    }

    let database = Database::new();
    let pool = database.pool();
    store::blocking(&pool, |conn| {
        users::insert_user(conn, &new_user("0"), Moment::now())
    })
    .unwrap();
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                for _ in 0..ROUNDS {
                    store::blocking(&pool, |conn| {
                        store::write(conn, |conn| {
                            let lock = match conn {
                                AnyConnection::Sqlite(_) => "",
                                AnyConnection::Postgres(_) => " FOR UPDATE",
                            };
                            let read = format!(
                                "SELECT CAST(display_name AS BIGINT) AS value FROM users{lock}"
                            );
                            let number: Number = diesel::sql_query(read).get_result(conn)?;
                            users::set_display_name(
                                conn,
                                UserId(1),
                                &(number.value + 1).to_string(),
                            )?;
                            Ok::<_, StoreError>(())
                        })
                    })
                    .unwrap();
                }
            });
        }
    });
    let user = store::blocking(&pool, |conn| {
        users::load_user(conn, UserId(1)).map_err(StoreError::from)
    })
    .unwrap();
    assert_eq!(user.display_name, (THREADS * ROUNDS).to_string());
}

#[test]
fn a_failed_transaction_leaves_nothing_behind() {
    let database = Database::new();
    let pool = database.pool();
    let failed = store::blocking(&pool, |conn| {
        store::write(conn, |conn| {
            users::insert_user(conn, &new_user("ada"), Moment::now())?;
            Err::<(), _>(StoreError::Cancelled)
        })
    });
    assert!(matches!(failed, Err(StoreError::Cancelled)));
    let found = store::blocking(&pool, |conn| {
        users::find_user(conn, "ada").map_err(StoreError::from)
    })
    .unwrap();
    assert!(found.is_none());
}

#[test]
fn a_panic_in_a_transaction_does_not_poison_the_pool() {
    let database = Database::new();
    database.pool();
    let pool = database.empty_pool(1);
    let panicked = thread::scope(|scope| {
        scope
            .spawn(|| {
                let _: Result<(), StoreError> = store::blocking(&pool, |conn| {
                    store::write(conn, |conn| {
                        users::insert_user(conn, &new_user("ada"), Moment::now())?;
                        panic!("in the middle of a transaction")
                    })
                });
            })
            .join()
    });
    assert!(panicked.is_err());
    store::blocking(&pool, |conn| {
        assert!(users::find_user(conn, "ada")?.is_none());
        store::write(conn, |conn| {
            users::insert_user(conn, &new_user("bob"), Moment::now())
        })
    })
    .unwrap();
}
