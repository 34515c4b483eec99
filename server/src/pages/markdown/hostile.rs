//! Texts made to be dear: whatever somebody writes, a page that shows it costs little.

use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::*;

/// As long as a derivation may be.
const LONGEST: usize = MAX_SOLUTION_BYTES;

/// Far above what any text takes in a debug build on a busy machine, far below what repeated work
/// over the length of a text takes.
const PATIENCE: Duration = Duration::from_secs(20);

/// HTML that a page may have in place of one text.
const MOST_HTML: usize = 16 << 20;

/// Pieces that were dear to some renderer, ours or another: equal headings, whatever nests, whatever
/// opens and never closes, tables that fill up their rows, references that repeat a long address,
/// and formulas.
const PIECES: &[&str] = &[
    "# a\n",
    "# a-2\n",
    "###### $x$ `y`\n",
    "> ",
    "> > a\n",
    "* ",
    "1. ",
    "- a\n  ",
    "\t- a\n\n",
    "*a ",
    "**a",
    "_a_",
    "~~",
    "`",
    "``` ",
    "[",
    "](",
    "[a](b) ",
    "[a][a]",
    "![",
    "<",
    "<a@b",
    "<!--",
    "<?",
    "<div>\n",
    "&amp;",
    "|",
    "|a|b\n",
    "|a|\n|-|\n",
    "\n|-|-|-|-|-|-|-|-|\n",
    "\n",
    "\n\n",
    "\\",
    "$",
    "$$",
    "$x$ ",
    "$$x$$\n\n",
    "$\\frac{",
    "{",
    "}",
    "(",
    "x+",
    "x^",
    "\\sqrt",
    "\\[",
    "\\]",
    "\\begin{align}",
    "\\begin{cases}",
    "\\end{align}",
    "x &= y \\\\ ",
    "\\text{a}",
    ",",
    "é",
    "\u{200b}",
    "a",
    " ",
];

fn check(name: &str, text: &str) {
    for (kind, render) in [
        ("derivation", derivation as fn(&str) -> TrustedHtml),
        ("statement", statement),
    ] {
        let begin = Instant::now();
        let html = render(text);
        let took = begin.elapsed();
        assert!(took < PATIENCE, "{name} as {kind}: {took:?}");
        let bytes = html.as_str().len();
        assert!(bytes < MOST_HTML, "{name} as {kind}: {bytes} bytes");
    }
}

fn filled(head: &str, piece: &str, tail: &str) -> String {
    let room = LONGEST - head.len() - tail.len();
    format!("{head}{}{tail}", piece.repeat(room / piece.len()))
}

#[test]
fn one_piece_over_and_over_is_cheap() {
    for piece in PIECES {
        check(piece, &filled("", piece, ""));
        check(piece, &filled("$$", piece, "$$"));
    }
}

#[test]
fn half_of_one_and_half_of_another_is_cheap() {
    let half = |piece: &str| piece.repeat(LONGEST / 2 / piece.len());
    for (first, second) in [
        ("> ", "a\n"),
        ("> ", "\n"),
        ("* ", "\n"),
        ("1. ", "\na"),
        ("*a ", "b* "),
        ("[", "](a)"),
        ("[", "]"),
        ("|", "\n|-|"),
        ("`", "a`"),
        ("$", "x$"),
        ("# a\n", "# a-2\n"),
        ("\\begin{align}", "\\end{align}"),
        ("(", ")"),
        ("{", "}"),
    ] {
        let text = half(first) + &half(second);
        check(&format!("{first}…{second}"), &text);
        check(&format!("$${first}…{second}$$"), &format!("$${text}$$"));
    }
    let columns = LONGEST / 4;
    let table = format!(
        "{}\n{}\n{}",
        "|a".repeat(columns / 2),
        "|-".repeat(columns / 2),
        "|\n".repeat(columns)
    );
    check("a wide table", &table);
    let address = "a".repeat(LONGEST / 2);
    check(
        "a long reference",
        &format!("[a]: /{address}\n\n{}", "[a] ".repeat(LONGEST / 8)),
    );
    let numbered = (0..20_000).fold(String::new(), |text, n| text + &format!("# a-{n}\n"));
    check("numbered headings", &(numbered.clone() + &half("# a\n")));
    let marks: String = (1..700).map(|n| "`".repeat(n) + "a").collect();
    check("code marks of all lengths", &marks);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// A few pieces in a random cycle, up to the longest text.
    #[test]
    fn mixtures_are_cheap(
        head in prop::collection::vec((prop::sample::select(PIECES), 1..2000usize), 0..4),
        cycle in prop::collection::vec(prop::sample::select(PIECES), 1..6),
        tail in prop::sample::select(PIECES),
    ) {
        let mut text: String = head.iter().map(|(piece, times)| piece.repeat(*times)).collect();
        text.truncate(LONGEST / 2 - LONGEST % 2);
        let cycle = cycle.concat();
        let room = LONGEST - text.len();
        text += &cycle.repeat(room / cycle.len());
        text += tail;
        check(&format!("{cycle:?}"), &text);
    }
}

#[test]
fn equal_headings_have_names_of_their_own() {
    let html = statement("# a\n# a-2\n# a\n# a\n# a-2\n").to_string();
    let ids: Vec<&str> = html
        .split("id=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    assert_eq!(ids, ["a", "a-2", "a-3", "a-4", "a-2-2"]);
}

#[test]
fn what_is_not_shown_as_a_structure_is_shown_as_written() {
    let html = statement(&format!("{}a <b>", "> ".repeat(1000))).to_string();
    assert!(html.starts_with("<pre"), "{html}");
    assert!(html.contains("a &#60;b&#62;"), "{html}");
}
