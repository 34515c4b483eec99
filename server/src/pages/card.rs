//! What a problem, a verdict or a person looks like where somebody shares it: a drawing of 1200 by 630 with the strips of
//! the pages, in the colours of the light theme. It says what the page says to the same reader, and no more.

use std::sync::LazyLock;

use askama::Template;

use super::assets;
use super::daily::DailyPage;
use super::person::PersonPage;
use super::problem::ProblemHead;
use super::seasons::{SeasonHead, SeasonPage, SeasonsPage};
use super::submission::{Judging, SubmissionView};
use super::text_width::{fitting, width};
use super::trial::Trial;
use crate::html::TrustedHtml;
use crate::words::say;

/// Width of what is drawn, between the margins.
const WIDTH: f32 = 1080.0;

/// Width of the lines beside a graph.
const WIDTH_BESIDE: f32 = 640.0;

/// Room for the name of a season, beside that of the place.
const WIDTH_ABOVE: f32 = 720.0;

/// Heights of letters.
const TITLE: f32 = 92.0;
const ABOVE: f32 = 32.0;
const BELOW: f32 = 34.0;

/// Small strips in a row, and rows.
const SMALL_COLUMNS: usize = 5;
const SMALL_ROWS: usize = 4;

/// A drawing to share.
#[derive(Template)]
#[template(path = "card.svg")]
pub struct Card {
    /// Where it belongs, such as a season.
    above: CardLine,
    /// What it is about.
    title: CardLine,
    /// What is said of it.
    says: CardLine,
    /// Strips, with their left upper corners and sizes.
    strips: Vec<Placed>,
    /// The graph of a physics problem, beside the lines.
    graph: Option<TrustedHtml>,
    /// What stands at the foot.
    below: CardLine,
}

/// A line of text, as large as there is room for.
struct CardLine {
    text: String,
    size: f32,
}

/// A drawing in the drawing.
struct Placed {
    x: usize,
    y: usize,
    width: usize,
    height: usize,
    drawing: TrustedHtml,
}

impl CardLine {
    /// `text` in letters of at most `largest`, as wide as the drawing at most.
    fn new(text: &str, largest: f32) -> Self {
        Self::within(WIDTH, text, largest)
    }

    /// `text` in letters of at most `largest`, cut where it were smaller than half of that.
    fn within(room: f32, text: &str, largest: f32) -> Self {
        let text = fitting(text, room / (largest / 2.0));
        let size = largest.min(room / width(&text).max(1.0));
        Self { text, size }
    }
}

impl Card {
    /// The place, with the problem that newcomers begin with.
    pub fn of_site(page: &SeasonsPage) -> Self {
        let shown = page.seasons.iter().filter_map(|season| season.problems);
        let below = say!(
            "card-problems-in-seasons",
            problems = say!("count-problems", n = shown.clone().sum::<u32>()),
            n = shown.count()
        );
        let (says, strips) = match &page.start {
            Some(start) => {
                let terms = start.first_terms.join(", ");
                (say!("card-next", terms = terms), one(start.trial.strip()))
            }
            None => (say!("card-site-says").to_owned(), Vec::new()),
        };
        Self {
            above: CardLine::new("", ABOVE),
            title: CardLine::new(say!("card-site"), TITLE),
            says: CardLine::new(&says, 46.0),
            strips,
            graph: None,
            below: CardLine::new(&below, BELOW),
        }
    }

    /// The problem of the day.
    pub fn of_daily(page: &DailyPage) -> Self {
        let play = page.play.as_ref();
        let says = play.map_or(String::new(), |play| {
            say!("card-next", terms = play.opening)
        });
        let strips = play.map_or(Vec::new(), |play| one(play.trial.strip()));
        let day = page.day.day.format("%-d %B").to_string();
        let above = format!("{} · {day}", say!("daily-title"));
        // Titles of the pool are English.
        let word = page
            .day
            .season
            .as_ref()
            .map_or("", |season| season.problem.as_str());
        let title = drawn(&page.day.title, word);
        Self {
            above: CardLine::within(WIDTH_ABOVE, &above, ABOVE),
            title: CardLine::new(title, TITLE),
            says: CardLine::new(&says, 46.0),
            strips,
            graph: None,
            below: CardLine::new(&say!("daily-solvers", n = page.solvers), BELOW),
        }
    }

    /// A season, with who is first as far as its page tells.
    pub fn of_season(page: &SeasonPage) -> Self {
        const NAMED: usize = 3;
        let first: Vec<String> = page
            .top
            .iter()
            .take(NAMED)
            .map(|row| {
                say!(
                    "card-place",
                    rank = row.rank,
                    name = drawn(&row.display_name, &row.name),
                    total = row.total
                )
            })
            .collect();
        let says = if first.is_empty() {
            drawn(&page.season.summary, "").to_owned()
        } else {
            first.join(" · ")
        };
        let below = say!(
            "card-season",
            problems = say!("count-problems", n = page.problems.len()),
            people = say!("count-contestants", n = page.contestants)
        );
        Self {
            above: CardLine::within(WIDTH_ABOVE, page.season.phase.label(), ABOVE),
            title: CardLine::new(drawn(&page.season.title, &page.season.slug), TITLE),
            says: CardLine::new(&says, 46.0),
            strips: Vec::new(),
            graph: None,
            below: CardLine::new(&below, BELOW),
        }
    }

    /// A problem as visitors see it, with its first terms and its strip where it has them, or its graph once that is
    /// public.
    pub fn of_problem(
        season: &SeasonHead,
        problem: &ProblemHead,
        terms: Option<(&str, &Trial)>,
        graph: Option<TrustedHtml>,
    ) -> Self {
        let (says, strips, below) = if let Some((opening, trial)) = terms {
            let known = u32::try_from(trial.known).unwrap_or(0);
            let hidden = trial.rules.n_check.saturating_sub(known);
            let below = if trial.all_known() {
                say!("card-all-public", n = trial.rules.n_check)
            } else {
                say!("card-hidden", n = trial.rules.n_check, hidden = hidden)
            };
            let says = say!("card-next", terms = opening);
            (says, one(trial.strip()), below)
        } else {
            let says = say!("problem-share-text", what = season.room.noun);
            (says, Vec::new(), String::new())
        };
        let room = room_beside(graph.as_ref());
        Self {
            above: CardLine::within(WIDTH_ABOVE, drawn(&season.title, &season.slug), ABOVE),
            title: CardLine::within(room, drawn(&problem.title, &problem.slug), TITLE),
            says: CardLine::within(room, &says, 46.0),
            strips,
            graph,
            below: CardLine::new(&below, BELOW),
        }
    }

    /// A submission as its reader sees it.
    pub fn of_submission(submission: &SubmissionView) -> Self {
        let (strip, bytes) = match &submission.judging {
            Judging::Judged(judged) => {
                let strip = judged.ran().then(|| submission.strip(judged));
                (strip, Some(judged.report.l_chars))
            }
            Judging::Held { l_chars, rules } => (Some(rules.held_strip()), Some(*l_chars)),
            _ => (None, None),
        };
        let graph = match &submission.judging {
            Judging::Graded(graded) => graded
                .result
                .as_ref()
                .map(|it| it.graph.shape.drawing.clone()),
            _ => None,
        };
        let room = room_beside(graph.as_ref());
        let (season, problem) = (&submission.season, &submission.problem);
        let says = match &submission.beaten {
            Some(beaten) => beaten.words(),
            None => submission.label().name.to_owned(),
        };
        let author = drawn(&submission.author, &submission.author_name);
        let below = match bytes {
            Some(bytes) => say!("card-bytes-by", n = bytes, name = author),
            None => say!("card-by", name = author),
        };
        Self {
            above: CardLine::within(WIDTH_ABOVE, drawn(&season.title, &season.slug), ABOVE),
            title: CardLine::within(room, drawn(&problem.title, &problem.slug), TITLE),
            says: CardLine::within(room, &says, 58.0),
            strips: strip.map_or(Vec::new(), one),
            graph,
            below: CardLine::new(&below, BELOW),
        }
    }

    /// A person, with the strips of the seasons that the page shows, newest first.
    pub fn of_person(page: &PersonPage) -> Self {
        let (name, rating, seasons) = (&page.display_name, page.rating, &page.seasons);
        let rows = || seasons.iter().flat_map(|season| &season.rows);
        let solved = page.solved();
        let says = match rating {
            Some(rating) => say!(
                "card-solved-rating",
                n = solved,
                rating = rating.to_string()
            ),
            None => say!("person-solved", n = solved),
        };
        let (width, height, gap) = (200, 40, 20);
        let strips = rows()
            .filter(|row| !row.strip.as_str().is_empty())
            .take(SMALL_COLUMNS * SMALL_ROWS)
            .enumerate()
            .map(|(at, row)| Placed {
                x: 60 + at % SMALL_COLUMNS * (width + gap),
                y: 320 + at / SMALL_COLUMNS * (height + gap / 2),
                width,
                height,
                drawing: row.strip.clone(),
            });
        let newest = seasons.first().map(|own| {
            let season = drawn(&own.season.title, &own.season.slug);
            let (rank, people) = (own.rank, own.people);
            say!(
                "card-rank",
                rank = rank.to_string(),
                of = people.to_string(),
                season = season
            )
        });
        Self {
            above: CardLine::new("", ABOVE),
            title: CardLine::new(drawn(name, &page.name), TITLE),
            says: CardLine::new(&says, 46.0),
            strips: strips.collect(),
            graph: None,
            below: CardLine::new(&newest.unwrap_or_default(), BELOW),
        }
    }
}

#[expect(clippy::unused_self, reason = "templates call methods, not functions")]
impl Card {
    fn styles(&self) -> &'static TrustedHtml {
        colours()
    }
}

/// A title or name, or the word for it in addresses where the pictures' font lacks a letter: it has European ones and
/// punctuation, see `font/build.sh`.
fn drawn<'a>(title: &'a str, word: &'a str) -> &'a str {
    let has = |c: char| {
        matches!(
            c,
            '\u{20}'..='\u{24f}' | '\u{370}'..='\u{3ff}' | '\u{400}'..='\u{45f}' | '\u{2010}'..='\u{203a}' | '€'
        )
    };
    if title.chars().all(has) { title } else { word }
}

/// Width of the lines of a card.
fn room_beside(graph: Option<&TrustedHtml>) -> f32 {
    graph.map_or(WIDTH, |_| WIDTH_BESIDE)
}

/// A strip as wide as the drawing.
fn one(drawing: TrustedHtml) -> Vec<Placed> {
    vec![Placed {
        x: 60,
        y: 380,
        width: 1080,
        height: 87,
        drawing,
    }]
}

/// The colours of cards: those of the pages' own sheet, in the light theme, without its variables, which only browsers
/// know.
fn colours() -> &'static TrustedHtml {
    static STYLES: LazyLock<TrustedHtml> = LazyLock::new(|| {
        let sheet = assets::find("style.css").map_or("", |sheet| {
            str::from_utf8(&sheet.body).expect("the style sheet is a text")
        });
        let mut styles = String::from(
            ".paper { fill: var(--paper); } .seal { fill: var(--seal); } .dot { fill: var(--on-seal); } \
             .ink { fill: var(--ink); } .soft { fill: var(--soft); } .frame { fill: none; stroke: var(--rule); }\n",
        );
        for rule in sheet.lines().filter(|line| is_of_drawings(line)) {
            styles.push_str(rule);
            styles.push('\n');
        }
        let light = sheet.split_once(":root {").map_or("", |(_, rest)| rest);
        let light = light.split_once('}').map_or("", |(block, _)| block);
        for line in light.lines() {
            if let Some((name, value)) = line.trim().trim_end_matches(';').split_once(": ") {
                styles = styles.replace(&format!("var({name})"), value);
            }
        }
        TrustedHtml::vouch(styles)
    });
    &STYLES
}

/// A rule of one line about what is inside a strip or a graph.
fn is_of_drawings(rule: &str) -> bool {
    [
        ".cells .",
        ".cells path",
        ".cells-small .",
        ".graph-edges ",
        ".graph-tip ",
        ".graph-box ",
        ".graph-inner ",
        ".graph-node.",
    ]
    .iter()
    .any(|start| rule.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_has_the_colours_of_the_light_theme() {
        let styles = colours().to_string();
        for rule in [
            ".cells .cell-right { fill: #",
            ".paper { fill: #",
            ".cells .mark-wrong { stroke: #",
            ".graph-box { fill: #",
            ".graph-node.matched .graph-box { fill: #",
        ] {
            assert!(styles.contains(rule), "no {rule} in {styles}");
        }
        assert!(!styles.contains("var("), "{styles}");
    }

    #[test]
    fn who_has_a_name_that_the_font_cannot_write_is_there_by_sign_in_name() {
        assert_eq!(drawn("Šárka Đorđević – Ωλ", "sarka"), "Šárka Đorđević – Ωλ");
        for name in ["أمل", "王伟", "Aya 🦊"] {
            assert_eq!(drawn(name, "fox-17"), "fox-17");
        }
    }

    #[test]
    fn long_lines_are_small_and_the_longest_are_cut() {
        assert!((91.9..92.1).contains(&CardLine::new("Squares", 92.0).size));
        let long = CardLine::new(&"n".repeat(35), 92.0);
        assert!((46.0..92.0).contains(&long.size) && !long.text.ends_with('…'));
        let longest = CardLine::new(&"é".repeat(200), 92.0);
        assert!(longest.text.ends_with('…') && longest.size >= 45.0);
        assert_eq!(CardLine::new("", 92.0).text, "");
    }
}
