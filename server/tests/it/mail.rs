//! Mail: addresses, links by mail, answers and announcements, and servers that take no mails.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use chrono::TimeDelta;
use dojo_server::config::Rate;
use dojo_server::mail::MailServer;
use dojo_server::store::{self, Moment, Role, StoreError, mails};
use serde_json::Value;

use crate::client::{Answer, Api, Person};
use crate::command_line::run;
use crate::mail_stub::{MailStub, Mood, Taken};
use crate::site::{PASSWORD, TestSite, eventually};

const OTHER_PASSWORD: &str = "another horse battery";

fn site_with(stub: &MailStub) -> TestSite {
    TestSite::builder().mail(stub.server()).start()
}

/// Gives an address by the form.
fn give(person: &Person, address: &str) -> Answer {
    let fields = [("address", address), ("password", PASSWORD)];
    person.post("/account/mail", &fields)
}

/// Somebody with an address that is verified, which is the mail of that number.
fn verified(site: &TestSite, stub: &MailStub, name: &str) -> Person {
    let before = stub.all().len();
    let person = site.contestant(name);
    give(&person, &format!("{name}@school.example")).expect(303);
    let link = stub.await_number(before + 1).link();
    person.post(&link, &[]).expect(303);
    person
}

fn forgot(visitor: &Person, name: &str) -> Answer {
    visitor.post("/forgot", &[("name", name)])
}

/// Waits until the sender has nothing left to do.
fn await_rest(site: &TestSite) {
    eventually("an empty queue", || {
        let counts = store::blocking(&site.pool, |conn| {
            mails::count_mails(conn).map_err(StoreError::from)
        });
        (counts.unwrap().waiting == 0).then_some(())
    });
}

#[test]
fn an_address_is_verified_by_the_link_that_comes_to_it_and_seen_by_few() {
    let stub = MailStub::start();
    let site = site_with(&stub);
    let (ada, bob) = (site.contestant("ada"), site.contestant("bob"));
    let olga = site.staff("olga", Role::Organizer);
    let wrong = [("address", "ada@school.example"), ("password", "not mine")];
    ada.post("/account/mail", &wrong)
        .expect(422)
        .shows("not your password")
        .shows("ada@school.example");
    give(&ada, "ada@school.example\r\nBcc: eve@school.example").expect(422);
    give(&ada, "ada").expect(422).shows("no address");
    give(&ada, "ada@school.example").expect(303);
    ada.get("/account")
        .expect(200)
        .shows("ada@school.example")
        .shows("not verified");
    let mail = stub.await_number(1);
    assert_eq!(mail.to, "ada@school.example");
    let text = mail.text();
    assert!(text.contains("“ada” at dojo.example"), "{text}");
    // Another one comes when it is asked for; both hold until one is used.
    ada.post("/account/mail/again", &[]).expect(303);
    let second = stub.await_number(2);
    assert_ne!(mail.link(), second.link());
    let visitor = site.visitor();
    for _ in 0..3 {
        visitor
            .get(&mail.link())
            .expect(200)
            .shows("ada@school.example");
    }
    visitor.post_bare(&mail.link(), &[]).expect(403);
    ada.get("/account").expect(200).shows("not verified");
    visitor.post(&mail.link(), &[]).expect(303);
    let page = ada.get("/account").expect(200);
    assert!(!page.body.contains("not verified"), "{}", page.body);
    for link in [mail.link(), second.link()] {
        visitor.get(&link).expect(404);
    }

    // Who else sees it.
    olga.get("/people/@ada").expect(200).shows("ada@school");
    let export = ada.get("/account/export.zip").expect(200);
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(export.bytes)).unwrap();
    let account: Value = serde_json::from_reader(zip.by_name("account.json").unwrap()).unwrap();
    assert_eq!(account["mail"]["address"], "ada@school.example");
    for path in ["/@ada", "/seasons/trial/leaderboard", "/people/log"] {
        for reader in [&bob, &visitor, &olga] {
            let page = reader.get(path);
            assert!(!page.body.contains("ada@school"), "{path}: {}", page.body);
        }
    }
    olga.get("/people/log")
        .expect(200)
        .shows("mail address set")
        .shows("link mailed to verify the address")
        .shows("mail address verified");
    let (ada, olga) = (Api::of(ada), Api::of(olga));
    let me = ada.get("/me").expect(200).json();
    assert_eq!(me["mail"]["address"], "ada@school.example");
    assert_eq!(me["mail"]["verified"], true);
    let person = olga.get("/people/ada").expect(200).json();
    assert_eq!(person["mail"], me["mail"]);
    assert!(Api::of(bob).get("/me").expect(200).json()["mail"].is_null());

    // Another address, perhaps a mistyped one, takes the place of a verified one only when its own link is used.
    give(&ada.person, "ada@hoem.example").expect(303);
    assert_eq!(stub.await_number(3).to, "ada@hoem.example");
    assert_eq!(ada.get("/me").expect(200).json()["mail"], me["mail"]);
    give(&ada.person, "ada@school.example").expect(303);
    let page = ada.person.get("/account").expect(200);
    assert!(!page.body.contains("not verified"), "{}", page.body);
    give(&ada.person, "ada@home.example").expect(303);
    let mail = stub.await_number(4);
    assert_eq!(mail.to, "ada@home.example");
    ada.person
        .get("/account")
        .expect(200)
        .shows("ada@school.example")
        .shows("Until then mail goes to the old one");
    site.visitor().get(&stub.all()[2].link()).expect(404);
    site.visitor()
        .get(&mail.link())
        .expect(200)
        .shows("ada@home.example");
    site.visitor().post(&mail.link(), &[]).expect(303);
    let me = ada.get("/me").expect(200).json();
    assert_eq!(me["mail"]["address"], "ada@home.example");
    assert_eq!(me["mail"]["verified"], true);
    ada.person.post("/account/mail/remove", &[]).expect(303);
    assert!(ada.get("/me").expect(200).json()["mail"].is_null());
    ada.person
        .get("/account")
        .expect(200)
        .shows("Give an address");
}

#[test]
fn five_links_in_an_hour_are_mailed_to_verify_an_address() {
    let stub = MailStub::start();
    let site = site_with(&stub);
    let ada = site.contestant("ada");
    for number in 1..=5 {
        give(&ada, &format!("victim{number}@school.example")).expect(303);
        stub.await_number(number);
    }
    give(&ada, "victim@school.example")
        .expect(429)
        .shows("Enough links were mailed");
    ada.post("/account/mail/again", &[]).expect(429);
    site.advance(TimeDelta::hours(1));
    ada.post("/account/mail/again", &[]).expect(303);
    stub.await_number(6);
}

#[test]
fn whoever_lost_the_password_gets_a_link_by_mail() {
    let stub = MailStub::start();
    let site = site_with(&stub);
    let ada = verified(&site, &stub, "ada");
    let bob = site.contestant("bob");
    give(&bob, "bob@school.example").expect(303);
    stub.await_number(2);
    let token = ada.api_token();
    let visitor = site.visitor();
    visitor.get("/forgot").expect(200).shows("name=\"name\"");

    // Of whoever there is not, has no verified address or has one, the same is told.
    let told = |name: &str| {
        let page = forgot(&visitor, name).expect(200);
        // The head has the time in it.
        let (_, main) = page.body.split_once("<main").unwrap();
        main.replace(&format!("“{name}”"), "“…”")
    };
    let nobody = told("nobody");
    assert!(nobody.contains("a link is on its way"), "{nobody}");
    assert_eq!(told("bob"), nobody);
    assert_eq!(told("ada"), nobody);
    assert_eq!(told("x y z"), nobody);
    let mail = stub.await_number(3);
    assert_eq!(mail.to, "ada@school.example");
    await_rest(&site);
    assert_eq!(stub.all().len(), 3);

    let link = mail.link();
    for _ in 0..3 {
        visitor.get(&link).expect(200).shows("Hello, ada");
    }
    visitor.post(&link, &[("password", "short")]).expect(422);
    let fields = [("password", OTHER_PASSWORD)];
    visitor.post(&link, &fields).expect(303);
    visitor.get("/account").expect(200).shows("ada");
    // Whatever was signed in is out, and the link is used up.
    ada.get("/account").expect(303);
    let authorization = format!("Bearer {token}");
    ada.get_with("/api/v1/me", &[("authorization", &authorization)])
        .expect(401);
    site.visitor().get(&link).expect(404);
    site.visitor().sign_in("ada", OTHER_PASSWORD).expect(303);
    let olga = site.staff("olga", Role::Organizer);
    olga.get("/people/@ada")
        .expect(200)
        .shows("link mailed for a lost password")
        .shows("password chosen by a link");

    // It holds for half an hour.
    forgot(&site.visitor(), "ADA").expect(200);
    let link = stub.await_number(4).link();
    site.advance(TimeDelta::minutes(31));
    site.visitor().get(&link).expect(404);
    // Nobody fills another's letter box.
    site.advance(TimeDelta::hours(1));
    for number in 5..=9 {
        forgot(&site.visitor(), "ada").expect(200);
        stub.await_number(number);
    }
    forgot(&site.visitor(), "ada").expect(200);
    await_rest(&site);
    assert_eq!(stub.all().len(), 9);
    // A link of an organizer's holds meanwhile.
    let page = olga.post("/people/@ada/link", &[]).expect(200);
    let printed = crate::people::only_link(&page);
    forgot(&site.visitor(), "ada").expect(200);
    await_rest(&site);
    site.visitor().get(&printed).expect(200);
}

#[test]
fn links_by_mail_are_few_from_one_address_and_for_one_account() {
    let stub = MailStub::start();
    let site = TestSite::builder().mail(stub.server()).web(|web| {
        web.rates.mail = Some(Rate {
            burst: 2,
            per_minute: 1,
        });
        web.behind_proxy = true;
    });
    let site = site.start();
    let from = |last: u8, name: &str| {
        let visitor = site.visitor();
        let token = visitor.csrf_token();
        let address = format!("192.0.2.{last}");
        let headers = [
            ("content-type", "application/x-www-form-urlencoded"),
            ("x-forwarded-for", address.as_str()),
        ];
        let body = format!("csrf_token={token}&name={name}");
        visitor.post_raw("/forgot", &headers, body.as_bytes())
    };
    from(1, "nobody").expect(200);
    from(1, "somebody").expect(200);
    from(1, "anybody").expect(429);
    from(2, "nobody").expect(200);
    let refused = from(3, "nobody").expect(429);
    assert!(!refused.header("retry-after").is_empty());
}

#[test]
fn without_mail_nothing_is_offered() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let page = ada.get("/account").expect(200);
    assert!(!page.body.contains("/account/mail"), "{}", page.body);
    give(&ada, "ada@school.example").expect(409);
    let page = site.visitor().get("/forgot").expect(200);
    assert!(
        !page
            .body
            .contains("<form method=\"post\" action=\"/forgot\"")
    );
    forgot(&site.visitor(), "ada").expect(409);
    let olga = site.staff("olga", Role::Organizer);
    olga.get("/people/mail").expect(200).shows("“smtp”");
    ada.get("/people/mail").expect(404);
}

#[test]
fn what_the_mail_server_does_not_take_is_listed_and_tried_again() {
    let stub = MailStub::start();
    let site = site_with(&stub);
    let olga = site.staff("olga", Role::Organizer);
    olga.get("/people/mail")
        .expect(200)
        .shows("Every mail went out");
    let listed = |what: &str| {
        eventually(what, || {
            let page = olga.get("/people/mail").expect(200);
            page.body.contains(what).then_some(page)
        })
    };

    // It is away.
    stub.set(Mood::Away);
    let ada = site.contestant("ada");
    give(&ada, "ada@school.example").expect(303);
    let page = listed("ada@school.example").shows("verifying an address");
    assert!(!page.body.contains("given up"), "{}", page.body);
    olga.get("/seasons/trial/trouble")
        .expect(200)
        .shows("1 mail was not sent");
    stub.set(Mood::Takes);
    site.advance(TimeDelta::minutes(2));
    let link = stub.await_number(1).link();
    listed("Every mail went out");
    // The link was made when it was sent.
    site.visitor().get(&link).expect(200);

    // It says nothing, and nobody waits for it.
    stub.set(Mood::Silent);
    give(&ada, "ada@silent.example").expect(303);
    let began = Instant::now();
    ada.get("/account").expect(200).shows("ada@silent.example");
    assert!(began.elapsed() < Duration::from_secs(2));
    listed("ada@silent.example").shows("did not answer within");
    stub.set(Mood::Takes);
    site.advance(TimeDelta::minutes(2));
    stub.await_number(2);

    // It takes none now.
    stub.set(Mood::Says("451 4.7.1 Greylisted, come back"));
    give(&ada, "ada@grey.example").expect(303);
    let page = listed("451 4.7.1 Greylisted, come back");
    ada.get("/account")
        .expect(200)
        .shows("The mail did not go out: 451 4.7.1 Greylisted");
    assert!(!page.body.contains("given up"), "{}", page.body);
    site.advance(TimeDelta::minutes(2));
    eventually("a second try", || {
        let page = olga.get("/people/mail").expect(200);
        page.body.contains("tried 2 times").then_some(())
    });
    // A day later it is given up.
    site.advance(TimeDelta::days(1));
    listed("given up");
    // Somebody tries again.
    stub.set(Mood::Takes);
    let again = |page: &Answer| {
        let (_, rest) = page.body.split_once("action=\"/people/mail/").unwrap();
        let number = rest.split('/').next().unwrap();
        let path = format!("/people/mail/{number}/again");
        ada.post(&path, &[]).expect(404);
        olga.post(&path, &[]).expect(303);
    };
    again(&listed("given up"));
    stub.await_number(3);

    // The address is refused: at once, for good, in the server's words.
    stub.set(Mood::Says("550-5.1.1 No such <b>user</b>\r\n550 here"));
    give(&ada, "ada@refused.example").expect(303);
    let page = listed("550 5.1.1 No such &#60;b&#62;user&#60;/b&#62;").shows("given up");
    site.advance(TimeDelta::hours(5));
    stub.set(Mood::Takes);
    again(&page);
    assert_eq!(stub.await_number(4).to, "ada@refused.example");
    listed("Every mail went out");
}

#[test]
fn a_mail_whose_sender_dies_goes_out_later_and_one_of_a_deleted_account_never() {
    let stub = MailStub::start();
    stub.set(Mood::Away);
    let site = site_with(&stub);
    let (ada, bob) = (site.contestant("ada"), site.contestant("bob"));
    let now = Moment::now;
    let take = |until| {
        let taken = store::blocking_write(&site.pool, |conn| {
            mails::claim(conn, now().plus(TimeDelta::minutes(9)), until).map_err(StoreError::from)
        });
        taken.unwrap().unwrap()
    };
    give(&ada, "ada@school.example").expect(303);
    eventually("a first try", || {
        let site = &site;
        let refused = store::blocking(&site.pool, |conn| {
            mails::count_refused(conn).map_err(StoreError::from)
        });
        (refused.unwrap() == 1).then_some(())
    });
    // A process takes it and is heard of no more.
    take(now().plus(TimeDelta::minutes(19)));
    stub.set(Mood::Takes);
    site.advance(TimeDelta::minutes(15));
    give(&bob, "bob@school.example").expect(303);
    assert_eq!(stub.await_number(1).to, "bob@school.example");
    site.advance(TimeDelta::minutes(5));
    assert_eq!(stub.await_number(2).to, "ada@school.example");

    stub.set(Mood::Away);
    ada.post("/account/mail/again", &[]).expect(303);
    let fields = [("password", PASSWORD)];
    ada.post("/account/delete", &fields).expect(303);
    stub.set(Mood::Takes);
    site.advance(TimeDelta::hours(1));
    bob.post("/account/mail/again", &[]).expect(303);
    assert_eq!(stub.await_number(3).to, "bob@school.example");
    let olga = site.staff("olga", Role::Organizer);
    for path in ["/people/@ada", "/people/mail", "/people/log"] {
        let page = olga.get(path).expect(200);
        assert!(!page.body.contains("ada@school"), "{path}");
    }
}

/// Mails of a kind, by recipient.
fn recipients(mails: &[Taken]) -> Vec<&str> {
    let mut all: Vec<&str> = mails.iter().map(|mail| mail.to.as_str()).collect();
    all.sort_unstable();
    all
}

const QUESTIONS: &str = "/seasons/trial/questions";

/// Asks something; the address of the question.
fn ask(asker: &Person, organizer: &Person, text: &str) -> String {
    asker.post(QUESTIONS, &[("text", text)]).expect(303);
    let page = organizer.get(QUESTIONS).expect(200).body;
    let (_, rest) = page.split_once(&format!("{QUESTIONS}/")).unwrap();
    let question = format!("{QUESTIONS}/{}", rest.split('"').next().unwrap());
    asker.get(&question).expect(200);
    question
}

fn answer(organizer: &Person, question: &str, text: &str, to: &str) {
    let fields = [("text", text), ("to", to), ("seen", "0")];
    let path = format!("{question}/answer");
    organizer.post(&path, &fields).expect(303);
}

fn tell(organizer: &Person, text: &str) {
    let fields = [("text", text)];
    organizer.post("/announcements", &fields).expect(303);
}

#[test]
fn an_answer_is_mailed_to_its_asker_whatever_letters_and_lines_it_has() {
    let stub = MailStub::start();
    let site = TestSite::builder().mail(stub.server()).content(|content| {
        content.season.title = "Größe \u{2028}und Ωmega".to_owned();
    });
    let site = site.start();
    let ada = verified(&site, &stub, "ada");
    let olga = site.staff("olga", Role::Organizer);
    ada.post("/account", &[("display_name", "Ада \"x\" <y@z>")])
        .expect(303);
    let question = ask(&ada, &olga, "Does it begin\r\nwith zero?");
    let long = format!(".\n. {}\nFrom here\n", "ж".repeat(1500));
    answer(&olga, &question, &long, "asker");
    let mail = stub.await_number(2);
    assert_eq!(mail.to, "ada@school.example");
    let Some(read) = mail.read_by_others() else {
        return;
    };
    assert_eq!(
        read["subject"],
        "Größe und Ωmega: your question has an answer"
    );
    assert_eq!(read["from"], "Dojo <mail@dojo.example>");
    assert_eq!(read["to"], "ada@school.example");
    assert_eq!(read["auto-submitted"], "auto-generated");
    assert!(read["longest"].as_u64().unwrap() <= 998, "{read}");
    let body = read["body"].as_str().unwrap().replace("\r\n", "\n");
    assert!(body.contains("Hello Ада \"x\" <y@z>,"), "{body}");
    assert!(body.contains("> Does it begin\n> with zero?"), "{body}");
    assert!(body.contains(long.trim()), "{body}");
    assert!(body.contains(&format!("https://dojo.example{question}")));
    let off = read["list-unsubscribe"].as_str().unwrap();
    assert!(off.starts_with("<https://dojo.example/link/"), "{off}");
    assert!(off.ends_with("/no-answers>"), "{off}");
    assert_eq!(read["list-unsubscribe-post"], "List-Unsubscribe=One-Click");
}

#[test]
fn answers_and_announcements_are_mailed_to_those_who_want_them() {
    let stub = MailStub::start();
    let site = site_with(&stub);
    let ada = verified(&site, &stub, "ada");
    let bob = verified(&site, &stub, "bob");
    let eve = site.contestant("eve");
    give(&eve, "eve@school.example").expect(303);
    stub.await_number(3);
    let olga = site.staff("olga", Role::Organizer);

    // To all: whoever asked gets it as an answer, and who has verified no address nothing.
    let question = ask(&ada, &olga, "May we use lists?");
    answer(&olga, &question, "You may.", "all");
    stub.await_number(5);
    let mails = &stub.all()[3..];
    assert_eq!(
        recipients(mails),
        ["ada@school.example", "bob@school.example"]
    );
    for mail in mails {
        let text = mail.text();
        assert!(text.contains("> May we use lists?"), "{text}");
        let is_answer = text.contains("you asked:");
        assert_eq!(is_answer, mail.to.starts_with("ada"), "{text}");
    }

    // Bob has had enough of announcements, and says so by his mail program, which has no cookies.
    let of_bob = mails.iter().find(|mail| mail.to.starts_with("bob"));
    let off = of_bob.unwrap().link();
    assert!(off.ends_with("/no-announcements"), "{off}");
    let mailer = site.visitor();
    mailer.get(&off).expect(200).shows("Stop these mails");
    tell(&olga, "The lights go out.");
    stub.await_number(7);
    let one_click = [("content-type", "application/x-www-form-urlencoded")];
    let body = b"List-Unsubscribe=One-Click";
    for _ in 0..2 {
        let page = mailer.post_raw(&off, &one_click, body).expect(200);
        page.shows("mailed to you no more");
    }
    tell(&olga, "The lights are on.");
    let mail = stub.await_number(8);
    assert_eq!(mail.to, "ada@school.example");
    let text = mail.text();
    assert!(text.contains("about dojo.example"), "{text}");
    bob.get("/account")
        .expect(200)
        .shows("name=\"answers\" checked")
        .shows("name=\"announcements\">");
    for wrong in [
        "/link/0000-0000-0000-0000/no-answers",
        &off.replace("no-announcements", "no-links"),
    ] {
        mailer.get(wrong).expect(404);
        mailer.post_raw(wrong, &one_click, body).expect(404);
    }

    // On the account page.
    ada.post("/account/mail/wishes", &[("announcements", "on")])
        .expect(303);
    let question = ask(&ada, &olga, "And sets?");
    answer(&olga, &question, "Sets, too.", "asker");
    await_rest(&site);
    tell(&olga, "The last one.");
    let text = stub.await_number(9).text();
    assert!(text.contains("The last one."), "{text}");
    // Whoever is switched off gets nothing.
    olga.post("/people/@ada/disable", &[]).expect(303);
    tell(&olga, "Nobody reads this.");
    await_rest(&site);
    assert_eq!(stub.all().len(), 9);
}

/// A process that ends with the test.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// Makes a key of this machine's own, and its certificate.
pub(crate) fn make_certificate(key: &str, certificate: &str) -> Vec<u8> {
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days"])
        .args(["2", "-subj", "/CN=127.0.0.1", "-keyout", key])
        .args(["-out", certificate, "-addext"])
        .arg("subjectAltName=IP:127.0.0.1")
        .args(["-addext", "basicConstraints=CA:FALSE"])
        .stderr(Stdio::null())
        .status();
    assert!(made.unwrap().success());
    fs::read(certificate).unwrap()
}

/// A mail server that others wrote, with STARTTLS and a certificate of its own.
#[test]
fn a_real_mail_server_takes_mails_over_tls() {
    let found = Command::new("python3")
        .args(["-c", "import aiosmtpd"])
        .stderr(Stdio::null())
        .status();
    if !found.is_ok_and(|status| status.success()) {
        let required = std::env::var_os("DOJO_REQUIRE_AIOSMTPD").is_some_and(|it| it == "1");
        assert!(
            !required,
            "DOJO_REQUIRE_AIOSMTPD=1, but there is no aiosmtpd"
        );
        eprintln!("skipped: no aiosmtpd on this machine");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let in_folder = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (key, ca) = (in_folder("key.pem"), in_folder("ca.pem"));
    let own = make_certificate(&key, &ca);
    let others = make_certificate(&in_folder("other-key.pem"), &in_folder("other.pem"));
    let port = {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap().port()
    };
    let server = Command::new("python3")
        .args(["-m", "aiosmtpd", "-n", "-l", &format!("127.0.0.1:{port}")])
        .args(["-c", "aiosmtpd.handlers.Mailbox", &in_folder("mail")])
        .args(["--tlscert", &ca, "--tlskey", &key])
        .spawn();
    let _server = Killed(server.unwrap());
    // Who asks before it listens asks again after a minute.
    eventually("the mail server", || {
        TcpStream::connect(("127.0.0.1", port)).ok()
    });
    let mail_server = |ca: Option<&[u8]>| {
        let url = format!("smtp://localhost:{port}").replace("localhost", "127.0.0.1");
        let origin = "https://dojo.example".to_owned();
        let from = "Dojo <mail@dojo.example>";
        MailServer::new(url.parse().unwrap(), None, ca, from, origin).unwrap()
    };
    // Whoever nobody vouches for, or somebody for another, gets nothing.
    for (voucher, why) in [(None, "STARTTLS"), (Some(&others[..]), "certificate")] {
        let site = TestSite::builder().mail(mail_server(voucher)).start();
        let olga = site.staff("olga", Role::Organizer);
        give(&site.contestant("ada"), "ada@school.example").expect(303);
        eventually("a refusal", || {
            let page = olga.get("/people/mail").expect(200);
            page.body.contains(why).then_some(())
        });
    }

    let site = TestSite::builder().mail(mail_server(Some(&own))).start();
    let ada = site.contestant("ada");
    give(&ada, "ada@school.example").expect(303);
    let raw = eventually("a mail", || {
        site.advance(TimeDelta::minutes(1));
        let mails = fs::read_dir(folder.path().join("mail/new")).ok()?;
        let mail = mails.map(Result::unwrap).next()?;
        fs::read_to_string(mail.path()).ok()
    });
    let raw = raw.replace('\n', "\r\n");
    let to = "ada@school.example".to_owned();
    let mail = Taken { to, raw };
    ada.post(&mail.link(), &[]).expect(303);
    let page = ada.get("/account").expect(200);
    assert!(!page.body.contains("not verified"), "{}", page.body);
}

#[test]
fn a_mail_server_needs_its_settings() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let missing = folder.path().join("none").to_str().unwrap().to_owned();
    let site = ["--public-url", "https://dojo.example"];
    let from = ["--mail-from", "dojo@dojo.example"];
    let serve = |smtp: &str, more: &[&[&str]]| {
        let begin = ["serve", "--data", data, "--listen", "127.0.0.1:0"];
        let all = [&begin[..], &["--smtp", smtp], &more.concat()].concat();
        let output = run(&all);
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    for (smtp, more, why) in [
        ("mail.example", &[&site[..], &from][..], "smtps://"),
        (
            "smtp://dojo:secret@mail.example",
            &[&site, &from],
            "smtp-password-file",
        ),
        ("smtp://mail.example", &[&from], "--public-url"),
        ("smtp://mail.example", &[&site], "--mail-from"),
        (
            "smtps://dojo@mail.example",
            &[&site, &from],
            "--smtp-password-file",
        ),
        (
            "smtps://dojo@mail.example",
            &[&site, &from, &["--smtp-password-file", &missing]],
            "cannot read",
        ),
        (
            "smtp://mail.example",
            &[&site, &["--mail-from", "a\r\nb"]],
            "no sender",
        ),
    ] {
        let said = serve(smtp, more);
        assert!(said.contains(why), "{smtp}: {said}");
        assert!(!said.contains(":secret"), "{said}");
    }
}
