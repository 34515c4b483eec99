//! Signing in through providers: a small one of the tests, which does one thing wrong when it is asked to, and one that
//! others wrote.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;

use chrono::TimeDelta;
use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, SqliteConnection};
use dojo_server::config::{Registration, StaffSecondFactor};
use dojo_server::oidc::{ProviderSettings, RequiredClaim, check_issuer};
use dojo_server::store::Role;
use flate2::read::GzDecoder;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::{Value, json};
use ureq::Agent;
use ureq::tls::{Certificate, RootCerts};

use crate::client::{Answer, Api, Person};
use crate::command_line::run;
use crate::mail::make_certificate;
use crate::provider_stub::{self, Mood, ProviderStub, SECRET};
use crate::second_factor::{enter, set_up};
use crate::site::{PASSWORD, TestSite, eventually};

const BEGIN: &str = "/login/with/school";
const NEW: &str = "/login/with/school/new";

/// Somebody who is at the provider, and where it sends them back to.
fn at_provider(address: &str) -> String {
    let answer = cookies().get(address).call().unwrap();
    assert_eq!(answer.status().as_u16(), 302, "{address}");
    let back = answer.headers()["location"].to_str().unwrap();
    let (_, path) = back.split_once("://").unwrap().1.split_once('/').unwrap();
    format!("/{path}")
}

/// Goes to the provider from the sign-in page, and gives the address with which it sends the person back.
fn go(person: &Person, next: &str) -> String {
    let answer = person.get(&format!("{BEGIN}?next={next}")).expect(303);
    at_provider(answer.location())
}

/// Goes there and comes back.
fn come_back(person: &Person) -> Answer {
    let back = go(person, "/account");
    person.get(&back)
}

/// Comes in as somebody new with that name.
fn register(person: &Person, name: &str) {
    assert_eq!(come_back(person).expect(303).location(), NEW);
    person.get(NEW).expect(200).shows("Choose your name");
    let answer = person.post(NEW, &[("name", name)]).expect(303);
    assert_eq!(answer.location(), "/account");
}

fn is_signed_in(person: &Person) -> bool {
    person.get("/account").status == 200
}

/// Nobody is signed in, and a page says why.
#[track_caller]
fn refused(person: &Person, answer: Answer, status: u16, why: &str) {
    answer.expect(status).shows(why);
    assert!(!is_signed_in(person), "somebody is signed in");
}

/// The page from which somebody who gave the password goes on to the provider; gives the way back.
fn connect(person: &Person, name: &str, password: &str) -> Result<String, Box<Answer>> {
    let page = person.post(
        &format!("/account/connect/{name}"),
        &[("password", password)],
    );
    match page.body.split_once("id=\"leave\" href=\"") {
        Some((_, rest)) if page.status == 200 => {
            let address = rest.split('"').next().unwrap().replace("&amp;", "&");
            let address = address.replace("&#38;", "&");
            Ok(at_provider(&address))
        }
        _ => Err(Box::new(page)),
    }
}

fn deeds(organizer: &Person, name: &str) -> Vec<(String, String)> {
    let list = organizer.get(&format!("/people/log.csv?name={name}"));
    let mut reader = csv::Reader::from_reader(list.body.as_bytes());
    let rows = reader.records().map(Result::unwrap);
    rows.map(|row| (row[3].to_owned(), row[5].to_owned()))
        .collect()
}

#[test]
fn somebody_new_chooses_a_name_and_comes_back_as_the_same() {
    let stub = ProviderStub::start();
    let site = TestSite::builder()
        .providers(vec![stub.settings("school")])
        .start();
    let olga = site.staff("olga", Role::Organizer);
    let ada = site.visitor();
    ada.get("/login")
        .expect(200)
        .shows("Sign in with The school")
        .shows("href=\"/login/with/school\"");
    let page = ada.get("/register?next=/seasons").expect(200);
    page.shows("href=\"/login/with/school?next=/seasons\"");
    assert_eq!(come_back(&ada).expect(303).location(), NEW);
    // Not yet: there is no account before there is a name.
    assert!(!is_signed_in(&ada));
    ada.get(NEW)
        .expect(200)
        .shows("The school has told us who you are");
    ada.post(NEW, &[("name", "olga")])
        .expect(422)
        .shows("This name is taken");
    ada.post(NEW, &[("name", "!")])
        .expect(422)
        .shows("Use 2 to 32 letters");
    let fields = [("name", "ada"), ("display_name", "Ada L.")];
    assert_eq!(ada.post(NEW, &fields).expect(303).location(), "/account");
    ada.get("/account")
        .expect(200)
        .shows("Ada L.")
        .shows("The school, connected since");
    // What let her choose a name does so once.
    site.visitor().get(NEW).expect(303);
    ada.post(NEW, &[("name", "ada2")]).expect(400);

    // In another browser she is known, and comes where she wanted to go.
    let again = site.visitor();
    let back = go(&again, "/seasons/trial");
    assert_eq!(again.get(&back).expect(303).location(), "/seasons/trial");
    again.get("/account").expect(200).shows("Ada L.");
    // Somebody else is somebody else, whatever name and address the provider tells.
    let said = json!({ "name": "Ada L.", "email": "ada@school.example", "preferred_username": "ada", "email_verified": true });
    stub.says(said.clone(), said);
    stub.names("subject-2");
    assert_eq!(come_back(&site.visitor()).expect(303).location(), NEW);

    let noted = deeds(&olga, "ada");
    assert_eq!(
        noted,
        [("provider-registered".to_owned(), "The school".to_owned())]
    );
    olga.get("/people/@ada")
        .expect(200)
        .shows("The school, connected since")
        .shows("active");
    let found = Api::of(olga).get("/people?q=ada").expect(200).json();
    assert_eq!(found["people"][0]["connected"], true);
    assert_eq!(found["people"][0]["has_password"], false);
}

#[test]
fn whatever_is_wrong_ends_on_a_page_and_nobody_is_signed_in() {
    let stub = ProviderStub::start();
    let site = TestSite::builder()
        .providers(vec![stub.settings("school")])
        .start();
    register(&site.visitor(), "ada");
    let cannot = "cannot be trusted";
    let once = "it works once";
    for (mood, status, why) in [
        (
            Mood::Error("access_denied"),
            403,
            "was not allowed to tell us",
        ),
        (Mood::Error("server_error"), 400, "could not sign you in"),
        (
            Mood::Iss("http://127.0.0.1:1".to_owned()),
            400,
            "is not from The school",
        ),
        (Mood::Claim("nonce", json!("another")), 400, cannot),
        (Mood::Without("nonce"), 400, cannot),
        (Mood::Claim("iss", json!("http://127.0.0.1:1")), 400, cannot),
        (Mood::Claim("aud", json!("another site")), 400, cannot),
        (
            Mood::Claim("aud", json!(["dojo", "another site"])),
            400,
            cannot,
        ),
        (Mood::Claim("azp", json!("another site")), 400, cannot),
        (Mood::Claim("exp", json!(1_700_000_000)), 400, cannot),
        (Mood::Claim("at_hash", json!("b3RoZXI")), 400, cannot),
        (Mood::Claim("sub", json!("")), 400, cannot),
        (Mood::Claim("sub", json!("a\u{0}b")), 400, cannot),
        (Mood::Claim("sub", json!("a".repeat(256))), 400, cannot),
        (Mood::OtherKey, 400, cannot),
        (Mood::Symmetric, 400, cannot),
        (Mood::Unsigned, 400, cannot),
        (Mood::NoToken, 400, cannot),
        (Mood::Garbage, 400, once),
    ] {
        let name = format!("{mood:?}");
        stub.mood(mood);
        let person = site.visitor();
        let answer = come_back(&person);
        assert_eq!(answer.status, status, "{name}: {}", answer.body);
        refused(&person, answer, status, why);
        // Nothing is left with which to try again.
        stub.mood(Mood::Honest);
    }
    // And the same browser comes in when the provider does what it should.
    assert_eq!(
        come_back(&site.visitor()).expect(303).location(),
        "/account"
    );
}

#[test]
fn an_answer_counts_once_in_the_browser_that_asked_and_for_a_while() {
    let stub = ProviderStub::start();
    let other = ProviderStub::start();
    let site = TestSite::builder()
        .providers(vec![stub.settings("school"), other.settings("club")])
        .start();
    register(&site.visitor(), "ada");
    let begin_again = "Begin again";

    // A callback without its cookie: the answer to somebody else.
    let (ada, eve) = (site.visitor(), site.visitor());
    let back = go(&ada, "/");
    refused(&eve, eve.get(&back), 400, begin_again);
    // In another state, and of none.
    let (path, _) = back.split_once('?').unwrap();
    let person = site.visitor();
    go(&person, "/");
    refused(
        &person,
        person.get(&format!("{path}?code=x&state={}", "0".repeat(64))),
        400,
        begin_again,
    );
    let person = site.visitor();
    go(&person, "/");
    refused(&person, person.get(path), 400, begin_again);
    // Another attempt of the same browser.
    let person = site.visitor();
    let first = go(&person, "/");
    go(&person, "/");
    refused(&person, person.get(&first), 400, begin_again);
    // An answer that comes to the address of another provider, or in another one's name.
    let person = site.visitor();
    let mixed = go(&person, "/").replace("/with/school/", "/with/club/");
    refused(&person, person.get(&mixed), 400, begin_again);
    let person = site.visitor();
    let mixed = format!(
        "{}&iss=http%3A%2F%2F127.0.0.1%3A{}",
        go(&person, "/"),
        other.port
    );
    refused(&person, person.get(&mixed), 400, "is not from The school");
    // Too late.
    let person = site.visitor();
    let back = go(&person, "/");
    site.advance(TimeDelta::minutes(16));
    refused(&person, person.get(&back), 400, begin_again);

    // Ada's own comes in, once: then the cookie is gone, and with it kept the provider does not take the code back.
    let person = site.visitor();
    let begun = person.get(BEGIN).expect(303);
    let cookie = begun
        .header("set-cookie")
        .split(';')
        .next()
        .unwrap()
        .to_owned();
    let back = at_provider(begun.location());
    person.get(&back).expect(303);
    let stranger = site.visitor();
    let again = stranger.get_with(&back, &[("cookie", &cookie)]);
    refused(&stranger, again, 400, "it works once");
    assert!(begun.header("set-cookie").contains("HttpOnly"));
    // One that says that it always names itself has to.
    let person = site.visitor();
    other.always_names_itself();
    let back = at_provider(person.get("/login/with/club").expect(303).location());
    let (nameless, _) = back.split_once("&iss=").unwrap();
    refused(&person, person.get(nameless), 400, "is not from The club");
}

#[test]
fn an_account_is_connected_by_who_has_just_given_its_password() {
    let stub = ProviderStub::start();
    let other = ProviderStub::start();
    let site = TestSite::builder()
        .providers(vec![stub.settings("school"), other.settings("club")])
        .start();
    let olga = site.staff("olga", Role::Organizer);
    let ada = site.contestant("ada");
    ada.get("/account").expect(200).shows("Connect The school");
    let wrong = connect(&ada, "school", "not the password").unwrap_err();
    wrong.expect(422).shows("This is not your password.");
    // Whoever is signed in and has not given it comes back as somebody to sign in, and connects nothing.
    let back = connect(&ada, "school", PASSWORD).unwrap();
    // Nor does somebody else in that browser.
    let bob = site.contestant("bob");
    refused(
        &site.visitor(),
        site.visitor().get(&back),
        400,
        "Begin again",
    );
    bob.get(&back).expect(400);
    ada.get(&back).expect(303);
    ada.get("/account")
        .expect(200)
        .shows("The school, connected since")
        .shows("Connect The club");
    assert_eq!(
        come_back(&site.visitor()).expect(303).location(),
        "/account"
    );

    // That person is Ada's: nobody else connects with it, and Ada not with another one there.
    let back = connect(&bob, "school", PASSWORD).unwrap();
    bob.get(&back)
        .expect(409)
        .shows("connected with another account");
    stub.names("subject-2");
    let back = connect(&ada, "school", PASSWORD).unwrap();
    ada.get(&back).expect(409);
    // After the end of the session in between, nothing is connected.
    let carl = site.contestant("carl");
    let back = connect(&carl, "club", PASSWORD).unwrap();
    carl.post("/logout", &[]).expect(303);
    refused(&carl, carl.get(&back), 400, "too long ago");

    // Her export names it; disconnecting ends it.
    let zip = ada.get("/account/export.zip").expect(200);
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(zip.bytes)).unwrap();
    let account: Value = serde_json::from_reader(zip.by_name("account.json").unwrap()).unwrap();
    assert_eq!(account["connected"][0]["issuer"], stub.issuer());
    assert_eq!(account["connected"][0]["subject"], "subject-1");
    let end = end_of(&ada);
    bob.post(&end, &[]).expect(303);
    ada.get("/account")
        .expect(200)
        .shows("The school, connected since");
    ada.post(&end, &[]).expect(303);
    stub.names("subject-1");
    assert_eq!(come_back(&site.visitor()).expect(303).location(), NEW);
    let noted = deeds(&olga, "ada");
    let of = |deed: &str| (deed.to_owned(), "The school".to_owned());
    assert_eq!(
        noted,
        [of("provider-disconnected"), of("provider-connected")]
    );
}

/// Where the first provider is disconnected.
fn end_of(person: &Person) -> String {
    let page = person.get("/account").expect(200).body;
    let (_, rest) = page.split_once("action=\"/account/connected/").unwrap();
    format!("/account/connected/{}/end", rest.split('/').next().unwrap())
}

#[test]
fn who_has_no_password_chooses_one_right_after_signing_in() {
    let stub = ProviderStub::start();
    let site = TestSite::builder()
        .providers(vec![stub.settings("school")])
        .start();
    let ada = site.visitor();
    register(&ada, "ada");
    // The only way in stays, and what asks for a password says what to do.
    ada.post(&end_of(&ada), &[])
        .expect(409)
        .shows("your only way to sign in");
    for path in ["/account/delete", "/account/second-factor"] {
        ada.post(path, &[("password", "")])
            .expect(422)
            .shows("You have no password yet");
    }
    site.visitor().sign_in("ada", "").expect(422);
    site.advance(TimeDelta::minutes(16));
    let choose = |person: &Person| person.post("/account/password", &[("new_password", PASSWORD)]);
    choose(&ada).expect(422).shows("sign out and in again");
    let again = site.visitor();
    come_back(&again).expect(303);
    again.get("/account").expect(200).shows("Choose a password");
    choose(&again).expect(303);
    // Now the present one is asked for, and the provider can go.
    choose(&again)
        .expect(422)
        .shows("This is not your password.");
    again.post(&end_of(&again), &[]).expect(303);
    site.visitor().sign_in("ada", PASSWORD).expect(303);
    // What is deleted is known no more.
    let back = connect(&again, "school", PASSWORD).unwrap();
    again.get(&back).expect(303);
    again
        .post("/account/delete", &[("password", PASSWORD)])
        .expect(303);
    assert_eq!(come_back(&site.visitor()).expect(303).location(), NEW);
}

#[test]
fn a_second_factor_and_a_switched_off_account_count_all_the_same() {
    let stub = ProviderStub::start();
    let site = TestSite::builder()
        .web(|web| web.staff_second_factor = StaffSecondFactor::Required)
        .providers(vec![stub.settings("school")])
        .start();
    let olga = site.staff("olga", Role::Organizer);
    let (phone, _) = set_up(&olga, site.now());
    let back = connect(&olga, "school", PASSWORD).unwrap();
    olga.get(&back).expect(303);
    let again = site.visitor();
    let answer = come_back(&again).expect(303);
    assert_eq!(answer.location(), "/login/code?next=/account");
    assert!(!is_signed_in(&again));
    enter(&again, &phone.wrong(&site)).expect(422);
    enter(&again, &phone.next(&site)).expect(303);
    assert!(is_signed_in(&again));

    stub.names("subject-2");
    let ada = site.visitor();
    register(&ada, "ada");
    olga.post("/people/@ada/disable", &[]).expect(303);
    let person = site.visitor();
    let answer = come_back(&person);
    refused(&person, answer, 403, "switched off");
}

#[test]
fn new_people_come_as_the_settings_say() {
    let stub = ProviderStub::start();
    let closed = ProviderSettings {
        create: false,
        ..stub.settings("school")
    };
    let site = TestSite::builder().providers(vec![closed]).start();
    site.staff("olga", Role::Organizer);
    let person = site.visitor();
    let answer = come_back(&person);
    refused(
        &person,
        answer,
        403,
        "Nobody here is connected with you at The school",
    );
    let answer = come_back(&person);
    refused(&person, answer, 403, "<li>olga</li>");

    // By invitation: with its role and label, once, and a members' site shows its buttons.
    let site = TestSite::builder()
        .web(|web| {
            web.registration = Registration::Invited;
            web.members_only = true;
        })
        .providers(vec![stub.settings("school")])
        .start();
    let olga = site.staff("olga", Role::Organizer);
    let person = site.visitor();
    person
        .get("/login")
        .expect(200)
        .shows("Sign in with The school");
    let answer = come_back(&person);
    refused(&person, answer, 403, "this site is by invitation");
    let last_day = (site.now().utc() + TimeDelta::days(3))
        .date_naive()
        .to_string();
    let fields = [
        ("role", "setter"),
        ("label", "10b"),
        ("uses", "1"),
        ("last_day", &last_day),
    ];
    let page = olga.post("/people/invitations", &fields).expect(200);
    let link = crate::people::only_link(&page);
    let ada = site.visitor();
    ada.get(&link)
        .expect(200)
        .shows(&format!("{BEGIN}?next={link}"));
    let back = go(&ada, &link);
    assert_eq!(ada.get(&back).expect(303).location(), NEW);
    assert_eq!(
        ada.post(NEW, &[("name", "ada")]).expect(303).location(),
        "/"
    );
    ada.get("/setter").expect(200);
    olga.get("/people/@ada").expect(200).shows("10b");
    stub.names("subject-2");
    let late = site.visitor();
    let back = go(&late, &link);
    refused(&late, late.get(&back), 403, "this site is by invitation");
}

#[test]
fn a_claim_that_is_required_is_looked_for_in_the_token_and_by_asking() {
    let stub = ProviderStub::start();
    let settings = ProviderSettings {
        required: Some(RequiredClaim {
            name: "groups".to_owned(),
            value: "dojo".to_owned(),
        }),
        scopes: vec!["groups".to_owned()],
        ..stub.settings("school")
    };
    let site = TestSite::builder().providers(vec![settings]).start();
    for (in_token, for_asking, comes) in [
        (json!({}), json!({}), false),
        (
            json!({ "groups": "chess" }),
            json!({ "groups": ["chess", "go"] }),
            false,
        ),
        (
            json!({ "groups": [["dojo"]] }),
            json!({ "groups": { "dojo": true } }),
            false,
        ),
        (json!({ "groups": "dojo" }), json!({}), true),
        (json!({ "groups": ["chess", "dojo"] }), json!({}), true),
        (json!({}), json!({ "groups": ["dojo"] }), true),
        // Only a claim of the whole name is taken.
        (
            json!({ "realm_access": { "groups": ["dojo"] } }),
            json!({}),
            false,
        ),
        // An answer about somebody else.
        (
            json!({}),
            json!({ "groups": ["dojo"], "sub": "subject-2" }),
            false,
        ),
    ] {
        stub.says(in_token.clone(), for_asking.clone());
        let person = site.visitor();
        let answer = come_back(&person);
        let came = answer.status == 303;
        assert_eq!(came, comes, "{in_token} {for_asking}: {}", answer.body);
        if !came {
            assert!([400, 403].contains(&answer.status));
        }
    }
}

#[test]
fn a_required_claim_may_be_inside_another_and_have_dots_in_its_name() {
    let stub = ProviderStub::start();
    let address = "https://school.example/roles";
    for (name, in_token, comes) in [
        (
            "realm_access.roles",
            json!({ "realm_access": { "roles": ["chess", "dojo"] } }),
            true,
        ),
        (
            "realm_access.roles",
            json!({ "realm_access": { "roles": ["chess"] }, "roles": ["dojo"] }),
            false,
        ),
        (
            "realm_access.roles",
            json!({ "realm_access": "roles" }),
            false,
        ),
        (
            "realm_access",
            json!({ "realm_access": { "roles": ["dojo"] } }),
            false,
        ),
        (address, json!({ address: "dojo" }), true),
        (
            "https://school.example/roles.all",
            json!({ address: { "all": ["dojo"] } }),
            true,
        ),
    ] {
        let settings = ProviderSettings {
            required: Some(RequiredClaim {
                name: name.to_owned(),
                value: "dojo".to_owned(),
            }),
            ..stub.settings("school")
        };
        let site = TestSite::builder().providers(vec![settings]).start();
        stub.says(in_token.clone(), json!({}));
        let answer = come_back(&site.visitor());
        assert_eq!(
            answer.status == 303,
            comes,
            "{name} {in_token}: {}",
            answer.body
        );
    }
}

/// A provider that answers over TLS, and says only what it is.
fn serve_over_tls(certificate: &str, key: &str) -> u16 {
    let pem = |file: &str| fs::read(file).unwrap();
    let certificate = pem(certificate);
    let chain = CertificateDer::pem_slice_iter(&certificate).map(Result::unwrap);
    let config = ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(
            chain.collect(),
            PrivateKeyDer::from_pem_slice(&pem(key)).unwrap(),
        );
    let config = Arc::new(config.unwrap());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let session = ServerConnection::new(Arc::clone(&config)).unwrap();
            let mut stream = BufReader::new(StreamOwned::new(session, stream.unwrap()));
            let mut line = String::new();
            // Who does not know the certificate says nothing.
            if stream.read_line(&mut line).is_err() {
                continue;
            }
            let issuer = format!("https://127.0.0.1:{port}");
            let body = if line.contains("/keys") {
                json!({ "keys": [] })
            } else {
                provider_stub::metadata(&issuer, false)
            };
            let body = body.to_string();
            let length = body.len();
            let answer = format!(
                "HTTP/1.1 200 Fine\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\
                 Connection: close\r\n\r\n{body}"
            );
            stream.get_mut().write_all(answer.as_bytes()).unwrap();
        }
    });
    port
}

#[test]
fn a_provider_is_believed_by_the_certificates_of_its_own_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (key, own) = (file("key.pem"), file("own.pem"));
    make_certificate(&key, &own);
    let others = file("others.pem");
    make_certificate(&file("other-key.pem"), &others);
    let port = serve_over_tls(&own, &key);
    for (ca, status) in [(None, 503), (Some(&others), 503), (Some(&own), 303)] {
        let roots = ca.map(|ca| {
            let pem = fs::read(ca).unwrap();
            let certificate = Certificate::from_pem(&pem).unwrap();
            RootCerts::new_with_certs(&[certificate])
        });
        let settings = ProviderSettings {
            issuer: check_issuer(&format!("https://127.0.0.1:{port}")).unwrap(),
            roots,
            ..ProviderStub::start().settings("school")
        };
        let site = TestSite::builder().providers(vec![settings]).start();
        site.visitor().get(BEGIN).expect(status);
    }
}

#[test]
fn while_a_provider_is_down_passwords_work_and_the_button_says_so() {
    let stub = ProviderStub::start();
    let (port, settings) = (stub.port, stub.settings("school"));
    drop(stub);
    let site = TestSite::builder().providers(vec![settings]).start();
    let ada = site.contestant("ada");
    let person = site.visitor();
    let down = "The school does not answer at the moment";
    person
        .get(BEGIN)
        .expect(503)
        .shows(down)
        .shows("id=\"password\"");
    person.get("/login").expect(200).shows(down);
    let told = connect(&ada, "school", PASSWORD).unwrap_err();
    told.expect(503).shows(down);
    person.sign_in("ada", PASSWORD).expect(303);
    // When it is back, people come in without a restart.
    let stub = ProviderStub::start_at(port);
    let back = eventually("the provider", || {
        let answer = site.visitor().get(BEGIN);
        (answer.status == 303).then_some(answer)
    });
    at_provider(back.location());
    let page = site.visitor().get("/login").expect(200);
    assert!(!page.body.contains(down), "{}", page.body);
    // A class that comes at once asks it once.
    let asked = stub.asked();
    for _ in 0..10 {
        site.visitor().get(BEGIN).expect(303);
    }
    assert!(stub.asked() <= asked + 1);
}

#[test]
fn what_the_settings_say_of_providers_is_checked_at_start() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("secret"), "the-secret\n").unwrap();
    fs::write(path("empty"), "\n").unwrap();
    let table = |changes: &[(&str, &str)]| {
        let mut lines = vec![
            ("name".to_owned(), "\"school\"".to_owned()),
            ("word".to_owned(), "\"School account\"".to_owned()),
            (
                "issuer".to_owned(),
                "\"https://login.school.example\"".to_owned(),
            ),
            ("client-id".to_owned(), "\"dojo\"".to_owned()),
            ("secret-file".to_owned(), format!("{:?}", path("secret"))),
        ];
        for (key, value) in changes {
            lines.retain(|(known, _)| known != key);
            lines.push(((*key).to_owned(), (*value).to_owned()));
        }
        let lines = lines
            .iter()
            .map(|(key, value)| format!("{key} = {value}\n"));
        format!("[[oidc]]\n{}", lines.collect::<String>())
    };
    let told = |command: &[&str], text: &str| {
        fs::write(path("dojo.toml"), text).unwrap();
        let file = path("dojo.toml");
        let output = run(&[command, &["--config", &file]].concat());
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8(said).unwrap();
        assert!(!said.contains("the-secret"), "{said}");
        (output.status.success(), said)
    };
    let (fine, said) = told(
        &["config"],
        &format!(
            "public-url = \"https://dojo.example\"\n{}",
            table(&[("create", "true")])
        ),
    );
    assert!(fine, "{said}");
    assert!(said.contains("/login/with/school/back"), "{said}");
    let missing = format!("{:?}", path("none"));
    let empty = format!("{:?}", path("empty"));
    for (changes, line, why) in [
        (
            &[("issuer", "\"http://login.school.example\"")][..],
            "line 6",
            "must begin with https://",
        ),
        (
            &[("issuer", "\"login.school.example\"")],
            "line 6",
            "`issuer`",
        ),
        (&[("name", "\"School!\"")], "line 6", "small letters"),
        (&[("word", "\"\"")], "line 6", "stands on the button"),
        (
            &[("secret-file", &missing)],
            "line 6",
            "cannot read `secret-file`",
        ),
        (&[("secret-file", &empty)], "line 6", "is empty"),
        (&[("claim", "\"groups\"")], "line 1", "given together"),
        (&[("ca-file", &missing)], "line 7", "cannot read `ca-file`"),
        (
            &[("ca-file", &empty)],
            "line 7",
            "there is no certificate in `ca-file`",
        ),
        (
            &[("claims", "\"groups\"")],
            "line 7",
            "unknown field `claims`",
        ),
    ] {
        let (fine, said) = told(&["config"], &table(changes));
        assert!(
            !fine && said.contains(line) && said.contains(why),
            "{changes:?}: {said}"
        );
    }
    let twice = format!("{}{}", table(&[]), table(&[]));
    let (fine, said) = told(&["config"], &twice);
    assert!(
        !fine && said.contains("line 7") && said.contains("two with the name"),
        "{said}"
    );
    let data = path("data");
    let serve = ["serve", "--data", &data, "--listen", "127.0.0.1:0"];
    let (fine, said) = told(&serve, &table(&[]));
    assert!(!fine && said.contains("--public-url"), "{said}");
}

/// Ends a process with the test.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

const GLEWLWYD: &str = "/usr/bin/glewlwyd";
const GLEWLWYD_TABLES: &str = "/usr/share/doc/glewlwyd/database/init.sqlite3.sql.gz";

/// A provider that others wrote, at a port, with one client and one person.
struct Glewlwyd {
    api: String,
    _process: Killed,
}

/// Whether the provider that others wrote is here; a run that has to have it fails without it.
fn has_glewlwyd() -> bool {
    let is_here = Path::new(GLEWLWYD).exists() && Path::new(GLEWLWYD_TABLES).exists();
    let required = std::env::var_os("DOJO_REQUIRE_GLEWLWYD").is_some_and(|it| it == "1");
    assert!(
        is_here || !required,
        "DOJO_REQUIRE_GLEWLWYD=1, but there is no glewlwyd"
    );
    if !is_here {
        eprintln!("skipped: no glewlwyd on this machine");
    }
    is_here
}

fn cookies() -> Agent {
    let config = Agent::config_builder()
        .max_redirects(0)
        .http_status_as_error(false);
    config.build().into()
}

impl Glewlwyd {
    fn start(folder: &Path, port: u16, redirect: &str) -> Self {
        let database = folder.join("provider.db");
        let mut tables = String::new();
        let packed = fs::File::open(GLEWLWYD_TABLES).unwrap();
        std::io::Read::read_to_string(&mut GzDecoder::new(packed), &mut tables).unwrap();
        let mut conn = SqliteConnection::establish(database.to_str().unwrap()).unwrap();
        conn.batch_execute(&tables).unwrap();
        drop(conn);
        let lib = "/usr/lib/glewlwyd";
        let settings = format!(
            "port = {port}\nbind_address = \"127.0.0.1\"\nexternal_url = \"http://127.0.0.1:{port}\"\nlog_mode = \"console\"\n\
             cookie_secure = 0\nstatic_files_path = \"/usr/share/glewlwyd/webapp/\"\ndatabase = {{ type = \"sqlite3\" path = \"{}\" }}\n\
             user_module_path = \"{lib}/user\"\nclient_module_path = \"{lib}/client\"\nuser_auth_scheme_module_path = \"{lib}/scheme\"\n\
             plugin_module_path = \"{lib}/plugin\"\nlogin_url = \"login.html\"\nadmin_scope = \"g_admin\"\nprofile_scope = \"g_profile\"\n\
             hash_algorithm = \"SHA512\"\n",
            database.display()
        );
        let file = folder.join("provider.conf");
        fs::write(&file, settings).unwrap();
        let process = Command::new(GLEWLWYD)
            .arg(format!("--config-file={}", file.display()))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let process = Killed(process.unwrap());
        let api = format!("http://127.0.0.1:{port}/api");
        let agent = cookies();
        let send = |method: &str, path: &str, body: &Value| {
            let request = ureq::http::Request::builder()
                .method(method)
                .uri(format!("{api}/{path}"))
                .header("content-type", "application/json");
            let answer = agent.run(request.body(body.to_string()).unwrap());
            answer
                .is_ok_and(|answer| answer.status().is_success())
                .then_some(())
        };
        // What its tables begin with.
        let admin = json!({ "username": "admin", "password": "password" });
        eventually("glewlwyd", || send("POST", "auth/", &admin));
        let (key, public) = rsa_keys(folder);
        let plugin = json!({
            "module": "oidc", "name": "oidc", "display_name": "OpenID Connect", "enabled": true,
            "parameters": {
                "iss": format!("{api}/oidc"), "jwt-type": "rsa", "jwt-key-size": "256", "key": key, "cert": public,
                "access-token-duration": 3600, "refresh-token-duration": 3600, "code-duration": 60,
                "refresh-token-rolling": true, "allow-non-oidc": false, "auth-type-code-enabled": true,
                "auth-type-token-enabled": false, "auth-type-id-token-enabled": true,
                "auth-type-password-enabled": false, "auth-type-client-enabled": false,
                "auth-type-refresh-enabled": true, "pkce-allowed": true, "pkce-method-plain-allowed": false,
                "jwks-show": true, "subject-type": "public", "scope": [], "additional-parameters": [], "claims": [],
                "name-claim": "on-demand", "name-claim-scope": [], "email-claim": "on-demand",
                "email-claim-scope": ["openid"], "scope-claim": "no", "scope-claim-scope": []
            }
        });
        send("POST", "mod/plugin/", &plugin).expect("a plugin");
        let client = json!({
            "client_id": "dojo", "name": "dojo", "confidential": true, "client_secret": SECRET, "password": SECRET,
            "redirect_uri": [redirect], "authorization_type": ["code"], "scope": [], "enabled": true,
            "token_endpoint_auth_method": ["client_secret_basic"]
        });
        send("POST", "client/", &client).expect("a client");
        let pupil = json!({
            "username": "pupil", "name": "Pupil", "email": "pupil@school.example", "password": "their-password",
            "scope": ["openid"], "enabled": true
        });
        send("POST", "user/", &pupil).expect("a person");
        Self {
            api,
            _process: process,
        }
    }

    /// A browser in which the pupil has signed in there, and agreed to tell this site.
    fn pupil(&self) -> Agent {
        let agent = cookies();
        for (method, path, body) in [
            (
                "POST",
                "auth/",
                json!({ "username": "pupil", "password": "their-password" }),
            ),
            ("PUT", "auth/grant/dojo", json!({ "scope": "openid" })),
        ] {
            let request = ureq::http::Request::builder()
                .method(method)
                .uri(format!("{}/{path}", self.api))
                .header("content-type", "application/json");
            let answer = agent.run(request.body(body.to_string()).unwrap()).unwrap();
            assert!(answer.status().is_success(), "{path}");
        }
        agent
    }
}

fn rsa_keys(folder: &Path) -> (String, String) {
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (key, public) = (file("key.pem"), file("public.pem"));
    for arguments in [
        vec!["genrsa", "-out", &key, "2048"],
        vec!["rsa", "-in", &key, "-pubout", "-out", &public],
    ] {
        let made = Command::new("openssl")
            .args(arguments)
            .stderr(Stdio::null())
            .status();
        assert!(made.unwrap().success());
    }
    (
        fs::read_to_string(key).unwrap(),
        fs::read_to_string(public).unwrap(),
    )
}

#[test]
fn a_real_provider_signs_people_in() {
    if !has_glewlwyd() {
        return;
    }
    let port = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let settings = ProviderSettings {
        issuer: check_issuer(&format!("http://127.0.0.1:{port}/api/oidc")).unwrap(),
        ..ProviderStub::start().settings("school")
    };
    let site = TestSite::builder().providers(vec![settings]).start();
    let folder = tempfile::tempdir().unwrap();
    let redirect = site.url("/login/with/school/back");
    let provider = Glewlwyd::start(folder.path(), port, &redirect);
    let pupil = provider.pupil();
    let back = |address: &str| {
        // Its own page says so when the person agrees.
        let answer = pupil.get(format!("{address}&g_continue")).call().unwrap();
        let to = answer.headers()["location"].to_str().unwrap().to_owned();
        to.strip_prefix(&site.url(""))
            .expect("a way back")
            .to_owned()
    };
    let ada = site.visitor();
    let begun = ada.get(BEGIN).expect(303);
    let returned = back(begun.location());
    assert_eq!(ada.get(&returned).expect(303).location(), NEW);
    ada.post(NEW, &[("name", "ada")]).expect(303);
    ada.get("/account")
        .expect(200)
        .shows("The school, connected since");
    // The same person in another browser; the code works once, there as well.
    let again = site.visitor();
    let begun = again.get(BEGIN).expect(303);
    let cookie = begun
        .header("set-cookie")
        .split(';')
        .next()
        .unwrap()
        .to_owned();
    let returned = back(begun.location());
    again.get(&returned).expect(303);
    assert!(is_signed_in(&again));
    let stranger = site.visitor();
    let answer = stranger.get_with(&returned, &[("cookie", &cookie)]);
    refused(&stranger, answer, 400, "it works once");
    // Another verifier than the one that was promised is refused by it.
    let (ada, eve) = (site.visitor(), site.visitor());
    let promised = ada.get(BEGIN).expect(303);
    let begun = eve.get(BEGIN).expect(303);
    let challenge = |address: &str| {
        let (_, rest) = address.split_once("code_challenge=").unwrap();
        rest.split('&').next().unwrap().to_owned()
    };
    let mixed = begun.location().replace(
        &challenge(begun.location()),
        &challenge(promised.location()),
    );
    let answer = eve.get(&back(&mixed));
    refused(&eve, answer, 400, "it works once");
}
