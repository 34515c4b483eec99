//! The graph of a reference solution as inline SVG.
//!
//! Like the plots it carries classes and presentation attributes only, never styles, so that it
//! obeys the site's content policy. What became of a formula is told by the frame of its box and by
//! a word in it, never by colour alone. Each box leads to its row in the table beside it.

use std::collections::BTreeMap;
use std::fmt::Write;

use formula::credit::Credit;
use formula::notation;
use formula::problem::Node;
use formula::problem::dag::Dag;
use formula::tree::Formula;
use help::mathml;

use super::graph::{NodeRow, Outcome, said, word};
use super::layout::{Edge, Layout, Sizes, drawn_layers, layout};
use crate::html::TrustedHtml;
use crate::words::say;

/// Boxes with a formula in them.
const WITH_FORMULA: Sizes = Sizes {
    width: 216,
    height: 84,
    gap: 22,
    layer_gap: 46,
    margin: 14,
};

/// Boxes with a number only, for graphs that would be too wide otherwise.
const WITH_NUMBER: Sizes = Sizes {
    width: 74,
    height: 46,
    gap: 16,
    layer_gap: 44,
    margin: 14,
};

/// Most boxes with a formula in one layer.
const MAX_WIDE_LAYER: usize = 7;

/// Height of the line with number and word in a box.
const HEAD: i64 = 22;
/// Width of a letter, the unit in which formulas are measured: a tenth of it.
const LETTER: u32 = 10;
/// What fits into a box in one line, as measured on the formulas of the demo season.
const FITTING_WIDTH: u32 = 20 * LETTER;

/// Draws a graph; `rows` are its formulas by position.
pub(super) fn draw(dag: &Dag, nodes: &[Node], rows: &[NodeRow]) -> TrustedHtml {
    if rows.is_empty() {
        return TrustedHtml::default();
    }
    let sizes = if widest_layer(dag) > MAX_WIDE_LAYER {
        WITH_NUMBER
    } else {
        WITH_FORMULA
    };
    drawn("", dag, sizes, nodes, rows)
}

/// Draws a graph with numbers alone; `name` stands before the names in it, so that a page may have many.
pub(super) fn numbered(name: &str, dag: &Dag, nodes: &[Node], rows: &[NodeRow]) -> TrustedHtml {
    drawn(name, dag, WITH_NUMBER, nodes, rows)
}

fn drawn(name: &str, dag: &Dag, sizes: Sizes, nodes: &[Node], rows: &[NodeRow]) -> TrustedHtml {
    let mut svg = String::new();
    write_svg(&mut svg, name, &layout(dag, sizes), sizes, nodes, rows)
        .expect("writing to a string cannot fail");
    TrustedHtml::vouch(svg)
}

/// Draws boxes and arrows without any text, as large as its place; `rows` are its formulas by position.
pub(super) fn shape(dag: &Dag, rows: &[NodeRow]) -> TrustedHtml {
    if rows.is_empty() {
        return TrustedHtml::default();
    }
    let mut svg = String::new();
    write_shape(&mut svg, &layout(dag, WITH_NUMBER), rows)
        .expect("writing to a string cannot fail");
    TrustedHtml::vouch(svg)
}

fn write_shape(svg: &mut String, drawing: &Layout, rows: &[NodeRow]) -> std::fmt::Result {
    let Layout { width, height, .. } = drawing;
    write!(svg, r#"<svg viewBox="0 0 {width} {height}">"#)?;
    write_edges(svg, "", drawing)?;
    for (row, &corner) in rows.iter().zip(&drawing.boxes) {
        write!(svg, r#"<g class="graph-node {}">"#, credit_word(row))?;
        write_frame(svg, corner, WITH_NUMBER, row)?;
        svg.push_str("</g>");
    }
    svg.push_str("</svg>");
    Ok(())
}

fn widest_layer(dag: &Dag) -> usize {
    let mut widths = BTreeMap::new();
    for layer in drawn_layers(dag) {
        *widths.entry(layer).or_insert(0) += 1;
    }
    widths.into_values().max().unwrap_or(0)
}

fn write_svg(
    svg: &mut String,
    name: &str,
    drawing: &Layout,
    sizes: Sizes,
    nodes: &[Node],
    rows: &[NodeRow],
) -> std::fmt::Result {
    let Layout { width, height, .. } = drawing;
    write!(
        svg,
        r#"<svg class="graph" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="group" aria-labelledby="{name}graph-title {name}graph-desc"><title id="{name}graph-title">{}</title><desc id="{name}graph-desc">{}</desc>"#,
        say!("graph-title"),
        described(rows)
    )?;
    write_edges(svg, name, drawing)?;
    for ((node, row), &corner) in nodes.iter().zip(rows).zip(&drawing.boxes) {
        write_box(svg, name, corner, sizes, node, row)?;
    }
    svg.push_str("</svg>");
    Ok(())
}

fn write_edges(svg: &mut String, name: &str, drawing: &Layout) -> std::fmt::Result {
    write!(
        svg,
        r#"<defs><marker id="{name}graph-tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto"><path class="graph-tip" d="M0 1 9 5 0 9z"/></marker></defs><g class="graph-edges">"#
    )?;
    for edge in &drawing.edges {
        write_edge(svg, name, edge)?;
    }
    svg.push_str("</g>");
    Ok(())
}

/// A line that leaves and arrives upright.
fn write_edge(svg: &mut String, name: &str, edge: &Edge) -> std::fmt::Result {
    let mut points = edge.points.iter();
    let Some(&(mut x, mut y)) = points.next() else {
        return Ok(());
    };
    write!(svg, r#"<path d="M{x} {y}"#)?;
    for &(to_x, to_y) in points {
        let middle = i64::midpoint(y, to_y);
        if to_x == x {
            write!(svg, " V{to_y}")?;
        } else {
            write!(svg, " C{x} {middle} {to_x} {middle} {to_x} {to_y}")?;
        }
        (x, y) = (to_x, to_y);
    }
    write!(svg, r#"" marker-end="url(#{name}graph-tip)"/>"#)
}

fn write_box(
    svg: &mut String,
    name: &str,
    (x, y): (i64, i64),
    sizes: Sizes,
    node: &Node,
    row: &NodeRow,
) -> std::fmt::Result {
    let Sizes { width, height, .. } = sizes;
    let index = row.index;
    let word = credit_word(row);
    let class = if row.is_final { "answer" } else { "" };
    write!(
        svg,
        r##"<g id="{name}graph-{index}" class="graph-node {word} {class}"><a href="#node-{index}"><title>{}</title>"##,
        spoken(row)
    )?;
    write_frame(svg, (x, y), sizes, row)?;
    if height > 2 * HEAD + HEAD / 2 {
        write!(
            svg,
            r#"<text class="graph-number" x="{}" y="{}">{index}</text><text class="graph-word" x="{}" y="{}" text-anchor="end">{}</text>"#,
            x + 12,
            y + HEAD,
            x + width - 12,
            y + HEAD,
            box_words(row)
        )?;
        if let Some(formula) = fitting(node.latex()) {
            write!(
                svg,
                r#"<foreignObject x="{}" y="{}" width="{}" height="{}"><div xmlns="http://www.w3.org/1999/xhtml" class="graph-formula">{formula}</div></foreignObject>"#,
                x + 6,
                y + HEAD,
                width - 12,
                height - HEAD - 6
            )?;
        }
    } else {
        let middle = x + width / 2;
        write!(
            svg,
            r#"<text class="graph-number" x="{middle}" y="{}" text-anchor="middle">{index}</text><text class="graph-word" x="{middle}" y="{}" text-anchor="middle">{}</text>"#,
            y + HEAD,
            y + height - 9,
            match &row.outcome {
                Some(outcome) => outcome.said(),
                None if row.is_final => say!("physics-answer-mark"),
                None => "",
            }
        )?;
    }
    svg.push_str("</a></g>");
    Ok(())
}

/// The class of a box by what became of its formula.
fn credit_word(row: &NodeRow) -> &'static str {
    row.outcome
        .as_ref()
        .map_or("", |outcome| word(outcome.credit))
}

/// The frame of a box: round corners for what is matched, sharp ones for what is missed, double for an answer.
fn write_frame(
    svg: &mut String,
    (x, y): (i64, i64),
    sizes: Sizes,
    row: &NodeRow,
) -> std::fmt::Result {
    let Sizes { width, height, .. } = sizes;
    let radius = match row.outcome.as_ref().map(|outcome| outcome.credit) {
        Some(Credit::Matched) | None => 9,
        Some(Credit::Descendant) => 4,
        Some(Credit::Missed) => 0,
    };
    write!(
        svg,
        r#"<rect class="graph-box" x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}"/>"#
    )?;
    if row.is_final {
        write!(
            svg,
            r#"<rect class="graph-inner" x="{}" y="{}" width="{}" height="{}" rx="{}"/>"#,
            x + 4,
            y + 4,
            width - 8,
            height - 8,
            (radius - 4).max(0)
        )?;
    }
    Ok(())
}

/// What stands in a box beside its number.
fn box_words(row: &NodeRow) -> String {
    let word = row.outcome.as_ref().map(Outcome::said);
    let answer = row.is_final.then(|| say!("physics-answer-mark"));
    let words: Vec<&str> = answer.into_iter().chain(word).collect();
    words.join(", ")
}

/// What a box is called.
fn spoken(row: &NodeRow) -> String {
    let index = row.index.to_string();
    match (&row.outcome, row.is_final) {
        (None, false) => say!("graph-formula", index = index),
        (None, true) => say!("graph-answer", index = index),
        (Some(outcome), false) => say!("graph-formula-is", index = index, what = outcome.said()),
        (Some(outcome), true) => say!("graph-answer-is", index = index, what = outcome.said()),
    }
}

/// What the drawing shows, in words.
pub(super) fn described(rows: &[NodeRow]) -> String {
    let list = |numbers: Vec<String>| numbers.join(", ");
    let numbers = |wanted: Credit| {
        let of_credit = rows.iter().filter(|row| {
            let outcome = row.outcome.as_ref();
            outcome.is_some_and(|outcome| outcome.credit == wanted)
        });
        list(of_credit.map(|row| row.index.to_string()).collect())
    };
    let mut words = say!("graph-size", n = rows.len());
    for credit in [Credit::Matched, Credit::Descendant, Credit::Missed] {
        let numbers = numbers(credit);
        if !numbers.is_empty() {
            words.push(' ');
            words += &say!("graph-credit", what = said(credit), numbers = numbers);
        }
    }
    for row in rows.iter().filter(|row| !row.follows_from.is_empty()) {
        let from = list(row.follows_from.iter().map(ToString::to_string).collect());
        words.push(' ');
        words += &say!(
            "graph-follows",
            index = row.index.to_string(),
            numbers = from
        );
    }
    words
}

/// The formula, or its left side, as far as it fits into a box.
fn fitting(source: &str) -> Option<String> {
    let formula = notation::read(source).ok()?;
    let whole = mathml::inline(&formula);
    if fits(&whole) {
        return Some(whole);
    }
    let start = mathml::inline(&opening(&formula)?);
    fits(&start).then_some(start)
}

/// `left = …`
fn opening(formula: &Formula) -> Option<Formula> {
    let (relation, _) = formula.links.first()?;
    let left = formula.first.as_ref()?.to_latex();
    notation::read(&format!(r"{left} {} \dots", relation.as_latex())).ok()
}

/// Whether `MathML` fits into a box: not too wide, no fraction within a fraction, no matrix.
fn fits(mathml: &str) -> bool {
    let mut open = vec![Element::default()];
    let mut rest = mathml;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '<' => {
                let length = rest.find('>').map_or(rest.len(), |at| at + 1);
                let tag = &rest[1..length - 1];
                if tag.starts_with('/') {
                    let closed = open.pop().unwrap_or_default().width();
                    add(&mut open, closed);
                } else if !tag.ends_with('/') {
                    let element = Element {
                        tag,
                        children: Vec::new(),
                    };
                    let within = |name: &str| open.iter().any(|outer| outer.tag.starts_with(name));
                    if tag.starts_with("mtable") || tag == "mfrac" && within("mfrac") {
                        return false;
                    }
                    open.push(element);
                }
                length
            }
            '&' => {
                let invisible = rest.starts_with("&#x206");
                let width = if invisible { 0 } else { LETTER };
                add(&mut open, width);
                rest.find(';').map_or(rest.len(), |at| at + 1)
            }
            _ => {
                add(&mut open, LETTER);
                first.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    open.pop()
        .is_some_and(|whole| whole.width() <= FITTING_WIDTH)
}

/// Adds a width to the innermost element.
fn add(open: &mut [Element<'_>], width: u32) {
    if let Some(element) = open.last_mut() {
        element.children.push(width);
    }
}

/// An element of `MathML` with the widths of what is in it.
#[derive(Default)]
struct Element<'m> {
    tag: &'m str,
    children: Vec<u32>,
}

impl Element<'_> {
    /// In tenths of a letter.
    fn width(&self) -> u32 {
        let name = self.tag.split(' ').next().unwrap_or_default();
        let widest = |children: &[u32]| children.iter().copied().max().unwrap_or(0);
        let sum: u32 = self.children.iter().sum();
        match (name, self.children.as_slice()) {
            ("mfrac" | "munder" | "mover" | "munderover", children) => widest(children),
            ("msub" | "msup" | "msubsup", [base, scripts @ ..]) => base + widest(scripts) * 7 / 10,
            ("msqrt" | "mroot", _) => sum + LETTER,
            ("mo", _) if sum > 0 && !self.tag.contains("fence") => 2 * sum,
            _ => sum,
        }
    }
}

#[cfg(test)]
mod tests {
    use formula::problem::Problem;

    use super::super::graph::Graph;
    use super::*;

    #[test]
    fn a_wide_graph_has_small_boxes() {
        let law = |index: u32| {
            format!(r#"{{"index": {index}, "formula": "$$a = {index}$$", "dependency": []}}"#)
        };
        let graph = |laws: u32| {
            let laws: Vec<String> = (1..=laws).map(law).collect();
            let text = format!(
                r#"{{"id": "x", "context": "", "subquestions": [], "grading_standard": [{}]}}"#,
                laws.join(",")
            );
            let problem = Problem::read(text.as_bytes()).unwrap();
            let graph = Graph::new(&problem, None).unwrap();
            graph.drawing.as_str().to_owned()
        };
        assert_eq!(graph(7).matches("<foreignObject").count(), 7);
        let wide = graph(60);
        assert_eq!(
            (
                wide.matches("<foreignObject").count(),
                wide.matches("<rect").count()
            ),
            (0, 61)
        );
        assert!(wide.contains("60 formulas."));
        assert_eq!(wide, graph(60));
    }

    #[test]
    fn a_short_formula_is_in_its_box_and_a_long_one_begins_there() {
        let short = fitting(r"v = \sqrt{2 g h}").unwrap();
        assert!(short.contains("<msqrt>"));
        let long = fitting(r"v = a + b + c + d + e + f + g + h + i + j + k + l + m + n").unwrap();
        assert!(long.contains("…") && !long.contains("<mi>n</mi>"), "{long}");
        let high = fitting(r"a = \frac{b}{c + \frac{d}{e}}").unwrap();
        assert!(high.contains("…"), "{high}");
        assert_eq!(fitting(r"a = \frac{"), None);
    }
}
