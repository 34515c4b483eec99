//! A rating over seasons as a line in SVG. As in [`super::plot`], the drawing carries classes and
//! presentation attributes only, and its title and description say in words what it shows.

use std::fmt::Write;

use askama::filters::{Html, escape};

use crate::html::TrustedHtml;
use crate::words::say;

const WIDTH: f64 = 520.0;
const HEIGHT: f64 = 120.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 14.0;

/// Seasons from which on a line says more than the numbers.
const SHOWN_FROM: usize = 5;

/// Draws the ratings after seasons with these titles, the oldest first; nothing for fewer than [`SHOWN_FROM`].
pub fn climb(seasons: &[(&str, u32)]) -> TrustedHtml {
    let ratings = seasons.iter().map(|(_, rating)| *rating);
    let (Some(low), Some(high), SHOWN_FROM..) =
        (ratings.clone().min(), ratings.max(), seasons.len())
    else {
        return TrustedHtml::default();
    };
    let mut svg = String::new();
    draw(&mut svg, seasons, low, high).expect("writing to a string cannot fail");
    TrustedHtml::vouch(svg)
}

fn draw(svg: &mut String, seasons: &[(&str, u32)], low: u32, high: u32) -> std::fmt::Result {
    let span = f64::from(high - low).max(1.0);
    let gaps = f64::from(u32::try_from(seasons.len() - 1).unwrap_or(u32::MAX));
    let y = |rating: u32| TOP + f64::from(high - rating) / span * (HEIGHT - TOP - BOTTOM);
    let xs = (0..).map(|place: u32| LEFT + f64::from(place) / gaps * (WIDTH - LEFT - RIGHT));
    let (first, last) = (
        seasons.first().map_or(0, |it| it.1),
        seasons.last().map_or(0, |it| it.1),
    );
    write!(
        svg,
        r#"<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="climb-title climb-desc"><title id="climb-title">{}</title><desc id="climb-desc">{}</desc>"#,
        say!("plot-rating-title"),
        say!(
            "plot-rating",
            n = seasons.len(),
            first = first.to_string(),
            last = last.to_string(),
            low = low.to_string(),
            high = high.to_string()
        )
    )?;
    let ends = if low == high {
        vec![high]
    } else {
        vec![low, high]
    };
    for rating in ends {
        let y = y(rating);
        write!(
            svg,
            r#"<line class="plot-grid" x1="{LEFT}" x2="{}" y1="{y:.1}" y2="{y:.1}"/><text class="plot-label" x="{}" y="{:.1}" text-anchor="end">{rating}</text>"#,
            WIDTH - RIGHT,
            LEFT - 8.0,
            y + 4.0
        )?;
    }
    svg.push_str(r#"<polyline class="plot-line" points=""#);
    for ((_, rating), x) in seasons.iter().zip(xs.clone()) {
        write!(svg, "{x:.1},{:.1} ", y(*rating))?;
    }
    svg.push_str(r#""/><g class="plot-dots">"#);
    for ((title, rating), x) in seasons.iter().zip(xs) {
        let title = escape(title, Html).map_or_else(|_| String::new(), |safe| safe.to_string());
        write!(
            svg,
            r#"<circle cx="{x:.1}" cy="{:.1}" r="3"><title>{title}: {rating}</title></circle>"#,
            y(*rating)
        )?;
    }
    svg.push_str("</g></svg>");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{SHOWN_FROM, climb};

    #[test]
    fn a_climb_tells_its_seasons_and_stays_inside_the_drawing() {
        let svg = climb(&[
            ("One", 1580),
            ("<Two>", 1490),
            ("Three", 1620),
            ("Four", 1600),
            ("Five", 1610),
        ])
        .to_string();
        assert!(svg.contains("5 seasons, from 1580 to 1610. Lowest: 1490. Highest: 1620."));
        assert!(svg.contains("&#60;Two&#62;: 1490"), "{svg}");
        for part in svg.split("cy=\"").skip(1) {
            let y: f64 = part.split('"').next().unwrap().parse().unwrap();
            assert!((0.0..=120.0).contains(&y));
        }
    }

    #[test]
    fn few_seasons_are_no_climb_and_equal_ratings_are_a_level_line() {
        assert_eq!(climb(&[("Some", 1500); SHOWN_FROM - 1]).as_str(), "");
        let level = climb(&[("Some", 1500); SHOWN_FROM]);
        assert!(!level.as_str().is_empty() && !level.as_str().contains("NaN"));
    }
}
