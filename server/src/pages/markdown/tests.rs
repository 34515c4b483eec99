use super::*;

fn shown(markdown: &str) -> String {
    statement(markdown).to_string()
}

#[test]
fn plain_markdown_is_rendered() {
    let html = shown("# How\n\nSum of *digits* of `n`.\n\n- one\n- two\n");
    assert!(html.contains(r#"<h2 id="how">How</h2>"#));
    assert!(html.contains("<em>digits</em>"));
    assert!(html.contains("<li>one</li>"));
}

#[test]
fn html_in_the_source_is_shown_not_obeyed() {
    let html = shown(
        "<script>alert(1)</script>\n\nA <img src=x onerror=alert(1)> b\n\n<div onclick='x'>\n\n**c**\n\n</div>\n",
    );
    assert!(!html.contains("<script"));
    assert!(!html.contains("<img"));
    assert!(!html.contains("<div"));
    assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert!(html.contains("<strong>c</strong>"));
}

#[test]
fn only_addresses_that_lead_somewhere_become_links() {
    for bad in [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "data:text/html,<script>alert(1)</script>",
        "vbscript:x",
        "&#106;avascript:alert(1)",
        "java&#10;script:alert(1)",
        "<java\tscript:alert(1)>",
    ] {
        let html = shown(&format!("[x]({bad}) ![y]({bad})"));
        assert!(!html.contains("<a"), "{bad}: {html}");
    }
    assert!(shown("[x](https://oeis.org/A000290)").contains(
        r#"<a href="https://oeis.org/A000290" rel="nofollow noopener noreferrer">x</a>"#
    ));
    assert!(shown("[x](/docs/rules#terms)").contains(r#"<a href="/docs/rules#terms">x</a>"#));
    assert!(shown("[x](//evil.example)").contains("nofollow"));
}

#[test]
fn an_address_cannot_leave_its_attribute() {
    let html = shown(r#"[x](<https://a/" onmouseover="alert(1)>)"#);
    assert!(!html.contains(r#"" onmouseover"#), "{html}");
}

#[test]
fn formulas_of_a_statement_become_mathml() {
    let html = shown("A ball of mass $m$, so\n\n$$E = \\frac{1}{2} m v^2$$\n\nand $\\frac{$ ends.");
    assert!(
        html.contains(r#"A ball of mass <span class="whole"><math"#),
        "{html}"
    );
    assert!(html.contains("</math>,</span> so"), "{html}");
    assert!(html.contains(r#"<span class="formula"><math"#) && html.contains("<mfrac>"));
    assert!(html.contains(r"and $\frac{$ ends"), "{html}");
    let html = shown("| $a_1$ |\n|--|\n| $b < c$ |\n\n## Of $x$\n\n`$code$` costs \\$5 and $6");
    assert_eq!(html.matches("<math").count(), 3, "{html}");
    assert!(html.contains("<code>$code$</code> costs $5 and $6"));
    assert!(html.contains(r#"<h3 id="of-x">"#));
    assert!(document("It costs $x$.").html.as_str().contains("$x$"));
}

#[test]
fn every_formula_of_a_derivation_is_shown() {
    let text = "So \\[ a = \\frac{b}{c} \\] and\n\n\\begin{align}\nd &= e \\\\\n&= f\n\\end{align}\n\n`\\[ x \\]` $$g = h$$";
    let html = derivation(text);
    let html = html.as_str();
    assert_eq!(
        html.matches(r#"<span class="formula">"#).count(),
        3,
        "{html}"
    );
    assert!(html.contains("<mfrac>") && html.contains("<br>"), "{html}");
    assert!(
        html.contains(r"<code>\[ x \]</code>") && !html.contains("begin"),
        "{html}"
    );
}

#[test]
fn a_formula_cannot_inject() {
    let html = shown("$\\text{<script>alert(1)</script>}$ $$<img onerror=x>$$ $\\unknown{<b>}$");
    assert!(
        !html.contains("<script") && !html.contains("<img") && !html.contains("<b>"),
        "{html}"
    );
}

#[test]
fn headings_cannot_inject_and_ids_are_unique() {
    let doc = document("# T <b>x</b>\n\n## A \"><script>\n\n## Same\n\n## Same\n\n## 中\n");
    assert_eq!(doc.title, "T <b>x</b>");
    let ids: Vec<&str> = doc.contents.iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!(ids, ["a-script", "same", "same-2", "section"]);
    assert!(!doc.html.as_str().contains("<script"));
}

#[test]
fn tables_scroll_and_carry_no_style() {
    let html = shown("| L | bonus |\n|:-:|--:|\n| 1 | 199 |\n");
    assert!(!html.contains("style="));
    assert!(
        html.contains(r#"<th scope="col" class="mid">L</th>"#),
        "{html}"
    );
    assert!(html.contains(r#"<td class="num">199</td>"#));
    assert!(html.contains(r#"<div class="scroll""#));
}

#[test]
fn the_language_of_a_code_block_never_becomes_markup() {
    let html = shown("```\"><script>alert(1)</script>\n1 < 2\n```\n");
    assert!(!html.contains("<script"));
    assert!(html.contains("1 &lt; 2"));
}

#[test]
fn a_document_lists_its_sections() {
    let doc = document("# Rules\n\nIntro.\n\n## Terms\n\n### Digits\n\n#### Deep\n");
    assert_eq!(doc.title, "Rules");
    assert!(!doc.html.as_str().contains("<h1"));
    let lines: Vec<(u8, &str)> = doc
        .contents
        .iter()
        .map(|entry| (entry.level, entry.text.as_str()))
        .collect();
    assert_eq!(lines, [(2, "Terms"), (3, "Digits")]);
}

#[test]
fn long_names_of_parameters_break_after_underscores() {
    let html = document("`MAX_STRING_LITERAL_CHARS` and `max_terms`").html;
    let html = html.as_str();
    assert!(html.contains("<code>MAX_<wbr>STRING_<wbr>LITERAL_<wbr>CHARS</code>"));
    assert!(html.contains("<code>max_terms</code>"));
}
