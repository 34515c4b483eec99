//! The second factor: setting it up, signing in with it, who lost the phone, and staff that needs one.

use std::thread;

use chrono::TimeDelta;
use dojo_server::config::{StaffSecondFactor, WebConfig};
use dojo_server::store::{self, Moment, Role, StoreError, second_factors, users};
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

use crate::client::{Answer, Api, Person, escaped};
use crate::command_line::{Server, run, run_well};
use crate::people::only_link;
use crate::site::{PASSWORD, TestSite};

const PAGE: &str = "/account/second-factor";

/// The app on somebody's phone, by its secret.
pub(crate) struct Phone(Secret);

impl Phone {
    /// Takes the secret from the page as somebody types it.
    fn set_up(page: &Answer) -> Self {
        let (_, rest) = page.body.split_once("id=\"secret\">").expect("a secret");
        let typed = rest.split('<').next().unwrap().replace(' ', "");
        Self(Secret::try_from_base32(typed).unwrap())
    }

    /// The code that it shows.
    fn code(&self, now: Moment) -> String {
        let app = Builder::new().with_secret(self.0.clone()).build().unwrap();
        let now = now.utc().timestamp().try_into().unwrap();
        app.generate(now).to_string()
    }

    /// Waits until there is another code.
    pub(crate) fn next(&self, site: &TestSite) -> String {
        site.advance(TimeDelta::minutes(1));
        self.code(site.now())
    }

    /// A code that is none of those of now.
    pub(crate) fn wrong(&self, site: &TestSite) -> String {
        let code: u32 = self.code(site.now()).parse().unwrap();
        format!("{:06}", (code + 500_000) % 1_000_000)
    }
}

/// Sets a second factor up by the page; gives the phone and the recovery codes.
pub(crate) fn set_up(person: &Person, now: Moment) -> (Phone, Vec<String>) {
    let page = person.post(PAGE, &[("password", PASSWORD)]).expect(200);
    let phone = Phone::set_up(&page);
    let page = person.post(&format!("{PAGE}/confirm"), &[("code", &phone.code(now))]);
    (phone, recovery_codes(&page.expect(200)))
}

fn recovery_codes(page: &Answer) -> Vec<String> {
    let (_, rest) = page.body.split_once("id=\"codes\">").expect("codes");
    let list = rest.split("</ol>").next().unwrap();
    let codes = list.split("<code>").skip(1);
    codes
        .map(|rest| rest.split('<').next().unwrap().to_owned())
        .collect()
}

pub(crate) fn enter(person: &Person, code: &str) -> Answer {
    person.post("/login/code", &[("code", code)])
}

fn is_signed_in(person: &Person) -> bool {
    person.get("/account").status == 200
}

/// Somebody in another browser who has given the password.
fn half_signed_in(site: &TestSite, name: &str) -> Person {
    let person = site.visitor();
    let answer = person.sign_in(name, PASSWORD).expect(303);
    assert_eq!(answer.location(), "/login/code?next=/");
    person
}

fn deeds(organizer: &Person, name: &str) -> Vec<(String, String)> {
    let list = organizer.get(&format!("/people/log.csv?name={name}"));
    let mut reader = csv::Reader::from_reader(list.body.as_bytes());
    let rows = reader.records().map(Result::unwrap);
    rows.map(|row| (row[3].to_owned(), row[1].to_owned()))
        .collect()
}

#[test]
fn a_factor_counts_from_its_first_code_on() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let elsewhere = site.visitor();
    elsewhere.sign_in("ada", PASSWORD).expect(303);
    ada.get("/account").expect(200).shows(PAGE);
    ada.get(PAGE).expect(200).shows("Present password");
    ada.post(PAGE, &[("password", "not the password")])
        .expect(422)
        .shows("This is not your password.");
    // Without a password there is no secret to confirm.
    ada.post(&format!("{PAGE}/confirm"), &[("code", "123456")])
        .expect(422)
        .shows("begin again");

    let page = ada.post(PAGE, &[("password", PASSWORD)]).expect(200);
    assert!(page.body.contains("<svg class=\"qr\""), "{}", page.body);
    assert!(page.body.contains("otpauth://totp/Sequence%20Dojo:ada%40"));
    let phone = Phone::set_up(&page);
    // Of the secret, nothing that opens it is in the database.
    let stored = store::blocking(&site.pool, |conn| {
        let user = users::find_user(conn, "ada")?.unwrap().id;
        second_factors::find_factor(conn, user).map_err(StoreError::from)
    });
    let sealed = stored.unwrap().unwrap().sealed_secret;
    let secret = phone.0.as_bytes();
    assert!(!sealed.windows(4).any(|part| part == &secret[..4]));
    assert!(site.data.path().join("second-factor.key").exists());
    // Not yet.
    let again = site.visitor();
    assert_eq!(
        again.sign_in("ada", PASSWORD).expect(303).location(),
        "/",
        "a factor that nobody confirmed asks for nothing"
    );
    let page = ada
        .post(&format!("{PAGE}/confirm"), &[("code", &phone.wrong(&site))])
        .expect(422)
        .shows("This is not the code");
    assert!(Phone::set_up(&page).0 == phone.0, "the same one");
    let page = ada
        .post(
            &format!("{PAGE}/confirm"),
            &[("code", &phone.code(site.now()))],
        )
        .expect(200);
    assert_eq!(recovery_codes(&page).len(), 10);
    assert!(is_signed_in(&ada) && !is_signed_in(&elsewhere) && !is_signed_in(&again));
    let page = ada.get(PAGE).expect(200).shows("You have 10 recovery");
    assert!(!page.body.contains("id=\"secret\""));
    // There is one; another is not made beside it.
    ada.post(PAGE, &[("password", PASSWORD)])
        .expect(422)
        .shows("on already");
    // A secret that waits too long is gone.
    let bob = site.contestant("bob");
    let phone = Phone::set_up(&bob.post(PAGE, &[("password", PASSWORD)]).expect(200));
    site.advance(TimeDelta::minutes(31));
    bob.post(
        &format!("{PAGE}/confirm"),
        &[("code", &phone.code(site.now()))],
    )
    .expect(422)
    .shows("begin again");
}

#[test]
fn signing_in_takes_the_password_and_then_a_code_that_is_taken_once() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let (phone, codes) = set_up(&ada, site.now());
    let fields = [
        ("name", "ada"),
        ("password", PASSWORD),
        ("next", "/seasons/trial?x=1"),
    ];
    let browser = site.visitor();
    // The code before the password is no way in.
    browser
        .post("/login/code", &[("code", &phone.code(site.now()))])
        .expect(422)
        .shows("Sign in again");
    let answer = browser.post("/login", &fields).expect(303);
    assert_eq!(
        answer.location(),
        "/login/code?next=/seasons/trial%3Fx%3D1",
        "the way is kept"
    );
    let page = browser.get(answer.location()).expect(200);
    assert!(page.body.contains("value=\"/seasons/trial?x=1\""));
    // Half signed in is nothing but that form.
    assert!(!is_signed_in(&browser));
    browser.get("/").expect(200).shows("href=\"/login?next=/\"");
    browser
        .post("/account", &[("display_name", "Eve")])
        .expect(401);
    enter(&browser, &phone.wrong(&site))
        .expect(422)
        .shows("This code is wrong");
    enter(&browser, "no code at all").expect(422);
    let code = phone.next(&site);
    let fields = [("code", code.as_str()), ("next", "/seasons/trial?x=1")];
    let answer = browser.post("/login/code", &fields).expect(303);
    assert_eq!(answer.location(), "/seasons/trial?x=1");
    assert!(is_signed_in(&browser));

    // Nor the same code again, nor one before it.
    let eve = half_signed_in(&site, "ada");
    enter(&eve, &code).expect(422).shows("used before");
    let before = site.now().plus(TimeDelta::seconds(-30));
    enter(&eve, &phone.code(before)).expect(422);
    // A recovery code works in its place, once, as people type it.
    enter(&eve, &codes[0].to_uppercase().replace('-', " ")).expect(303);
    assert!(is_signed_in(&eve));
    ada.get(PAGE).expect(200).shows("You have 9 recovery codes");
    let again = half_signed_in(&site, "ada");
    enter(&again, &codes[0]).expect(422);
    // The second step ends by itself.
    site.advance(TimeDelta::minutes(11));
    enter(&again, &phone.code(site.now()))
        .expect(422)
        .shows("That took too long");
    assert_eq!(
        again.get("/login/code?next=/daily").expect(303).location(),
        "/login?next=/daily"
    );

    // New recovery codes after the password; then the old ones are none.
    ada.post(&format!("{PAGE}/codes"), &[("password", "wrong")])
        .expect(422);
    let page = ada
        .post(&format!("{PAGE}/codes"), &[("password", PASSWORD)])
        .expect(200);
    let new = recovery_codes(&page);
    let browser = half_signed_in(&site, "ada");
    enter(&browser, &codes[1]).expect(422);
    enter(&browser, &new[0]).expect(303);
    // Off after the password.
    ada.post(&format!("{PAGE}/off"), &[("password", "wrong")])
        .expect(422);
    ada.post(&format!("{PAGE}/off"), &[("password", PASSWORD)])
        .expect(303);
    let answer = site.visitor().sign_in("ada", PASSWORD).expect(303);
    assert_eq!(answer.location(), "/");
    let olga = site.staff("olga", Role::Organizer);
    let noted: Vec<String> = deeds(&olga, "ada").into_iter().map(|it| it.0).collect();
    assert_eq!(
        noted,
        [
            "second-factor-off",
            "recovery-code-used",
            "recovery-codes-made",
            "recovery-code-used",
            "second-factor-on"
        ]
    );
}

#[test]
fn of_many_who_send_one_code_at_once_one_gets_in() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let (phone, codes) = set_up(&ada, site.now());
    for code in [phone.next(&site), codes[0].clone()] {
        let browsers: Vec<Person> = (0..8).map(|_| half_signed_in(&site, "ada")).collect();
        let in_by_it = thread::scope(|scope| {
            let all: Vec<_> = browsers
                .iter()
                .map(|browser| {
                    let (token, code) = (browser.csrf_token(), &code);
                    scope.spawn(move || {
                        let fields = [("csrf_token", token.as_str()), ("code", code)];
                        browser.post_bare("/login/code", &fields).status
                    })
                })
                .collect();
            let statuses = all.into_iter().map(|it| it.join().unwrap());
            statuses.filter(|status| *status == 303).count()
        });
        assert_eq!(in_by_it, 1, "{code}");
    }
}

#[test]
fn wrong_codes_are_limited_by_account_and_right_ones_cost_nobody_anything() {
    let limited = |web: &mut WebConfig| {
        web.behind_proxy = true;
        web.rates.login = Some("2,1".parse().unwrap());
        web.rates.account = Some("30,30".parse().unwrap());
    };
    let site = TestSite::builder().web(limited).start();
    let ada = site.contestant("ada");
    let (phone, _) = set_up(&ada, site.now());
    // Each from an address of its own.
    let send = |browser: &Person, number: u8, path: &str, fields: &[(&str, &str)]| {
        let token = browser.csrf_token();
        let fields = [fields, &[("csrf_token", token.as_str())]].concat();
        let body = fields
            .iter()
            .map(|(name, value)| format!("{name}={}", escaped(value.as_bytes())));
        let headers = [
            ("content-type", "application/x-www-form-urlencoded"),
            ("x-forwarded-for", &format!("192.0.2.{number}")),
        ];
        let body = body.collect::<Vec<_>>().join("&");
        browser.post_raw(path, &headers, body.as_bytes())
    };
    let password = [("name", "ada"), ("password", PASSWORD)];
    // A class at one address: its right codes are not counted as wrong.
    for _ in 0..4 {
        let browser = site.visitor();
        send(&browser, 200, "/login", &password).expect(303);
        let code = phone.next(&site);
        send(&browser, 200, "/login/code", &[("code", &code)]).expect(303);
    }
    let mut refused = None;
    for number in 1..=11 {
        let browser = site.visitor();
        send(&browser, number, "/login", &password).expect(303);
        let answer = send(&browser, number, "/login/code", &[("code", "000000")]);
        if answer.status == 429 {
            refused = Some((number, answer));
            break;
        }
        answer.expect(422);
    }
    let (number, answer) = refused.expect("too many guesses");
    // Her first sign-in was from a place like any other.
    assert_eq!(number, 10);
    assert_ne!(answer.header("retry-after"), "");
    // Where she has signed in before, strangers do not keep her out.
    let browser = site.visitor();
    send(&browser, 200, "/login", &password).expect(303);
    let code = phone.next(&site);
    send(&browser, 200, "/login/code", &[("code", &code)]).expect(303);
    // Wrong ones from one address count for that address, like passwords.
    let bob = site.contestant("bob");
    set_up(&bob, site.now());
    let browser = site.visitor();
    let password = [("name", "bob"), ("password", PASSWORD)];
    send(&browser, 100, "/login", &password).expect(303);
    let eve = |code| send(&browser, 100, "/login/code", &[("code", code)]).status;
    assert_eq!([eve("x"), eve("y"), eve("z")], [422, 422, 429]);
}

#[test]
fn a_new_password_takes_no_factor_off_and_whoever_is_half_in_is_out() {
    let site = TestSite::new();
    let olga = site.staff("olga", Role::Organizer);
    let ada = site.contestant("ada");
    let (phone, _) = set_up(&ada, site.now());
    let half = half_signed_in(&site, "ada");
    let link = only_link(&olga.post("/people/@ada/link", &[]).expect(200));
    let browser = site.visitor();
    let answer = browser
        .post(&link, &[("password", "another horse battery")])
        .expect(303);
    assert_eq!(answer.location(), "/login/code?next=/");
    assert!(!is_signed_in(&browser), "the code is still asked for");
    let code = phone.next(&site);
    enter(&half, &code).expect(422).shows("Sign in again");
    enter(&browser, &code).expect(303);
    assert!(is_signed_in(&browser));

    // Whose account is switched off does not come in by the second step.
    let bob = site.contestant("bob");
    let (phone, _) = set_up(&bob, site.now());
    let half = half_signed_in(&site, "bob");
    olga.post("/people/@bob/disable", &[]).expect(303);
    olga.post("/people/@bob/enable", &[]).expect(303);
    enter(&half, &phone.next(&site)).expect(422);
    assert!(!is_signed_in(&half));
}

#[test]
fn an_organizer_takes_the_factor_off_somebody_else_and_never_the_own_by_that_way() {
    let site = TestSite::new();
    let olga = site.staff("olga", Role::Organizer);
    let ada = site.contestant("ada");
    set_up(&ada, site.now());
    let member = olga.get("/people/@ada").expect(200);
    member.shows("Take the second factor off");
    let half = half_signed_in(&site, "ada");
    olga.post("/people/@ada/second-factor-off", &[]).expect(303);
    assert!(!is_signed_in(&ada), "signed out");
    enter(&half, "123456").expect(422).shows("Sign in again");
    let answer = ada.sign_in("ada", PASSWORD).expect(303);
    assert_eq!(answer.location(), "/");
    let latest = deeds(&olga, "ada").into_iter().next().unwrap();
    assert_eq!(latest, ("second-factor-off".to_owned(), "olga".to_owned()));
    // Twice is once.
    olga.post("/people/@ada/second-factor-off", &[]).expect(303);
    assert!(is_signed_in(&ada));

    set_up(&olga, site.now());
    let own = olga.get("/people/@olga").expect(200);
    assert!(!own.body.contains("/second-factor-off\""), "{}", own.body);
    olga.post("/people/@OLGA/second-factor-off", &[])
        .expect(409)
        .shows("on your account page");

    // The same by the API.
    set_up(&ada, site.now());
    let api = Api::of(olga);
    let person = |answer: Answer| answer.expect(200).json()["second_factor"].clone();
    assert_eq!(person(api.get("/people/ada")), Value::Bool(true));
    api.put_json("/people/ada", &json!({"second_factor": true}))
        .expect(422);
    let off = json!({"second_factor": false});
    assert_eq!(
        person(api.put_json("/people/ada", &off)),
        Value::Bool(false)
    );
    assert!(!is_signed_in(&ada));
    api.put_json("/people/olga", &off).expect(409);
}

#[test]
fn staff_sets_one_up_before_anything_of_staff_works_where_it_is_required() {
    let site = TestSite::builder()
        .web(|web| web.staff_second_factor = StaffSecondFactor::Required)
        .start();
    let ada = site.contestant("ada");
    let seth = site.staff("seth", Role::Setter);
    ada.get("/").expect(200);
    seth.get("/setter").expect(200);
    let olga = site.staff("olga", Role::Organizer);
    let token = olga.api_token();
    for path in ["/", "/people", "/seasons/trial/organize", "/audit-nothing"] {
        let answer = olga.get(path).expect(303);
        assert_eq!(answer.location(), format!("{PAGE}?next={path}"));
    }
    olga.post("/people/@ada/disable", &[])
        .expect(403)
        .shows("second factor");
    ada.get("/account").expect(200);
    // Program and token: what everybody may read is read, and what is of staff says what to do.
    let authorization = format!("Bearer {token}");
    let headers = [("authorization", authorization.as_str())];
    let ask = |path: &str| olga.get_with(path, &headers);
    ask("/api/v1/seasons").expect(200);
    for path in ["/api/v1/people", "/api/v1/seasons/trial/status"] {
        let refused = ask(path).expect(403).json();
        assert_eq!(refused["error"]["code"], "second_factor", "{path}");
        let message = refused["error"]["message"].as_str().unwrap();
        assert!(message.contains(PAGE), "{message}");
    }
    let freeze = "/api/v1/seasons/trial/freeze";
    olga.ask("POST", freeze, Some(&authorization)).expect(403);
    ask("/api/v1/seasons/trial").expect(200);

    // She is not locked out of setting it up, and goes on where she wanted to go.
    let next = [("password", PASSWORD), ("next", "/people")];
    let page = olga.get(&format!("{PAGE}?next=/people")).expect(200);
    let page = page.shows("needs a second factor");
    assert!(page.body.contains("value=\"/people\""));
    let phone = Phone::set_up(&olga.post(PAGE, &next).expect(200));
    let fields = [
        ("code", phone.code(site.now())),
        ("next", "/people".to_owned()),
    ];
    let fields = fields
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    let page = olga.post(&format!("{PAGE}/confirm"), &fields).expect(200);
    assert!(page.body.contains("href=\"/people\""), "{}", page.body);
    olga.get("/people").expect(200);
    ask("/api/v1/people").expect(200);
    // Taken off, it rests again.
    olga.post(&format!("{PAGE}/off"), &[("password", PASSWORD)])
        .expect(303);
    olga.get("/people").expect(303);
    ask("/api/v1/people").expect(403);
}

#[test]
fn the_factor_is_exported_without_its_secret_and_goes_with_the_account() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let (phone, codes) = set_up(&ada, site.now());
    let answer = ada.get("/account/export.zip").expect(200);
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(answer.bytes)).unwrap();
    let account: Value = serde_json::from_reader(zip.by_name("account.json").unwrap()).unwrap();
    let since = account["second_factor_since"].as_str().unwrap();
    assert!(since.starts_with("20"), "{since}");
    let text = account.to_string();
    assert!(!text.contains(&phone.0.to_base32()) && !text.contains(&codes[0]));
    let user = store::blocking(&site.pool, |conn| {
        users::find_user(conn, "ada").map_err(StoreError::from)
    });
    let user = user.unwrap().unwrap().id;
    ada.post("/account/delete", &[("password", PASSWORD)])
        .expect(303);
    let left = store::blocking(&site.pool, |conn| {
        let factor = second_factors::find_factor(conn, user)?;
        let codes = second_factors::count_recovery_codes(conn, user)?;
        Ok::<_, StoreError>((factor.is_some(), codes))
    });
    assert_eq!(left.unwrap(), (false, 0));
}

#[test]
fn without_its_key_recovery_codes_alone_work_and_the_terminal_takes_a_factor_off() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().to_str().unwrap();
    let arguments = ["serve", "--data", folder, "--listen", "127.0.0.1:0"];
    let server = Server::start_listening_to_stderr(&arguments);
    let olga = server.person();
    let fields = [("name", "olga"), ("password", PASSWORD)];
    olga.post(&server.setup_link(), &fields).expect(303);
    let (phone, codes) = set_up(&olga, Moment::now());
    server.terminate();
    let key = data.path().join("second-factor.key");
    std::fs::remove_file(key).unwrap();

    let server = Server::start_listening_to_stderr(&arguments);
    server.stderr_with("not the key");
    let browser = server.person();
    browser.sign_in("olga", PASSWORD).expect(303);
    enter(&browser, &phone.code(Moment::now()))
        .expect(409)
        .shows("use a recovery code");
    enter(&browser, &codes[3]).expect(303);
    assert!(is_signed_in(&browser));
    let off = ["user", "second-factor", "olga", "--data", folder];
    assert!(!run(&off).status.success(), "it says what it does");
    let told = run_well(&[&off[..], &["--off"]].concat());
    assert!(told.contains("password alone"), "{told}");
    assert!(!is_signed_in(&browser));
    let answer = browser.sign_in("olga", PASSWORD).expect(303);
    assert_eq!(answer.location(), "/");
    server.terminate();
}
