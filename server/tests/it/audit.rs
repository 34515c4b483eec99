//! What people do to drafts and seasons stands in the audit log of the site: who, from where, what, before and after.

use chrono::{TimeDelta, Utc};
use diesel::RunQueryDsl as _;
use dojo_server::store::{self, Role, StoreError};
use serde_json::json;

use crate::client::{Api, Person};
use crate::season::Copy;
use crate::setter::archive;
use crate::site::TestSite;

const PAGE: &str = "/seasons/trial/organize";

/// The entries about a season or a draft, the oldest first: by whom, from where, what, details.
fn entries(organizer: &Person, subject: &str) -> Vec<[String; 4]> {
    let path = format!("/people/log.csv?name={subject}");
    let list = organizer.get(&path).expect(200).body;
    let mut reader = csv::Reader::from_reader(list.as_bytes());
    let mut all: Vec<[String; 4]> = reader
        .records()
        .map(|row| {
            let row = row.unwrap();
            [&row[1], &row[2], &row[3], &row[5]].map(str::to_owned)
        })
        .collect();
    all.reverse();
    all
}

fn last(organizer: &Person, subject: &str) -> [String; 4] {
    entries(organizer, subject).pop().unwrap()
}

/// Does something on the organizers' page, and expects that it is noted.
fn assert_noted(olga: &Person, action: &str, fields: &[(&str, &str)], deed: &str, details: &str) {
    olga.post(&format!("{PAGE}/{action}"), fields).expect(303);
    let [by, address, what, told] = last(olga, "trial");
    assert_eq!(
        (by.as_str(), address.as_str(), what.as_str()),
        ("olga", "127.0.0.1", deed),
        "{told}"
    );
    assert!(told.contains(details), "{action}: {told}");
}

#[test]
fn what_organizers_do_to_a_season_is_noted_with_what_was_before() {
    let site = TestSite::builder().draft().start();
    let olga = site.staff("olga", Role::Organizer);
    let fields = [
        ("contest", "sequence"),
        ("title", "Trial season"),
        ("summary", "Three small problems for tests."),
        ("scoring", "0.1"),
        ("boards", "until-scored"),
        ("attempts.max", "7"),
        ("attempts.interval_seconds", "0"),
    ];
    assert_noted(
        &olga,
        "settings",
        &fields,
        "season-changed",
        "Attempts: 50 → 7",
    );
    assert_noted(&olga, "commit", &[], "problems-committed", "");
    let later = |hours| (Utc::now() + TimeDelta::hours(hours)).to_rfc3339();
    let (opens, ends) = (later(2), later(10));
    let dates = [("opens_at", opens.as_str()), ("freeze_at", &ends)];
    assert_noted(
        &olga,
        "schedule",
        &dates,
        "season-moved",
        "draft → scheduled",
    );
    assert_noted(&olga, "open", &[], "season-moved", "scheduled → open");
    let because = ("reason", "a power cut");
    let extended = [("minutes", "30"), because];
    assert_noted(&olga, "extend", &extended, "dates-moved", ": a power cut");
    assert!(last(&olga, "trial")[3].contains("Ends: 20"));
    let squares = [("problem", "squares"), because];
    for (action, deed) in [
        ("hold-problem", "problem-held"),
        ("release-problem", "problem-released"),
    ] {
        assert_noted(&olga, action, &squares, deed, "squares: a power cut");
    }
    let words = [
        ("problem", "squares"),
        ("text", "=n from 0"),
        ("sure", "yes"),
    ];
    assert_noted(
        &olga,
        "correct-problem",
        &words,
        "problem-corrected",
        "n from 0",
    );
    site.contestant("ada");
    let ada = [("person", "ada"), because, ("sure", "yes")];
    assert_noted(&olga, "disqualify", &ada, "put-out", "ada: a power cut");
    assert_noted(&olga, "reinstate", &ada, "taken-back", "ada: a power cut");

    // The same by the API; what was done already is not done again, and what is refused is not done.
    let count = entries(&olga, "trial").len();
    let olga = Api::of(olga);
    olga.step("/seasons/trial/open").expect(200);
    olga.post("/seasons/trial/dates", &json!({"reason": "none"}))
        .expect(409);
    assert_eq!(entries(&olga.person, "trial").len(), count);
    let told = json!({"season": "trial", "text": "the lights are back"});
    olga.post("/announcements", &told).expect(201);
    assert_eq!(
        last(&olga.person, "trial")[2..],
        ["announced", "the lights are back"]
    );
    olga.person
        .get("/people/log?name=trial&deed=season-moved")
        .expect(200)
        .shows("draft → scheduled");
    olga.person
        .get(PAGE)
        .expect(200)
        .shows("/people/log?name=trial");

    // It is only ever added to, whoever writes.
    for sql in ["UPDATE audit SET details = ''", "DELETE FROM audit"] {
        let refused = store::blocking(&site.pool, |conn| {
            diesel::sql_query(sql)
                .execute(conn)
                .map_err(StoreError::from)
        });
        let why = refused.unwrap_err().to_string();
        assert!(why.contains("only ever added to"), "{why}");
    }
}

#[test]
fn what_setters_do_with_drafts_is_noted() {
    let site = TestSite::builder().draft().start();
    let olga = site.staff("olga", Role::Organizer);
    let sue = Api::of(site.staff("sue", Role::Setter));
    olga.post(&format!("{PAGE}/take-problems"), &[]).expect(303);
    let season = Copy::new();
    season.replace(
        "problems/squares/problem.toml",
        "slug = \"squares\"",
        "slug = \"more\"",
    );
    let package = archive(&season.path("problems/squares"));
    let kept = sue.post_raw("/drafts?season=trial", "application/x-tar", &package);
    let id = kept.expect(201).json()["id"].to_string();
    let again = sue.post_raw("/drafts?season=trial", "application/x-tar", &package);
    let other = again.expect(201).json()["id"].to_string();
    sue.delete(&format!("/drafts/{other}")).expect(204);
    sue.step(&format!("/drafts/{id}/commit?season=trial"))
        .expect(201);
    let deeds = |id: &str| -> Vec<[String; 2]> {
        let all = entries(&olga, id).into_iter();
        all.map(|[by, _, deed, details]| {
            assert_eq!(by, "sue");
            [deed, details]
        })
        .collect()
    };
    assert_eq!(
        deeds(&id),
        [["draft-kept", "more"], ["handed-in", "trial/more"]]
    );
    assert_eq!(
        deeds(&other),
        [["draft-kept", "more"], ["draft-deleted", "more"]]
    );
    assert_eq!(
        last(&olga, "trial")[2..],
        ["problems-taken", "false → true"]
    );
}
