//! What programs and scanners make of LaTeX, and what people put behind a formula.

use super::*;

#[test]
fn what_programs_and_scanners_write_is_read() {
    same(&[r"a = b", "a =: b"]);
    same(&[r"E = U_{eff} + 1", r"E = {{U}}_{{eff}} + 1"]);
    same(&[r"p'^2 = a", r"p^{\prime 2} = a", r"p^{'2} = a"]);
    same(&[r"\theta = 30^\circ 15'", r"\theta = 30^{\circ} 15^{\prime}"]);
    same(&[r"E_\parallel = a", r"E_{\|} = a", r"E_\| = a", "E_{||} = a"]);
    same(&[
        r"a = \mathrm{v}_0 t",
        r"a = \mathrm{v_0} t",
        r"a = \mathit{v_0} t",
    ]);
    same(&[r"x = 1 + \ldots + n", r"x = 1 + \cdot\cdot\cdot + n"]);
    same(&[
        r"a = \vec f_0",
        r"a = {\vec f}_0",
        r"a = {\vec{f}}_0",
        r"a = {\boldsymbol{f}}_0",
    ]);
    same(&[r"a = \left(b\right)_V", r"a = {\left(b\right)}_V"]);
    same(&[
        r"m \frac{\mathrm{d} v}{\mathrm{d} t} = F",
        r"m \frac{\mathrm{~d} v}{\mathrm{~d} t} = F",
    ]);
    same(&[r"\frac{a}{b} + c = 1", r"\frac{a}{b}{+}c = 1"]);
    same(&[r"\omega = 2 \pi f", r"\omega = 2 \uppi f"]);
    same(&[
        r"\theta = 30^\circ",
        r"\theta = 30^0",
        r"\angle\theta = 30^\circ",
    ]);
    reads_as(r"a^{\dagger 2} = b", r"(a^{\dagger})^{2} = b");
    reads_as(r"n = 10^0", "n = (10)^{0}");
    fails(r"\angle ABC = 30^\circ", 1, r"the unknown command `\angle`");
}

#[test]
fn what_is_said_in_brackets_behind_a_value_is_no_factor() {
    assert_eq!(
        pieces(r"v = \sqrt{g h} \left(h \gg 1\right)"),
        [r"v = \sqrt{g h}"]
    );
    assert_eq!(pieces("x = 1 (y > 0)"), ["x = 1"]);
    assert_eq!(
        pieces(r"v = \sqrt{g h}\;\left[\mathrm{m\,s^{-1}}\right]"),
        [r"v = \sqrt{g h}"]
    );
    assert_eq!(
        pieces(r"v = \sqrt{g h}\ (\mathrm{m/s})"),
        [r"v = \sqrt{g h}"]
    );
    assert_eq!(
        pieces(r"\lambda = \frac{h}{p} \quad\text{[m]}"),
        [r"\lambda = \frac{h}{p}"]
    );
    // Concentrations, events, and a letter that something is applied to.
    assert_eq!(pieces(r"r = k\,[\text{A}]"), ["r = k A"]);
    assert_eq!(pieces("p = P_{1}(x > a)"), ["p = P_{1}{(x > a)}"]);
    assert_eq!(pieces(r"E = E_0\ (\mathrm{J})"), ["E = E_{0}(J)"]);
}

#[test]
fn marks_stand_behind_a_wide_space() {
    for mark in [
        "*",
        "**",
        "^*",
        r"\dagger",
        r"\triangle",
        r"\surd",
        "//",
        r"\clubsuit",
        r"\mathrm{(i)}",
        r"\mathrm{QED}",
    ] {
        assert_eq!(
            pieces(&format!(r"v = a t \quad {mark}")),
            ["v = a t"],
            "{mark}"
        );
    }
    assert_eq!(pieces(r"v = a t \quad / 2"), [r"v = \frac{a t}{2}"]);
    assert_eq!(pieces(r"\overset{(1)}{\Rightarrow} v = a"), ["v = a"]);
    fails(r"v = a \mathrm{(i)}", 15, "`(`");
}

#[test]
fn the_sides_of_zero_are_two_places() {
    same(&[r"\psi(0^+) = a", r"\psi(0^{+}) = a"]);
    differ(r"\psi(0^+) = a", r"\psi(0^-) = a");
    differ(r"\psi(0^+) = a", r"\psi(0) = a");
    differ(r"\psi^{(+)} = a", r"\psi^{(-)} = a");
    differ(r"\nabla_\mu A^{\mu\nu} = 0", r"\nabla_\nu A^{\mu\nu} = 0");
}

#[test]
fn members_may_have_semicolons_between_them() {
    same(&[r"x \in \{2, 3\}", r"x \in \{2; 3\}"]);
}
