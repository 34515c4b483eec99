//! LaTeX of a text as `MathML`.
//!
//! What our reader cannot read is shown as it is written, in `<code>`: a reader of the page loses
//! nothing. What stands between the formulas of one block (commas, line breaks, arrows, words) is
//! kept too, or the whole block is shown as it is written.

use std::fmt::Write;

use askama::filters::{Html, escape};
use formula::notation;
use formula::tree::Formula;
use help::mathml;

use crate::html::TrustedHtml;

/// A formula that stands in a line of text.
pub(in crate::pages) fn inline(source: &str) -> String {
    shown(source).unwrap_or_else(|| written(source))
}

/// A formula with a line of its own.
pub(in crate::pages) fn display(source: &str) -> String {
    format!(r#"<span class="formula">{}</span>"#, inline(source))
}

/// A formula that stands for itself.
pub(super) fn whole(source: &str) -> TrustedHtml {
    TrustedHtml::vouch(inline(source))
}

/// A formula that was read already, from what the reader made of it.
pub(super) fn canonical(latex: &str) -> TrustedHtml {
    TrustedHtml::vouch(match notation::read(latex) {
        Ok(formula) => mathml::inline(&formula),
        Err(_) => written(latex),
    })
}

/// How LaTeX begins that is shown as it is written.
pub(super) const WRITTEN: &str = r#"<code class="latex">"#;

/// LaTeX as it is written.
pub(in crate::pages) fn written(source: &str) -> String {
    let source = escape(source.trim(), Html).expect("escaping text cannot fail");
    format!("{WRITTEN}{}</code>", source.0)
}

/// The formulas of a block with what stands between them, if all of it can be shown.
fn shown(source: &str) -> Option<String> {
    let mut html = String::new();
    let mut end = 0;
    for piece in notation::read_range(source, 0, source.len()) {
        let formula: Formula = piece.formula.ok()?;
        html.push_str(&between(source.get(end..piece.range.start)?)?);
        html.push_str(&mathml::inline(&formula));
        end = piece.range.end;
    }
    html.push_str(&between(source.get(end..)?)?);
    Some(html)
}

/// What stands between formulas, as HTML; `None` when there is something that is not known here.
fn between(source: &str) -> Option<String> {
    let mut html = String::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        rest = &rest[first.len_utf8()..];
        match first {
            // Alignment and brackets around a whole formula.
            '&' | '{' | '}' | '~' => {}
            _ if first.is_whitespace() => html.push(' '),
            ',' | '.' | ';' | ':' => html.push(first),
            '\\' => rest = command(rest, &mut html)?,
            _ => return None,
        }
    }
    Some(html)
}

/// A command between formulas, without its backslash; what follows it.
fn command<'t>(text: &'t str, html: &mut String) -> Option<&'t str> {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (name, rest) = text.split_at(letters);
    match name {
        "" => {
            let sign = rest.chars().next()?;
            let rest = &rest[sign.len_utf8()..];
            match sign {
                '\\' => html.push_str("<br>"),
                ',' | ';' | ':' | '!' | ' ' | '\n' => html.push(' '),
                _ => return None,
            }
            Some(rest)
        }
        "quad" | "qquad" => {
            html.push_str("&emsp;");
            Some(rest)
        }
        "text" | "textrm" | "mathrm" | "mbox" => {
            let (words, rest) = argument(rest)?;
            let words = escape(words, Html).expect("escaping text cannot fail").0;
            write!(html, " {words} ").expect("writing to a string cannot fail");
            Some(rest)
        }
        "tag" => {
            let (number, rest) = argument(rest)?;
            let number = escape(number, Html).expect("escaping text cannot fail").0;
            write!(html, "&emsp;({number})").expect("writing to a string cannot fail");
            Some(rest)
        }
        "begin" | "end" | "label" => Some(argument(rest)?.1),
        "boxed" | "nonumber" | "notag" => Some(rest),
        _ => {
            html.push_str(arrow(name)?);
            Some(rest)
        }
    }
}

/// The argument of a command, without nested brackets; what follows it.
fn argument(text: &str) -> Option<(&str, &str)> {
    let (inside, rest) = text.trim_start().strip_prefix('{')?.split_once('}')?;
    (!inside.contains('{')).then_some((inside, rest))
}

/// The sign of a command that leads from one formula to the next.
fn arrow(name: &str) -> Option<&'static str> {
    Some(match name {
        "Rightarrow" => " ⇒ ",
        "implies" | "Longrightarrow" => " ⟹ ",
        "Leftrightarrow" => " ⇔ ",
        "iff" | "Longleftrightarrow" => " ⟺ ",
        "Leftarrow" => " ⇐ ",
        "therefore" => " ∴ ",
        "because" => " ∵ ",
        "land" => " ∧ ",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::markdown;
    use super::*;

    #[test]
    fn a_formula_becomes_mathml() {
        assert!(inline(r"v_0 = \sqrt{2 g h}").contains("<msqrt>"));
        assert!(inline(r"R = \dots").contains("…"));
        assert!(display("a = b").starts_with(r#"<span class="formula"><math"#));
    }

    #[test]
    fn what_cannot_be_read_is_shown_as_it_is_written() {
        assert_eq!(
            inline(r"\frac{a}{<b>"),
            r#"<code class="latex">\frac{a}{&#60;b&#62;</code>"#
        );
        assert_eq!(inline(" "), r#"<code class="latex"></code>"#);
    }

    #[test]
    fn what_stands_between_formulas_is_kept() {
        let html = inline(r"a = b, \quad c < d \Rightarrow e = f.");
        let text: Vec<&str> = html
            .split("</math>")
            .map(|part| part.split("<math").next().unwrap().trim())
            .collect();
        assert_eq!(text, ["", ", &emsp;", "⇒", "."]);
        let html = inline(r"\begin{aligned} a &= b \\ c &= d \tag{1} \end{aligned}");
        assert_eq!(html.matches("<math").count(), 2);
        assert!(html.contains("<br>") && html.contains("(1)"), "{html}");
        // Nothing that is not understood is left out.
        assert!(inline(r"a = b \Rightarrow \hline c = d").contains(r"\hline"));
    }

    #[test]
    fn every_formula_of_the_demo_statements_can_be_read() {
        let problems = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../seasons/physics-demo/problems"
        );
        for problem in std::fs::read_dir(problems).unwrap() {
            let path = problem.unwrap().path().join("statement.md");
            let html = markdown::statement(&std::fs::read_to_string(&path).unwrap());
            let html = html.as_str();
            assert!(html.contains("<math"), "{path:?}");
            let unread = html.split(r#"class="latex">"#).nth(1);
            let unread = unread.and_then(|rest| rest.split('<').next());
            assert_eq!(unread, None, "{path:?}");
        }
    }

    #[test]
    fn markup_in_a_formula_never_becomes_markup() {
        for source in [
            r"<script>alert(1)</script>",
            r"a = \text{<script>}",
            r"a = b \text{ and <script>} c = d",
            r"a = b \tag{<script>}",
        ] {
            assert!(!inline(source).contains("<script"), "{source}");
        }
    }
}
