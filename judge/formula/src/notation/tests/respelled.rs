//! Words that are written in another way than LaTeX has for them.

use super::*;

#[test]
fn a_change_has_many_letters() {
    same(&[
        r"\Delta E = a",
        r"\mathit\Delta E = a",
        r"\mathrm{\Delta} E = a",
        r"\text{Δ}E = a",
        r"\upDelta E = a",
        r"\triangle E = a",
        r"\bigtriangleup E = a",
        "△E = a",
    ]);
    // A name, and the corners of a triangle.
    differ(r"E_\triangle = a", r"E_\Delta = a");
    assert!(read(r"\triangle ABC = a").is_err());
}

#[test]
fn a_lowered_ring_is_the_index_zero() {
    same(&[
        r"\epsilon_0 = 1",
        r"\epsilon_\circ = 1",
        r"\epsilon_{\circ} = 1",
    ]);
    differ(r"p^\circ = 1", "p_0 = 1");
}

#[test]
fn a_relation_that_is_struck_says_the_opposite() {
    same(&[r"a \ge b", r"a \not< b"]);
    same(&[r"a \le b", r"a \not> b"]);
    same(&["a > b", r"a \not\le b", r"a \not\leq b"]);
    same(&["a < b", r"a \not\geq b"]);
    same(&[r"a \ne b", r"a \not= b"]);
}

#[test]
fn accents_are_set_over_letters_as_notes() {
    same(&[
        r"\ddot x = a",
        r"\overset{..}{x} = a",
        r"\overset{\cdot\cdot}{x} = a",
    ]);
    same(&[r"\dot x = a", r"\overset{.}{x} = a"]);
    same(&[
        r"\vec F = \vec a",
        r"\overset{\rightharpoonup}{F} = \overset{\to}{a}",
    ]);
    same(&[
        r"\vec F = \vec a",
        r"\underset{\sim}{F} = \underset{\sim}{a}",
    ]);
    same(&[r"\bar x = a", r"\overset{-}{x} = a"]);
    same(&["x = a", r"x \overset{.}{=} a", r"x \overset{!}{=} a"]);
}

#[test]
fn a_row_of_numbers_needs_no_commas() {
    same(&[
        "v = [3, -4, 0]",
        r"v = [3\ -4\ 0]",
        r"v = [3 \quad -4 \quad 0]",
        r"v = [3~{-4}~0]",
    ]);
    same(&["v = [3, -4]^T", r"v = [3\ -4]^T"]);
    // One number, a difference and factors.
    differ(r"v = [1\ 000\ 000]", "v = [1, 000, 000]");
    differ(r"v = [5\ -\ 4\ 0]", "v = [5, -4, 0]");
    differ(r"v = [a\ b\ c]", "v = [a, b, c]");
    differ(r"v = [3\,4\,5]", "v = [3, 4, 5]");
}

#[test]
fn upright_letters_make_derivatives_with_a_slash() {
    same(&[
        r"\frac{dN}{dt} = a",
        r"\mathrm{d}N/\mathrm{d}t = a",
        r"\text{d}N/\text{d}t = a",
        r"\mathrm{d}N/\mathrm dt = a",
    ]);
    same(&[r"\dv{N}{t} = a", r"\dv*{N}{t} = a"]);
    same(&[r"\frac{\partial f}{\partial x} = a", r"\diffp{f}{x} = a"]);
    reads_as(
        r"\frac{\dif\ln T}{\dif\ln P} = a",
        r"\frac{{d} \ln(T)}{{d} \ln(P)} = a",
    );
}

#[test]
fn the_letter_of_a_component_is_that_of_its_coordinate() {
    same(&[
        r"F_{\mu\nu} = \partial_\mu A_\nu",
        r"F_{\mu\nu} = \frac{\partial A_\nu}{\partial x^\mu}",
        r"F_{\mu\nu} = \frac{\partial}{\partial x^\mu} A_\nu",
        r"F_{\mu\nu}{} = \partial_{\mu}A_{\nu}{}",
    ]);
    // A chemical potential is no index.
    same(&[
        r"N = \partial_\mu P",
        r"N = \frac{\partial P}{\partial \mu}",
    ]);
}

#[test]
fn cases_are_told_apart_in_many_languages() {
    let cases = r"f = \begin{cases} a & x < 0 \\ b & x > 0 \end{cases}";
    for word in ["falls", "für", "si", "pour", "при", "если", "当", "if"] {
        let told = cases.replace("& ", &format!(r"& \text{{{word} }} "));
        assert_eq!(read(&told), read(cases), "{told}");
    }
    for source in [
        r"f = \left\{\begin{aligned} &a, && x < 0 \\ &b, && x > 0 \end{aligned}\right.",
        r"f = \begin{cases} a & (x < 0 \text{ のとき}) \\ b & (x > 0 \text{ のとき}) \end{cases}",
        r"f = \begin{cases} a & x < 0 \text{ 时} \\ b & x > 0 \text{ 时} \end{cases}",
    ] {
        assert_eq!(read(source), read(cases), "{source}");
    }
    let system = r"\left[\begin{array}{l} x = 1 \\ x = 3 \end{array}\right.";
    let read_all = read_range(system, 0, system.len(), &Options::default());
    assert_eq!(read_all.len(), 2);
    assert!(
        read(r"n = \begin{cases} N / L & (\text{一维}) \\ N / A & (\text{二维}) \end{cases}")
            .is_ok()
    );
    let system = r"a = b \implies \begin{cases} c = d \\ e = f \end{cases}";
    let read_all = read_range(system, 0, system.len(), &Options::default());
    assert_eq!(read_all.len(), 3);
    same(&[r"x = \{1, 3\}", r"x = \begin{cases} 1 \\ 3 \end{cases}"]);
    assert!(read(r"f = \begin{cases} a & n = 1, 2, 3 \\ b & n > 3 \end{cases}").is_ok());
}

#[test]
fn an_angle_may_have_parts() {
    same(&[
        r"\theta = 30 \unit{°} + 15 \unit{arcmin}",
        r"\theta = \ang{30;15;}",
        r"\theta = \ang{30;15}",
    ]);
    same(&[r"\theta = \ang{30}", r"\theta = \ang{30;;}"]);
    assert!(read(r"\theta = \ang{1;2;3;4}").is_err());
}

#[test]
fn further_commands_say_what_others_do() {
    same(&[r"x = e^{-t}", r"x = \e^{-t}"]);
    same(&[
        r"y = \sin x",
        r"y = \sen x",
        r"y = \operatorname{sen} x",
        r"y = \text{sen}(x)",
    ]);
    same(&[
        r"T = 20 \unit{°C}",
        r"T = 20\,\textcelsius",
        r"T = 20\,\textdegree\text{C}",
        r"T = 20^0\text{C}",
        r"T = 20~^\circ\text{С}",
    ]);
    same(&["I = m r^2", r"I = m r^2 \quad [\mathrm{kg\,m^2}]"]);
    same(&[r"\ket{\psi} = a", r"\ket*{\psi} = a"]);
    same(&[
        r"\oint \vec E \cdot d\vec A = Q",
        r"\oiint \vec E \cdot d\vec A = Q",
        r"\varoiint \vec E \cdot d\vec A = Q",
    ]);
    reads_as(
        r"\frac12 \otimes \frac12 = 1 \oplus 0",
        r"((\frac{1}{2}) \otimes (\frac{1}{2})) = ((1) \oplus (0))",
    );
    same(&[r"(\|x\|)_2 = 1", r"\|x\|_2 = 1"]);
    reads_as(r"E = 5\,\text{J per photon}", r"E = 5 \unit{J}");
}

#[test]
fn words_of_conditions_and_letters_cost_nothing() {
    let cases = r"f = \begin{cases} a & x < 0 \\ b & x > 0 \end{cases}";
    for source in [
        r"f = \begin{cases} a & (x < 0,\ \text{inside}) \\ b & (x > 0,\ \text{outside}) \end{cases}",
        r"f = \begin{cases*} a & for $x < 0$ \\ b & for $x > 0$ \end{cases*}",
    ] {
        assert_eq!(read(source), read(cases), "{source}");
    }
    same(&[
        r"\{x : 2 < x < 5\}",
        r"\{x \in \mathbb{R} : 2 < x < 5\}",
        "2 < x < 5",
    ]);
    same(&["I = m r^2", r"\underset{\text{sphere}}{I} = m r^2"]);
    same(&[r"Z = 2\sinh(x)", r"Z = 2\operatorname{sh}(x)"]);
    same(&[
        r"T = 104 \unit{°F}",
        r"T = 104\,^\circ\text{F}",
        r"T = 104^\circ\mathrm{F}",
    ]);
    reads_as(r"t = 3\,\mathrm{h}", r"t = 3 \unit{h}");
}
