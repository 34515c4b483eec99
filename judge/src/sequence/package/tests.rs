use super::*;

const TOML: &str = r#"slug = "stairs"
title = "Three at a time"
index_origin = 0
tags = ["easy", "recurrence"]
licence = "CC-BY-4.0"
"#;

fn files(entries: &[(&str, &str)]) -> Files {
    let entry = |&(path, text): &(&str, &str)| (path.to_owned(), text.as_bytes().to_vec());
    entries.iter().map(entry).collect()
}

fn good() -> Files {
    files(&[
        ("problem.toml", TOML),
        ("setter.py", "print(1)\r\n"),
        ("statement.md", "Climb."),
        ("examples/reward/golfed.py", "print(1)"),
        ("examples/Bad_Token/word.py", "print('x')"),
    ])
}

/// What is said of a package whose `problem.toml` is this.
fn faults_of(toml: &str) -> Vec<String> {
    let mut files = good();
    files.insert("problem.toml".to_owned(), toml.as_bytes().to_vec());
    match Package::read(&files) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.iter().map(Fault::to_string).collect(),
    }
}

fn faults_with(path: &str, bytes: &[u8]) -> Vec<String> {
    let mut files = good();
    files.insert(path.to_owned(), bytes.to_vec());
    match Package::read(&files) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.iter().map(Fault::to_string).collect(),
    }
}

#[test]
fn a_package_is_read_with_its_defaults() {
    let mut files = good();
    assert_eq!(Package::read(&files).unwrap().editorial, None);
    files.insert("editorial.md".to_owned(), b"Climb back.".to_vec());
    let package = Package::read(&files).unwrap();
    assert_eq!(package.editorial.as_deref(), Some("Climb back."));
    let problem = &package.problem;
    assert_eq!(
        (problem.n_check, problem.n_stage, problem.n_public),
        (200, 100, 100)
    );
    assert_eq!(problem.difficulty, Some(Difficulty::Easy));
    assert_eq!(problem.tags, ["recurrence"]);
    assert_eq!(package.setter.text(), "print(1)");
    let verdicts: Vec<_> = package.examples.iter().map(|e| &*e.verdict).collect();
    assert_eq!(verdicts, ["BAD_TOKEN", "REWARD"]);
}

#[test]
fn defaults_never_exceed_what_they_depend_on() {
    for (given, expected) in [
        ("n_check = 50", (50, 50, 50)),
        ("n_stage = 30", (200, 30, 30)),
        ("n_check = 300\nn_stage = 150", (300, 150, 100)),
        ("n_check = 0x20", (32, 32, 32)),
    ] {
        let mut files = good();
        let toml = format!("{TOML}{given}\n");
        files.insert("problem.toml".to_owned(), toml.into_bytes());
        let problem = Package::read(&files).unwrap().problem;
        assert_eq!(
            (problem.n_check, problem.n_stage, problem.n_public),
            expected
        );
    }
}

#[test]
fn an_unknown_key_is_named_with_its_line_and_the_nearest_known_one() {
    let faults = faults_of(&TOML.replace("licence", "license"));
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(
        faults[0].starts_with(
            "problem.toml:5: unknown key `license` (did you mean `licence`?); known keys: slug, "
        ),
        "{faults:?}"
    );
    assert_eq!(faults[1], "problem.toml: the key `licence` is missing");
    let faults = faults_of(&format!("{TOML}[limits]\nmemory = 3\n"));
    assert!(
        faults[0].starts_with("problem.toml:7: unknown key `limits.memory`"),
        "{faults:?}"
    );
}

#[test]
fn a_text_without_quotes_is_told_as_one() {
    for word in [
        "tri",
        "fri",
        "inn",
        "nano",
        "stairs",
        "Three at a time",
        "«stairs»",
        "“stairs”",
    ] {
        let text = TOML.replace("\"stairs\"", word);
        assert_ne!(text, TOML);
        let faults = faults_of(&text).join("\n");
        assert!(
            faults.contains("problem.toml:1: ") && faults.contains("quote"),
            "{word}: {faults}"
        );
        assert!(!faults.contains("boolean"), "{word}: {faults}");
    }
}

#[test]
fn all_mistakes_of_a_file_are_said_at_once() {
    let faults = faults_of(
        r#"slug = "Stairs"
title = 5
index_origin = "0"
tags = ["easy", 7, "easy"]
licence = ""
colour = "red"
n_check = 100
n_stage = 101
known_as = ["A000073"]
limits = 3
"#,
    );
    let expected = [
        "problem.toml:1: `slug`: 1 to 64 of a-z",
        "problem.toml:2: `title`: expected a text in quotes, found the number 5",
        "problem.toml:3: `index_origin`: expected a whole number, found a text",
        "problem.toml:4: `tags`: expected only texts in the list, found the number 7",
        "problem.toml:5: `licence`: may not be empty",
        "problem.toml:6: unknown key `colour`; known keys: ",
        "problem.toml:8: `n_stage`: at most n_check, which is 100",
        "problem.toml:9: `known_as`: expected a text in quotes, found a list",
        "problem.toml:10: `limits`: expected a table [limits], found the number 3",
    ];
    assert_eq!(faults.len(), expected.len(), "{faults:#?}");
    for (fault, expected) in faults.iter().zip(expected) {
        assert!(fault.starts_with(expected), "{fault}, not {expected}");
    }
}

#[test]
fn each_value_has_its_range() {
    for (line, expected) in [
        (
            "n_check = 0",
            "`n_check`: expected a whole number from 1 to 10000, found 0",
        ),
        (
            "n_check = 10001",
            "`n_check`: expected a whole number from 1 to 10000",
        ),
        (
            "n_check = 99999999999999999999",
            "`n_check`: expected a whole number",
        ),
        (
            "n_check = 2.0",
            "`n_check`: expected a whole number, found the fraction 2.0",
        ),
        (
            "n_check = true",
            "`n_check`: expected a whole number, found true",
        ),
        (
            "n_public = 101",
            "`n_public`: at most n_stage, which is 100",
        ),
        ("n_public = -1", "`n_public`: expected"),
        ("known_as = \"a\\nb\"", "`known_as`: one line without"),
        ("statement = \" \"", "`statement`: may not be empty"),
        (
            "limits = {fuel = 0}",
            "`limits.fuel`: expected a whole number from 1",
        ),
        (
            "limits = {fuel = \"9\"}",
            "`limits.fuel`: expected a whole number, found a text",
        ),
        ("n_check 5", ""),
        ("slug = \"again\"", ""),
    ] {
        let faults = faults_of(&format!("{TOML}{line}\n"));
        assert_eq!(faults.len(), 1, "{line}: {faults:?}");
        assert!(
            faults[0].starts_with(&format!("problem.toml:6: {expected}")),
            "{line}: {faults:?}"
        );
    }
    for tags in ["[\"medium\", \"easy\"]", "[\"a\", \"a\"]", "[\"\"]"] {
        let faults = faults_of(&TOML.replace("[\"easy\", \"recurrence\"]", tags));
        assert!(
            faults[0].starts_with("problem.toml:4: `tags`: "),
            "{faults:?}"
        );
    }
}

#[test]
fn what_is_no_toml_hides_no_other_mistake() {
    let faults = faults_of(
        &TOML
            .replace("title = ", "title ")
            .replace("licence", "lizence"),
    );
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(faults[0].starts_with("problem.toml:2: "), "{faults:?}");
    assert!(
        faults[1].starts_with("problem.toml:5: unknown key `lizence`"),
        "{faults:?}"
    );
    // A list that is not closed is one mistake, whatever comes after it.
    let faults = faults_of(&TOML.replace("\"recurrence\"]", "\"recurrence\""));
    assert_eq!(faults.len(), 1, "{faults:?}");
    let faults = faults_of(&TOML.replace("slug = \"", "slug = "));
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(faults[0].starts_with("problem.toml:1: "), "{faults:?}");
}

#[test]
fn the_statement_is_a_file_or_a_text_but_not_both() {
    let inline = format!("{TOML}statement = \"Climb.\"\n");
    assert_eq!(
        faults_of(&inline),
        ["statement.md: problem.toml has a `statement` too; keep one of them"]
    );
    let mut files = good();
    files.remove("statement.md");
    assert_eq!(
        Package::read(&files).unwrap_err()[0].to_string(),
        "statement.md: there is no such file"
    );
    files.insert("problem.toml".to_owned(), inline.into_bytes());
    assert_eq!(Package::read(&files).unwrap().statement, "Climb.");
}

#[test]
fn each_file_has_its_own_rules() {
    for (path, bytes, expected) in [
        (
            "setter.py",
            "#".repeat(4097).as_bytes(),
            "setter.py: 4097 bytes, at most 4096",
        ),
        (
            "setter.py",
            b"\xef\xbb\xbfprint(1)",
            "setter.py: Not an acceptable text: byte-order mark",
        ),
        (
            "statement.md",
            b"a\nb\xff",
            "statement.md:2: the file is not UTF-8",
        ),
        (
            "statement.md",
            b"a\n\nb\0",
            "statement.md:3: the file has a NUL in it",
        ),
        (
            "editorial.md",
            b" \n",
            "editorial.md: the editorial is empty",
        ),
        (
            "statement.md",
            b" \n",
            "statement.md: the statement is empty",
        ),
        (
            "problem.toml",
            b"\xff",
            "problem.toml:1: the file is not UTF-8",
        ),
        (
            "setter.txt",
            b"",
            "setter.txt: no file of a package (did you mean `setter.py`?); it has problem.toml, ",
        ),
        (
            "example/reward/a.py",
            b"",
            "example/reward/a.py: no file of a package (did you mean `examples`?)",
        ),
        (
            "examples/rewards/a.py",
            b"",
            "examples/rewards/a.py: `rewards` is no verdict (did you mean `reward`?); verdicts: ",
        ),
        (
            "examples/reward/a.txt",
            b"",
            "examples/reward/a.txt: an example is examples/<verdict>/<name>.py",
        ),
        (
            "examples/reward/deep/a.py",
            b"",
            "examples/reward/deep/a.py: an example is",
        ),
        (
            "examples/reward/.py",
            b"",
            "examples/reward/.py: an example is",
        ),
    ] {
        let faults = faults_with(path, bytes);
        assert_eq!(faults.len(), 1, "{path}: {faults:?}");
        assert!(
            faults[0].starts_with(expected),
            "{faults:?}, not {expected}"
        );
    }
    let beside = files(&[
        ("README.md", "mine"),
        ("tri/problem.toml", TOML),
        ("tri/setter.py", "print(1)"),
    ]);
    let faults = Package::read(&beside).unwrap_err();
    let told: Vec<String> = faults.iter().map(Fault::to_string).collect();
    assert_eq!(
        told,
        ["problem.toml: the package is in tri/; send that folder alone"]
    );
    let two = files(&[("few/problem.toml", TOML), ("tri/problem.toml", TOML)]);
    let faults = Package::read(&two).unwrap_err();
    assert_eq!(
        faults[0].to_string(),
        "problem.toml: there are 2 packages, in few/, tri/; send one of these folders alone"
    );
    // 4096 bytes are counted after the blank end is gone.
    let longest = format!("{}\n\n", "#".repeat(4096));
    assert_eq!(faults_with("setter.py", longest.as_bytes()), [""; 0]);
}

#[test]
fn examples_are_not_without_number() {
    let mut files = good();
    for number in files.len()..=MAX_EXAMPLES {
        files.insert(format!("examples/reward/{number}.py"), b"0".to_vec());
    }
    let count = files.len() - 3;
    assert_eq!(count, MAX_EXAMPLES - 2);
    assert!(Package::read(&files).is_ok());
    for number in 0..3 {
        files.insert(format!("examples/wrong/{number}.py"), b"0".to_vec());
    }
    let faults = Package::read(&files).unwrap_err();
    assert_eq!(faults[0].to_string(), "examples: 41 programs, at most 40");
}

#[test]
fn an_empty_package_says_all_that_is_missing() {
    let faults: Vec<_> = Package::read(&Files::new())
        .unwrap_err()
        .iter()
        .map(Fault::to_string)
        .collect();
    assert_eq!(
        faults,
        [
            "problem.toml: there is no such file",
            "setter.py: there is no such file"
        ]
    );
}

#[test]
fn limits_of_a_problem_only_tighten() {
    let season = dojo_sandbox::Limits::default();
    let own = ProblemLimits {
        fuel: Some(5),
        output_kib: Some(2),
        ..ProblemLimits::default()
    };
    let limits = own.within(&season).unwrap();
    assert_eq!((limits.fuel.0, limits.output_bytes), (5, 2048));
    assert_eq!(limits.memory_bytes, season.memory_bytes);
    let own = ProblemLimits {
        memory_mib: Some(4096),
        max_term_digits: Some(1001),
        ..own
    };
    assert_eq!(
        own.within(&season).unwrap_err(),
        "`limits.memory_mib` is 4096, above the season's limit of 128; `limits.max_term_digits` is 1001, above the season's limit of 1000"
    );
}

proptest::proptest! {
    #[test]
    fn any_problem_file_gets_an_answer(text in "[a-z_=\\[\\]{}\"'0-9.\n #-]{0,80}") {
        faults_of(&text);
    }
}
