//! What `docs/`, the README and `seasons/README.md` say is what the program does.

mod commands;
mod contributing;
mod guides;
mod numbers;
mod samples;
mod vectors;
mod words;

const README: &str = include_str!("../../../../../README.md");
const SEASONS: &str = include_str!("../../../../../seasons/README.md");
const RULES: &str = include_str!("../../../../../docs/RULES.md");
const SPEC: &str = include_str!("../../../../../docs/SPEC.md");
const PLATFORM: &str = include_str!("../../../../../docs/PLATFORM.md");
const SCORING_V0_1: &str = include_str!("../../../../../docs/SCORING-v0.1.md");
const SCORING_V0_3: &str = include_str!("../../../../../docs/SCORING-v0.3.md");
const SETTING: &str = include_str!("../../../../../docs/SETTING.md");
const ARCHIVE: &str = include_str!("../../../../../docs/ARCHIVE.md");
const API: &str = include_str!("../../../../../docs/API.md");
const ARCHITECTURE: &str = include_str!("../../../../../docs/ARCHITECTURE.md");
const OPERATING: &str = include_str!("../../../../../docs/operating.md");
const ORGANIZING: &str = include_str!("../../../../../docs/organizing.md");
const FIRST_PROBLEM: &str = include_str!("../../../../../docs/first-problem.md");
const MODELS: &str = include_str!("../../../../../docs/models.md");
const PHYSICS: &str = include_str!("../../../../../docs/physics.md");

/// Every page that names commands.
const ALL: [(&str, &str); 16] = [
    ("README", README),
    ("seasons/README", SEASONS),
    ("RULES", RULES),
    ("SPEC", SPEC),
    ("PLATFORM", PLATFORM),
    ("SCORING-v0.1", SCORING_V0_1),
    ("SCORING-v0.3", SCORING_V0_3),
    ("SETTING", SETTING),
    ("ARCHIVE", ARCHIVE),
    ("API", API),
    ("ARCHITECTURE", ARCHITECTURE),
    ("physics", PHYSICS),
    ("models", MODELS),
    ("operating", OPERATING),
    ("organizing", ORGANIZING),
    ("first-problem", FIRST_PROBLEM),
];

/// The text below a heading, up to the next one of its level or above.
fn section<'a>(text: &'a str, heading: &str) -> &'a str {
    let start = text
        .find(&format!("\n{heading}\n"))
        .unwrap_or_else(|| panic!("no heading {heading:?}"));
    let body = &text[start + heading.len() + 2..];
    let level = heading.split(' ').next().unwrap();
    let ends =
        (1..=level.len()).filter_map(|level| body.find(&format!("\n{} ", "#".repeat(level))));
    &body[..ends.min().unwrap_or(body.len())]
}

/// The blocks of code in that language.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let open = format!("```{language}\n");
    text.split(open.as_str())
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap())
        .collect()
}

/// The rows of the tables of a text, without their heads; cells as they are written.
fn rows(text: &str) -> Vec<Vec<&str>> {
    let mut rows = Vec::new();
    let mut in_table = false;
    for line in text.lines().filter(|line| !line.starts_with("|---")) {
        let Some(cells) = line.strip_prefix("| ") else {
            in_table = false;
            continue;
        };
        // The first row of a table is its head.
        if in_table {
            let cells = cells.trim_end().trim_end_matches('|');
            rows.push(cells.split(" | ").map(str::trim).collect());
        }
        in_table = true;
    }
    rows
}

/// What stands between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}
