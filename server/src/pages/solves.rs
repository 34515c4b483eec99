//! When people solved a problem, as a rising line in SVG. As in [`super::plot`], the drawing carries classes and
//! presentation attributes only, and its title and description say in words what it shows.

use std::fmt::Write;

use chrono::{DateTime, Utc};

use super::text;
use crate::html::TrustedHtml;
use crate::words::say;

const WIDTH: f64 = 520.0;
const HEIGHT: f64 = 180.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 30.0;

/// Draws how many had solved a problem at each time of its season; nothing where nobody has. `first_solves` are the
/// first of each person, the earliest first, `open` is when the season opened and ended.
pub fn solves(
    first_solves: &[DateTime<Utc>],
    open: (Option<DateTime<Utc>>, Option<DateTime<Utc>>),
) -> TrustedHtml {
    let (Some(&first), Some(&last)) = (first_solves.first(), first_solves.last()) else {
        return TrustedHtml::default();
    };
    let begin = open.0.unwrap_or(first).min(first);
    let end = open.1.unwrap_or(last).max(last);
    let mut svg = String::new();
    draw(&mut svg, first_solves, begin, end).expect("writing to a string cannot fail");
    TrustedHtml::vouch(svg)
}

fn draw(
    svg: &mut String,
    solves: &[DateTime<Utc>],
    begin: DateTime<Utc>,
    end: DateTime<Utc>,
) -> std::fmt::Result {
    let share = |at: DateTime<Utc>| {
        let span = (end - begin).as_seconds_f64();
        if span > 0.0 {
            (at - begin).as_seconds_f64() / span
        } else {
            0.0
        }
    };
    let all = f64::from(u32::try_from(solves.len()).unwrap_or(u32::MAX));
    let x = |at| LEFT + share(at) * (WIDTH - LEFT - RIGHT);
    let y = |people: f64| HEIGHT - BOTTOM - people / all * (HEIGHT - TOP - BOTTOM);
    let (ground, right) = (y(0.0), WIDTH - RIGHT);
    let title = say!("plot-solvers-title");
    write!(
        svg,
        r#"<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="solves-title solves-desc"><title id="solves-title">{title}</title><desc id="solves-desc">{}</desc><text class="plot-label" x="{LEFT}" y="20">{title}</text>"#,
        describe(solves)
    )?;
    for (people, label) in [(0.0, 0), (all, solves.len())] {
        let height = y(people);
        write!(
            svg,
            r#"<line class="plot-grid" x1="{LEFT}" x2="{right}" y1="{height:.1}" y2="{height:.1}"/><text class="plot-label" x="{}" y="{:.1}" text-anchor="end">{}</text>"#,
            LEFT - 8.0,
            height + 4.0,
            text::grouped(&label.to_string())
        )?;
    }
    for (at, place, anchor) in [(begin, LEFT, "start"), (end, right, "end")] {
        write!(
            svg,
            r#"<text class="plot-label" x="{place}" y="{}" text-anchor="{anchor}">{}</text>"#,
            HEIGHT - 8.0,
            say!(
                "time-day-hour",
                at = text::day(&at),
                to = at.format("%H:%M").to_string()
            )
        )?;
    }
    write!(
        svg,
        r#"<path class="plot-steps" d="M{:.1} {ground:.1}"#,
        x(begin)
    )?;
    for (at, people) in solves.iter().zip(1..) {
        write!(svg, "H{:.1}V{:.1}", x(*at), y(f64::from(people)))?;
    }
    write!(svg, r#"H{:.1}"/></svg>"#, x(end))
}

fn describe(solves: &[DateTime<Utc>]) -> String {
    let at = |place: usize| solves.get(place).map_or(String::new(), text::moment);
    let people = solves.len();
    if people < 3 {
        return say!("plot-solvers-few", n = people, first = at(0));
    }
    say!(
        "plot-solvers",
        n = people,
        first = at(0),
        half = at((people - 1) / 2),
        last = at(people - 1)
    )
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    fn at(hours: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::hours(hours)
    }

    #[test]
    fn the_line_rises_once_for_each_solver_from_the_opening_to_the_end() {
        let times = [at(10), at(11), at(40)];
        let svg = solves(&times, (Some(at(0)), Some(at(100)))).to_string();
        let path = svg.split(r#"d="M52.0 "#).nth(1).unwrap();
        assert_eq!(path.matches('V').count(), 3, "{svg}");
        assert!(path.contains("H508.0\""), "{svg}");
        assert!(
            svg.contains("3 solvers: the first on 1 Jan 1970, 10:00 UTC, half of them by 1 Jan 1970, 11:00 UTC, the last on 2 Jan 1970, 16:00 UTC."),
            "{svg}"
        );
    }

    #[test]
    fn nobody_gives_nothing_and_one_moment_no_division_by_zero() {
        assert_eq!(solves(&[], (None, None)).as_str(), "");
        let svg = solves(&[at(1)], (Some(at(2)), None)).to_string();
        assert!(
            !svg.contains("NaN") && svg.contains("1 solver, the first on"),
            "{svg}"
        );
    }
}
