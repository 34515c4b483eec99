//! Seasons that organizers make and change by forms, without a file and without UTC.

use dojo_server::store::seasons;
use dojo_server::store::{self, Role, log, problems};

use crate::client::{Answer, Api, Person};
use crate::site::TestSite;

fn slugs(site: &TestSite, season: &str) -> Vec<String> {
    store::blocking(&site.pool, |conn| {
        let season = seasons::find_season(conn, season)?.unwrap();
        let all = problems::list_newest(conn, season.id)?;
        Ok::<_, store::StoreError>(all.into_iter().map(|problem| problem.slug).collect())
    })
    .unwrap()
}

fn kinds(site: &TestSite) -> Vec<&'static str> {
    site.change(|conn, season| {
        let entries = log::list_log(conn, season.id, 0, 100)?;
        Ok(entries.iter().map(|entry| entry.body.kind()).collect())
    })
}

#[test]
fn a_season_is_made_by_a_form_and_edited_while_it_is_a_draft() {
    let site = TestSite::builder().draft().start();
    let iris = site.staff("iris", Role::Organizer);
    let ada = site.contestant("ada");
    for path in ["/new-season", "/seasons/trial/organize/settings"] {
        ada.get(path).expect(404);
        site.visitor().get(path).expect(303);
    }
    ada.post("/new-season", &[("title", "Mine")]).expect(404);
    // What has no form for its problems is not offered.
    for path in ["/seasons", "/new-season"] {
        let page = iris.get(path).expect(200);
        let page = page.shows("href=\"/new-season?contest=physics\"");
        assert!(!page.body.contains("contest=text"), "{}", page.body);
    }

    iris.get("/new-season")
        .expect(200)
        .shows("How often one person may submit to one problem. Default: 50.")
        .shows("Seconds that one person waits");
    iris.get("/new-season?contest=physics")
        .expect(200)
        .shows("Formulas of one derivation");
    iris.post("/new-season", &[("title", ""), ("attempts.max", "0")])
        .expect(422)
        .shows("id=\"title-error\"")
        .shows("id=\"summary-error\"")
        .shows("id=\"attempts.max-error\"");
    let fields = [
        ("title", "Frühling 10b"),
        ("summary", "For the class."),
        ("contest", "physics"),
        ("grading.max_formulas", "40"),
    ];
    let made = iris.post("/new-season", &fields).expect(303);
    assert_eq!(made.location(), "/seasons/fruhling-10b/organize");
    iris.get(made.location()).expect(200).shows("Frühling 10b");
    iris.post("/new-season", &fields)
        .expect(422)
        .shows("id=\"slug-error\"");
    ada.get("/seasons/fruhling-10b").expect(404);
    // Who makes a season here reads what setters hand in, unless they choose otherwise. The folder says so.
    let folder = || {
        let folder = iris.get("/seasons/fruhling-10b/organize/folder.tar");
        let files = dojo_judge::package::unpack(folder.expect(200).body.as_bytes()).unwrap();
        String::from_utf8(files["season.toml"].clone()).unwrap()
    };
    assert!(folder().contains("handing_in = \"agreed\""), "{}", folder());

    let settings = "/seasons/fruhling-10b/organize/settings";
    iris.get(settings).expect(200).shows("value=\"40\"");
    let fields = [
        ("title", "Spring"),
        ("summary", "For the class."),
        ("attempts.max", "3"),
        ("grading.max_formulas", "30"),
    ];
    iris.post(settings, &fields).expect(303);
    iris.get(settings)
        .expect(200)
        .shows("value=\"Spring\"")
        .shows("value=\"30\"");
    let fields = [&fields[..], &[("handing_in", "at-once")]].concat();
    iris.post(settings, &fields).expect(303);
    assert!(
        folder().contains("handing_in = \"at-once\""),
        "{}",
        folder()
    );
}

#[test]
fn two_organizers_do_not_save_a_draft_over_each_other() {
    let site = TestSite::builder().draft().start();
    let iris = site.staff("iris", Role::Organizer);
    let olga = site.staff("olga", Role::Organizer);
    let settings = "/seasons/trial/organize/settings";
    let seen = |answer: Answer| {
        let (_, rest) = answer.body.split_once("name=\"seen\" value=\"").unwrap();
        rest.split_once('"').unwrap().0.to_owned()
    };
    let opened = seen(olga.get(settings).expect(200));
    let by_iris = [
        ("title", "Spring"),
        ("summary", "For 10b."),
        ("seen", opened.as_str()),
    ];
    iris.post(settings, &by_iris).expect(303);

    let late = [
        ("title", "Winter"),
        ("summary", "For 10b."),
        ("seen", opened.as_str()),
    ];
    let told = olga.post(settings, &late).expect(422);
    let told = told
        .shows("Somebody has saved these settings since")
        .shows("Stored now: Spring")
        .shows("value=\"Winter\"");
    iris.get(settings).expect(200).shows("value=\"Spring\"");
    let told = seen(told);
    let again = [late[0], late[1], ("seen", told.as_str())];
    olga.post(settings, &again).expect(303);
    iris.get(settings).expect(200).shows("value=\"Winter\"");
}

#[test]
fn the_problems_of_a_draft_are_kept_ordered_and_taken_out() {
    let site = TestSite::builder().draft().setter("otto").start();
    let iris = site.staff("iris", Role::Organizer);
    iris.post("/seasons/trial/organize/commit", &[]).expect(303);
    assert_eq!(slugs(&site, "trial"), ["squares", "marked", "short"]);
    let settings = "/seasons/trial/organize/settings";
    let places = [
        ("place.squares", "3"),
        ("place.marked", "1"),
        ("place.short", "2"),
    ];
    iris.post("/seasons/trial/organize/arrange", &places)
        .expect(303);
    assert_eq!(slugs(&site, "trial"), ["marked", "short", "squares"]);
    iris.post("/seasons/trial/organize/arrange", &[("out.short", "yes")])
        .expect(303);
    assert_eq!(slugs(&site, "trial"), ["marked", "squares"]);
    let said = kinds(&site);
    assert_eq!(
        said.iter().filter(|kind| **kind == "problem_moved").count(),
        4
    );
    assert!(said.contains(&"problem_taken_out"), "{said:?}");

    // Settings change around what is committed, and the setters stay.
    let fields = [
        ("title", "Trial"),
        ("summary", "Again."),
        ("attempts.max", "9"),
    ];
    iris.post(settings, &fields).expect(303);
    assert_eq!(slugs(&site, "trial"), ["marked", "squares"]);
    iris.get("/seasons/trial/organize")
        .expect(200)
        .shows("otto");

    let fields = [
        ("copy", "trial"),
        ("slug", "second"),
        ("title", "Second"),
        ("summary", "A copy."),
    ];
    iris.get("/new-season?copy=trial")
        .expect(200)
        .shows("A copy of");
    iris.post("/new-season", &fields).expect(303);
    assert_eq!(slugs(&site, "second"), ["marked", "squares"]);
    iris.get("/seasons/second/organize")
        .expect(200)
        .shows("otto");
    let copied = store::blocking(&site.pool, |conn| {
        let season = seasons::find_season(conn, "second")?.unwrap();
        Ok::<_, store::StoreError>(log::list_log(conn, season.id, 0, 10)?.len())
    });
    assert_eq!(copied.unwrap(), 0);
}

fn download(person: &Person, season: &str) -> Vec<u8> {
    let path = format!("/seasons/{season}/organize/folder.tar");
    let answer = person.get(&path).expect(200);
    assert_eq!(answer.header("content-type"), "application/x-tar");
    answer.bytes
}

#[test]
fn a_draft_is_downloaded_as_a_folder_and_deleted_with_its_slug_free_again() {
    let site = TestSite::builder().draft().start();
    let iris = site.staff("iris", Role::Organizer);
    let api = Api::of(site.staff("olga", Role::Organizer));
    let folder = download(&iris, "trial");
    let imported = api.post_raw("/seasons", "application/x-tar", &folder);
    assert_eq!(imported.expect(200).json()["outcome"], "unchanged");

    iris.post("/seasons/trial/organize/commit", &[]).expect(303);
    iris.get("/seasons/trial/organize/delete")
        .expect(200)
        .shows("3 problems")
        .shows("name=\"confirm\"");
    iris.post("/seasons/trial/organize/delete", &[])
        .expect(422)
        .shows("name=\"confirm\"");
    let gone = [("confirm", "trial")];
    let answer = iris
        .post("/seasons/trial/organize/delete", &gone)
        .expect(303);
    assert_eq!(answer.location(), "/seasons");
    iris.get("/seasons/trial").expect(404);
    let imported = api.post_raw("/seasons", "application/x-tar", &folder);
    assert_eq!(imported.expect(201).json()["outcome"], "new");
}

#[test]
fn no_other_season_than_a_draft_is_changed_so() {
    let site = TestSite::new();
    let iris = site.staff("iris", Role::Organizer);
    iris.get("/seasons/trial/organize/settings").expect(409);
    let fields = [("title", "Trial"), ("summary", "Again.")];
    iris.post("/seasons/trial/organize/settings", &fields)
        .expect(409);
    iris.post("/seasons/trial/organize/arrange", &[("out.short", "yes")])
        .expect(409);
    iris.post("/seasons/trial/organize/delete", &[("confirm", "trial")])
        .expect(409);
    assert_eq!(slugs(&site, "trial").len(), 3);
}
