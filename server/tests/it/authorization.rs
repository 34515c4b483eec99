//! Who gets what, at every address of the program, in every state of a season. The table is kept beside this file: an
//! address that it does not know fails the test, and so does one that answers somebody in another way.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use chrono::{TimeDelta, Utc};
use dojo_server::store::Role;

use crate::client::{Answer, Person};
use crate::leaks::patterns;
use crate::season::Copy;
use crate::setter::archive;
use crate::site::{PASSWORD, TestSite, eventually};

/// Who asks for pages, by the columns of the table. Ada's is the submission and the question, Sue's are the problems and
/// the draft, Dan's account is switched off.
const READERS: [&str; 7] = ["stranger", "ada", "bob", "sue", "seth", "olga", "dan"];

/// Whose tokens are sent to the API: a name, and what the token is for.
const TOKENS: [(&str, &str); 12] = [
    ("stranger", ""),
    ("ada", "read"),
    ("ada", "submit"),
    ("ada", "organize"),
    ("bob", "organize"),
    ("sue", "submit"),
    ("sue", "set"),
    ("seth", "set"),
    ("olga", "read"),
    ("olga", "set"),
    ("olga", "organize"),
    ("dan", "organize"),
];

/// What somebody gets, as a letter of the table.
fn letter(answer: &Answer) -> char {
    let to_sign_in = answer.status == 303 && answer.location().starts_with("/login");
    match answer.status {
        401 => 's',
        303 if to_sign_in => 's',
        // A form without its token is refused to whoever may send it, and nothing is done.
        403 if answer.body.contains("he form is out of date") => 'y',
        403 => 'n',
        404 => 'h',
        405 => '-',
        status => {
            assert!(status < 500, "{status}: {}", answer.body);
            'y'
        }
    }
}

const LEGEND: &str = "y: gets or may send it, s: is asked to sign in, n: is refused, h: is told that there is nothing";

/// An address of something that there is; `of` is the number of a draft and the slug of a season.
fn address(pattern: &str, of: (&str, &str)) -> String {
    let Some((before, rest)) = pattern.split_once('{') else {
        return pattern.to_owned();
    };
    let (parameter, after) = rest.split_once('}').unwrap();
    let value = match parameter {
        "season" => of.1,
        "problem" => "squares",
        "name" if pattern.starts_with("/assets/") => "style.css",
        "name" if pattern.starts_with("/docs/") => "rules",
        "name" | "person" if of.1 == "none" => "none",
        "name" | "person" => "ada",
        "provider" => "school",
        "action" if pattern.contains("/questions/") => "answer",
        "action" if pattern.starts_with("/people/") => "label",
        "action" => "reveal",
        "id" | "draft" => of.0,
        "code" | "day" => "none",
        other => panic!("what is `{other}` in {pattern}?"),
    };
    address(&format!("{before}{value}{after}"), of)
}

const THERE: (&str, &str) = ("1", "trial");
const NOWHERE: (&str, &str) = ("0", "none");

fn get(person: &Person, path: &str, headers: &[(&str, &str)]) -> Answer {
    if path.ends_with("/live") || path.ends_with("/events") {
        person.beginning(path)
    } else {
        person.get_with(path, headers)
    }
}

/// Lines of the table by method and address.
type Table = BTreeMap<(String, &'static str), String>;

/// What is not there for anybody by one method has no line.
fn keep(table: &mut Table, key: (String, &'static str), letters: String) {
    if letters.contains(|letter| letter != '-') {
        table.insert(key, letters);
    }
}

/// Pages, and what is sent to them without the token of a form.
fn pages(readers: &[Person]) -> Table {
    let mut table = Table::new();
    for pattern in patterns() {
        if pattern.starts_with("/api/") {
            continue;
        }
        let path = address(&pattern, THERE);
        let gets = readers.iter().map(|it| letter(&get(it, &path, &[])));
        keep(&mut table, (pattern.clone(), "GET"), gets.collect());
        let sends = readers.iter().map(|it| letter(&it.post_bare(&path, &[])));
        keep(&mut table, (pattern, "POST"), sends.collect());
    }
    table
}

/// What the API gives to the owners of tokens.
fn read_api(site: &TestSite, tokens: &[Option<String>]) -> Table {
    let visitor = site.visitor();
    let mut table = Table::new();
    for pattern in patterns().into_iter().filter(|it| it.starts_with("/api/")) {
        let path = address(&pattern, THERE);
        let gets = tokens.iter().map(|token| {
            let headers = token.as_deref().map(|token| ("authorization", token));
            letter(&visitor.get_with(&path, headers.as_slice()))
        });
        keep(&mut table, (pattern, "GET"), gets.collect());
    }
    table
}

/// What owners of tokens may send to the API. Whoever may do something is asked about what is not there, so that nothing
/// is done.
fn write_api(site: &TestSite, tokens: &[Option<String>]) -> Table {
    let visitor = site.visitor();
    let mut table = Table::new();
    for pattern in patterns().into_iter().filter(|it| it.starts_with("/api/")) {
        for method in ["POST", "PUT", "DELETE"] {
            let sends = TOKENS.iter().zip(tokens).map(|((name, _), token)| {
                let ask = |of| {
                    // What cannot be read is refused before anybody asks whose it is.
                    let path = match pattern.as_str() {
                        "/api/v1/drafts/{draft}/commit" => {
                            "/api/v1/drafts/{draft}/commit?season=trial"
                        }
                        pattern => pattern,
                    };
                    let path = address(path, of);
                    visitor.ask(method, &path, token.as_deref())
                };
                match letter(&ask(NOWHERE)) {
                    // The right comes before the object.
                    letter @ ('s' | 'n' | '-') => letter,
                    'h' if *name == "olga" => 'y',
                    'h' if *name == "sue" && method == "DELETE" => 'y',
                    _ => letter(&ask(THERE)),
                }
            });
            keep(&mut table, (pattern.clone(), method), sends.collect());
        }
    }
    table
}

fn print(title: &str, table: &Table, before: Option<&Table>) -> String {
    let mut text = format!("{title}\n");
    for (key, letters) in table {
        if before.is_none_or(|before| before.get(key) != Some(letters)) {
            let ((pattern, method), letters) = (key, letters);
            writeln!(text, "{letters} {method:<6} {pattern}").unwrap();
        }
    }
    text.push('\n');
    text
}

/// A site with a draft of a season, somebody of each kind, and tokens of them.
struct Watched {
    site: TestSite,
    readers: Vec<Person>,
    tokens: Vec<Option<String>>,
}

impl Watched {
    fn start() -> Self {
        let site = TestSite::builder().setter("sue").draft().start();
        let sue = site.visitor();
        sue.sign_in("sue", PASSWORD).expect(303);
        let readers = vec![
            site.visitor(),
            site.contestant("ada"),
            site.contestant("bob"),
            sue,
            site.staff("seth", Role::Setter),
            site.staff("olga", Role::Organizer),
            site.contestant("dan"),
        ];
        let of = |name: &str| &readers[READERS.iter().position(|it| *it == name).unwrap()];
        let tokens = TOKENS.map(|(name, scope)| {
            (!scope.is_empty()).then(|| {
                let fields = [("label", scope), ("scope", scope)];
                let page = of(name).post("/account/tokens", &fields).expect(200).body;
                let at = page.find("dojo_").unwrap();
                let token = page[at..].chars();
                let token = token.take_while(|c| c.is_ascii_alphanumeric() || *c == '_');
                format!("Bearer {}", token.collect::<String>())
            })
        });
        of("olga").post("/people/@dan/disable", &[]).expect(303);
        let package = archive(&Copy::new().path("problems/squares"));
        let token = of("sue").api_token();
        of("sue")
            .post_raw(
                "/api/v1/drafts?season=0.3",
                &[("authorization", &format!("Bearer {token}"))],
                &package,
            )
            .expect(201);
        Self {
            tokens: tokens.into(),
            readers,
            site,
        }
    }

    fn of(&self, name: &str) -> &Person {
        &self.readers[READERS.iter().position(|it| *it == name).unwrap()]
    }

    fn organize(&self, action: &str, fields: &[(&str, &str)]) {
        let fields = [fields, &[("confirm", "trial")]].concat();
        let path = format!("/seasons/trial/organize/{action}");
        self.of("olga").post(&path, &fields).expect(303);
    }

    /// Takes the season to its next state.
    fn go_on(&self, state: &str) {
        match state {
            "scheduled" => {
                self.organize("commit", &[]);
                let later = |hours| (Utc::now() + TimeDelta::hours(hours)).to_rfc3339();
                let (opens, ends) = (later(2), later(9));
                self.organize("schedule", &[("opens_at", &opens), ("freeze_at", &ends)]);
            }
            "open" => {
                self.organize("open", &[]);
                let ada = self.of("ada");
                ada.await_event(ada.submit("squares", "for n in range(999):print(n*n)"));
                let asked = [("problem", "squares"), ("text", "what is n?")];
                ada.post("/seasons/trial/questions", &asked).expect(303);
                self.organize("rejudge", &[("reason", "to look at it")]);
                eventually("a set that is judged", || {
                    let page = self.of("olga").get("/seasons/trial/organize/rejudges/1");
                    page.body.contains(">ready<").then_some(())
                });
            }
            "frozen" => self.organize("freeze", &[]),
            "revealed" => {
                self.organize("discard", &[("rejudge", "1")]);
                eventually("the bonuses", || {
                    self.site.change(|_, season| Ok(season)).scored_at
                });
                self.organize("reveal", &[]);
            }
            "final" => self.organize("finalize", &[]),
            other => self.organize("cancel", &[("reason", other)]),
        }
    }
}

#[test]
fn every_address_answers_each_kind_of_reader_as_the_table_has_it() {
    let watched = Watched::start();
    let tables = |watched: &Watched| {
        let mut all = pages(&watched.readers);
        all.extend(read_api(&watched.site, &watched.tokens));
        all
    };
    for state in ["scheduled", "open"] {
        watched.go_on(state);
    }
    let open = tables(&watched);
    let writes = write_api(&watched.site, &watched.tokens);

    // Whoever is switched off is a stranger, and such a token is none.
    let column = |of: &str| READERS.iter().position(|name| *name == of).unwrap();
    for ((pattern, method), letters) in open.iter().chain(&writes) {
        let all: Vec<char> = letters.chars().collect();
        if pattern.starts_with("/api/") {
            let is_for_all = all.iter().all(|letter| *letter == 'y');
            assert!(is_for_all || all.last() == Some(&'s'), "{method} {pattern}");
        } else {
            let (dan, stranger) = (all[column("dan")], all[column("stranger")]);
            assert_eq!(dan, stranger, "{method} {pattern}");
        }
    }
    // A token does no more than its owner, and no more than it is for: who may read changes nothing.
    for ((pattern, method), letters) in &writes {
        let may: Vec<bool> = letters.chars().map(|letter| letter == 'y').collect();
        let of = |name, scope| may[TOKENS.iter().position(|it| *it == (name, scope)).unwrap()];
        assert!(
            !of("ada", "read") && !of("olga", "read"),
            "{method} {pattern}"
        );
        assert!(!of("ada", "submit") || of("ada", "organize"), "{pattern}");
        assert!(!of("olga", "set") || of("olga", "organize"), "{pattern}");
    }

    let mut text = format!("{LEGEND}\n\n");
    text += &print(
        &format!("Pages: {}", READERS.join(", ")),
        &pages_of(&open),
        None,
    );
    let tokens = TOKENS.map(|(name, scope)| format!("{name} {scope}").trim().to_owned());
    text += &print(
        &format!("Tokens: {}", tokens.join(", ")),
        &api_of(&open),
        None,
    );
    text += &print("Tokens that write", &writes, None);
    let mut before = open;
    for state in ["frozen", "revealed", "final"] {
        watched.go_on(state);
        let now = tables(&watched);
        text += &print(
            &format!("Otherwise once it is {state}"),
            &now,
            Some(&before),
        );
        before = now;
    }
    insta::assert_snapshot!(text);
}

#[test]
fn what_is_not_open_yet_is_told_to_nobody_else() {
    let watched = Watched::start();
    let tables = || {
        let mut all = pages(&watched.readers);
        all.extend(read_api(&watched.site, &watched.tokens));
        let of_season = |pattern: &str| pattern.contains("{season}");
        all.retain(|(pattern, _), _| of_season(pattern));
        all
    };
    let draft = tables();
    let mut text = print("In a draft", &draft, None);
    watched.go_on("scheduled");
    let scheduled = tables();
    text += &print("Otherwise once it is scheduled", &scheduled, Some(&draft));
    watched.go_on("cancelled");
    text += &print(
        "Otherwise once it is cancelled",
        &tables(),
        Some(&scheduled),
    );
    insta::assert_snapshot!(text);
}

fn pages_of(table: &Table) -> Table {
    let mut pages = table.clone();
    pages.retain(|(pattern, _), _| !pattern.starts_with("/api/"));
    pages
}

fn api_of(table: &Table) -> Table {
    let mut api = table.clone();
    api.retain(|(pattern, _), _| pattern.starts_with("/api/"));
    api
}
