//! Seasons from folders: closed schema, clear errors, loading twice.

use std::fs;
use std::path::{Path, PathBuf};

use dojo_server::folder::Folder;
use dojo_server::season::lifecycle::Actor;
use dojo_server::season::{self, ImportError, Imported, SeasonContent, rulings};
use dojo_server::store::{self, Moment, StoreError, problems};
use tempfile::TempDir;

use crate::database::Database;
use crate::site::{runtime, trial_folder};

/// A copy of the trial season that a test may break.
pub(crate) struct Copy {
    folder: TempDir,
}

impl Copy {
    pub(crate) fn new() -> Self {
        fn copy(from: &Path, to: &Path) {
            fs::create_dir_all(to).unwrap();
            for entry in fs::read_dir(from).unwrap() {
                let entry = entry.unwrap();
                let target = to.join(entry.file_name());
                if entry.file_type().unwrap().is_dir() {
                    copy(&entry.path(), &target);
                } else {
                    fs::copy(entry.path(), target).unwrap();
                }
            }
        }
        let folder = tempfile::tempdir().unwrap();
        copy(&trial_folder(), folder.path());
        Self { folder }
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    pub(crate) fn replace(&self, file: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.path(file)).unwrap();
        assert!(text.contains(from), "no `{from}` in {file}");
        fs::write(self.path(file), text.replacen(from, to, 1)).unwrap();
    }

    fn read(&self) -> Result<SeasonContent, String> {
        season::read_season(&Folder::Disk(self.folder.path().into()))
            .map_err(|error| error.to_string())
    }

    #[track_caller]
    fn refused(&self) -> String {
        self.read().err().expect("the season is broken")
    }
}

#[test]
fn an_unknown_key_is_named_with_its_line() {
    let copy = Copy::new();
    copy.replace(
        "problems/squares/problem.toml",
        "index_origin = 0",
        "index_origin = 0\ncolour = \"red\"",
    );
    let error = copy.refused();
    assert!(
        error.starts_with("problems/squares/problem.toml:4: unknown key `colour`"),
        "{error}"
    );

    let copy = Copy::new();
    copy.replace("season.toml", "max = 50", "maximum = 50");
    let error = copy.refused();
    assert!(
        error.starts_with("season.toml:8: unknown key `attempts.maximum`"),
        "{error}"
    );
}

#[test]
fn all_mistakes_of_a_season_are_told_at_once() {
    let copy = Copy::new();
    copy.replace("season.toml", "slug = \"trial\"", "slug = trial");
    copy.replace("season.toml", "title = ", "titel = ");
    copy.replace("season.toml", "\"0.1\"", "\"0.9\"");
    copy.replace("season.toml", "\"short\"", "\"Short\", 7");
    copy.replace("season.toml", "max = 50", "max = 1.5\npause = 3");
    let error = copy.refused();
    let told: Vec<&str> = error.lines().collect();
    let expected = [
        "season.toml:1: a text must be in quotes",
        "season.toml:2: unknown key `titel` (did you mean `title`?)",
        "season.toml:4: `scoring`: unknown scoring version \"0.9\"; known: ",
        "season.toml:5: `problems`: expected only texts in the list, found the number 7",
        "season.toml:8: `attempts.max`: expected a whole number, found the fraction 1.5",
        "season.toml:9: unknown key `attempts.pause`",
    ];
    assert_eq!(told.len(), expected.len(), "{error}");
    for (told, expected) in told.iter().zip(expected) {
        assert!(told.starts_with(expected), "{told}");
    }
}

#[test]
fn mistakes_on_lines_that_follow_each_other_are_each_told() {
    let copy = Copy::new();
    copy.replace("season.toml", "\"trial\"", "trial");
    copy.replace("season.toml", "\"Trial season\"", "Trial");
    copy.replace(
        "season.toml",
        "\"Three small problems for tests.\"",
        "Three",
    );
    let error = copy.refused();
    for line in 1..=3 {
        assert!(error.contains(&format!("season.toml:{line}: ")), "{error}");
    }
}

#[test]
fn a_problem_that_is_not_there_or_not_named_is_told() {
    let copy = Copy::new();
    copy.replace("season.toml", "\"short\"", "\"shirt\"");
    copy.replace("problems/squares/problem.toml", "title = ", "titel = ");
    let error = copy.refused();
    for expected in [
        "season.toml:5: there is no folder problems/shirt\n",
        "problems/squares/problem.toml:2: unknown key `titel`",
        "problems/short: `problems` in season.toml does not name this folder",
    ] {
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_season_that_names_no_scoring_has_the_newest() {
    let copy = Copy::new();
    copy.replace("season.toml", "scoring = \"0.1\"\n", "");
    assert_eq!(copy.read().unwrap().season.scoring_version, "0.3");
}

#[test]
fn each_mistake_is_told_where_it_is() {
    for (file, from, to, expected) in [
        (
            "season.toml",
            "slug = \"trial\"",
            "slug = \"Tri al\"",
            "season.toml:1: `slug`",
        ),
        (
            "season.toml",
            "\"short\"",
            "\"squares\"",
            "season.toml:5: `problems`: `squares` is named twice",
        ),
        (
            "season.toml",
            "\"short\"",
            "\"gone\"",
            "season.toml:5: there is no folder problems/gone",
        ),
        (
            "season.toml",
            "max = 50",
            "max = 0",
            "season.toml:8: `attempts.max`",
        ),
        (
            "season.toml",
            "max = 50",
            "max = \"50\"",
            "season.toml:8: `attempts.max`: expected a whole number, found a text",
        ),
        ("season.toml", "title = ", "title ", "season.toml:2: "),
        (
            "season.toml",
            "[attempts]",
            "[limits]\nfuel = 0\n[attempts]",
            "season.toml:8: `limits.fuel`: expected a whole number from 1",
        ),
        (
            "problems/short/problem.toml",
            "\"short\"",
            "\"long\"",
            "problems/short/problem.toml:1: `slug`: the folder",
        ),
        (
            "problems/short/problem.toml",
            "n_stage = 4",
            "n_stage = 7",
            "problems/short/problem.toml:7: `n_stage`",
        ),
        (
            "problems/short/problem.toml",
            "n_public = 2",
            "n_public = 5",
            "problems/short/problem.toml:8: `n_public`",
        ),
        (
            "problems/short/problem.toml",
            "n_public = 2",
            "n_public = -1",
            "problems/short/problem.toml:8: ",
        ),
        (
            "problems/short/problem.toml",
            "\"constant\"",
            "\"easy\"",
            "problems/short/problem.toml:4: `tags`",
        ),
        (
            "problems/short/problem.toml",
            "CC0-1.0",
            "",
            "problems/short/problem.toml:5: `licence`",
        ),
        (
            "problems/short/setter.py",
            "print",
            "\u{feff}print",
            "problems/short/setter.py: ",
        ),
        (
            "problems/short/statement.md",
            "Ones",
            "O\0nes",
            "problems/short/statement.md:1: ",
        ),
    ] {
        let copy = Copy::new();
        copy.replace(file, from, to);
        let error = copy.refused();
        assert!(error.starts_with(expected), "{error}, not {expected}");
    }
    let copy = Copy::new();
    fs::remove_file(copy.path("problems/short/statement.md")).unwrap();
    assert!(copy.refused().starts_with("problems/short/statement.md: "));
    let copy = Copy::new();
    fs::write(copy.path("problems/short/setter.py"), "#".repeat(4097)).unwrap();
    assert!(copy.refused().contains("4097 bytes, at most 4096"));
}

#[test]
fn limits_that_no_sandbox_gives_are_refused() {
    for (limit, expected) in [
        (
            "fuel = 400_000_000_001",
            "`limits.fuel`: expected a whole number from 1 to 400000000000",
        ),
        (
            "memory_mib = 1025",
            "`limits.memory_mib`: expected a whole number from 1 to 1024",
        ),
    ] {
        let copy = Copy::new();
        let limits = format!("[limits]\n{limit}\n[attempts]");
        copy.replace("season.toml", "[attempts]", &limits);
        let error = copy.refused();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_setter_without_its_terms_is_refused() {
    for (program, reason) in [
        ("print(1)", "gave 1 of 6 terms"),
        ("1/0", "ZeroDivisionError"),
        ("print('x')", "it wrote “x”, which is not a decimal integer"),
        ("def", "does not compile"),
    ] {
        let copy = Copy::new();
        fs::write(copy.path("problems/short/setter.py"), program).unwrap();
        let content = copy.read().unwrap();
        let database = Database::new();
        let error = store::blocking(&database.pool(), |conn| {
            season::import(conn, &runtime(), &content, None, Moment::now())
        })
        .unwrap_err()
        .to_string();
        assert!(
            error.starts_with("problems/short/setter.py: ") && error.contains(reason),
            "{error}"
        );
    }
}

#[test]
fn loading_twice_changes_nothing_and_an_open_season_is_fixed() {
    let database = Database::new();
    let pool = database.pool();
    let import = |content: &SeasonContent| {
        store::blocking(&pool, |conn| {
            season::import(conn, &runtime(), content, None, Moment::now())
        })
    };
    let copy = Copy::new();
    let content = copy.read().unwrap();
    let Imported::New(id) = import(&content).unwrap() else {
        panic!("it is new")
    };
    assert_eq!(import(&content).unwrap(), Imported::Unchanged(id));

    // A draft may change.
    copy.replace("problems/short/statement.md", "Ones", "Only ones");
    let changed = copy.read().unwrap();
    let Imported::Replaced(id) = import(&changed).unwrap() else {
        panic!("it is replaced")
    };
    store::blocking(&pool, |conn| crate::site::open_at_once(conn, id)).unwrap();

    // What contestants have seen may not.
    assert_eq!(import(&changed).unwrap(), Imported::Unchanged(id));
    let error = import(&content).unwrap_err();
    assert!(matches!(error, ImportError::Differs { .. }));
    assert!(
        error
            .to_string()
            .contains("`trial` is open and its problem `short` differs"),
        "{error}"
    );
}

#[test]
fn a_season_whose_problems_are_all_withdrawn_does_not_open() {
    let database = Database::new();
    let pool = database.pool();
    let id = store::blocking(&pool, |conn| {
        season::import(
            conn,
            &runtime(),
            &Copy::new().read().unwrap(),
            None,
            Moment::now(),
        )
    });
    let id = id.unwrap().id();
    let open = || store::blocking(&pool, |conn| crate::site::open_at_once(conn, id));
    let all = store::blocking(&pool, |conn| {
        problems::list_problems(conn, id).map_err(StoreError::from)
    });
    for problem in all.unwrap() {
        store::blocking(&pool, |conn| {
            let (slug, now) = (&problem.slug, Moment::now());
            season::commit::commit_problem(conn, id, slug, now)?;
            rulings::withdraw_problem(conn, id, slug, "a slip", &Actor::Terminal, now)
        })
        .unwrap();
    }
    let refused = open().unwrap_err().to_string();
    assert!(refused.contains("at least one problem"), "{refused}");
}

#[test]
fn a_committed_problem_of_a_draft_is_withdrawn_and_set_anew() {
    let database = Database::new();
    let pool = database.pool();
    let import = |content: &SeasonContent| {
        store::blocking(&pool, |conn| {
            season::import(conn, &runtime(), content, None, Moment::now())
        })
    };
    let copy = Copy::new();
    let id = import(&copy.read().unwrap()).unwrap().id();
    store::blocking(&pool, |conn| {
        season::commit::commit_problem(conn, id, "short", Moment::now())
    })
    .unwrap();

    // What is not committed may change, and so may the season.
    copy.replace("problems/marked/statement.md", "for a while", "for long");
    copy.replace("season.toml", "max = 50", "max = 40");
    assert_eq!(
        import(&copy.read().unwrap()).unwrap(),
        Imported::Replaced(id)
    );

    let statement = "problems/short/statement.md";
    copy.replace(statement, "Ones", "Only ones");
    let error = import(&copy.read().unwrap()).unwrap_err().to_string();
    assert!(
        error.starts_with("problem `short` of season `trial` is committed and differs"),
        "{error}"
    );
    assert!(error.contains("withdraw it"), "{error}");
    copy.replace(statement, "Only ones", "Ones");
    store::blocking(&pool, |conn| {
        rulings::withdraw_problem(conn, id, "short", "a slip", &Actor::Terminal, Moment::now())
    })
    .unwrap();
    assert_eq!(
        import(&copy.read().unwrap()).unwrap(),
        Imported::Unchanged(id),
        "what is withdrawn may stay as it was"
    );
    copy.replace(statement, "Ones", "Only ones");
    assert_eq!(
        import(&copy.read().unwrap()).unwrap(),
        Imported::Replaced(id)
    );
    store::blocking(&pool, |conn| crate::site::open_at_once(conn, id)).unwrap();
    let all = store::blocking(&pool, |conn| {
        problems::list_problems(conn, id).map_err(StoreError::from)
    })
    .unwrap();
    let short: Vec<_> = all
        .iter()
        .filter(|problem| problem.slug == "short")
        .map(|problem| {
            let reason = problem.withdrawn_reason.as_deref();
            (problem.version, problem.position, reason)
        })
        .collect();
    assert_eq!(short, [(1, 3, Some("a slip")), (2, 3, None)]);
    assert!(all.iter().all(|problem| problem.commitment.is_some()));
    assert!(
        all.iter()
            .any(|problem| problem.statement.contains("for long"))
    );
}
