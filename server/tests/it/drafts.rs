//! What setters keep on the site, and how it becomes problems of a season.

use chrono::TimeDelta;
use dojo_judge::contest::Member as _;
use dojo_judge::contest::sequence::{Programs, SequenceSettings};
use dojo_server::season::lifecycle::{self, Actor, Dates};
use dojo_server::season::record::load_record;
use dojo_server::store::log::list_log;
use dojo_server::store::{self, HandingIn, Moment, Role, problems};
use serde_json::{Value, json};

use crate::client::{Answer, Api, Person, multipart};
use crate::command_line::{run, run_well};
use crate::database::Database;
use crate::season::Copy;
use crate::setter::archive;
use crate::site::{TestSite, add_user, eventually, schedule};

/// A package like the one of the trial season, under a slug of its own.
fn package(slug: &str) -> Copy {
    let season = Copy::new();
    let file = "problems/squares/problem.toml";
    season.replace(file, "slug = \"squares\"", &format!("slug = \"{slug}\""));
    season
}

fn bytes(package: &Copy) -> Vec<u8> {
    archive(&package.path("problems/squares"))
}

/// Sends a package by the form at `path`.
fn send(person: &Person, path: &str, package: &[u8], season: &str) -> Answer {
    let token = person.csrf_token();
    let (kind, body) = multipart(&[
        ("csrf_token", None, token.as_bytes()),
        ("package", Some("problem.tar"), package),
        ("season", None, season.as_bytes()),
    ]);
    person.post_raw(path, &[("content-type", &kind)], &body)
}

#[test]
fn a_setter_keeps_drafts_that_only_organizers_see_besides() {
    let site = TestSite::new();
    let (sue, seth) = (
        site.staff("sue", Role::Setter),
        site.staff("seth", Role::Setter),
    );
    let iris = site.staff("iris", Role::Organizer);
    let cubes = package("cubes");
    let sent = bytes(&cubes);
    let page = send(&sue, "/setter", &sent, "trial").expect(303);
    let page = page.location().to_owned();
    sue.get("/setter")
        .expect(200)
        .shows(&page)
        .shows("validated");
    sue.get(&page).expect(200).shows("Report: valid");
    // As it was sent, byte for byte.
    let download = sue.get(&format!("{page}/package")).expect(200);
    assert_eq!(
        download.header("content-disposition"),
        "attachment; filename=\"cubes.tar\""
    );
    assert_eq!(download.body.as_bytes(), sent);

    for path in [page.clone(), format!("{page}/package")] {
        seth.get(&path).expect(404);
        site.visitor().get(&path).expect(303);
        iris.get(&path).expect(200);
    }
    for action in ["delete", "commit"] {
        let path = format!("{page}/{action}");
        for other in [&seth, &iris] {
            other.post(&path, &[("season", "trial")]).expect(404);
        }
    }
    send(&iris, &page, &sent, "trial").expect(404);
    iris.get("/setter")
        .expect(200)
        .shows("Drafts of other setters")
        .shows(&page);

    // Another package in its place, which is broken.
    cubes.replace("problems/squares/setter.py", "print", "prnt");
    send(&sue, &page, &bytes(&cubes), "trial").expect(303);
    sue.get(&page)
        .expect(200)
        .shows("not valid")
        .shows("Mend it first")
        .shows("draft</span>");
    let page_of_broken = sue.get(&page).expect(200);
    assert!(!page_of_broken.body.contains("id=\"taking\""));
    send(&sue, &page, b"no archive", "trial")
        .expect(422)
        .shows("This is no package");
    // Nothing is lost by one press.
    sue.get(&format!("{page}/delete"))
        .expect(200)
        .shows("The draft is lost, with its versions and its report.");
    sue.get(&page).expect(200);
    sue.post(&format!("{page}/delete"), &[]).expect(303);
    sue.get("/setter")
        .expect(200)
        .shows("The draft is deleted.");
    sue.get(&page).expect(404);
}

#[test]
fn the_site_keeps_so_many_drafts_and_no_more() {
    let site = TestSite::new();
    let sue = site.staff("sue", Role::Setter);
    let authorization = format!("Bearer {}", sue.api_token());
    let headers = [("authorization", authorization.as_str())];
    // A package that is not valid is kept too, and is quick to look at.
    let broken = package("cubes");
    broken.replace("problems/squares/problem.toml", "title", "titel");
    let broken = bytes(&broken);
    for _ in 0..40 {
        sue.post_raw("/api/v1/drafts", &headers, &broken)
            .expect(201);
    }
    sue.post_raw("/api/v1/drafts", &headers, &broken)
        .expect(409)
        .shows("you keep 40 drafts");
    send(&sue, "/setter", &broken, "trial")
        .expect(422)
        .shows("You keep 40 drafts");
    // Replacing one needs no room.
    send(&sue, "/setter/drafts/7", &broken, "trial").expect(303);
    // Nor does it take anybody else's.
    send(
        &site.staff("seth", Role::Setter),
        "/setter",
        &broken,
        "trial",
    )
    .expect(303);
}

#[test]
fn what_is_handed_in_is_committed_and_never_changes() {
    let site = TestSite::builder().draft().start();
    let (sue, iris) = (
        site.staff("sue", Role::Setter),
        site.staff("iris", Role::Organizer),
    );
    let page = send(&sue, "/setter", &bytes(&package("cubes")), "0.1").expect(303);
    let page = page.location().to_owned();
    let commit = format!("{page}/commit");

    // A draft is nobody's business until its organizers say so.
    sue.get("/setter").expect(200);
    assert!(!sue.get(&page).body.contains("Trial season"));
    sue.post(&commit, &[("season", "trial")])
        .expect(409)
        .shows("There is no season <code>trial</code> that takes problems.");
    sue.post("/seasons/trial/organize/take-problems", &[])
        .expect(404);
    iris.post("/seasons/trial/organize/take-problems", &[])
        .expect(303);
    sue.get(&page).expect(200).shows("Trial season");
    sue.get(&format!("{commit}?season=none")).expect(303);
    sue.get(&format!("{commit}?season=trial"))
        .expect(200)
        .shows("1 problem is fixed")
        .shows("It becomes problem 4 of Trial season");

    sue.post(&commit, &[("season", "trial")]).expect(303);
    let stored =
        site.change(|conn, season| Ok(problems::find_problem(conn, season.id, "cubes")?.unwrap()));
    let commitment = stored.commitment.unwrap();
    assert_eq!((stored.position, stored.version), (4, 1));
    sue.get(&page)
        .expect(200)
        .shows(&commitment)
        .shows("committed</span>");
    iris.get("/seasons/trial/organize")
        .expect(200)
        .shows("<td>sue</td>");
    let log = site.change(|conn, season| Ok(list_log(conn, season.id, 0, 9)?));
    assert!(
        log[0].body.to_json().contains("\"setter\":\"sue\""),
        "{log:?}"
    );

    // From here on nothing of it changes.
    for (path, fields) in [
        (commit.clone(), vec![("season", "trial")]),
        (format!("{page}/delete"), vec![]),
    ] {
        sue.post(&path, &fields)
            .expect(409)
            .shows("what is committed is never changed");
    }
    send(&sue, &page, &bytes(&package("cubes")), "trial")
        .expect(422)
        .shows("what is committed is never changed");
    // Another problem needs another slug.
    let again = send(&sue, "/setter", &bytes(&package("cubes")), "trial").expect(303);
    sue.post(
        &format!("{}/commit", again.location()),
        &[("season", "trial")],
    )
    .expect(409)
    .shows("has a problem <code>cubes</code> already");

    // Its setter does not submit to it, and everybody else may.
    site.change(|conn, season| crate::site::open_at_once(conn, season.id));
    let own = "/seasons/trial/problems/cubes/submissions";
    sue.post(own, &[("source", "print(1)")]).expect(403);
    let ada = site.contestant("ada");
    let id = ada.submit("cubes", "for n in range(999):print(n*n)");
    ada.verdict_page(id).shows("Solved");
    // An open season takes new versions of withdrawn problems only.
    let late = send(&sue, "/setter", &bytes(&package("late")), "trial").expect(303);
    sue.post(
        &format!("{}/commit", late.location()),
        &[("season", "trial")],
    )
    .expect(409)
    .shows("only new versions of problems that were withdrawn");
    iris.post(
        "/seasons/trial/organize/withdraw-problem",
        &[
            ("problem", "cubes"),
            ("reason", "a slip"),
            ("confirm", "trial"),
        ],
    )
    .expect(303);
    sue.post(
        &format!("{}/commit", again.location()),
        &[("season", "trial")],
    )
    .expect(303);
    let newest =
        site.change(|conn, season| Ok(problems::find_problem(conn, season.id, "cubes")?.unwrap()));
    assert_eq!((newest.position, newest.version), (4, 2));
    assert_ne!(newest.commitment, Some(commitment));
    ada.get("/seasons/trial/problems/cubes")
        .expect(200)
        .shows("Version 1 of this problem was withdrawn, 0 points for everyone: a slip");
}

/// A site with a draft of a season in which an organizer agrees to problems.
fn agreeing() -> TestSite {
    let site = TestSite::builder()
        .draft()
        .content(|content| content.season.handing_in = HandingIn::Agreed)
        .start();
    site.change(|conn, season| dojo_server::season::hand_in::set_taking(conn, season.id, true));
    site
}

/// The value of a hidden field.
fn hidden(page: &str, name: &str) -> String {
    let field = format!("name=\"{name}\" value=\"");
    let at = page.find(&field).unwrap() + field.len();
    page[at..].split('"').next().unwrap().to_owned()
}

#[test]
fn an_organizer_sends_a_problem_back_with_a_note_and_then_agrees() {
    let site = agreeing();
    let (sue, iris) = (
        site.staff("sue", Role::Setter),
        site.staff("iris", Role::Organizer),
    );
    let sent = bytes(&package("cubes"));
    let page = send(&sue, "/setter", &sent, "trial").expect(303);
    let page = page.location().to_owned();
    let (commit, agree) = (format!("{page}/commit"), format!("{page}/agree"));
    sue.get(&page)
        .expect(200)
        .shows("Trial season (an organizer reads it first)");
    sue.get(&format!("{commit}?season=trial"))
        .expect(200)
        .shows("It waits until an organizer has read it.");
    sue.post(&commit, &[("season", "trial")]).expect(303);
    let stored =
        || site.change(|conn, season| Ok(problems::find_problem(conn, season.id, "cubes")?));
    assert!(stored().is_none(), "it is a problem already");
    sue.get(&page)
        .expect(200)
        .shows("It waits for an organizer");
    sue.get("/setter")
        .expect(200)
        .shows("waits for an organizer");
    iris.get("/seasons/trial/organize")
        .expect(200)
        .shows("1 problem waits for you")
        .shows(&page);

    // Who may not, may not.
    for path in [&agree, &format!("{page}/send-back")] {
        let fields = [("handed_in_at", "2026-11-27T00:00:00Z"), ("note", "no")];
        sue.post(path, &fields).expect(404);
    }
    // What an organizer has not seen cannot be agreed to.
    iris.post(&agree, &[("handed_in_at", "2026-11-27T00:00:00Z")])
        .expect(409)
        .shows("This draft was changed and handed in again; look at it again.");
    let shown = iris.get(&page).expect(200).shows("Report: valid").body;
    let seen = hidden(&shown, "handed_in_at");
    let back = format!("{page}/send-back");
    iris.post(&back, &[("handed_in_at", &seen), ("note", " ")])
        .expect(422)
        .shows("id=\"note-error\"");
    let note = "Say where n begins, <please>.";
    iris.post(&back, &[("handed_in_at", &seen), ("note", note)])
        .expect(303);
    iris.post(&back, &[("handed_in_at", &seen), ("note", note)])
        .expect(409);

    // The setter is told, and hands it in again.
    let escaped = "Say where n begins, &#60;please&#62;.";
    sue.get("/")
        .expect(200)
        .shows("for Trial season was sent back")
        .shows("Say where n begins, &lt;please&gt;.");
    let told = site.visitor().get("/announcements").body;
    assert!(!told.contains("Say where n begins"), "{told}");
    sue.get(&page).expect(200).shows("Sent back").shows(escaped);
    assert!(
        !iris
            .get("/seasons/trial/organize")
            .body
            .contains("waits for you")
    );
    sue.post(&commit, &[("season", "trial")]).expect(303);
    // Another package in its place waits no more: an organizer agrees to what they read.
    send(&sue, &page, &sent, "trial").expect(303);
    assert!(!sue.get(&page).body.contains("It waits for an organizer"));
    sue.post(&commit, &[("season", "trial")]).expect(303);
    sue.post(&format!("{page}/take-back"), &[]).expect(303);
    sue.post(&format!("{page}/take-back"), &[]).expect(409);
    sue.post(&commit, &[("season", "trial")]).expect(303);

    let asked = iris
        .get(&agree)
        .expect(200)
        .shows("It becomes problem 4 of Trial season, with sue as setter.")
        .body;
    let seen = hidden(&asked, "handed_in_at");
    let agreed = iris.post(&agree, &[("handed_in_at", &seen)]).expect(303);
    assert_eq!(agreed.location(), "/seasons/trial/organize");
    let stored = stored().unwrap();
    assert!(stored.commitment.is_some());
    iris.get("/seasons/trial/organize")
        .expect(200)
        .shows("<td>sue</td>");
    sue.get("/")
        .expect(200)
        .shows("is now part of Trial season");
    sue.get(&page)
        .expect(200)
        .shows(&stored.commitment.unwrap());
    let log = iris.get("/people/log.csv?name=1").expect(200).body;
    for deed in [
        "hand-in-offered",
        "hand-in-sent-back",
        "hand-in-taken-back",
        "hand-in-agreed",
    ] {
        assert!(log.contains(deed), "{deed}: {log}");
    }
    assert!(log.contains("trial/cubes: Say where n begins"), "{log}");
}

#[test]
fn programs_agree_to_problems_too() {
    let site = agreeing();
    let sue = Api::of(site.staff("sue", Role::Setter));
    let iris = Api::of(site.staff("iris", Role::Organizer));
    let kept = sue.post_raw(
        "/drafts?season=trial",
        "application/x-tar",
        &bytes(&package("cubes")),
    );
    kept.expect(201);
    let hand_in = || sue.step("/drafts/1/commit?season=trial").expect(202).json();
    let first = hand_in();
    assert_eq!(first["season"], json!("trial"));
    sue.get("/seasons/trial/hand-ins").expect(403);
    let waiting = iris.get("/seasons/trial/hand-ins").expect(200).json();
    assert_eq!(waiting["drafts"][0]["hand_in"]["season"], json!("trial"));
    assert_eq!(waiting["drafts"][0]["setter"], json!("sue"));
    let note = json!({ "note": "Shorter, please." });
    sue.post("/drafts/1/send-back", &note).expect(403);
    iris.post("/drafts/1/send-back", &note).expect(204);
    let told = sue.get("/drafts/1").expect(200).json();
    assert_eq!(told["hand_in"]["note"], json!("Shorter, please."));
    let told = sue.get("/announcements").expect(200).json();
    assert_eq!(told["announcements"][0]["to_you"], json!(true));
    hand_in();
    sue.step("/drafts/1/take-back").expect(204);
    let second = hand_in();
    sue.step("/drafts/1/agree").expect(403);
    let seen = |at: &Value| format!("/drafts/1/agree?handed_in_at={}", at.as_str().unwrap());
    iris.step(&seen(&first["handed_in_at"])).expect(409);
    let done = iris.step(&seen(&second["handed_in_at"])).expect(201).json();
    assert_eq!(
        (&done["season"], &done["problem"]),
        (&json!("trial"), &json!("cubes"))
    );
    let became = sue.get("/drafts/1").expect(200).json();
    assert_eq!(became["became"]["commitment"], done["commitment"]);
    assert_eq!(became["hand_in"], Value::Null);
    iris.step("/drafts/1/agree").expect(409);
    // Who organizes needs nobody's word.
    let own = iris.post_raw(
        "/drafts?season=trial",
        "application/x-tar",
        &bytes(&package("fourths")),
    );
    own.expect(201);
    iris.step("/drafts/2/commit?season=trial").expect(201);
}

#[test]
fn a_draft_is_held_against_the_season_that_it_goes_to() {
    let site = TestSite::builder()
        .draft()
        .content(|content| {
            content.season.settings = Programs::set(SequenceSettings {
                fuel: 9_000_000,
                ..SequenceSettings::default()
            });
        })
        .start();
    let (sue, iris) = (
        site.staff("sue", Role::Setter),
        site.staff("iris", Role::Organizer),
    );
    iris.post("/seasons/trial/organize/take-problems", &[])
        .expect(303);
    let slow = package("slow");
    slow.replace(
        "problems/squares/setter.py",
        "",
        "for i in range(300000):pass\n",
    );
    let page = send(&sue, "/setter", &bytes(&slow), "0.1").expect(303);
    let page = page.location().to_owned();
    sue.get(&page).expect(200).shows("Report: valid");
    sue.post(&format!("{page}/commit"), &[("season", "trial")])
        .expect(409)
        .shows("For season <code>trial</code> the package is not valid")
        .shows("FAILED");
    sue.get("/setter").expect(200).shows("draft</span>");
    assert!(!iris.get("/seasons/trial/organize").body.contains("slow"));
}

#[test]
fn a_season_of_setters_problems_needs_no_folder() {
    let database = Database::new();
    let pool = database.pool();
    add_user(&pool, "sue", Role::Setter);
    let folder = tempfile::tempdir().unwrap();
    let (data, url) = (folder.path().to_str().unwrap(), database.argument());
    let home = ["--data", data, "--database", &url];
    let well = |arguments: &[&str]| run_well(&[arguments, &home].concat());
    let told = |arguments: &[&str]| {
        let output = run(&[arguments, &home].concat());
        (
            output.status.code(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    let new = [
        "season",
        "create",
        "spring",
        "--title",
        "Spring",
        "--summary",
        "By setters.",
    ];
    assert_eq!(well(&new), "spring: a draft without problems\n");
    assert_eq!(told(&new).0, Some(1));
    let problem = package("cubes");
    let path = problem.path("problems/squares");
    let commit = [
        "problem",
        "commit",
        path.to_str().unwrap(),
        "--season",
        "spring",
        "--setter",
        "sue",
    ];
    assert!(told(&commit).1.contains("takes no problems now"));
    well(&["season", "take-problems", "spring"]);
    let said = well(&commit);
    let (slug, commitment) = said.trim_end().split_once('\t').unwrap();
    assert_eq!((slug, commitment.len()), ("cubes", 64));
    assert_eq!(told(&commit).0, Some(1));
    problem.replace("problems/squares/problem.toml", "cubes", "others");
    problem.replace("problems/squares/setter.py", "print", "prnt");
    let (code, said) = told(&commit);
    assert!(code == Some(1) && said.contains("not valid"), "{said}");
    well(&["season", "take-problems", "spring", "--stop"]);
    well(&["season", "open", "spring"]);
    let status: Value =
        serde_json::from_str(&well(&["season", "status", "spring", "--json"])).unwrap();
    assert_eq!(status["state"], "open");
}

#[test]
fn setters_problems_stay_when_the_folder_is_imported_again() {
    let database = Database::new();
    let pool = database.pool();
    add_user(&pool, "sue", Role::Setter);
    let folder = tempfile::tempdir().unwrap();
    let (data, url) = (folder.path().to_str().unwrap(), database.argument());
    let home = ["--data", data, "--database", &url];
    let well = |arguments: &[&str]| run_well(&[arguments, &home].concat());
    let trial = Copy::new();
    let root = trial.path(".");
    let import = ["season", "import", root.to_str().unwrap()];
    well(&import);
    well(&["season", "take-problems", "trial"]);
    let problem = package("cubes");
    let path = problem.path("problems/squares");
    let path = path.to_str().unwrap();
    well(&[
        "problem", "commit", path, "--season", "trial", "--setter", "sue",
    ]);
    assert_eq!(well(&import), "trial: unchanged\n");
    trial.replace("problems/short/statement.md", "Ones", "Only ones");
    assert!(well(&import).contains("the draft is replaced"));
    trial.replace("season.toml", "\"squares\", ", "");
    std::fs::remove_dir_all(trial.path("problems/squares")).unwrap();
    assert!(well(&import).contains("the draft is replaced"));
    well(&["season", "open", "trial"]);
    let positions: Vec<(String, i32)> = store::blocking(&pool, |conn| {
        let season = store::seasons::find_season(conn, "trial")?.unwrap();
        let all = problems::list_problems(conn, season.id)?;
        Ok::<_, store::StoreError>(
            all.into_iter()
                .map(|one| (one.slug, one.position))
                .collect(),
        )
    })
    .unwrap();
    let expected = [("marked", 1), ("short", 2), ("cubes", 4)];
    assert_eq!(
        positions,
        expected.map(|(slug, place)| (slug.to_owned(), place))
    );
}

#[test]
fn programs_keep_drafts_by_the_api() {
    let site = TestSite::builder().draft().start();
    let (sue, ada) = (site.staff("sue", Role::Setter), site.contestant("ada"));
    let bearer = |person: &Person| format!("Bearer {}", person.api_token());
    let (sues, adas) = (bearer(&sue), bearer(&ada));
    let headers = [("authorization", sues.as_str())];
    let sent = bytes(&package("cubes"));
    ada.post_raw("/api/v1/drafts", &[("authorization", &adas)], &sent)
        .expect(403);
    let draft = sue.post_raw("/api/v1/drafts?season=0.3", &headers, &sent);
    let draft = draft.expect(201).json();
    assert_eq!(
        (
            &draft["slug"],
            &draft["held_against"],
            &draft["report"]["valid"]
        ),
        (&json!("cubes"), &json!("0.3"), &json!(true))
    );
    let all = sue.get_with("/api/v1/drafts", &headers).expect(200).json();
    assert_eq!(all["drafts"].as_array().unwrap().len(), 1);
    let package = sue
        .get_with("/api/v1/drafts/1/package", &headers)
        .expect(200);
    assert_eq!(package.body.as_bytes(), sent);
    let commit = |season: &str| {
        let path = format!("/api/v1/drafts/1/commit?season={season}");
        sue.post_raw(&path, &headers, b"")
    };
    commit("trial").expect(409);
    site.change(|conn, season| dojo_server::season::hand_in::set_taking(conn, season.id, true));
    let done = commit("trial").expect(201).json();
    assert_eq!(
        (&done["problem"], &done["version"]),
        (&json!("cubes"), &json!(1))
    );
    assert_eq!(done["commitment"].as_str().unwrap().len(), 64);
    let draft = sue
        .get_with("/api/v1/drafts/1", &headers)
        .expect(200)
        .json();
    assert_eq!(draft["became"]["commitment"], done["commitment"]);
}

/// A season whose only problem came from a draft, from there to its archive.
#[test]
fn a_draft_goes_all_the_way_to_the_archive() {
    let site = TestSite::builder().draft().start();
    let (sue, iris) = (
        site.staff("sue", Role::Setter),
        site.staff("iris", Role::Organizer),
    );
    let organize = |action: &str, fields: &[(&str, &str)]| {
        let mut fields = fields.to_vec();
        fields.push(("confirm", "trial"));
        iris.post(&format!("/seasons/trial/organize/{action}"), &fields)
            .expect(303);
    };
    organize("take-problems", &[]);
    let page = send(&sue, "/setter", &bytes(&package("cubes")), "trial").expect(303);
    let commit = format!("{}/commit", page.location());
    sue.post(&commit, &[("season", "trial")]).expect(303);
    organize("commit", &[]);
    site.change(|conn, season| {
        let now = Moment::now();
        let dates = Dates {
            opens_at: Some(now),
            frozen_by_hand: true,
            ..Dates::default()
        };
        schedule(conn, season.id, dates, now)?;
        lifecycle::open(conn, season.id, &Actor::Terminal, now)
    });
    let ada = site.contestant("ada");
    ada.await_event(ada.submit("cubes", "for n in range(999):print(n*n)"));
    site.freeze();
    eventually("the bonuses", || {
        site.change(|_, season| Ok(season)).scored_at
    });
    organize("reveal", &[]);
    organize("finalize", &[]);
    let record = site.change(|conn, season| load_record(conn, &season));
    let last: Vec<&str> = record
        .log
        .iter()
        .rev()
        .take(2)
        .map(|it| it.body.kind())
        .collect();
    assert_eq!(last, ["transition", "replayed"]);
    assert!(
        record
            .problems
            .iter()
            .any(|it| it.published.problem == "cubes")
    );
    site.visitor()
        .get("/seasons/trial/setters")
        .expect(200)
        .shows("sue");
}

#[test]
fn a_setter_reads_the_own_problem_before_the_opening_as_contestants_will() {
    let site = TestSite::builder().draft().start();
    let otto = site.staff("otto", Role::Setter);
    let olga = site.staff("olga", Role::Organizer);
    let others = [
        site.visitor(),
        site.contestant("ada"),
        site.staff("sue", Role::Setter),
    ];
    olga.post("/seasons/trial/organize/take-problems", &[])
        .expect(303);
    let sent = bytes(&package("mine"));
    let otto = Api::of(otto);
    let draft = otto
        .post_raw("/drafts?season=trial", "application/x-tar", &sent)
        .expect(201)
        .json();
    let committed = format!("/drafts/{}/commit?season=trial", draft["id"]);
    let page = "/seasons/trial/problems/mine";
    otto.person.get(page).expect(404);
    otto.post_raw(&committed, "application/json", b"")
        .expect(201);

    let look = |when: &str| {
        let seen = otto.person.get("/seasons/trial").expect(200);
        let seen = seen.shows(&format!("{page}\""));
        assert!(!seen.body.contains("problems/marked"), "{when}");
        let seen = otto.person.get(page).expect(200);
        assert!(!seen.body.contains("problems/marked"), "{when}");
        otto.person.get(&format!("{page}/terms.txt")).expect(200);
        otto.person
            .get("/seasons/trial/problems/marked")
            .expect(404);
        otto.person.get("/seasons/trial/organize").expect(404);
        let problems = otto.get("/seasons/trial/problems").expect(200).json();
        assert_eq!(problems["problems"].as_array().unwrap().len(), 1);
        otto.get("/seasons/trial/problems/mine").expect(200);
        for other in &others {
            other.get(page).expect(404);
        }
    };
    look("draft");
    olga.post("/seasons/trial/organize/commit", &[]).expect(303);
    site.change(|conn, season| {
        let now = Moment::now();
        let dates = Dates {
            opens_at: Some(now.plus(TimeDelta::hours(1))),
            ..Dates::BY_HAND
        };
        schedule(conn, season.id, dates, now)
    });
    look("announced");
    others[0].get("/seasons/trial").expect(200);
}

#[test]
fn a_setter_sees_how_a_problem_fares_and_not_who() {
    let site = TestSite::builder().setter("sue").draft().start();
    let sue = site.visitor();
    sue.sign_in("sue", crate::site::PASSWORD).expect(303);
    let (seth, iris) = (
        site.staff("seth", Role::Setter),
        site.staff("iris", Role::Organizer),
    );
    let page = "/seasons/trial/problems/squares/progress";
    for person in [&sue, &iris] {
        person.get(page).expect(404);
    }
    site.change(|conn, season| crate::site::open_at_once(conn, season.id));
    sue.get(page).expect(200).shows("None yet");
    let (ada, bob) = (site.contestant("ada"), site.contestant("bob"));
    for source in ["print(1)", "for n in range(999):print(n*n)"] {
        ada.await_event(ada.submit("squares", source));
    }
    bob.await_event(bob.submit("squares", "print(2)"));
    let asked = [("problem", "squares"), ("text", "Does n begin at 0?")];
    bob.post("/seasons/trial/questions", &asked).expect(303);

    for person in [&sue, &iris] {
        let shown = person.get(page).expect(200).body;
        for text in ["Does n begin at 0?", "unanswered", ">Solved 1</span>"] {
            assert!(shown.contains(text), "{text}: {shown}");
        }
        for hidden in [">ada<", "/@ada", ">bob<", "/@bob", "print("] {
            assert!(!shown.contains(hidden), "{hidden}: {shown}");
        }
    }
    sue.get("/seasons/trial/problems/squares")
        .expect(200)
        .shows(page);
    seth.get(page).expect(404);
    ada.get(page).expect(404);
    assert!(
        !ada.get("/seasons/trial/problems/squares")
            .body
            .contains(page)
    );
    site.visitor().get(page).expect(303);

    let (sue, seth) = (Api::of(sue), Api::of(seth));
    let path = "/seasons/trial/problems/squares/progress";
    let told = sue.get(path).expect(200).json();
    assert_eq!(
        (&told["attempts"], &told["people"], &told["solvers"]),
        (&json!(3), &json!(2), &json!(1))
    );
    let counted = |verdict: &str| {
        let all = told["verdicts"].as_array().unwrap();
        let found = all.iter().find(|it| it["verdict"] == json!(verdict));
        found.map_or(0, |it| it["attempts"].as_i64().unwrap())
    };
    assert_eq!((counted("REWARD"), counted("QUEUED")), (1, 0), "{told}");
    assert_eq!(told["first_solves"].as_array().unwrap().len(), 1);
    assert_eq!(told["questions"][0]["text"], json!("Does n begin at 0?"));
    seth.get(path).expect(404);

    // While boards keep still, who does not organize learns nothing new.
    site.change(|conn, season| {
        let still = "UPDATE seasons SET blackout_at = opens_at WHERE id = 1";
        diesel::RunQueryDsl::execute(diesel::sql_query(still), conn)?;
        Ok(season)
    });
    let told = sue.get(path).expect(200).json();
    assert_eq!(told["attempts"], json!(0), "{told}");
    assert!(told["until"].is_string());
    iris.get(page).expect(200).shows(">Solved 1</span>");
}

#[test]
fn an_editorial_is_hidden_until_the_reveal() {
    let site = TestSite::builder().draft().start();
    let sue = site.staff("sue", Role::Setter);
    let iris = site.staff("iris", Role::Organizer);
    site.change(|conn, season| dojo_server::season::hand_in::set_taking(conn, season.id, true));
    let cubes = package("cubes");
    let editorial = cubes.path("problems/squares/editorial.md");
    std::fs::write(&editorial, " \n").unwrap();
    let draft = send(&sue, "/setter", &bytes(&cubes), "trial").expect(303);
    let draft = draft.location().to_owned();
    sue.get(&draft)
        .expect(200)
        .shows("editorial.md: the editorial is empty");
    let text = "Sums of **odd** numbers are the zweitausend trick.\n";
    std::fs::write(&editorial, text).unwrap();
    send(&sue, &draft, &bytes(&cubes), "trial").expect(303);
    sue.get(&format!("{draft}/edit"))
        .expect(200)
        .shows("zweitausend trick");
    sue.post(&format!("{draft}/commit"), &[("season", "trial")])
        .expect(303);
    site.change(|conn, season| crate::site::open_at_once(conn, season.id));
    let ada = Api::of(site.contestant("ada"));
    let (page, solutions) = (
        "/seasons/trial/problems/cubes",
        "/seasons/trial/problems/cubes/solutions",
    );
    // Nobody reads it before the Reveal, on whatever page; not even the organizers' one of the problem.
    for person in [&ada.person, &sue, &iris] {
        for path in [
            page,
            "/seasons/trial",
            "/seasons/trial/problems/cubes/leaderboard",
        ] {
            let shown = person.get(path).body;
            assert!(!shown.contains("zweitausend"), "{path}: {shown}");
        }
    }
    assert!(!ada.get(page).body.contains("zweitausend"));
    ada.person.get(&format!("{draft}/package")).expect(403);
    ada.person
        .await_event(ada.person.submit("cubes", "for n in range(999):print(n*n)"));
    for action in ["freeze", "score", "reveal"] {
        iris.post(
            &format!("/seasons/trial/organize/{action}"),
            &[("confirm", "trial")],
        );
    }
    eventually("the Reveal", || {
        iris.post("/seasons/trial/organize/reveal", &[("confirm", "trial")]);
        let state = site.change(|_, season| Ok(season.state));
        (state == store::SeasonState::Revealed).then_some(())
    });
    for path in [page, solutions] {
        ada.person
            .get(path)
            .expect(200)
            .shows("Sums of <strong>odd</strong> numbers are the zweitausend trick.");
    }
    let told = ada.get(page).expect(200).json();
    let text = told["editorial"].as_str().unwrap_or_default();
    assert!(text.contains("zweitausend"), "{told}");
}

#[test]
fn a_draft_is_seen_as_contestants_will_see_it() {
    let site = TestSite::builder().draft().start();
    let (sue, seth) = (
        site.staff("sue", Role::Setter),
        site.staff("seth", Role::Setter),
    );
    let iris = site.staff("iris", Role::Organizer);
    site.change(|conn, season| dojo_server::season::hand_in::set_taking(conn, season.id, true));
    for season in ["trial", "0.3"] {
        let draft = send(&sue, "/setter", &bytes(&package("cubes")), season).expect(303);
        let draft = draft.location().to_owned();
        let page = format!("{draft}/preview");
        sue.get(&draft).expect(200).shows(&page);
        for person in [&sue, &iris] {
            let shown = person
                .get(&page)
                .expect(200)
                .shows("<strong>Preview</strong>")
                .shows("Nothing can be submitted.")
                .shows("Contestants write and submit their solution here.")
                .shows(&draft)
                .shows("<td>4</td>");
            for gone in ["id=\"send\"", "/submissions\"", "/leaderboard\""] {
                assert!(!shown.body.contains(gone), "{gone}: {}", shown.body);
            }
        }
        seth.get(&page).expect(404);
        site.visitor().get(&page).expect(303);
    }
    let broken = package("cubes");
    broken.replace("problems/squares/setter.py", "print", "prnt");
    let draft = send(&sue, "/setter", &bytes(&broken), "trial").expect(303);
    sue.get(&format!("{}/preview", draft.location()))
        .expect(409)
        .shows("The page cannot be shown yet");
}

#[test]
fn a_draft_keeps_its_versions_and_takes_one_back() {
    let site = TestSite::new();
    let (sue, seth) = (
        site.staff("sue", Role::Setter),
        site.staff("seth", Role::Setter),
    );
    let iris = site.staff("iris", Role::Organizer);
    let cubes = package("cubes");
    let first = bytes(&cubes);
    let draft = send(&sue, "/setter", &first, "trial").expect(303);
    let draft = draft.location().to_owned();
    let versions = format!("{draft}/versions");
    assert!(!sue.get(&draft).body.contains(&versions));
    // The same once more is no other version.
    send(&sue, &draft, &first, "trial").expect(303);
    sue.get(&versions).expect(200).shows("None yet");
    cubes.replace("problems/squares/statement.md", "square", "very <square>");
    send(&sue, &draft, &bytes(&cubes), "trial").expect(303);
    sue.get(&draft).expect(200).shows(&versions);
    for person in [&sue, &iris] {
        person
            .get(&versions)
            .expect(200)
            .shows("From version 1 to version 2")
            .shows("<code>statement.md</code>")
            .shows("line-removed\">- The *square* numbers.")
            .shows("line-added\">+ The *very &#60;square&#62;* numbers.");
    }
    seth.get(&versions).expect(404);
    sue.get(&format!("{versions}?since=7")).expect(404);
    iris.post(&versions, &[("version", "1")]).expect(404);
    sue.post(&versions, &[("version", "1")]).expect(303);
    let now = sue.get(&format!("{draft}/package")).expect(200);
    assert_eq!(now.bytes, first);
    sue.get(&versions)
        .expect(200)
        .shows("From version 2 to version 3");
    // Of many the last are kept.
    for n in 0..25 {
        let text = format!("Statement {n}.\n");
        std::fs::write(cubes.path("problems/squares/statement.md"), text).unwrap();
        send(&sue, &draft, &bytes(&cubes), "0.3").expect(303);
    }
    let all = sue.get(&versions).expect(200);
    assert_eq!(all.body.matches("name=\"version\"").count(), 19);
    all.shows("From version 27 to version 28");
}
