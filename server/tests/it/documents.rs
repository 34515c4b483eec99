//! The numbers in `docs/` are the numbers in the code.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use dojo_judge::sequence::gate::Gates;
use dojo_judge::sequence::method::METHOD_TAG_MAX_CHARS;
use dojo_judge::sequence::{MAX_SOURCE_BYTES, Rules, ScoringVersion, brevity_bonus, score};
use dojo_server::season::{Folder, MAX_SETTER_BYTES, read_season};

const DOCUMENTS: [(&str, &str); 5] = [
    ("RULES", include_str!("../../../docs/RULES.md")),
    ("SPEC", include_str!("../../../docs/SPEC.md")),
    ("PLATFORM", include_str!("../../../docs/PLATFORM.md")),
    (
        "SCORING-v0.1",
        include_str!("../../../docs/SCORING-v0.1.md"),
    ),
    (
        "SCORING-v0.2",
        include_str!("../../../docs/SCORING-v0.2.md"),
    ),
];

/// Specified for Freeze, which this version does not compute yet: the seed's own values.
const AT_FREEZE: [(&str, u64); 4] = [
    ("DIVERSITY_FIRST_TAG_BONUS", 30),
    ("DIVERSITY_SHARED_BONUS_EACH", 10),
    ("DIVERSITY_SHARED_BONUS_REPEATS_IF_AT_LEAST_TWO_TAGS", 2),
    ("DIVERSITY_BONUS_CAP", 50),
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
    let natural = |value: i64| u64::try_from(value).unwrap();
    values.extend([
        ("N_CHECK", natural(season.n_check.into())),
        ("N_STAGE", natural(season.n_stage.into())),
        ("N_PUBLIC", natural(season.n_public.into())),
        ("FUEL", natural(season.fuel_limit)),
        ("MEMORY_BYTES", natural(season.memory_limit_bytes)),
        ("OUTPUT_BYTES", natural(season.output_limit_bytes.into())),
        ("MAX_TERM_DIGITS", natural(season.max_term_digits.into())),
        ("ATTEMPTS_MAX", natural(season.attempts_max.into())),
        (
            "ATTEMPT_INTERVAL_SECONDS",
            natural(season.attempt_interval_seconds.into()),
        ),
    ]);
}

fn values_in_the_code() -> BTreeMap<&'static str, u64> {
    let thresholds = ScoringVersion::V0_1.thresholds();
    assert_eq!(thresholds, ScoringVersion::V0_2.thresholds());
    let allowance = ScoringVersion::V0_2.allowance().unwrap();
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
    values.extend(AT_FREEZE);
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
    let (_, scoring) = DOCUMENTS[3];
    let beta = parameters(scoring)
        .find(|(name, _)| *name == "BETA")
        .unwrap()
        .1;
    let (one, denominator) = beta.split_once('/').unwrap();
    let beta = one.parse::<f64>().unwrap() / denominator.parse::<f64>().unwrap();
    for l_chars in 1..=6000_u32 {
        let formula = (f64::from(score::B_MAX) * (-beta * f64::from(l_chars)).exp()).floor();
        assert!(
            (f64::from(brevity_bonus(l_chars)) - formula).abs() < 0.5,
            "{l_chars} bytes"
        );
    }
    assert_eq!(score::score(Gates::Stage, 30), (0, score::STAGE_BASE));
}
