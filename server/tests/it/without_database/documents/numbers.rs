//! The numbers in `docs/` are the numbers in the code.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use dojo_judge::contest::Member as _;
use dojo_judge::contest::sequence::Programs;
use dojo_judge::package::{
    MAX_ARCHIVE_BYTES, MAX_FILES, MAX_STATEMENT_BYTES, MAX_UNPACKED_BYTES, Room,
};
use dojo_judge::sequence::diversity::DiversityRules;
use dojo_judge::sequence::gate::Gates;
use dojo_judge::sequence::method::{METHOD_TAG_MAX_CHARS, NOTES_MAX_CHARS};
use dojo_judge::sequence::package::{MAX_CHECKED_TERMS, MAX_EXAMPLES};
use dojo_judge::sequence::setter::SetterScore;
use dojo_judge::sequence::{MAX_SOURCE_BYTES, Rules, ScoringVersion, brevity_bonus, score};
use dojo_server::board::PAGE_ROWS;
use dojo_server::config::{Rate, Rates};
use dojo_server::folder::Folder;
use dojo_server::season::rulings::REASON_MAX_CHARS;
use dojo_server::season::{MAX_SETTER_BYTES, read_season};
use dojo_server::store::queue::MAX_TRIES;
use dojo_server::web::MAX_BODY_SOURCE_BYTES;
use formula::credit::{DEFAULT_MAX_FORMULAS, MAX_SOLUTION_BYTES};
use formula::same::Parameters;

use super::{
    API, ARCHIVE, PHYSICS, PLATFORM, RULES, SCORING_V0_1, SCORING_V0_3, SETTING, SPEC, rows,
    section,
};

/// Those with tables of parameters.
const DOCUMENTS: [(&str, &str); 5] = [
    ("RULES", RULES),
    ("SPEC", SPEC),
    ("PLATFORM", PLATFORM),
    ("SCORING-v0.1", SCORING_V0_1),
    ("SCORING-v0.3", SCORING_V0_3),
];

/// The rows of a document's tables whose first cell is a parameter's name.
fn parameters(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().filter_map(|line| {
        let mut cells = line.strip_prefix("| `")?.splitn(3, " | ");
        let name = cells.next()?.strip_suffix('`')?;
        let is_parameter = name
            .bytes()
            .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_');
        let is_number = |value: &&str| value.starts_with(|c: char| c.is_ascii_digit());
        let value = cells.next().filter(is_number)?;
        is_parameter.then_some((name, value))
    })
}

/// What a season gets that says nothing about its limits.
fn season_defaults(values: &mut BTreeMap<&'static str, u64>) {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write(
        "season.toml",
        "slug = \"s\"\ntitle = \"S\"\nsummary = \"S.\"\nscoring = \"0.1\"\nproblems = [\"p\"]\n",
    );
    write(
        "problems/p/problem.toml",
        "slug = \"p\"\ntitle = \"P\"\nindex_origin = 0\ntags = [\"easy\"]\nlicence = \"CC-BY-4.0\"\n",
    );
    write("problems/p/setter.py", "while 1: print(1)");
    write("problems/p/statement.md", "Ones.");
    let content = read_season(&Folder::Disk(Path::new(folder.path()).to_owned())).unwrap();
    let season = content.season;
    let set = Programs::settings(&season.settings).unwrap();
    let natural = |value: i64| u64::try_from(value).unwrap();
    values.extend([
        ("N_CHECK", set.n_check.into()),
        ("N_STAGE", set.n_stage.into()),
        ("N_PUBLIC", set.n_public.into()),
        ("FUEL", set.fuel),
        ("MEMORY_BYTES", set.memory_bytes),
        ("OUTPUT_BYTES", set.output_bytes.into()),
        ("MAX_TERM_DIGITS", set.max_term_digits.into()),
        ("ATTEMPTS_MAX", natural(season.attempts_max.into())),
        (
            "ATTEMPT_INTERVAL_SECONDS",
            natural(season.attempt_interval_seconds.into()),
        ),
    ]);
}

fn values_in_the_code() -> BTreeMap<&'static str, u64> {
    let thresholds = ScoringVersion::V0_1.thresholds();
    assert_eq!(thresholds, ScoringVersion::V0_3.thresholds());
    let allowance = ScoringVersion::V0_3.allowance().unwrap();
    let mut values = BTreeMap::from([
        ("MAX_SOURCE_BYTES", MAX_SOURCE_BYTES as u64),
        ("MAX_SETTER_BYTES", MAX_SETTER_BYTES as u64),
        ("STDERR_BYTES", Rules::default().limits.stderr_bytes.into()),
        ("STAGE_BASE", score::STAGE_BASE.into()),
        ("REWARD_BASE", score::REWARD_BASE.into()),
        ("B_MAX", score::B_MAX.into()),
        ("METHOD_TAG_MAX_CHARS", METHOD_TAG_MAX_CHARS as u64),
        ("MAX_NUMERIC_LITERALS", thresholds.numeric_literals.into()),
        ("MAX_DATA_BYTES", allowance.data_bytes.into()),
        ("MAX_PAYLOAD_BYTES", allowance.total_bytes.into()),
        (
            "MAX_STRING_LITERAL_CHARS",
            thresholds.string_literal_chars.into(),
        ),
        (
            "MAX_LIST_TUPLE_ELEMENTS",
            thresholds.list_tuple_elements.into(),
        ),
    ]);
    let diversity = DiversityRules::V0_1;
    values.extend([
        (
            "DIVERSITY_FIRST_TAG_BONUS",
            diversity.first_tag_bonus.into(),
        ),
        (
            "DIVERSITY_SHARED_BONUS_EACH",
            diversity.shared_bonus_each.into(),
        ),
        (
            "DIVERSITY_SHARED_BONUS_REPEATS_IF_AT_LEAST_TWO_TAGS",
            diversity.shared_bonus_repeats.into(),
        ),
        ("DIVERSITY_BONUS_CAP", diversity.bonus_cap.into()),
    ]);
    season_defaults(&mut values);
    values
}

#[test]
fn every_parameter_in_the_documents_has_the_value_of_the_code() {
    let values = values_in_the_code();
    let mut told = BTreeMap::new();
    for (document, text) in DOCUMENTS {
        for (name, value) in parameters(text) {
            *told.entry(name).or_insert(0) += 1;
            if name == "BETA" {
                continue;
            }
            let known = values
                .get(name)
                .unwrap_or_else(|| panic!("{document}: what is {name}?"));
            assert_eq!(value, known.to_string(), "{document}: {name}");
        }
    }
    for name in values.keys() {
        assert!(told.contains_key(name), "no document tells {name}");
    }
}

#[test]
fn the_brevity_bonus_is_the_formula_of_the_document() {
    let beta = parameters(SCORING_V0_1)
        .find(|(name, _)| *name == "BETA")
        .unwrap()
        .1;
    let (one, denominator) = beta.split_once('/').unwrap();
    let beta = one.parse::<f64>().unwrap() / denominator.parse::<f64>().unwrap();
    for l_chars in 1..=6000_u32 {
        let formula = (f64::from(score::B_MAX) * (-beta * f64::from(l_chars)).exp()).floor();
        assert!(
            (f64::from(brevity_bonus(l_chars, None)) - formula).abs() < 0.5,
            "{l_chars} bytes"
        );
    }
    assert_eq!(score::score(Gates::Stage, 30, None), (0, score::STAGE_BASE));
}

#[test]
fn the_table_of_brevity_bonuses_is_that_of_the_code() {
    let table = section(SCORING_V0_1, "### 5.2 Function");
    let cells = |name: &str| -> Vec<&str> {
        let line = table.lines().find(|line| line.starts_with(name)).unwrap();
        line.trim_matches('|')
            .split('|')
            .skip(1)
            .map(str::trim)
            .collect()
    };
    let (lengths, bonuses) = (cells("| `L_chars` |"), cells("| bonus |"));
    assert_eq!(lengths.len(), bonuses.len());
    assert!(lengths.len() > 10);
    for (length, bonus) in lengths.into_iter().zip(bonuses) {
        let length = length.trim_start_matches("from ").parse().unwrap();
        assert_eq!(
            brevity_bonus(length, None).to_string(),
            bonus,
            "{length} bytes"
        );
    }
}

#[test]
fn the_points_of_a_setter_are_the_formula_of_the_rules() {
    assert!(RULES.contains("`floor(400·e^(−L/800)) + floor(600·4·q·(1−q))`"));
    assert!(
        RULES.contains("q = (users with Reward Correct + 1) / (users who submitted anything + 2)")
    );
    for (length, solved, tried) in [(30_u32, 0_u32, 0_u32), (400, 3, 9), (4096, 20, 20)] {
        let q = f64::from(solved + 1) / f64::from(tried + 2);
        let formula = (400.0 * (-f64::from(length) / 800.0).exp()).floor()
            + (600.0 * 4.0 * q * (1.0 - q)).floor();
        let points = SetterScore::new(length, solved, tried).total();
        assert!(
            (f64::from(points) - formula).abs() < 0.5,
            "{points}, {formula}"
        );
    }
}

/// Numbers that stand in sentences: each sentence holds the value of the code.
#[test]
fn numbers_in_sentences_are_those_of_the_code() {
    let mib = |bytes: usize| bytes >> 20;
    let kib = |bytes: usize| bytes >> 10;
    let physics = Parameters::default();
    let sentences = [
        (
            SETTING,
            format!(
                "at most {} MiB and {MAX_FILES}\nfiles, {} MiB when unpacked",
                mib(MAX_ARCHIVE_BYTES),
                mib(MAX_UNPACKED_BYTES)
            ),
        ),
        (SETTING, format!("at most {MAX_CHECKED_TERMS}\n")),
        (SETTING, format!("At most {MAX_EXAMPLES} programs")),
        (SETTING, format!("At most {MAX_SETTER_BYTES} bytes")),
        (
            SPEC,
            format!("Markdown of at most {} KiB", kib(MAX_SOLUTION_BYTES)),
        ),
        (
            SETTING,
            format!("Markdown, at most {} KiB", kib(MAX_STATEMENT_BYTES)),
        ),
        (SPEC, format!("`max_formulas`\n  ({DEFAULT_MAX_FORMULAS})")),
        (PHYSICS, format!("At most {DEFAULT_MAX_FORMULAS} formulas")),
        (PHYSICS, format!("max_formulas = {DEFAULT_MAX_FORMULAS} ")),
        (
            PHYSICS,
            format!("| `range` | `[{}, {}]` |", physics.low, physics.high),
        ),
        (PHYSICS, format!("| `trials` | {} |", physics.max_trials)),
        (PHYSICS, format!("| `successes` | {} |", physics.needed)),
        (
            PHYSICS,
            format!("| `tolerance` | {:e} |", physics.tolerance),
        ),
        (
            SCORING_V0_3,
            format!("at most {NOTES_MAX_CHARS} characters"),
        ),
        (
            SCORING_V0_3,
            format!("than {METHOD_TAG_MAX_CHARS} characters"),
        ),
        (
            API,
            format!(
                "A program above {} KiB or a derivation above {} KiB",
                kib(MAX_SOURCE_BYTES),
                kib(MAX_SOLUTION_BYTES)
            ),
        ),
        (
            API,
            format!("above {} KiB it is not taken", kib(MAX_BODY_SOURCE_BYTES)),
        ),
        (PLATFORM, "up to five times".to_owned()),
        (SPEC, "up to five times".to_owned()),
        (ARCHIVE, "60 seconds are allowed between them".to_owned()),
    ];
    for (text, sentence) in sentences {
        assert!(text.contains(&sentence), "no document says: {sentence}");
    }
    assert_eq!(MAX_TRIES, 5);
    let rates = Rates::default();
    let limits = rows(section(API, "## Limits"));
    for (row, rate) in limits.iter().zip([
        rates.login,
        rates.register,
        rates.submit,
        rates.read,
        rates.trial,
    ]) {
        let Rate { burst, per_minute } = rate.unwrap();
        let told = format!("{burst} at once, {per_minute} a minute");
        assert!(row[1].starts_with(&told), "{row:?}: {told}");
    }
    for (row, room) in limits[5..].iter().zip([Room::PACKAGE, Room::SEASON]) {
        let (archive, unpacked) = (mib(room.archive_bytes), mib(room.unpacked_bytes));
        let told = format!(
            "{archive} MiB, {unpacked} MiB unpacked, {} files",
            room.files
        );
        assert_eq!(row[1], told, "{row:?}");
    }
    assert_eq!(limits[8][1], format!("{REASON_MAX_CHARS} characters"));
    let board = rows(section(API, "## Requests"));
    let board = board
        .iter()
        .find(|row| row[0].ends_with("/leaderboard`"))
        .unwrap();
    assert_eq!(PAGE_ROWS, 100);
    assert!(board[2].contains("a hundred a page"));
}
