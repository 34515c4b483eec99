//! Values of several parts, tables, reactions and differences, as people write them.

use super::*;

#[test]
fn quantities_in_a_row_are_a_sum_where_each_is_a_part_of_the_one_before() {
    same(&[
        r"t = 1 \unit{min} + 30 \unit{s}",
        r"t = 1\,\text{min}\,30\,\text{s}",
        r"t = 1 \text{ min } 30 \text{ s}",
        r"t = \text{1 min 30 s}",
        r"t = 1\text{ min and } 30\text{ s}",
    ]);
    same(&[
        r"t = 2 \unit{h} + 1 \unit{min} + 30 \unit{s}",
        r"t = 2\,\mathrm{h}\;1\,\mathrm{min}\;30\,\mathrm{s}",
    ]);
    reads_as(
        r"l = 1\,\text{m}\,50\,\text{cm}",
        r"l = 1 \unit{m} + 50 \unit{cm}",
    );
    // What is no part, or has a sign before it, is a factor.
    for product in [
        r"A = 3 \unit{m} 4 \unit{m}",
        r"t = 1 \unit{min} 90 \unit{s}",
        r"t = 1 \unit{s} 30 \unit{min}",
        r"t = 1.5 \unit{min} 30 \unit{s}",
        r"p = 5 \unit{kg} 3 \unit{m}",
    ] {
        reads_as(product, &product.replace("} ", r"} \cdot "));
    }
    reads_as(
        r"A = 1\,\text{m} \cdot 50\,\text{cm}",
        r"A = 1 \unit{m} \cdot 50 \unit{cm}",
    );
}

#[test]
fn a_mixed_number_is_one_before_a_unit() {
    reads_as(r"t = 4\tfrac12\,\text{s}", r"t = \frac{9}{2} \unit{s}");
    reads_as(r"t = 4½\,\text{s}", r"t = \frac{9}{2} \unit{s}");
    reads_as(r"t = 4\tfrac12", r"t = 4 \frac{1}{2}");
    reads_as(r"E = 2\frac{1}{2} m v^2", r"E = 2 \frac{1}{2} m v^{2}");
    reads_as(
        r"t = 4 \cdot \frac{1}{2}\,\text{s}",
        r"t = 4 \cdot \frac{1}{2} \unit{s}",
    );
}

#[test]
fn an_uncertainty_needs_no_decimals_where_a_unit_stands() {
    for source in [
        r"v = 12 \pm 0.5\,\text{m}",
        r"v = (12 \pm 0.5)\,\text{m}",
        r"v = 12\,\text{m} \pm 0.5\,\text{m}",
        r"v = 12\,\text{m} \pm 4\%",
    ] {
        reads_as(source, r"v = 12 \unit{m}");
    }
    reads_as(r"v = 12 \pm 0.5", r"v = 12 \pm 0.5");
    reads_as(r"v = 12 \pm 5 \unit{m}", r"v = 12 \pm 5 \unit{m}");
    let without_brackets = r"h = 6.1 \pm 0.45 \times 10^{-34} \unit{J}";
    reads_as(without_brackets, without_brackets);
}

#[test]
fn a_bar_with_two_places_holds_all_factors_before_it() {
    reads_as(
        r"W = x e^{-x} \Big|_0^1",
        r"W = \left. x e^{-x} \right|_{0}^{1}",
    );
    reads_as(
        r"W = n \ln V|_a^b + c",
        r"W = \left. n \ln(V) \right|_{a}^{b} + c",
    );
    reads_as(
        r"W = x \frac{df}{dx}\Big|_{x = 0}",
        r"W = x \left. \frac{\mathrm{d} f}{\mathrm{d} x} \right|_{x = 0}",
    );
}

#[test]
fn commas_in_a_ket_separate_no_formulas() {
    let source = r"A|j, m\rangle = a|j, m\rangle, \quad B|j; m\rangle = b|j; m\rangle";
    assert_eq!(
        pieces(source),
        [r"A \ket{j,m} = a \ket{j,m}", r"B \ket{j;m} = b \ket{j;m}"]
    );
    assert_eq!(
        pieces(r"|\!\leftarrow\rangle = a|\uparrow\rangle - a|\!\rightarrow\rangle"),
        [r"\ket{\gets} = a \ket{\uparrow} - a \ket{\to}"]
    );
    assert_eq!(
        pieces(r"P = |a\rangle\langle a|, \quad x = 1"),
        [r"P = \ket{a} \bra{a}", "x = 1"]
    );
}

#[test]
fn cases_may_have_commas_colons_and_words_before_their_conditions() {
    same(&[
        r"f = \begin{cases} a & x < 0 \\ b & x > 0 \end{cases}",
        r"f = \begin{cases} a, x < 0 \\ b, x > 0 \end{cases}",
        r"f = \begin{cases} a & : x < 0 \\ b & : x > 0 \end{cases}",
        r"f = \begin{cases} a & \text{(left, } x < 0) \\ b & \text{(right, } x > 0) \end{cases}",
        r"f = \begin{cases} a & \text{left, } x < 0 \\ b & \mathrm{if}\ x > 0 \end{cases}",
        r"\begin{numcases}{f =} a & if $x < 0$ \\ b & $x > 0$ \end{numcases}",
    ]);
    // What words deny is not left out.
    fails(
        r"f = \begin{cases} a & \text{not, } x < 0 \\ b & x > 0 \end{cases}",
        23,
        r"`\text{not, }`",
    );
    // Several equations with commas in them are no cases.
    assert_eq!(
        pieces(r"\begin{cases} x = 1, y = 2 \\ z = 3 \end{cases}").len(),
        3
    );
}

#[test]
fn tensors_and_reactions_of_packages_are_read() {
    same(&[
        r"R^\rho_{\sigma\mu\nu} = 0",
        r"\tensor{R}{^\rho_{\sigma\mu\nu}} = 0",
        r"\tensor*{R}{^\rho_\sigma_\mu_\nu} = 0",
        r"R\indices{^\rho_\sigma_\mu_\nu} = 0",
    ]);
    same(&[
        r"{}^{238}_{92}\mathrm{U} \to {}^{234}_{90}\mathrm{Th} + {}^4_2\mathrm{He}",
        r"\ce{^{238}_{92}U -> ^{234}_{90}Th + ^4_2He}",
        r"\ce{^{238}_{92}U ->[\alpha] ^{234}_{90}Th + {}^{4}_{2}He}",
    ]);
    fails(r"\ce{A <=> B}", 1, r"the unknown command `\ce`");
}

#[test]
fn a_row_raised_to_a_t_is_a_column() {
    same(&[
        r"r = \begin{pmatrix} 3 \\ 4 \end{pmatrix}",
        r"r = (3, 4)^T",
        r"r = [3, 4]^{\mathsf T}",
        r"r = \begin{pmatrix} 3 & 4 \end{pmatrix}^\top",
    ]);
    reads_as("r = (a + b)^T", "r = (a + b)^{T}");
}

#[test]
fn a_sum_says_in_several_ways_over_what_it_runs() {
    same(&[
        r"\sum_{i = 1}^N m_i",
        r"\sum_{1 \le i \le N} m_i",
        r"\sum_{i \in \{1, \ldots, N\}} m_i",
        r"\sum_{i \in \{1, 2, \ldots, N\}} m_i",
    ]);
    same(&[r"\sum_i p_i", r"\sum_{\text{all } i} p_i"]);
    let odd = r"\sum_{i \in \{1, 3, \ldots, N\}} m_{i}";
    reads_as(odd, odd);
    let open = r"\sum_{1 < i < N} m_{i}";
    reads_as(open, open);
}

#[test]
fn a_greatest_value_says_over_what_it_is_taken() {
    reads_as(r"E = \max_i E_i", r"E = \text{max}_{i}(E_{i})");
    reads_as(r"E = \max\limits_{i} E_i", r"E = \text{max}_{i}(E_{i})");
    same(&[r"E = \max(a, b)", r"E = \max\{a, b\}"]);
}

#[test]
fn an_arrow_behind_a_wide_space_leads_on() {
    same(&["a = b", r"a = b \quad \to", r"a = b, \quad \rightarrow"]);
    fails(r"x \to", 6, "the end of the formula");
}

#[test]
fn a_comma_behind_a_zero_is_a_decimal_one() {
    reads_as(r"x = 0{,}012", "x = 0.012");
    reads_as(r"x = 10{,}012", "x = 10012");
}

#[test]
fn what_only_places_says_nothing() {
    same(&[
        r"A = \begin{pmatrix} 1 & 2 \end{pmatrix}",
        r"A = \begin{pmatrix*}[r] 1 & 2 \end{pmatrix*}",
    ]);
    assert_eq!(pieces(r"x = {}& a \\ & {}+ b"), ["x = a + b"]);
}
