//! What is a person's: it comes in a zip, and goes with the account, but for what stands in records.

use std::io::{Cursor, Read as _};

use dojo_server::store::Role;
use serde_json::{Value, json};

use crate::client::Api;
use crate::command_line::{Server, dojo, run_well};
use crate::site::{PASSWORD, TestSite};

const PROGRAM: &str = "for n in range(200):print(n*n)";

#[test]
fn an_export_has_all_that_is_known_of_a_person() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let bob = site.contestant("bob");
    let olga = Api::of(site.staff("olga", Role::Organizer));
    let id = ada.submit("squares", PROGRAM);
    ada.verdict_page(id);
    let others = bob.submit("squares", "print(1) # of bob");
    bob.verdict_page(others);
    let ada = Api::of(ada);
    let asked = ada.post(
        "/seasons/trial/questions",
        &json!({"text": "May I use itertools?"}),
    );
    let question = asked.expect(201).json()["id"].as_i64().unwrap();
    olga.post(
        &format!("/seasons/trial/questions/{question}/answers"),
        &json!({"text": "You may."}),
    )
    .expect(204);

    site.visitor().get("/account/export.zip").expect(303);
    let answer = ada.person.get("/account/export.zip").expect(200);
    assert_eq!(answer.header("content-type"), "application/zip");
    let mut zip = zip::ZipArchive::new(Cursor::new(answer.bytes)).unwrap();
    let mut names: Vec<String> = zip
        .file_names()
        .map(|name| name.unwrap().into_owned())
        .collect();
    names.sort();
    let own = [
        "account.json".to_owned(),
        "questions.json".to_owned(),
        format!("receipts/{id}.json"),
        format!("submissions/{id}.json"),
    ];
    assert_eq!(names, own);
    let mut read = |name: &str| -> Value {
        let mut text = String::new();
        zip.by_name(name)
            .unwrap()
            .read_to_string(&mut text)
            .unwrap();
        assert!(!text.contains("bob"), "{text}");
        serde_json::from_str(&text).unwrap()
    };
    let account = read("account.json");
    assert_eq!(account["name"], "ada");
    assert_eq!(account["tokens"][0]["label"], "test");
    let submission = read(&own[3]);
    assert_eq!(submission["source"], PROGRAM);
    let told = ada.get(&format!("/submissions/{id}")).expect(200).json();
    assert_eq!(submission["submission"], told);
    let receipt = ada.get(&format!("/submissions/{id}/receipt")).expect(200);
    assert_eq!(read(&own[2]), receipt.json());
    let questions = read("questions.json");
    assert_eq!(questions[0]["text"], "May I use itertools?");
    assert_eq!(questions[0]["answers"][0]["text"], "You may.");
}

#[test]
fn who_deletes_the_account_leaves_the_sign_in_name_and_nothing_else() {
    let site = TestSite::new();
    // It is said before.
    site.visitor()
        .get("/register")
        .expect(200)
        .shows("keeps your sign-in name");
    let ada = site.contestant("ada");
    ada.post("/account", &[("display_name", "Countess of L.")])
        .expect(303);
    ada.get("/account")
        .expect(200)
        .shows("keeps your sign-in name");
    let bob = site.contestant("bob");
    let id = ada.submit("squares", PROGRAM);
    ada.verdict_page(id);
    let api = Api::of(ada);
    let ask = json!({"text": "A question of mine"});
    api.post("/seasons/trial/questions", &ask).expect(201);
    let board = "/seasons/trial/problems/squares/leaderboard";
    site.visitor()
        .get(board)
        .expect(200)
        .shows("Countess of L.");

    let delete = |password| {
        api.person
            .post("/account/delete", &[("password", password)])
    };
    delete("not my password")
        .expect(422)
        .shows("This is not your password.");
    api.get("/me").expect(200);
    delete(PASSWORD).expect(303);
    api.person.get("/account").expect(303);
    api.get("/me").expect(401);
    site.visitor().sign_in("ada", PASSWORD).expect(422);
    // Nobody becomes her.
    let again = [("name", "Ada"), ("password", PASSWORD)];
    site.visitor()
        .post("/register", &again)
        .expect(422)
        .shows("taken");
    let page = site.visitor().get(board).expect(200);
    assert!(!page.body.contains("Countess"), "{}", page.body);
    bob.get("/seasons/trial").expect(200);

    let olga = site.staff("olga", Role::Organizer);
    let member = olga.get("/people/@ada").expect(200).shows("deleted");
    assert!(!member.body.contains("Countess"), "{}", member.body);
    olga.post("/people/@ada/enable", &[])
        .expect(409)
        .shows("deleted");
    olga.post("/people/@ada/link", &[]).expect(409);
    let questions = Api::of(olga).get("/seasons/trial/questions").expect(200);
    assert_eq!(questions.json()["questions"], json!([]));

    site.freeze_and_score();
    site.reveal();
    let log = site.visitor().get("/seasons/trial/log.jsonl").expect(200);
    log.shows("submission_withdrawn")
        .shows("The account was deleted.");
}

#[test]
fn what_is_sealed_keeps_the_sign_in_name_and_the_last_organizer_stays() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    ada.post("/account", &[("display_name", "Countess of L.")])
        .expect(303);
    let id = ada.submit("squares", PROGRAM);
    ada.verdict_page(id);
    site.freeze_and_score();
    site.reveal();
    let olga = site.staff("olga", Role::Organizer);
    let delete = |confirm| olga.post("/people/@ada/delete", &[("confirm", confirm)]);
    delete("").expect(409).shows("Type “ada”");
    olga.get("/people/@ada").expect(200).shows("Countess of L.");
    delete("ada").expect(303);
    olga.get("/people/@ada")
        .expect(200)
        .shows("account deleted");
    let board = site.visitor().get("/seasons/trial/leaderboard").expect(200);
    assert!(board.body.contains("ada") && !board.body.contains("Countess"));
    let log = site.visitor().get("/seasons/trial/log.jsonl").expect(200);
    assert!(!log.body.contains("submission_withdrawn"));
    site.visitor()
        .get(&format!("/submissions/{id}"))
        .expect(200);

    let refused = olga.post("/account/delete", &[("password", PASSWORD)]);
    refused.expect(409).shows("Nobody would be left");
    olga.get("/account").expect(200);
}

#[test]
fn an_account_is_deleted_at_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let server = Server::start(&["serve", "--data", data, "--listen", "127.0.0.1:0"]);
    drop(server);
    let add = |name: &str, role: &str| {
        run_well(&["user", "add", name, "--role", role, "--data", data]);
    };
    add("olga", "organizer");
    add("ada", "contestant");
    let done = run_well(&["user", "delete", "ada", "--data", data]);
    assert_eq!(done.trim(), "ada is deleted");
    let people = run_well(&["user", "list", "--data", data]);
    assert!(people.contains("ada\tcontestant\tdeleted"), "{people}");
    for name in ["ada", "olga"] {
        let refused = dojo(&["user", "delete", name, "--data", data])
            .output()
            .unwrap();
        assert!(!refused.status.success());
    }
}
