//! A program with another sandbox than the one that judges a season.

use chrono::TimeDelta;
use diesel::prelude::*;
use dojo_server::season::lifecycle::{Actor, ChangeError};
use dojo_server::season::rejudge;
use dojo_server::season::runtime::{self, Adopted};
use dojo_server::store;
use dojo_server::store::schema::{judgements, seasons as season_table};
use dojo_server::store::{Moment, Role, StoreError, log, submissions};

use crate::command_line::Server;
use crate::command_line::run_well;
use crate::database::Database;
use crate::site::{TestSite, eventually, runtime as sandbox, trial_folder};

const SQUARES: &str = "for n in range(999):print(n*n)";

/// Makes it look as if an earlier program with another sandbox had made and judged everything.
fn age(site: &TestSite) {
    let old = "ab".repeat(32);
    store::blocking(&site.pool, |conn| {
        diesel::update(season_table::table)
            .set(season_table::judged_by.eq(&old))
            .execute(conn)?;
        diesel::update(judgements::table)
            .set(judgements::runtime_digest.eq(&old))
            .execute(conn)
            .map_err(StoreError::from)
    })
    .unwrap();
}

#[test]
fn readyz_tells_of_work_for_another_sandbox_that_nobody_takes() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    ada.await_event(ada.submit("squares", SQUARES));
    age(&site);
    ada.submit("squares", "for n in range(999):print(n**2)");
    site.visitor().get("/readyz").expect(200);
    site.advance(TimeDelta::minutes(3));
    let told = site.visitor().get("/readyz").expect(503).body;
    assert!(told.contains("for another sandbox"), "{told}");
}

#[test]
fn another_sandbox_leaves_a_season_alone_until_it_is_judged_again_as_a_whole() {
    let site = TestSite::new();
    let (ada, iris) = (site.contestant("ada"), site.staff("iris", Role::Organizer));
    ada.await_event(ada.submit("squares", SQUARES));
    let one = ada.submit("marked", "for n in range(200):print(n)");
    ada.await_event(one);
    age(&site);

    let waiting = ada.submit("squares", "for n in range(999):print(n**2)");
    iris.get("/seasons/trial/organize")
        .expect(200)
        .shows("its submissions wait")
        .shows("dojo season adopt-runtime trial");
    // A part of it must not be judged by another sandbox than the rest.
    iris.post(
        "/seasons/trial/organize/rejudge",
        &[("reason", "a part"), ("submission", &one.to_string())],
    )
    .expect(303);
    let ready = |id: i64| {
        let page = format!("/seasons/trial/organize/rejudges/{id}");
        eventually("a judged set", || {
            let page = iris.get(&page).expect(200);
            page.body.contains("ready").then_some(())
        });
    };
    ready(1);
    iris.post("/seasons/trial/organize/apply", &[("rejudge", "1")])
        .expect(409)
        .shows("judged by different sandboxes");
    iris.post("/seasons/trial/organize/discard", &[("rejudge", "1")])
        .expect(303);

    let adopt = |reason| {
        store::blocking(&site.pool, |conn| {
            let season = store::seasons::find_season(conn, "trial")?.unwrap();
            let (actor, now) = (Actor::Terminal, Moment::now());
            runtime::adopt(conn, &sandbox(), season.id, reason, &actor, now)
        })
    };
    let Ok(Adopted::Rejudging(id, 2)) = adopt("a new sandbox") else {
        panic!("what was judged is to be judged again")
    };
    ready(id.0);
    let state = |conn: &mut store::AnyConnection| {
        Ok(submissions::find_state(conn, store::SubmissionId(waiting))?)
    };
    let before = site.change(|conn, _| state(conn));
    assert_eq!(before, Some(store::SubmissionState::Queued), "it waits");
    site.change(|conn, season| {
        rejudge::apply(conn, season.id, id, &Actor::Terminal, Moment::now())
    });
    ada.verdict_page(waiting).shows("Solved");
    assert!(matches!(adopt("again"), Err(ChangeError::Refused(_))));
    let kinds: Vec<String> = site.change(|conn, season| {
        let log = log::list_log(conn, season.id, 0, 99)?;
        Ok(log
            .iter()
            .map(|entry| entry.body.kind().to_owned())
            .collect())
    });
    assert!(kinds.contains(&"runtime_adopted".to_owned()), "{kinds:?}");

    site.freeze();
    eventually("the bonuses", || {
        site.change(|_, season| Ok(season)).scored_at
    });
    for step in ["reveal", "finalize"] {
        iris.post(&format!("/seasons/trial/organize/{step}"), &[])
            .expect(303);
    }
}

#[test]
fn a_season_in_which_nothing_is_judged_is_taken_over_at_once_and_a_server_tells_of_it() {
    let database = Database::new();
    let pool = database.pool();
    let folder = tempfile::tempdir().unwrap();
    let (data, url) = (folder.path().to_str().unwrap(), database.argument());
    let home = ["--data", data, "--database", &url];
    let trial = trial_folder();
    run_well(
        &[
            &["season", "import", "--open", trial.to_str().unwrap()],
            &home[..],
        ]
        .concat(),
    );
    store::blocking(&pool, |conn| {
        diesel::update(season_table::table)
            .set(season_table::judged_by.eq("ab".repeat(32)))
            .execute(conn)
            .map_err(StoreError::from)
    })
    .unwrap();
    let serve = [&["serve", "--listen", "127.0.0.1:0"], &home[..]].concat();
    let server = Server::start_listening_to_stderr(&serve);
    let ada = server.person();
    ada.register("ada");
    let id = ada.submit("squares", SQUARES);
    run_well(
        &[
            &["season", "adopt-runtime", "trial", "--reason", "new"],
            &home[..],
        ]
        .concat(),
    );
    ada.await_event(id);
    let said = server.stderr_with("dojo season adopt-runtime trial");
    assert!(
        said.contains("season `trial` is judged by the sandbox abab"),
        "{said}"
    );
}
