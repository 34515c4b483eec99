//! A SQLite file has one writer: while it writes, and others wait for it, readers read.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use chrono::TimeDelta;
use dojo_server::store::{self, AnyConnection, StoreError};

use crate::site::{PATIENCE, TestSite};

/// More than there are connections for requests, and than are worked on at the same time.
const WAITING: usize = 40;

/// Times that somebody reads meanwhile.
const READINGS: usize = 20;

#[test]
fn a_long_writer_stops_no_reader() {
    let site = TestSite::new();
    if matches!(*site.pool.get().unwrap(), AnyConnection::Postgres(_)) {
        return;
    }
    let ada = site.contestant("ada");
    let token = ada.api_token();
    let csrf = ada.csrf_token();
    let (began, has_begun) = mpsc::channel();
    let (go_on, may_go_on) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let (site, ada, csrf) = (&site, &ada, &csrf);
        let writer = scope.spawn(move || {
            store::blocking_write(&site.pool, |conn| {
                store::write(conn, |_| {
                    began.send(()).unwrap();
                    let _ = may_go_on.recv();
                    Ok::<_, StoreError>(())
                })
            })
        });
        has_begun.recv_timeout(PATIENCE).unwrap();
        let submissions: Vec<_> = (0..WAITING)
            .map(|n| {
                scope.spawn(move || {
                    let fields = [
                        ("source", format!("print({n})")),
                        ("csrf_token", csrf.clone()),
                    ];
                    let fields: Vec<_> = fields.iter().map(|(k, v)| (*k, v.as_str())).collect();
                    ada.post_bare("/seasons/trial/problems/squares/submissions", &fields)
                })
            })
            .collect();
        // Long enough ago that it is to be noted that they are seen again.
        site.advance(TimeDelta::minutes(11));
        let looked = Instant::now();
        for _ in 0..READINGS {
            ada.get("/account").expect(200).shows("ada");
            ada.get("/seasons/trial").expect(200);
            let authorization = format!("Bearer {token}");
            let headers = [("authorization", authorization.as_str())];
            ada.get_with("/api/v1/me", &headers).expect(200);
        }
        assert!(looked.elapsed() < Duration::from_secs(15));
        drop(go_on);
        writer.join().unwrap().unwrap();
        for submission in submissions {
            // Whoever would have waited for too long was told so.
            let answer = submission.join().unwrap();
            assert!([303, 503].contains(&answer.status), "{}", answer.body);
        }
    });
}
