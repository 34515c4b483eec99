//! A setter's work: validating a problem on the command line, on the site and by the API.

use std::fs;
use std::path::Path;

use dojo_server::folder::upload::read_package;
use dojo_server::store::Role;
use serde_json::Value;

use crate::client::{Api, multipart};
use crate::command_line::run;
use crate::physics::physics_folder;
use crate::season::Copy;
use crate::site::{TestSite, trial_folder};
use crate::whole_season::copy;

const SQUARES: &str = "problems/squares";

fn stdout(arguments: &[&str], code: i32) -> String {
    let output = run(arguments);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        output.status.code(),
        Some(code),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    text
}

fn complaint(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

/// The folder as an uncompressed tar, in a folder of its own.
pub(crate) fn archive(folder: &Path) -> Vec<u8> {
    let mut tar = Vec::new();
    for (path, bytes) in read_package(folder).unwrap() {
        let mut header = [0_u8; 512];
        let mut field = |at: usize, text: &str| {
            header[at..at + text.len()].copy_from_slice(text.as_bytes());
        };
        field(0, &format!("folder/{path}"));
        field(100, "0000644");
        field(124, &format!("{:011o}", bytes.len()));
        field(148, "        ");
        field(156, "0");
        field(257, "ustar\x0000");
        let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
        header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        tar.extend(header);
        tar.extend(&bytes);
        tar.resize(tar.len().next_multiple_of(512), 0);
    }
    tar.extend([0; 1024]);
    tar
}

#[test]
fn the_command_says_valid_invalid_or_unusable() {
    let season = Copy::new();
    let folder = season.path(SQUARES);
    let path = folder.to_str().unwrap();
    let text = stdout(&["problem", "validate", path], 0);
    assert!(text.starts_with("squares: "), "{text}");
    assert!(
        text.contains("  warning  hidden    a simple rule"),
        "{text}"
    );
    assert!(text.contains("- a(n) = n^2\n"), "{text}");
    assert!(text.ends_with("valid, with 1 warning\n"), "{text}");

    let in_season = season.path(".");
    let of_season = in_season.to_str().unwrap();
    let json = stdout(
        &["problem", "validate", path, "--season", of_season, "--json"],
        0,
    );
    let report: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&report["valid"], &report["slug"]),
        (&true.into(), &"squares".into())
    );
    assert_eq!(report["findings"].as_array().unwrap().len(), 8);

    // The same as an archive.
    let file = season.path("squares.tar");
    fs::write(&file, archive(&folder)).unwrap();
    let same = stdout(
        &[
            "problem",
            "validate",
            file.to_str().unwrap(),
            "--season",
            of_season,
            "--json",
        ],
        0,
    );
    assert_eq!(same, json);

    fs::create_dir_all(folder.join("examples/wrong")).unwrap();
    fs::write(folder.join("examples/wrong/a.py"), "print(0)").unwrap();
    season.replace(&format!("{SQUARES}/problem.toml"), "title", "titel");
    let text = stdout(&["problem", "validate", path], 1);
    assert!(
        text.contains("problem.toml:2: unknown key `titel` (did you mean `title`?)"),
        "{text}"
    );
    season.replace(&format!("{SQUARES}/problem.toml"), "titel", "title");
    let text = stdout(&["problem", "validate", path], 1);
    assert!(
        text.contains("examples/wrong/a.py must be WRONG and is SHORT"),
        "{text}"
    );
    assert!(text.ends_with("not valid: 1 rule failed\n"), "{text}");

    for unusable in ["nowhere", "season.toml"] {
        let path = season.path(unusable);
        let said = complaint(&["problem", "validate", path.to_str().unwrap()]);
        assert!(said.contains("is no package: "), "{said}");
    }
    let said = complaint(&["problem", "validate", path, "--season", path]);
    assert!(said.contains("season.toml"), "{said}");
}

#[test]
fn a_physics_problem_is_validated_by_its_folder_and_refused_as_a_sequence() {
    let folder = tempfile::tempdir().unwrap();
    let problem = folder.path().join("cliff");
    copy(&physics_folder().join("problems/cliff"), &problem);
    let path = problem.to_str().unwrap();
    let season = physics_folder();
    let text = stdout(
        &[
            "problem",
            "validate",
            path,
            "--season",
            season.to_str().unwrap(),
        ],
        0,
    );
    assert!(text.starts_with("cliff: "), "{text}");
    assert!(
        text.contains("\n  ok       examples  all 4 come to what is expected\n"),
        "{text}"
    );
    let report: Value =
        serde_json::from_str(&stdout(&["problem", "validate", path, "--json"], 0)).unwrap();
    assert_eq!(report["valid"], true);
    let said = complaint(&[
        "problem",
        "validate",
        path,
        "--season",
        trial_folder().to_str().unwrap(),
    ]);
    assert!(said.contains("another contest"), "{said}");
    let site = TestSite::new();
    let otto = Api::of(site.staff("otto", Role::Setter));
    let sent = archive(&problem);
    let report = otto.post_raw("/problems/validate", "application/x-tar", &sent);
    let report = report.expect(200).json();
    assert_eq!(
        (&report["valid"], &report["slug"]),
        (&true.into(), &"cliff".into())
    );
    otto.post_raw(
        "/problems/validate?season=trial",
        "application/x-tar",
        &sent,
    )
    .expect(422)
    .shows("another type of contest");
    otto.post_raw("/drafts", "application/x-tar", &sent)
        .expect(201);

    // An example that scores something else, a rule that is broken, a file that cannot be read.
    let change = |file: &str, from: &str, to: &str| {
        let file = problem.join(file);
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains(from), "{from}");
        fs::write(&file, text.replacen(from, to, 1)).unwrap();
    };
    change("examples/expected.toml", "score = 1000", "score = 999");
    let text = stdout(&["problem", "validate", path], 1);
    assert!(
        text.contains("FAILED   examples  1 of 4 come to something else"),
        "{text}"
    );
    assert!(
        text.contains("answers-only.md: comes to 1000 points, not to 999"),
        "{text}"
    );
    change("problem.json", "\"dependency\": []", "\"dependency\": [9]");
    let text = stdout(&["problem", "validate", path], 1);
    assert!(text.contains("FAILED   rules     1 mistake"), "{text}");
    assert!(text.contains("[dependency-exists]"), "{text}");
    assert!(text.contains("skipped  examples"), "{text}");
    change("problem.json", "{", "");
    let text = stdout(&["problem", "validate", path], 1);
    assert!(text.contains("FAILED   files     1 mistake"), "{text}");
    assert!(text.ends_with("not valid: 1 rule failed\n"), "{text}");
}

#[test]
fn a_season_with_an_example_that_differs_is_not_imported() {
    let season = Copy::new();
    let examples = season.path(SQUARES).join("examples/reward");
    fs::create_dir_all(&examples).unwrap();
    fs::write(examples.join("cubes.py"), "for n in range(999):print(n**3)").unwrap();
    let data = tempfile::tempdir().unwrap();
    let season = season.path(".");
    let arguments = [
        "season",
        "import",
        season.to_str().unwrap(),
        "--data",
        data.path().to_str().unwrap(),
    ];
    let said = complaint(&arguments);
    assert!(
        said.contains("examples/reward/cubes.py must be REWARD and is WRONG"),
        "{said}"
    );
    fs::remove_file(examples.join("cubes.py")).unwrap();
    stdout(&arguments, 0);
}

#[test]
fn a_setter_validates_on_the_site_and_by_the_api() {
    let site = TestSite::new();
    let season = Copy::new();
    let good = archive(&season.path(SQUARES));
    let setter = site.staff("sue", Role::Setter);
    setter
        .get("/setter")
        .expect(200)
        .shows("Write a problem: programs")
        .shows("Send a package");
    let send = |package: &[u8], season: &str| {
        let token = setter.csrf_token();
        let (kind, body) = multipart(&[
            ("csrf_token", None, token.as_bytes()),
            ("package", Some("squares.tar"), package),
            ("season", None, season.as_bytes()),
        ]);
        setter.post_raw("/setter", &[("content-type", &kind)], &body)
    };
    let page = send(&good, "trial").expect(303).location().to_owned();
    setter
        .get(&page)
        .expect(200)
        .shows("valid, with 1 warning")
        .shows("a(n) = n^2");
    send(b"not an archive", "trial")
        .expect(422)
        .shows("This is no package: no zip and no tar");
    send(b"", "trial").expect(422).shows("Choose a zip or tar.");
    send(&good, "nowhere").expect(404);

    season.replace(
        &format!("{SQUARES}/setter.py"),
        "print",
        "<script>alert(1)</script>print",
    );
    let page = send(&archive(&season.path(SQUARES)), "0.1").expect(303);
    let answer = setter
        .get(page.location())
        .expect(200)
        .shows("not valid: 1 rule failed");
    assert!(!answer.body.contains("<script>alert"));

    let authorization = format!("Bearer {}", setter.api_token());
    let headers = [("authorization", authorization.as_str())];
    let path = "/api/v1/problems/validate?season=trial";
    let report = setter.post_raw(path, &headers, &good).expect(200).json();
    assert_eq!(
        (&report["valid"], &report["slug"]),
        (&true.into(), &"squares".into())
    );
    setter.post_raw(path, &headers, b"nothing").expect(422);

    // A draft is no problem of the season.
    let problems = setter.get("/api/v1/seasons/trial/problems").json();
    assert_eq!(problems["problems"].as_array().unwrap().len(), 3);
}

#[test]
fn only_setters_may() {
    let site = TestSite::new();
    site.visitor().get("/setter").expect(303);
    let ada = site.contestant("ada");
    ada.get("/setter")
        .expect(403)
        .shows("Only setters validate problems");
    let token = ada.csrf_token();
    let (kind, body) = multipart(&[("csrf_token", None, token.as_bytes())]);
    ada.post_raw("/setter", &[("content-type", &kind)], &body)
        .expect(403);
    let authorization = format!("Bearer {}", ada.api_token());
    ada.post_raw(
        "/api/v1/problems/validate",
        &[("authorization", &authorization)],
        b"x",
    )
    .expect(403);

    let sue = site.staff("sue", Role::Setter);
    let (kind, body) = multipart(&[
        ("csrf_token", None, b"another"),
        ("package", Some("a"), b"x"),
    ]);
    sue.post_raw("/setter", &[("content-type", &kind)], &body)
        .expect(403);
    let large = vec![0; (2 << 20) + 1];
    let authorization = format!("Bearer {}", sue.api_token());
    sue.post_raw(
        "/api/v1/problems/validate",
        &[("authorization", &authorization)],
        &large,
    )
    .expect(413)
    .shows("at most 2 MiB");
}
