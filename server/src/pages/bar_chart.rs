//! Counts as horizontal bars in SVG: how many people solved a problem with which method, and in how
//! many bytes.
//!
//! As in [`super::plot`], the drawing carries classes and presentation attributes only, and its
//! title and description say in words what it shows. Methods are words of people: all text is
//! escaped here.

use std::fmt::Write;

use askama::filters::{Html, escape};

use super::text;
use super::text_width::fitting;
use crate::html::TrustedHtml;
use crate::words::say;

const WIDTH: u32 = 520;
const LEFT: u32 = 184;
/// Room for the number at the end of a bar.
const RIGHT: u32 = 60;
const TOP: u32 = 34;
const ROW: u32 = 26;
const BAR: u32 = 16;

/// Room for a label beside a bar, in heights of its letters, which phones show larger than other screens: with 17 px.
const LABEL: f32 = 10.0;

/// Methods that have a bar of their own.
const SHOWN_METHODS: usize = 12;

/// Bars of a plot of lengths, at most; the last one has the long tail.
const LENGTH_BARS: u32 = 12;

/// How the programs that solve a problem whole are spread over methods and lengths.
#[derive(Clone, Debug, Default)]
pub struct Spread {
    /// How many people solved it.
    pub solved: usize,
    /// People by method.
    pub methods: TrustedHtml,
    /// People by canonical bytes of their best program.
    pub lengths: TrustedHtml,
    /// How many had solved it at each time: [`solves`](super::solves::solves).
    pub times: TrustedHtml,
}

impl Spread {
    /// Draws the bars: `methods` are tags with their people, the most frequent first; `lengths` are
    /// those of each person's best program; `times` is drawn already.
    pub fn new(methods: &[(String, u32)], lengths: &[u32], times: TrustedHtml) -> Self {
        Self {
            solved: lengths.len(),
            methods: draw("methods", say!("plot-methods"), &method_bars(methods)),
            lengths: draw("lengths", say!("plot-bytes"), &length_bars(lengths)),
            times,
        }
    }

    /// Nothing is drawn: too few solved the problem.
    pub fn is_empty(&self) -> bool {
        self.lengths.as_str().is_empty()
    }
}

struct Bar {
    label: String,
    people: u32,
}

fn method_bars(methods: &[(String, u32)]) -> Vec<Bar> {
    let (shown, rest) = methods.split_at(methods.len().min(SHOWN_METHODS));
    let mut bars: Vec<Bar> = shown
        .iter()
        .map(|(tag, people)| Bar {
            label: tag.clone(),
            people: *people,
        })
        .collect();
    if !rest.is_empty() {
        bars.push(Bar {
            label: say!("plot-further", n = rest.len()),
            people: rest.iter().map(|(_, people)| people).sum(),
        });
    }
    bars
}

/// Bars of equal width, 1, 2 or 5 times a power of ten, over all but the longest tenth of the
/// programs; what is longer than that is in the last one.
fn length_bars(lengths: &[u32]) -> Vec<Bar> {
    let mut sorted = lengths.to_vec();
    sorted.sort_unstable();
    let (Some(&low), Some(&longest)) = (sorted.first(), sorted.last()) else {
        return Vec::new();
    };
    let common = sorted
        .get(sorted.len() * 9 / 10)
        .copied()
        .unwrap_or(longest);
    let width = bar_width(low, common);
    let first = low / width;
    let last = (longest / width).min(common / width + 1);
    (first..=last)
        .map(|place| {
            let from = place * width;
            let to = from + (width - 1);
            let is_tail = place == last && longest > to;
            let within = |length: &&u32| **length >= from && (is_tail || **length <= to);
            Bar {
                label: match (is_tail, width) {
                    (true, _) => say!("plot-and-more", n = from),
                    (false, 1) => text::grouped(&from.to_string()),
                    (false, _) => say!("plot-from-to", n = from, to = to),
                },
                people: u32::try_from(sorted.iter().filter(within).count()).unwrap_or(u32::MAX),
            }
        })
        .collect()
}

/// The least width with which the lengths from `low` to `high` leave a bar for the tail.
fn bar_width(low: u32, high: u32) -> u32 {
    let mut unit = 1;
    loop {
        for times in [1, 2, 5] {
            let width = times * unit;
            if high / width - low / width < LENGTH_BARS - 1 {
                return width;
            }
        }
        unit *= 10;
    }
}

fn draw(id: &str, title: &str, bars: &[Bar]) -> TrustedHtml {
    if bars.is_empty() {
        return TrustedHtml::default();
    }
    let mut svg = String::new();
    write_svg(&mut svg, id, title, bars).expect("writing to a string cannot fail");
    TrustedHtml::vouch(svg)
}

fn write_svg(svg: &mut String, id: &str, title: &str, bars: &[Bar]) -> std::fmt::Result {
    let most = bars.iter().map(|bar| bar.people).max().unwrap_or(0).max(1);
    let height = TOP + ROW * u32::try_from(bars.len()).unwrap_or(0) + 6;
    write!(
        svg,
        r#"<svg class="plot" viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="{id}-title {id}-desc"><title id="{id}-title">{title}</title><desc id="{id}-desc">"#
    )?;
    for bar in bars {
        write!(svg, "{}: {}. ", escaped(&bar.label), bar.people)?;
    }
    write!(
        svg,
        r#"</desc><text class="plot-label" x="{LEFT}" y="20">{title}</text>"#
    )?;
    for (bar, row) in bars.iter().zip(0..) {
        let y = TOP + ROW * row;
        let full = f64::from(WIDTH - LEFT - RIGHT);
        let length = full * f64::from(bar.people) / f64::from(most);
        write!(
            svg,
            r#"<g><title>{}: {}</title><text class="plot-label" x="{}" y="{}" text-anchor="end">{}</text><rect class="plot-bar" x="{LEFT}" y="{y}" width="{length:.1}" height="{BAR}"/><text class="plot-label" x="{:.1}" y="{}">{}</text></g>"#,
            escaped(&bar.label),
            bar.people,
            LEFT - 10,
            y + 13,
            escaped(&fitting(&bar.label, LABEL)),
            f64::from(LEFT) + length + 8.0,
            y + 13,
            text::grouped(&bar.people.to_string()),
        )?;
    }
    svg.push_str("</svg>");
    Ok(())
}

fn escaped(label: &str) -> String {
    escape(label, Html)
        .expect("escaping text cannot fail")
        .0
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(lengths: &[u32]) -> Vec<(String, u32)> {
        let bars = length_bars(lengths);
        bars.into_iter()
            .map(|bar| (bar.label, bar.people))
            .collect()
    }

    #[test]
    fn lengths_fall_into_bars_of_equal_width() {
        let named = |label: &str, people| (label.to_owned(), people);
        assert_eq!(labels(&[30, 31, 31]), [named("30", 1), named("31", 2)]);
        assert_eq!(
            labels(&[30, 45, 52]),
            [
                named("30 to 34", 1),
                named("35 to 39", 0),
                named("40 to 44", 0),
                named("45 to 49", 1),
                named("50 to 54", 1),
            ]
        );
    }

    #[test]
    fn one_huge_program_does_not_squeeze_the_others() {
        let mut lengths: Vec<u32> = (30..60).collect();
        lengths.push(65_536);
        let bars = labels(&lengths);
        assert!(bars.len() > 5, "{bars:?}");
        assert!(bars.last().unwrap().0.ends_with(" and more"), "{bars:?}");
        assert_eq!(bars.iter().map(|(_, people)| people).sum::<u32>(), 31);
    }

    #[test]
    fn every_program_is_in_one_bar() {
        for lengths in [
            vec![1],
            vec![1, 65_536],
            vec![7; 100],
            (1..500).map(|n| n * n % 65_536).collect(),
        ] {
            let bars = labels(&lengths);
            let people: u32 = bars.iter().map(|(_, people)| people).sum();
            assert_eq!(people as usize, lengths.len(), "{bars:?}");
            assert!(bars.len() <= LENGTH_BARS as usize, "{bars:?}");
        }
    }

    #[test]
    fn markup_in_a_tag_never_reaches_the_drawing() {
        let tag = "</title><script>alert(1)</script>".to_owned();
        let svg = Spread::new(&[(tag, 1)], &[9], TrustedHtml::default())
            .methods
            .to_string();
        assert!(!svg.contains("<script"), "{svg}");
        assert!(svg.contains("&#60;script"), "{svg}");
    }

    #[test]
    fn rare_tags_share_a_bar() {
        let tags: Vec<(String, u32)> = (0..40).map(|n| (format!("tag{n}"), 1)).collect();
        let svg = Spread::new(&tags, &[9], TrustedHtml::default())
            .methods
            .to_string();
        assert_eq!(svg.matches("<rect").count(), SHOWN_METHODS + 1);
        assert!(svg.contains("28 further methods"), "{svg}");
    }

    #[test]
    fn nothing_to_draw_gives_nothing() {
        assert!(Spread::new(&[], &[], TrustedHtml::default()).is_empty());
    }
}
