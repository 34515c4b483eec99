//! Two drawings of the page: steps over time, and first wrong steps as bars.

use std::collections::BTreeMap;

use dojo_model::table::ALL;
use formula::credit::ErrorLabel;

use super::graded::{GradedRun, NONE_NAMED, name_in};
use super::terminal_table::Shown;

/// The edges of the drawing of steps over time.
const WIDTH: f64 = 760.0;
const LEFT: f64 = 50.0;
const RIGHT: f64 = 620.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 316.0;
/// The radius of the dearest model, of the cheapest that is drawn, and where the money is not known.
const LARGEST: f64 = 26.0;
const SMALLEST: f64 = 4.0;
const UNKNOWN: f64 = 6.0;

/// Bars begin here and are at most so wide.
const BARS_LEFT: f64 = 200.0;
const BARS_WIDTH: f64 = 520.0;
/// Height of a bar with its gap.
const BAR_ROW: u32 = 34;
/// A part narrower than this has no room for its number.
const NUMBER_WIDTH: f64 = 22.0;
/// How many fills there are for the parts of a bar.
pub(super) const FILLS: usize = 8;

/// Steps over time.
pub(super) struct Scatter {
    pub(super) ticks: Vec<ScatterTick>,
    pub(super) percents: Vec<ScatterTick>,
    /// The points of each line, as SVG has them.
    pub(super) lines: Vec<String>,
    pub(super) dots: Vec<Dot>,
}

/// A mark of a scale.
pub(super) struct ScatterTick {
    pub(super) at: f64,
    pub(super) text: String,
}

/// A model.
pub(super) struct Dot {
    pub(super) name: String,
    /// The name as it stands beside the dot.
    pub(super) drawn: String,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) radius: f64,
    pub(super) percent: String,
    pub(super) seconds: String,
    /// What an answer costs, where that is known.
    pub(super) cost: Option<String>,
}

/// Draws the models of which the time is known; nothing where there are none.
pub(super) fn scatter(shown: &Shown, runs: &[GradedRun]) -> Option<Scatter> {
    let value = |model: &str, figure| shown.value(model, ALL, figure);
    let points: Vec<(&String, f64, f64, Option<f64>)> = (shown.models.iter())
        .filter_map(|model| {
            let seconds = value(model, "seconds").filter(|seconds| *seconds > 0.0)?;
            Some((model, seconds, value(model, "step")?, value(model, "cost")))
        })
        .collect();
    let seconds = || points.iter().map(|(_, seconds, _, _)| *seconds);
    let (least, most) = (seconds().reduce(f64::min)?, seconds().reduce(f64::max)?);
    let scale = Scale::around(least, most);
    let dearest = points.iter().filter_map(|(_, _, _, cost)| *cost);
    let dearest = dearest.fold(0.0, f64::max);
    let dot = |(model, seconds, step, cost): &(&String, f64, f64, Option<f64>)| Dot {
        name: (*model).clone(),
        drawn: drawn_name(model),
        x: scale.x(*seconds),
        y: y_of(*step),
        radius: match cost {
            Some(cost) if dearest > 0.0 => tenth((LARGEST * (cost / dearest).sqrt()).max(SMALLEST)),
            _ => UNKNOWN,
        },
        percent: format!("{:.1}", 100.0 * step),
        seconds: super::progress::few_digits(*seconds),
        cost: cost.map(super::progress::amount),
    };
    let dots: Vec<Dot> = points.iter().map(dot).collect();
    let percents = (0..=5).map(|step| ScatterTick {
        at: y_of(f64::from(step) / 5.0),
        text: (20 * step).to_string(),
    });
    Some(Scatter {
        lines: lines(&dots, runs),
        ticks: scale.ticks(),
        percents: percents.collect(),
        dots,
    })
}

/// Joins what is one model of one server, by time.
fn lines(dots: &[Dot], runs: &[GradedRun]) -> Vec<String> {
    let mut same: BTreeMap<(&str, &str), Vec<&Dot>> = BTreeMap::new();
    for run in runs {
        for (name, model) in &run.opened.run.models {
            let shown = name_in(runs, run, name);
            let dot = dots.iter().find(|dot| dot.name == shown);
            let endpoint = &run.opened.run.endpoints[&model.endpoint];
            let key = (endpoint.base_url.as_str(), model.name.as_str());
            same.entry(key).or_default().extend(dot);
        }
    }
    let several = same.into_values().filter(|dots| dots.len() > 1);
    several
        .map(|mut dots| {
            dots.sort_by(|one, other| one.x.total_cmp(&other.x));
            let points = dots.iter().map(|dot| format!("{},{}", dot.x, dot.y));
            points.collect::<Vec<_>>().join(" ")
        })
        .collect()
}

/// A logarithmic scale of seconds.
struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    /// From a tick below the least to one above the most.
    fn around(least: f64, most: f64) -> Self {
        let ticks = || all_ticks();
        Self {
            low: ticks()
                .filter(|tick| *tick < least)
                .last()
                .unwrap_or(least / 2.0),
            high: ticks().find(|tick| *tick > most).unwrap_or(most * 2.0),
        }
    }

    fn x(&self, seconds: f64) -> f64 {
        let share = (seconds / self.low).ln() / (self.high / self.low).ln();
        tenth(LEFT + share * (RIGHT - LEFT))
    }

    fn ticks(&self) -> Vec<ScatterTick> {
        let inside = all_ticks().filter(|tick| (self.low..=self.high).contains(tick));
        inside
            .map(|seconds| ScatterTick {
                at: self.x(seconds),
                text: super::progress::few_digits(seconds),
            })
            .collect()
    }
}

/// 1, 2 and 5 of each power of ten, from a tenth of a millisecond to a day.
fn all_ticks() -> impl Iterator<Item = f64> {
    let powers = (-4..=5).map(|power| 10_f64.powi(power));
    powers.flat_map(|power| [power, 2.0 * power, 5.0 * power])
}

fn y_of(share: f64) -> f64 {
    tenth(BOTTOM - share.clamp(0.0, 1.0) * (BOTTOM - TOP))
}

/// With one digit behind the point, which is enough for a drawing.
fn tenth(value: f64) -> f64 {
    (10.0 * value).round() / 10.0
}

/// A name as drawings have room for it; the tables have it whole.
pub(super) fn drawn_name(name: &str) -> String {
    /// Letters at either end of a name that is too long.
    const END: usize = 10;
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= 2 * END {
        return name.to_owned();
    }
    let [begin, end] = [&letters[..END], &letters[letters.len() - END..]].map(String::from_iter);
    format!("{}…{}", begin.trim_end(), end.trim_start())
}

/// First wrong steps, a bar a model.
pub(super) struct WrongBars {
    pub(super) height: u32,
    pub(super) labels: Vec<WrongLabel>,
    pub(super) bars: Vec<WrongBar>,
}

/// A label, with its fill.
pub(super) struct WrongLabel {
    pub(super) word: String,
    pub(super) meaning: &'static str,
    pub(super) fill: usize,
}

pub(super) struct WrongBar {
    pub(super) model: String,
    pub(super) y: u32,
    pub(super) parts: Vec<WrongPart>,
}

pub(super) struct WrongPart {
    pub(super) label: String,
    pub(super) count: String,
    pub(super) fill: usize,
    pub(super) x: f64,
    pub(super) width: f64,
    pub(super) has_room: bool,
}

/// Draws the first wrong steps of these models; nothing where there are none.
pub(super) fn wrong_bars(shown: &Shown, models: &[&str]) -> Option<WrongBars> {
    let words = shown.figures("first wrong ");
    let count = |model: &str, word: &str| {
        let value = shown.value(model, ALL, &format!("first wrong {word}"));
        value.unwrap_or(0.0)
    };
    let total = |model: &&str| words.iter().map(|word| count(model, word)).sum::<f64>();
    let most = models.iter().map(total).fold(0.0, f64::max);
    if most == 0.0 {
        return None;
    }
    // What the rules name stands before what they do not.
    let (unnamed, mut ordered): (Vec<&str>, Vec<&str>) =
        words.iter().partition(|word| **word == NONE_NAMED);
    ordered.extend(unnamed);
    let bar = |(y, model): (u32, &&str)| {
        let mut x = BARS_LEFT;
        let parts = ordered.iter().enumerate().filter_map(|(at, word)| {
            let count = count(model, word);
            let width = tenth(BARS_WIDTH * count / most);
            let part = WrongPart {
                label: (*word).to_owned(),
                count: format!("{count:.0}"),
                fill: at % FILLS,
                x: tenth(x),
                width,
                has_room: width >= NUMBER_WIDTH,
            };
            x += width;
            (count > 0.0).then_some(part)
        });
        WrongBar {
            model: drawn_name(model),
            y: 6 + y * BAR_ROW,
            parts: parts.collect(),
        }
    };
    Some(WrongBars {
        height: u32::try_from(models.len()).unwrap_or(0) * BAR_ROW + 12,
        bars: (0..).zip(models).map(bar).collect(),
        labels: (ordered.iter().enumerate())
            .map(|(at, word)| WrongLabel {
                word: (*word).to_owned(),
                meaning: ErrorLabel::find(word).map_or("", ErrorLabel::meaning),
                fill: at % FILLS,
            })
            .collect(),
    })
}

impl Dot {
    /// Its name stands left of it, where there is no room at its right.
    pub(super) fn is_far_right(&self) -> bool {
        /// Widest name, in units of the drawing.
        const NAME: f64 = 190.0;
        self.x + self.radius + NAME > WIDTH
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_keep_both_ends() {
        assert_eq!(drawn_name("gpt-5 high"), "gpt-5 high");
        let long = "Qwen3-235B-A22B-Thinking-2507 (effort high)";
        assert_eq!(drawn_name(long), "Qwen3-235B…fort high)");
    }

    #[test]
    fn a_scale_has_room_on_both_sides() {
        let scale = Scale::around(3.0, 3.0);
        let ticks: Vec<String> = scale.ticks().into_iter().map(|tick| tick.text).collect();
        assert_eq!(ticks, ["2", "5"]);
        assert!(LEFT < scale.x(3.0) && scale.x(3.0) < RIGHT);
        let wide = Scale::around(0.02, 400.0);
        assert!((wide.x(0.01) - LEFT).abs() < 1e-9 && (wide.x(500.0) - RIGHT).abs() < 1e-9);
        assert_eq!(wide.ticks().len(), 15);
    }
}
