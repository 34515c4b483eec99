//! Folders to begin with are valid as they are.

use std::fs;

use crate::command_line::{run, run_well};

#[test]
fn a_new_season_is_valid_and_imported_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let season = path("winter-games");
    run_well(&["season", "new", &season]);
    let first = path("winter-games/problems/primes");
    let report = run_well(&["problem", "validate", &first, "--season", &season]);
    assert!(report.contains("valid"), "{report}");

    let second = path("winter-games/problems/more-primes");
    run_well(&["problem", "new", &second]);
    run_well(&["problem", "validate", &second]);
    let toml = path("winter-games/season.toml");
    let text = fs::read_to_string(&toml).unwrap();
    fs::write(
        &toml,
        text.replace("[\"primes\"]", "[\"primes\", \"more-primes\"]"),
    )
    .unwrap();
    let imported = run_well(&["season", "import", &season, "--data", &path("data")]);
    assert_eq!(imported, "winter-games: imported with 2 problems\n");
    assert_eq!(
        run_well(&["season", "list", "--data", &path("data")]),
        "winter-games\tdraft\tWinter games\n"
    );
}

#[test]
fn a_new_physics_problem_is_valid_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let problem = folder.path().join("falling-stone");
    let problem = problem.to_str().unwrap();
    run_well(&["problem", "new", problem, "--contest", "physics"]);
    let report = run_well(&["problem", "validate", problem]);
    assert!(
        report.starts_with("falling-stone: Falling stone\n"),
        "{report}"
    );
    assert!(report.ends_with("\nvalid\n"), "{report}");
}

#[test]
fn a_folder_that_is_not_empty_or_no_slug_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let full = folder.path().join("full");
    fs::create_dir(&full).unwrap();
    fs::write(full.join("notes.txt"), "mine").unwrap();
    for what in ["season", "problem"] {
        let output = run(&[what, "new", full.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("is not empty"));
        let output = run(&[
            what,
            "new",
            folder.path().join("Two words").to_str().unwrap(),
        ]);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("1 to 64 of a-z, 0-9"));
    }
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1);
    assert_eq!(fs::read_dir(&full).unwrap().count(), 1);
}
