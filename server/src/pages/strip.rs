//! The strip: the terms that the judge checks, one cell each, fifty in a row. The same drawing shows a
//! problem, a verdict and a place on a board; `strip.js` draws it anew where a program runs in the page.

use std::fmt::Write as _;

use askama::filters::{Html, escape};

use crate::html::TrustedHtml;

/// Cells in a row.
const COLUMNS: usize = 50;

/// What is known of one term. Told apart by shape as well as colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// A public term.
    Open,
    /// A term that stays hidden until Reveal.
    Locked,
    /// The program printed it.
    Right,
    /// The program printed something else, or nothing more.
    Wrong,
    /// The program came further, but only the judge knows whether this is right.
    Made,
}

impl Cell {
    const ALL: [Self; 5] = [
        Self::Open,
        Self::Locked,
        Self::Right,
        Self::Wrong,
        Self::Made,
    ];

    fn class(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Locked => "locked",
            Self::Right => "right",
            Self::Wrong => "wrong",
            Self::Made => "made",
        }
    }

    /// What is drawn over the square, from its left upper corner and back to it.
    fn mark(self) -> &'static str {
        match self {
            Self::Open | Self::Right => "",
            Self::Locked => "m.3.7l.4-.4m-.7-.3",
            Self::Wrong => "m.25.25l.5.5m0-.5l-.5.5m-.25-.75",
            Self::Made => "m.12.88l.76-.76m-.88-.12",
        }
    }
}

/// The terms of a problem before anybody ran a program: `known` are public, out of `all`.
pub fn terms(known: usize, all: usize) -> Vec<Cell> {
    let mut cells = vec![Cell::Open; known.min(all)];
    cells.resize(all, Cell::Locked);
    cells
}

/// What is known of a judged program: its first `matched` terms are right, and where it ended is told.
pub fn judged(matched: usize, ended: bool, known: usize, all: usize) -> Vec<Cell> {
    let mut cells = terms(known, all);
    let right = matched.min(all);
    cells[..right].fill(Cell::Right);
    if ended && let Some(cell) = cells.get_mut(right) {
        *cell = Cell::Wrong;
    }
    cells
}

/// Draws the cells as wide as their place. `label` says in words what is to be seen.
pub fn strip(cells: &[Cell], label: &str) -> TrustedHtml {
    TrustedHtml::vouch(draw(cells, label).expect("writing to a string never fails"))
}

/// A strip of a few millimetres, beside words that say the same: neighbours of one state run together.
pub fn small(cells: &[Cell]) -> TrustedHtml {
    TrustedHtml::vouch(draw_small(cells).expect("writing to a string never fails"))
}

fn draw_small(cells: &[Cell]) -> Result<String, std::fmt::Error> {
    let rows = cells.len().div_ceil(COLUMNS).max(1);
    let mut svg = format!(
        r#"<svg class="cells cells-small" viewBox="0 0 {COLUMNS} {rows}" preserveAspectRatio="none" aria-hidden="true">"#
    );
    for (row, cells) in cells.chunks(COLUMNS).enumerate() {
        let mut start = 0;
        for run in cells.chunk_by(|a, b| a == b) {
            let (class, width) = (run[0].class(), run.len());
            write!(
                svg,
                r#"<rect class="cell-{class}" x="{start}" y="{row}" width="{width}" height="1"/>"#
            )?;
            start += width;
        }
    }
    svg.push_str("</svg>");
    Ok(svg)
}

fn draw(cells: &[Cell], label: &str) -> Result<String, std::fmt::Error> {
    let rows = cells.len().div_ceil(COLUMNS).max(1);
    let mut svg = format!(
        r#"<svg class="cells" viewBox="0 0 {COLUMNS} {rows}" role="img" aria-label="{}">"#,
        escape(label, Html).expect("escaping a string never fails")
    );
    for state in Cell::ALL {
        let class = state.class();
        let squares = path(cells, state, "m.07.07h.86v.86h-.86zm-.07-.07");
        if !squares.is_empty() {
            write!(svg, r#"<path class="cell-{class}" d="{squares}"/>"#)?;
        }
        let marks = path(cells, state, state.mark());
        if !marks.is_empty() {
            write!(svg, r#"<path class="cell-mark mark-{class}" d="{marks}"/>"#)?;
        }
    }
    svg.push_str("</svg>");
    Ok(svg)
}

/// One shape in each cell of a state. Neighbours follow one another by the same few characters, which
/// compress to nearly nothing.
fn path(cells: &[Cell], state: Cell, shape: &str) -> String {
    let mut path = String::new();
    if shape.is_empty() {
        return path;
    }
    let mut pen = None;
    for (index, _) in cells.iter().enumerate().filter(|(_, cell)| **cell == state) {
        if pen == Some(index) && !index.is_multiple_of(COLUMNS) {
            path.push_str("m1 0");
        } else {
            let _ = write!(path, "M{} {}", index % COLUMNS, index / COLUMNS);
        }
        path.push_str(shape);
        pen = Some(index + 1);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_drawn_once() {
        let mut cells = terms(100, 200);
        cells[..57].fill(Cell::Right);
        cells[57] = Cell::Wrong;
        cells[120..130].fill(Cell::Made);
        let svg = strip(&cells, "57 right").to_string();
        assert_eq!(svg.matches("h.86v.86").count(), 200);
        for (class, count) in [("right", 57), ("wrong", 1), ("open", 42), ("made", 10)] {
            let start = format!(r#"class="cell-{class}" d=""#);
            let path = svg.split(&start).nth(1).unwrap();
            let path = path.split('"').next().unwrap();
            assert_eq!(path.matches('z').count(), count, "{class}");
        }
        assert!(svg.contains(r#"viewBox="0 0 50 4""#));
    }

    #[test]
    fn a_small_strip_draws_each_run_once() {
        let svg = small(&judged(100, false, 100, 200)).to_string();
        assert_eq!(svg.matches("<rect").count(), 4);
        let svg = small(&judged(57, true, 100, 200)).to_string();
        assert_eq!(svg.matches("cell-right").count(), 2);
        assert!(svg.contains(r#"class="cell-wrong" x="7" y="1" width="1""#));
    }

    #[test]
    fn a_label_cannot_leave_its_attribute() {
        let svg = strip(&terms(1, 2), "\"><script>").to_string();
        assert!(!svg.contains("<script"), "{svg}");
    }
}
