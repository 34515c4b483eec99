use super::*;
use formula::notation;

fn shown(source: &str) -> String {
    formula(&notation::read(source).unwrap())
}

/// Whether each tag is closed in order and no bare markup is left.
fn is_well_formed(text: &str) -> bool {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        let end = start + rest[start..].find('>').unwrap();
        let tag = &rest[start + 1..end];
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return false;
            }
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap());
        }
        rest = &rest[end + 1..];
    }
    open.is_empty()
}

#[test]
fn a_relation_is_shown_by_its_sign() {
    for (written, sign) in [
        (r"a \ge 0", "≥"),
        (r"a \le 0", "≤"),
        (r"a \geqslant 0", "≥"),
        (r"a \nless 0", "≥"),
        (r"a \ne 0", "≠"),
        (r"a \gg b", "≫"),
        (r"a \approx b", "≈"),
        (r"a \propto b", "∝"),
        (r"a \equiv b", "≡"),
        (r"a \sim b", "∼"),
        (r"a \in b", "∈"),
        (r"a > b", "&gt;"),
    ] {
        let text = shown(written);
        assert!(text.contains(&format!(">{sign}</mo>")), "{written}: {text}");
    }
}

#[test]
fn a_formula_has_its_parts() {
    let text = shown(r"\omega'_0 = \sqrt[3]{\frac{k}{m}} \int_0^{\infty} e^{-br} dr");
    for part in [
        "<msubsup><mi>ω</mi><mn>0</mn><mrow><mo>′</mo></mrow></msubsup>",
        "<mroot>",
        "<mfrac>",
        "<msubsup><mo>∫</mo>",
        "<mi>d</mi><mi>r</mi>",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn every_kind_of_node_is_well_formed() {
    for source in [
        r"\hat n \cdot \vec B = 0",
        r"\vec F = q \vec v \times \vec B",
        r"\nabla^2 f - \nabla \cdot \vec E + \nabla \times \vec B + \nabla \phi",
        r"\frac{\partial^2 f}{\partial x \partial y} + \ddot x + \frac{d}{dr}(r f(r))",
        r"\sum_{i=1}^{n} m_i x_i^2 \le \prod_k a_k",
        r"\lim_{x \to 0^+} \frac{\sin^2 x}{x}",
        r"\left. \frac{df}{dx} \right|_{x=0} + \left[ F \right]_a^b",
        r"\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}",
        r"f = \begin{cases} 1 & x < 0 \\ 2 & x \geq 0 \end{cases}",
        r"\left(\frac{\partial U}{\partial T}\right)_V + \langle x^2 \rangle + |a| + n! + \binom{n}{k}",
        r"v = 36\,\unit{km/h} + 5\% + 60^\circ + 1.5 \times 10^{-3} \unit{\mu F}",
        r"\Delta x = \pm \log_2 8 + \mathcal{L} + \bar{v}_{\text{max}} + \psi(x, t)",
    ] {
        let text = shown(source);
        assert!(is_well_formed(&text), "{source}: {text}");
    }
}

#[test]
fn what_was_not_read_is_shown_as_text_and_cannot_break_out() {
    let text = unread("</mtext><script>alert('&')</script>\0");
    assert!(is_well_formed(&text), "{text}");
    assert!(text.contains("&lt;script&gt;alert(&#39;&amp;&#39;)"));
    assert!(!text.contains('\0'));
}

#[test]
fn names_are_escaped() {
    let text = shown(r"x_{a<b} < y");
    assert!(text.contains("<mtext>a&lt;b</mtext>"), "{text}");
    assert!(is_well_formed(&text));
}
