//! Problems of both types written in a form, and packages that are opened in it again.

use std::fs;
use std::path::Path;

use dojo_judge::package::{Files, unpack};
use dojo_server::store::Role;

use crate::client::{Answer, Person, multipart};
use crate::setter::archive;
use crate::site::TestSite;

const SQUARES: [(&str, &str); 5] = [
    ("title", "Square numbers"),
    ("statement", "The squares $n^2$, each once."),
    ("setter", "n=0\nwhile 1:n+=1;print(n*n+(n>150))"),
    ("examples.0.verdict", "STAGE"),
    ("examples.0.source", "for n in range(1,999):print(n*n)"),
];

fn send(person: &Person, path: &str, fields: &[(&str, &str)], more: &[(&str, &str)]) -> Answer {
    let mut all: Vec<(&str, &str)> = fields.to_vec();
    for (name, value) in more {
        all.retain(|(known, _)| known != name);
        all.push((name, value));
    }
    person.post(path, &all)
}

fn files(person: &Person, draft: &str) -> Files {
    let answer = person.get(&format!("{draft}/package")).expect(200);
    unpack(&answer.bytes).unwrap()
}

fn text(files: &Files, path: &str) -> String {
    String::from_utf8(files[path].clone()).unwrap()
}

/// What a browser sends of the form on a page: every field as it stands.
fn fields_of(page: &str) -> Vec<(String, String)> {
    let unescaped = |text: &str| {
        let pairs = [
            ("&#60;", "<"),
            ("&#62;", ">"),
            ("&#34;", "\""),
            ("&#39;", "'"),
            ("&#38;", "&"),
        ];
        pairs
            .iter()
            .fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
    };
    let attribute = |tag: &str, name: &str| {
        let rest = tag.split(&format!(" {name}=\"")).nth(1)?;
        Some(unescaped(rest.split('"').next()?))
    };
    let form = page.split("problem-form\"").nth(1).unwrap();
    let form = form.split("</form>").next().unwrap();
    let mut fields = Vec::new();
    for piece in form.split('<').skip(1) {
        let (tag, inner) = piece.split_once('>').unwrap_or((piece, ""));
        let word = tag.split(' ').next().unwrap_or_default();
        let is_off = tag.contains("type=\"checkbox\"") && !tag.contains(" checked");
        match (word, attribute(tag, "name")) {
            ("input", Some(name)) if !is_off => {
                fields.push((name, attribute(tag, "value").unwrap_or_default()));
            }
            ("textarea", Some(name)) => {
                fields.push((name, unescaped(inner.strip_prefix('\n').unwrap_or(inner))));
            }
            ("select", Some(name)) => fields.push((name, String::new())),
            ("option", _) if tag.contains(" selected") => {
                fields.last_mut().unwrap().1 = attribute(tag, "value").unwrap();
            }
            _ => {}
        }
    }
    fields
}

/// Opens a draft in the form and sends it back with these fields changed.
fn save_again(person: &Person, draft: &str, changed: &[(&str, &str)]) -> Answer {
    let edit = format!("{draft}/edit");
    let page = person.get(&edit).expect(200);
    let fields = fields_of(&page.body);
    let fields: Vec<(&str, &str)> = fields
        .iter()
        .map(|(a, b)| (a.as_str(), b.as_str()))
        .collect();
    send(
        person,
        &edit,
        &fields,
        &[changed, &[("do", "save")]].concat(),
    )
}

/// What it looks like, without saving.
fn draws_what_is_typed(olga: &Person) {
    let looked = send(
        olga,
        "/setter/new",
        &SQUARES,
        &[("do", "look"), ("season", "trial")],
    );
    looked
        .expect(200)
        .shows("<msup>")
        .shows("class=\"plot\"")
        .shows("<th scope=\"row\" class=\"num\">13</th><td>169</td>");
    let broken = [
        ("do", "look"),
        ("title", ""),
        ("setter", "print(7)\nprint(q)"),
    ];
    send(olga, "/setter/new", &SQUARES, &broken)
        .expect(200)
        .shows("id=\"title-error\"")
        .shows("name &#39;q&#39; is not defined")
        .shows("<td>7</td>");
    let fresh = olga.get("/setter/new?season=trial").expect(200);
    assert!(!fresh.body.contains("class=\"plot\""));
}

/// An editorial is a file of its own, and goes again.
fn writes_an_editorial(person: &Person, draft: &str) {
    let before = files(person, draft);
    save_again(person, draft, &[("editorial", "Count *twice*.")]).expect(303);
    let after = files(person, draft);
    assert_eq!(text(&after, "editorial.md"), "Count *twice*.\n");
    let page = person.get(&format!("{draft}/edit")).expect(200);
    page.shows("Count <em>twice</em>.");
    save_again(person, draft, &[("editorial", "")]).expect(303);
    assert_eq!(files(person, draft), before);
}

#[test]
fn a_sequence_problem_is_written_in_a_form_and_handed_in() {
    let site = TestSite::builder().draft().start();
    let (olga, ada) = (site.staff("olga", Role::Organizer), site.contestant("ada"));
    ada.get("/setter/new").expect(403);
    site.visitor().get("/setter/new").expect(303);
    olga.get("/seasons/trial/organize")
        .expect(200)
        .shows("href=\"/setter/new?season=trial\"");
    olga.get("/setter/new?season=trial")
        .expect(200)
        .shows("Default: 200.")
        .shows("<option value=\"trial\" selected>");

    // What is wrong stands beside its field, and nothing that was typed is lost.
    let wrong = [
        ("title", ""),
        ("n_check", "few"),
        ("n_stage", "9"),
        ("n_public", "10"),
        ("season", "trial"),
    ];
    let mut page = send(&olga, "/setter/new", &SQUARES, &wrong).expect(422);
    for shown in [
        "id=\"title-error\"",
        "id=\"n_check-error\"",
        "n*n+(n&#62;150)",
        "The squares $n^2$",
    ] {
        page = page.shows(shown);
    }
    let page = send(
        &olga,
        "/setter/new",
        &SQUARES,
        &[("n_stage", "9"), ("n_public", "10")],
    );
    page.expect(422).shows("id=\"n_public-error\"");

    draws_what_is_typed(&olga);
    // More rows, without saving.
    let rows = send(
        &olga,
        "/setter/new",
        &SQUARES,
        &[("do", "examples"), ("examples.rows", "2")],
    );
    rows.expect(200).shows("id=\"examples.2.source\"");

    let saved = send(
        &olga,
        "/setter/new",
        &SQUARES,
        &[("do", "save"), ("season", "trial")],
    )
    .expect(303);
    let draft = saved.location().to_owned();
    olga.get(&draft)
        .expect(200)
        .shows("Report: valid")
        .shows("1, 4, 9, 16")
        .shows("examples/stage/example-1.py");
    let made = files(&olga, &draft);
    assert_eq!(
        text(&made, "setter.py"),
        "n=0\nwhile 1:n+=1;print(n*n+(n>150))\n"
    );
    assert!(text(&made, "problem.toml").contains("slug = \"square-numbers\""));

    // Its own form, changed and taken back.
    save_again(&olga, &draft, &[]).expect(303);
    assert_eq!(files(&olga, &draft), made);
    let changed = [
        ("examples.0.source", ""),
        ("tags", "powers, easy to say"),
        ("difficulty", "easy"),
        ("par", "30"),
    ];
    save_again(&olga, &draft, &changed).expect(303);
    let now = files(&olga, &draft);
    assert!(
        !now.keys().any(|path| path.starts_with("examples/")),
        "{now:?}"
    );
    assert!(text(&now, "problem.toml").contains("tags = [\"easy\", \"powers\", \"easy to say\"]"));
    writes_an_editorial(&olga, &draft);

    // An organizer hands in without letting herself first.
    let done = olga
        .post(&format!("{draft}/commit"), &[("season", "trial")])
        .expect(303);
    assert_eq!(done.location(), "/seasons/trial/organize");
    olga.get("/seasons/trial/organize")
        .expect(200)
        .shows("Square numbers");
    olga.get(&format!("{draft}/edit")).expect(409);
}

#[test]
fn a_package_is_opened_in_the_form_and_what_that_does_not_know_stays() {
    let site = TestSite::new();
    let (sue, seth) = (
        site.staff("sue", Role::Setter),
        site.staff("seth", Role::Setter),
    );
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, bytes: &[u8]| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    };
    let toml = "# Mine.\nslug = \"cubes\" # short\ntitle = \"Cubes\"\nindex_origin = 1\ntags = [ \"hard\", \"x\" ]\n\
                licence = \"CC0\"\n\n[limits]\nfuel = 90_000_000 # enough\n";
    write("problem.toml", toml.as_bytes());
    write("setter.py", b"n=0\nwhile 1:n+=1;print(n**3)\n");
    write("statement.md", b"Cubes.\r\nOf n.");
    write(
        "examples/reward/other.py",
        b"for n in range(1,400):print(n*n*n)",
    );
    write("examples/reject_format/latin.py", b"print('\xe9')");
    let draft = send_package(&sue, &archive(folder.path()));
    seth.get(&format!("{draft}/edit")).expect(404);
    let sent = files(&sue, &draft);
    save_again(&sue, &draft, &[]).expect(303);
    assert_eq!(files(&sue, &draft), sent);

    let edit = format!("{draft}/edit");
    let before = sue.get(&edit).expect(200);
    save_again(
        &sue,
        &draft,
        &[("title", "All cubes"), ("limits.fuel", "80000000")],
    )
    .expect(303);
    let now = files(&sue, &draft);
    let toml = toml
        .replace("\"Cubes\"", "\"All cubes\"")
        .replace("90_000_000", "80000000");
    assert_eq!(text(&now, "problem.toml"), toml);
    let mut rest = now.clone();
    rest.insert("problem.toml".to_owned(), sent["problem.toml"].clone());
    assert_eq!(rest, sent);

    // A form that was opened before is not saved over what came after it.
    let fields = fields_of(&before.body);
    let fields: Vec<(&str, &str)> = fields
        .iter()
        .map(|(a, b)| (a.as_str(), b.as_str()))
        .collect();
    send(&sue, &edit, &fields, &[("do", "save"), ("title", "Old")])
        .expect(422)
        .shows("saved elsewhere")
        .shows("value=\"Old\"");
    assert_eq!(files(&sue, &draft), now);
}

fn send_package(person: &Person, package: &[u8]) -> String {
    let token = person.csrf_token();
    let (kind, body) = multipart(&[
        ("csrf_token", None, token.as_bytes()),
        ("package", Some("problem.tar"), package),
        ("season", None, b"0.3"),
    ]);
    let sent = person.post_raw("/setter", &[("content-type", &kind)], &body);
    sent.expect(303).location().to_owned()
}

const FALL: [(&str, &str); 9] = [
    ("contest", "physics"),
    ("title", "A stone falls"),
    (
        "context",
        "A stone falls from the height $h$ for the time $t$; it lands with speed $v$. Take $g$.",
    ),
    ("subquestions.0.subproblem", "How fast does it land?"),
    ("subquestions.0.final_answer_form", "algebraic"),
    ("grading_standard.0.formula", r"h = \frac{1}{2} g t^2"),
    ("grading_standard.1.formula", "v = g t"),
    ("grading_standard.3.formula", r"v = \sqrt{2 g h}"),
    ("grading_standard.3.dependency", "1, 2"),
];

#[test]
fn a_physics_problem_is_written_in_a_form_and_handed_in() {
    let site = TestSite::new();
    let olga = site.staff("olga", Role::Organizer);
    let season = [
        ("title", "Falling"),
        ("summary", "Stones."),
        ("contest", "physics"),
    ];
    olga.post("/new-season", &season).expect(303);
    olga.get("/setter/new?season=falling")
        .expect(200)
        .shows("id=\"grading_standard.2.formula\"");

    // An address that is none, and a formula of the situation that nobody can read.
    let wrong = [
        ("id", "Bad Name!"),
        ("context", r"It falls by $\stone{h}$."),
    ];
    send(&olga, "/setter/new", &FALL, &wrong)
        .expect(422)
        .shows("id=\"id-error\"")
        .shows("is shown as you typed it");

    // A formula that cannot be read, and one that follows from nothing that is there.
    let wrong = [
        ("grading_standard.1.formula", r"v = \frac{g"),
        ("grading_standard.3.dependency", "1, 3"),
    ];
    send(&olga, "/setter/new", &FALL, &wrong)
        .expect(422)
        .shows("id=\"grading_standard.1.formula-error\"")
        .shows("id=\"grading_standard.3.dependency-error\"")
        .shows("href=\"#grading_standard.1.formula\"")
        .shows("Look at these 2")
        .shows("There is no formula 3")
        .shows(r"v = \frac{g");
    let looked = send(&olga, "/setter/new", &FALL, &[("do", "look")]);
    looked
        .expect(200)
        .shows("<msqrt>")
        .shows("class=\"graph\"")
        .shows("id=\"node-2\"");

    let example = [
        ("do", "save"),
        ("season", "falling"),
        (
            "examples.0.derivation",
            r"It lands with $$v = \sqrt{2 h g}$$",
        ),
    ];
    let saved = send(&olga, "/setter/new", &FALL, &example).expect(303);
    let draft = saved.location().to_owned();
    olga.get(&draft).expect(200).shows("Report: valid");
    let made = files(&olga, &draft);
    assert!(text(&made, "examples/expected.toml").contains("score = 1000"));
    assert!(text(&made, "statement.md").ends_with("How fast does it land?\n"));
    let problem: serde_json::Value = serde_json::from_slice(&made["problem.json"]).unwrap();
    assert_eq!(problem["id"], "a-stone-falls");
    assert_eq!(
        problem["grading_standard"][2]["dependency"],
        serde_json::json!([1, 2])
    );
    assert_eq!(problem["grading_standard"][2]["is_final_answer"], true);

    // It should come to something else.
    save_again(&olga, &draft, &[("examples.0.score", "500")]).expect(303);
    olga.get(&draft)
        .expect(200)
        .shows("comes to 1000 points, not to 500");
    save_again(&olga, &draft, &[("examples.0.score", "")]).expect(303);
    writes_an_editorial(&olga, &draft);
    let page = olga.get(&format!("{draft}/preview")).expect(200);
    let page = page
        .shows("<strong>Preview</strong>")
        .shows("How fast does it land?");
    assert!(!page.body.contains("id=\"send\""), "{}", page.body);
    olga.get(&draft).expect(200).shows("Report: valid");
    olga.post(&format!("{draft}/commit"), &[("season", "trial")])
        .expect(409);
    olga.post(&format!("{draft}/commit"), &[("season", "falling")])
        .expect(303);
    olga.get("/seasons/falling/organize")
        .expect(200)
        .shows("A stone falls");
}

#[test]
fn every_package_of_the_demo_stays_as_it_is_in_the_form() {
    let site = TestSite::new();
    let sue = site.staff("sue", Role::Setter);
    let problems = Path::new(env!("CARGO_MANIFEST_DIR")).join("../seasons/physics-demo/problems");
    let mut seen = 0;
    for problem in fs::read_dir(problems).unwrap() {
        let draft = send_package(&sue, &archive(&problem.unwrap().path()));
        let sent = files(&sue, &draft);
        save_again(&sue, &draft, &[]).expect(303);
        assert_eq!(files(&sue, &draft), sent);
        sue.post(&format!("{draft}/delete"), &[]).expect(303);
        seen += 1;
    }
    assert!(seen > 10, "{seen}");
}
