//! A small plot of a sequence as SVG, made from the decimal text of its terms.
//!
//! Terms may have a thousand digits and either sign. When they span more than [`LINEAR_SPAN`] the
//! vertical scale is symmetric-logarithmic: sign(a)·log₁₀(1+|a|). The drawing carries classes and
//! presentation attributes only, no styles, so that it obeys the site's content policy; its title
//! and description say in words what it shows.

use std::fmt::Write;

use super::terms::shortened;
use super::text;
use crate::html::TrustedHtml;
use crate::words::say;

const WIDTH: f64 = 520.0;
const HEIGHT: f64 = 260.0;
/// Room for a letter of a label, of which phones show larger ones than other screens: 17 px of a wide font.
const LETTER: f64 = 11.0;
/// Between a label and the plane.
const GAP: f64 = 8.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 30.0;

/// Largest absolute term that is drawn on a linear scale: 200 pixels still tell 2,000 from 0.
const LINEAR_SPAN: f64 = 20_000.0;

/// Draws terms in canonical decimal form, the first of which has index `index_origin`.
pub fn plot(index_origin: i64, terms: &[String]) -> TrustedHtml {
    if terms.is_empty() {
        return TrustedHtml::default();
    }
    let values: Vec<f64> = terms.iter().map(|term| symlog(term)).collect();
    let biggest = values
        .iter()
        .fold(0.0_f64, |most, value| most.max(value.abs()));
    let scale = if biggest <= (LINEAR_SPAN + 1.0).log10() {
        Scale::Linear
    } else {
        Scale::Symlog
    };
    let heights: Vec<f64> = match scale {
        Scale::Linear => values.iter().map(|value| from_symlog(*value)).collect(),
        Scale::Symlog => values,
    };
    let frame = Frame::around(&heights, terms.len(), scale);
    let mut svg = String::new();
    draw(&mut svg, &frame, index_origin, terms, &heights).expect("writing to a string cannot fail");
    TrustedHtml::vouch(svg)
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Scale {
    Linear,
    Symlog,
}

/// What part of the plane is drawn.
struct Frame {
    scale: Scale,
    low: f64,
    high: f64,
    terms: usize,
    ticks: Vec<f64>,
    /// Where the plane begins, right of the longest label.
    left: f64,
}

impl Frame {
    fn around(heights: &[f64], terms: usize, scale: Scale) -> Self {
        let low = heights.iter().copied().fold(0.0, f64::min);
        let high = heights.iter().copied().fold(0.0, f64::max);
        let step = nice_step((high - low).max(1.0) / 4.0, scale);
        let low = (low / step).floor() * step;
        let high = ((high / step).ceil() * step).max(low + step);
        let mut ticks = Vec::new();
        let mut tick = low;
        while tick <= high + step / 2.0 {
            ticks.push(tick);
            tick += step;
        }
        let letters = ticks
            .iter()
            .map(|tick| tick_label(scale, *tick).chars().count())
            .max()
            .unwrap_or(0);
        Self {
            scale,
            low,
            high,
            terms,
            ticks,
            left: index_as_f64(letters) * LETTER + GAP,
        }
    }

    fn x(&self, place: usize) -> f64 {
        let last = index_as_f64(self.terms.max(2) - 1);
        self.left + index_as_f64(place) / last * (WIDTH - self.left - RIGHT)
    }

    fn y(&self, height: f64) -> f64 {
        TOP + (self.high - height) / (self.high - self.low) * (HEIGHT - TOP - BOTTOM)
    }
}

fn draw(
    svg: &mut String,
    frame: &Frame,
    origin: i64,
    terms: &[String],
    heights: &[f64],
) -> std::fmt::Result {
    write!(
        svg,
        r#"<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="plot-title plot-desc"><title id="plot-title">{}</title><desc id="plot-desc">{}</desc>"#,
        say!("plot-title"),
        describe(frame.scale, origin, terms, heights)
    )?;
    for tick in &frame.ticks {
        let y = frame.y(*tick);
        let class = if tick.abs() < 1e-9 {
            "plot-zero"
        } else {
            "plot-grid"
        };
        write!(
            svg,
            r#"<line class="{class}" x1="{}" x2="{}" y1="{y:.1}" y2="{y:.1}"/><text class="plot-label" x="{}" y="{:.1}" text-anchor="end">{}</text>"#,
            frame.left,
            WIDTH - RIGHT,
            frame.left - GAP,
            y + 4.0,
            tick_label(frame.scale, *tick)
        )?;
    }
    for (place, anchor) in index_ticks(terms.len()) {
        write!(
            svg,
            r#"<text class="plot-label" x="{:.1}" y="{}" text-anchor="{anchor}">{}</text>"#,
            frame.x(place),
            HEIGHT - 9.0,
            origin.saturating_add(index_as_i64(place))
        )?;
    }
    svg.push_str(r#"<polyline class="plot-line" points=""#);
    for (place, height) in heights.iter().enumerate() {
        write!(svg, "{:.1},{:.1} ", frame.x(place), frame.y(*height))?;
    }
    svg.push_str(r#""/><g class="plot-dots">"#);
    for (place, (height, term)) in heights.iter().zip(terms).enumerate() {
        write!(
            svg,
            r#"<circle cx="{:.1}" cy="{:.1}" r="2.4"><title>a({}) = {}</title></circle>"#,
            frame.x(place),
            frame.y(*height),
            origin.saturating_add(index_as_i64(place)),
            digits_only(&shortened(term))
        )?;
    }
    svg.push_str("</g></svg>");
    Ok(())
}

/// What the plot shows, in words.
fn describe(scale: Scale, origin: i64, terms: &[String], heights: &[f64]) -> String {
    let at = |place: usize| origin.saturating_add(index_as_i64(place));
    let extreme = |better: fn(f64, f64) -> bool| {
        let mut best = 0;
        for (place, height) in heights.iter().enumerate() {
            if heights
                .get(best)
                .is_some_and(|champion| better(*height, *champion))
            {
                best = place;
            }
        }
        let term = terms.get(best).map_or("", String::as_str);
        say!(
            "plot-at-index",
            term = digits_only(&shortened(term)),
            index = at(best).to_string()
        )
    };
    let scale = match scale {
        Scale::Linear => say!("plot-linear"),
        Scale::Symlog => say!("plot-logarithmic"),
    };
    say!(
        "plot-terms",
        n = terms.len(),
        from = origin.to_string(),
        to = at(terms.len() - 1).to_string(),
        smallest = extreme(|new, old| new < old),
        largest = extreme(|new, old| new > old),
        scale = scale
    )
}

/// sign(a)·log₁₀(1+|a|) of a decimal integer of any length, from its first 15 digits.
fn symlog(term: &str) -> f64 {
    let (sign, digits) = match term.strip_prefix('-') {
        Some(digits) => (-1.0, digits),
        None => (1.0, term),
    };
    let head: f64 = digits.chars().take(15).fold(0.0, |sum, digit| {
        sum * 10.0 + f64::from(digit.to_digit(10).unwrap_or(0))
    });
    let log = if digits.len() <= 15 {
        (1.0 + head).log10()
    } else {
        head.log10() + index_as_f64(digits.len() - 15)
    };
    sign * log
}

/// The inverse of [`symlog`] for terms small enough to be drawn on a linear scale.
fn from_symlog(height: f64) -> f64 {
    (height.signum() * (10.0_f64.powf(height.abs()) - 1.0)).round()
}

/// 1, 2 or 5 times a power of ten, at least `rough`; whole powers of ten on the symlog scale.
fn nice_step(rough: f64, scale: Scale) -> f64 {
    let unit = 10.0_f64.powf(rough.log10().floor()).max(1.0);
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .find(|times| times * unit >= rough)
        .unwrap_or(10.0)
        * unit;
    match scale {
        Scale::Linear => step,
        Scale::Symlog => step.round().max(1.0),
    }
}

fn tick_label(scale: Scale, tick: f64) -> String {
    match scale {
        Scale::Linear => text::grouped(&format!("{tick:.0}")).replace('-', "−"),
        Scale::Symlog if tick.abs() < 0.5 => "0".to_owned(),
        Scale::Symlog => {
            let sign = if tick < 0.0 { "−" } else { "" };
            format!("{sign}10{}", superscript(&format!("{:.0}", tick.abs())))
        }
    }
}

fn superscript(digits: &str) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    digits
        .bytes()
        .filter_map(|digit| RAISED.get(usize::from(digit.wrapping_sub(b'0'))))
        .collect()
}

/// The places under which the index is written, with their anchors.
fn index_ticks(terms: usize) -> Vec<(usize, &'static str)> {
    let last = terms - 1;
    match last {
        0 => vec![(0, "middle")],
        1..4 => vec![(0, "middle"), (last, "end")],
        _ => vec![
            (0, "middle"),
            (last / 4, "middle"),
            (last / 2, "middle"),
            (last * 3 / 4, "middle"),
            (last, "end"),
        ],
    }
}

/// Terms come from the judge, which lets only digits through; this keeps markup out whatever the
/// caller passes.
fn digits_only(term: &str) -> String {
    term.chars()
        .filter(|c| c.is_ascii_digit() || matches!(c, '-' | '…'))
        .collect()
}

#[expect(
    clippy::cast_precision_loss,
    reason = "places and digit counts are far below 2⁵²"
)]
fn index_as_f64(place: usize) -> f64 {
    place as f64
}

fn index_as_i64(place: usize) -> i64 {
    i64::try_from(place).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(values: impl IntoIterator<Item = i128>) -> Vec<String> {
        values.into_iter().map(|value| value.to_string()).collect()
    }

    #[test]
    fn small_terms_are_drawn_on_a_linear_scale() {
        let svg = plot(0, &terms((0..100).map(|n| n * n))).to_string();
        assert!(svg.contains(
            "100 terms from index 0 to 99. Smallest: 0 at index 0. Largest: 9801 at index 99."
        ));
        assert!(svg.contains("scale is linear"));
        assert!(svg.contains(">10,000</text>"));
        assert_eq!(svg.matches("<circle").count(), 100);
    }

    #[test]
    fn terms_of_a_thousand_digits_fit() {
        let mut huge = terms([1, -2, 3]);
        huge.push("7".repeat(1000));
        huge.push(format!("-{}", "7".repeat(1000)));
        let svg = plot(1, &huge).to_string();
        assert!(svg.contains("logarithmic"));
        assert!(svg.contains("10¹⁰⁰⁰"), "{svg}");
        assert!(svg.contains("−10¹⁰⁰⁰"));
        assert!(svg.len() < 4_000);
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }

    #[test]
    fn every_dot_lies_inside_the_drawing() {
        for values in [
            vec![0],
            vec![5, 5, 5],
            vec![-3, -2],
            vec![i128::MAX, i128::MIN],
            vec![1, 20_001],
        ] {
            let svg = plot(-2, &terms(values.clone())).to_string();
            for part in svg.split("cy=\"").skip(1) {
                let y: f64 = part.split('"').next().unwrap().parse().unwrap();
                assert!(
                    (TOP - 0.1..=HEIGHT - BOTTOM + 0.1).contains(&y),
                    "{values:?}: {y}"
                );
            }
        }
    }

    #[test]
    fn nothing_to_draw_gives_nothing() {
        assert_eq!(plot(0, &[]).as_str(), "");
    }

    #[test]
    fn markup_in_a_term_never_reaches_the_drawing() {
        let svg = plot(0, &["1</title><script>alert(1)</script>".to_owned()]).to_string();
        assert!(!svg.contains("script"));
    }

    #[test]
    fn the_same_terms_give_the_same_drawing() {
        let values = terms((0..50).map(|n| n * 37 % 101 - 50));
        assert_eq!(plot(0, &values), plot(0, &values));
        assert!(plot(0, &values).as_str().contains("−"));
    }
}
