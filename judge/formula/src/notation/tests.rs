use super::*;
use crate::notation::vocabulary;
use crate::notation::vocabulary::{Delimiter, Macro, Role};
use crate::tree::*;

mod compound;
mod scanned;

/// The canonical LaTeX of what was read.
fn canonical(source: &str) -> String {
    match read(source) {
        Ok(formula) => formula.to_latex(),
        Err(error) => panic!("{source}: {error}"),
    }
}

#[track_caller]
fn reads_as(source: &str, expected: &str) {
    assert_eq!(canonical(source), expected, "{source}");
}

#[track_caller]
fn same(sources: &[&str]) {
    let first = read(sources[0]).unwrap();
    for source in sources {
        assert_eq!(read(source).as_ref(), Ok(&first), "{source}");
    }
}

#[track_caller]
fn differ(a: &str, b: &str) {
    assert_ne!(read(a).unwrap(), read(b).unwrap(), "{a} and {b}");
}

#[track_caller]
fn fails(source: &str, column: usize, found: &str) {
    let error = read(source).unwrap_err();
    assert_eq!(
        (error.column, error.found.as_str()),
        (column, found),
        "{source}: {error}"
    );
}

#[test]
fn spellings_of_one_symbol_are_one_symbol() {
    same(&[r"\omega_{0}", r"\omega_0"]);
    same(&["v'_1", "v_1'", "v^{\\prime}_1", r"v^\prime_{1}"]);
    same(&[r"\epsilon_0", r"\varepsilon_0"]);
    same(&[
        r"\theta_{max}",
        r"\theta_{\max}",
        r"\theta_{\text{max}}",
        r"\theta_{\mathrm{max}}",
    ]);
    same(&[r"\vec a", r"\mathbf a", r"\boldsymbol{a}", r"\mathbf{a}"]);
    same(&[r"\bar{v}_1", r"\bar{v_1}", r"\overline{v}_1"]);
    same(&["x^2_1", "x_1^2"]);
    same(&[r"\hat n", r"\hat{\mathbf n}"]);
    same(&["ans = 3", r"\text{ans} = 3"]);
}

#[test]
fn different_symbols_stay_different() {
    differ("M'", "M");
    differ("F_{AB}", "F_{BA}");
    differ(r"\vec a", "a");
    differ(r"\dot x", "x");
    differ(r"\bar v", "v");
    differ(r"\phi", r"\varphi");
    differ("x^*", "x");
    differ(r"\nu'", r"\nu");
}

#[test]
fn layout_makes_no_difference() {
    same(&[
        r"\left( a + b \right) c = d",
        "(a+b)c = d",
        r"\Bigl(a\,+\;b\Bigr)\!c = d",
        r"$$ (a+b)c = d. $$",
        r"\[\boxed{(a+b)c = d}\]",
        r"\begin{aligned} (a+b)c &= d \end{aligned}",
        r"(a+b)c = d \quad (3.1)",
        r"{(a+b)} c = d \tag{1}",
    ]);
    same(&[
        r"x = \dfrac{a}{b}",
        r"x = \tfrac ab",
        r"x = \frac{a}{b}",
        "x = a/b",
    ]);
}

#[test]
fn abbreviations_are_what_they_stand_for() {
    same(&[r"v = \dv{x}{t}", r"v = \frac{dx}{dt}", r"v = \dv{t} x"]);
    same(&[
        r"a = \dv[2]{x}{t}",
        r"a = \frac{d^2 x}{dt^2}",
        r"a = \dv[2]{t}(x)",
    ]);
    same(&[r"\pdv{f}{x} = 0", r"\frac{\partial f}{\partial x} = 0"]);
    same(&[
        r"\pdv{f}{x}{y} = 0",
        r"\frac{\partial^2 f}{\partial x \partial y} = 0",
    ]);
    same(&[r"\int f \dd{x}", r"\int f \dd x", r"\int f dx"]);
    same(&[r"\abs{\frac{a}{b}}", r"\left|\frac{a}{b}\right|"]);
    same(&[r"\norm{\vb{v}}", r"\|\vec v\|"]);
    same(&[r"c\qty(a + b)", r"c(a + b)", r"c\qty[a + b]"]);
    same(&[r"\vu{n}", r"\hat{n}"]);
    same(&[r"{a \over b + c} = d", r"\frac{a}{b + c} = d"]);
    same(&[r"e^{a \over b}", r"e^{\frac{a}{b}}"]);
    same(&[r"{n \choose k}", r"\binom{n}{k}"]);
    same(&[r"v_{\rm max}", r"v_{\text{max}}"]);
    same(&[r"\dv{\abs{x}}{t}", r"\frac{d |x|}{dt}"]);
    differ(r"\dv[2]{x}{t}", r"\dv{x}{t}");
    fails(r"\dv x", 1, r"`\dv`");
    fails(r"a \over b", 3, r"`\over`");
    fails(r"{a \over b \over c}", 12, r"`\over`");
}

#[test]
fn decoration_is_no_part_of_a_formula() {
    same(&[
        r"a + b = c",
        r"\underbrace{a + b}_{\text{mass}} = c",
        r"\overbrace{a + b}^{m} = c",
        r"a + b \overset{(1)}{=} c",
        r"a + b \stackrel{\text{def}}{=} c",
        r"\color{red}{a} + b = c",
        r"{\color{red} a} + \textcolor{blue}{b} = c",
        r"\cancel{a} + b = c",
    ]);
    same(&[r"a \underset{x \to 0}{\to} b", r"a \to b"]);
    let two = r"a \overset{!}{=} 1, b \overset{!}{=} 2";
    assert_eq!(read_range(two, 0, two.len()).len(), 2);
    fails(r"\overset{x}{y} = 1", 1, r"`\overset`");
}

#[test]
fn intervals_may_lack_an_end() {
    reads_as(r"x \in [0, 1)", r"x \in [0, 1)");
    reads_as(r"x \in \left(0, 1\right]", r"x \in (0, 1]");
    differ(r"x \in [0, 1)", r"x \in [0, 1]");
    fails(r"[a + b)", 7, "`)`");
}

#[test]
fn numbers_are_exact_and_remember_their_digits() {
    let number = |source: &str| match read(source).unwrap().first {
        Some(Expr::Number(number)) => number,
        other => panic!("{source}: {other:?}"),
    };
    let small = number(r"1.5 \times 10^{-3}");
    assert_eq!(small.value(), number("0.0015").value());
    assert_eq!(
        (small.mantissa(), small.exponent()),
        ("1.5".to_owned(), Some(-3))
    );
    assert_eq!(number("1.20").mantissa(), "1.20");
    assert_eq!(number("0.0120").mantissa(), "0.0120");
    assert_eq!(number(r"5.145 \times 10^4").to_i64(), Some(51450));
    assert_eq!(number("1{,}000"), number("1000"));
    assert_eq!(number(r"1\,000"), number("1000"));
    assert_eq!(number("1{,}5").value(), number("1.5").value());
    assert!((number(".5").to_f64() - 0.5).abs() < f64::EPSILON);
}

#[test]
fn a_slash_divides_by_what_stands_together() {
    reads_as("p^2/2m", r"\frac{p^{2}}{2 m}");
    reads_as("1/2 m v^2", r"\frac{1}{2} m v^{2}");
    reads_as(r"a/b \sin x", r"\frac{a}{b} \sin(x)");
    reads_as(r"a/b \cdot c", r"\frac{a}{b} c");
    reads_as("a/b(c+d)", r"\frac{a}{b} (c + d)");
    reads_as("a/b/c", r"\frac{\frac{a}{b}}{c}");
}

#[test]
fn arguments_of_functions_end_where_one_expects() {
    reads_as(r"\cos\omega t + \phi", r"\cos(\omega t) + \phi");
    reads_as(r"A \cos (\omega t + \phi)", r"A \cos(\omega t + \phi)");
    reads_as(r"\sin(\theta)\cos(\theta)", r"\sin(\theta) \cos(\theta)");
    reads_as(r"\sin\theta\cos\theta", r"\sin(\theta) \cos(\theta)");
    reads_as(r"\sin 2\theta", r"\sin(2 \theta)");
    reads_as(r"\ln \frac{M+m}{M}", r"\ln(\frac{M + m}{M})");
    reads_as(r"mg\sin\theta\frac{L}{2}", r"m g \sin(\theta) \frac{L}{2}");
    reads_as(
        r"\sin 2\pi\frac{x}{\lambda}",
        r"\sin(2 \pi \frac{x}{\lambda})",
    );
    reads_as(
        r"A\sin\omega t e^{-\gamma t}",
        r"A \sin(\omega t) e^{-\gamma t}",
    );
    reads_as(r"\sin\frac{\pi}{4}(9-5)", r"\sin(\frac{\pi}{4}) (9 - 5)");
    reads_as(r"\sin i(1-a)", r"\sin(i) (1 - a)");
    reads_as(r"\exp i(a-b)", r"\exp(i \cdot (a - b))");
    reads_as(r"\sin\theta(1-a)", r"\sin(\theta) (1 - a)");
    reads_as(r"\sin k(x-vt)", r"\sin(k \cdot (x - v t))");
    reads_as(
        r"\cos\frac{2\pi}{\lambda}(x-vt)",
        r"\cos(\frac{2 \pi}{\lambda} (x - v t))",
    );
    reads_as(r"\cos(n+1)\theta", r"\cos((n + 1) \theta)");
    reads_as(r"\sin(\alpha+\beta)L", r"\sin(\alpha + \beta) L");
    reads_as(r"\ln(N-n)!", r"\ln((N - n)!)");
    reads_as(r"\sin^2 x + \tan^{-1} x", r"(\sin(x))^{2} + \arctan(x)");
    reads_as(r"\log_2 8 + \lg x", r"\log_{2}(8) + \log_{10}(x)");
    reads_as(r"\mathrm{sin} i_2^2", r"\sin(i_{2}^{2})");
    reads_as(
        r"\sin{(\theta )} \sin 60^\circ",
        r"\sin(\theta) \sin(60 \degree)",
    );
}

#[test]
fn a_bracket_after_a_letter_is_a_product_or_an_argument() {
    let is_call = |source: &str| matches!(read(source).unwrap().first, Some(Expr::Call(_)));
    for source in [
        "f(r)",
        "V(r)",
        r"\delta(\mathbf r)",
        "m_{water}(t)",
        "v(0)",
        r"\psi(x, t)",
        r"\delta(x - a)",
        r"f{\left(x + a \right)}",
    ] {
        assert!(is_call(source), "{source}");
    }
    for source in ["m(1-x)", "m(a+b)", "e(x)", "2(x)", r"\pi(r)"] {
        assert!(!is_call(source), "{source}");
    }
    // What is a function once is one everywhere in the formula.
    reads_as("f(x) = f(x + a)", "f(x) = f{(x + a)}");
}

#[test]
fn a_name_that_would_work_on_what_follows_is_kept_apart() {
    for source in [
        r"\operatorname{div} \cdot 1",
        r"a \operatorname{grad} \cdot (x + 1)",
    ] {
        let formula = read(source).unwrap();
        assert_eq!(read(&formula.to_latex()), Ok(formula), "{source}");
    }
}

#[test]
fn derivatives_are_read_in_all_notations() {
    same(&[
        r"\frac{dx}{dt}",
        r"\frac{\mathrm{d}x}{\mathrm{d}t}",
        r"dx/dt",
        r"\frac{d}{dt} x",
        r"\frac{d}{dt}(x)",
    ]);
    reads_as(
        r"\frac{d}{dr}(r^2 f(r))",
        r"\frac{\mathrm{d}}{\mathrm{d} r} (r^{2} f(r))",
    );
    reads_as(
        r"\frac{d^2\theta}{dt^2}",
        r"\frac{\mathrm{d}^{2} \theta}{\mathrm{d} t^{2}}",
    );
    reads_as(
        r"\frac{\partial^2 f}{\partial x\partial y}",
        r"\frac{\partial^{2} f}{\partial x \partial y}",
    );
    reads_as(r"\partial_t \rho", r"\frac{\partial \rho}{\partial t}");
    same(&[r"d^2x/dt^2", r"\frac{d^2 x}{d t^2}"]);
    same(&[
        r"\partial^2 f/\partial x^2",
        r"\frac{\partial^2 f}{\partial x^2}",
    ]);
    same(&[
        r"\partial^2 f/\partial x \partial y",
        r"\frac{\partial^2 f}{\partial x \partial y}",
    ]);
    same(&[r"dg/dx(0)", r"\left. \frac{dg}{dx} \right|_{x = 0}"]);
    fails(
        "d^2x/dt^3",
        1,
        "a derivative of order 2 over differentials of order 3",
    );
    reads_as(
        r"\frac{d}{v_1} + \frac{2\pi d}{\lambda}",
        r"\frac{d}{v_{1}} + \frac{2 \pi d}{\lambda}",
    );
    reads_as(
        r"d\sin\theta = m\lambda",
        r"d \cdot \sin(\theta) = m \lambda",
    );
    reads_as(
        r"\frac{d}{dt}\frac{\partial L}{\partial\dot q}",
        r"\frac{\mathrm{d}}{\mathrm{d} t} (\frac{\partial L}{\partial \dot{q}})",
    );
    let dots = read(r"\ddot{\vec r}_1").unwrap().first;
    let Some(Expr::Derivative(dots)) = dots else {
        panic!("{dots:?}")
    };
    assert_eq!((dots.style, dots.by[0].1), (DerivativeStyle::Dot, 2));
    assert!(dots.of.is_vector());
}

#[test]
fn a_pair_of_differentials_is_one() {
    reads_as(
        r"dv = \left( \frac{P}{m} - g \right) dt",
        r"\mathrm{d} v = (\frac{P}{m} - g) \mathrm{d} t",
    );
    reads_as(
        "dU = TdS - PdV",
        r"\mathrm{d} U = T \mathrm{d} S - P \mathrm{d} V",
    );
    reads_as("2 n d = m", "2 n d = m");
}

#[test]
fn integrals_find_their_differentials() {
    let integral = |source: &str| match read(source).unwrap().first {
        Some(Expr::Integral(integral)) => *integral,
        other => panic!("{source}: {other:?}"),
    };
    let bucket = integral(r"\int_0^\tau \frac{P dt}{M - kt}");
    assert_eq!(bucket.body.to_latex(), r"\frac{P}{M - k t}");
    assert_eq!(bucket.variables, [Symbol::new("t")]);
    assert_eq!(integral(r"\int_0^{2\pi} d\phi").body, Expr::integer(1));
    assert_eq!(integral(r"\int dx\, f(x)").body.to_latex(), "f(x)");
    assert_eq!(integral(r"\int a + b \, dx").body.to_latex(), "a + b");
    assert_eq!(integral(r"\int_{\mathbb{R}^3} \rho\, dV").upper, None);
    assert_eq!(integral(r"\iint_S \rho\, dx\, dy").variables.len(), 2);
    assert_eq!(integral(r"\int d^3 r").variables.len(), 3);
    let flux = integral(r"\oint_S \mathbf E \cdot d\mathbf A");
    assert!(matches!(flux.body, Expr::Dot(..)) && flux.variables.is_empty());
    let nested = integral(r"\int_0^\infty \int_0^\pi r^2 \sin\theta d\theta dr");
    assert_eq!(nested.variables, [Symbol::new("r")]);
    assert!(
        matches!(&nested.body, Expr::Integral(inner) if inner.variables == [Symbol::new(r"\theta")])
    );
    reads_as(
        r"\int_0^\tau \frac{P dt}{M} - g\tau",
        r"\int_{0}^{\tau} \frac{P}{M} \mathrm{d} t - g \tau",
    );
    reads_as(r"e^{\int P dx} y", r"e^{\int P \mathrm{d} x} y");
    // The bar of a bra closes nothing that waits for a differential.
    let states = integral(r"\int \frac{\langle\phi|}{x^2} V dx");
    assert_eq!(states.variables, [Symbol::new("x")]);
}

#[test]
fn vectors_have_their_products() {
    let side = |source: &str| read(source).unwrap().first.unwrap();
    assert!(matches!(
        side(r"\mathbf v \times \mathbf B"),
        Expr::Cross(..)
    ));
    assert!(matches!(side(r"\hat n \cdot \vec B"), Expr::Dot(..)));
    assert!(matches!(side(r"a \times b"), Expr::Product(_)));
    same(&[r"q \vec v \times \vec B", r"q (\vec v \times \vec B)"]);
    same(&[
        r"\vec a \cdot \vec b \times \vec c",
        r"\vec a \cdot (\vec b \times \vec c)",
    ]);
    assert!(matches!(
        side(r"\nabla \cdot \mathbf E"),
        Expr::Nabla(Nabla::Divergence, _)
    ));
    assert!(matches!(
        side(r"\nabla \times \mathbf E"),
        Expr::Nabla(Nabla::Curl, _)
    ));
    assert!(matches!(
        side(r"\nabla^2 \left(\frac1r\right)"),
        Expr::Nabla(Nabla::Laplacian, _)
    ));
    reads_as(
        r"(\vec v\cdot\nabla)\vec v",
        r"(\vec{v} \cdot \nabla) \vec{v}",
    );
}

#[test]
fn units_are_products_of_powers() {
    let unit = |source: &str| match read(source).unwrap().first.unwrap() {
        Expr::Product(factors) => factors[1].to_latex(),
        other => panic!("{source}: {other:?}"),
    };
    assert_eq!(unit(r"36 \unit{km/h}"), r"\unit{km*h^{-1}}");
    assert_eq!(unit(r"3 \unit{\mu F}"), r"\unit{µF}");
    assert_eq!(unit(r"3 \unit{s^{-1}}"), unit(r"3 \unit{1/s}"));
    assert_eq!(unit(r"3 \unit{J/(kg K)}"), unit(r"3 \unit{J/kg K}"));
    assert_eq!(unit(r"3 \unit{k\Omega}"), r"\unit{kΩ}");
    assert_eq!(
        unit(r"3 \unit{\metre\per\second\squared}"),
        r"\unit{m*s^{-2}}"
    );
    assert_eq!(unit(r"\qty{3}{N*m}"), r"\unit{N*m}");
    assert_eq!(unit(r"20^\circ\text{C}"), r"\unit{°C}");
    assert_eq!(unit(r"60^\circ"), r"\degree");
    assert_eq!(unit(r"50\%"), r"\%");
    same(&[
        r"3 \unit{m/s^2}",
        r"3\,\text{m/s}^2",
        r"3~\mathrm{m/s^2}",
        r"3\ \mathrm{m\,s^{-2}}",
    ]);
    differ(r"2\mathrm{e}^{x}", r"2\unit{e}");
    reads_as(r"2\mathrm{kin}", r"2 \text{kin}");
    reads_as(r"5\,\text{N}\cdot\text{m}", r"5 \unit{N*m}");
}

#[test]
fn chains_keep_all_their_relations() {
    let formula = read(r"ans = n < 3").unwrap();
    assert_eq!(formula.statements().len(), 2);
    let formula = read(r"= 3x").unwrap();
    assert!(matches!(
        formula.statements()[0],
        Statement::Continuation { .. }
    ));
    same(&[r"a \le b", r"a \leq b", r"a \leqslant b", "a ≤ b", "a <= b"]);
    same(&["a = b \\\\ = c", "a = b = c"]);
}

#[test]
fn plus_minus_stands_for_two_formulas() {
    let branches = read(r"x = a \pm b \mp c").unwrap().branches();
    let shown: Vec<String> = branches.iter().map(Formula::to_latex).collect();
    assert_eq!(shown, ["x = a + b - c", "x = a - b + c"]);
}

#[test]
fn brackets_bars_and_matrices() {
    reads_as(
        "||a| - |b||",
        r"\lvert \lvert a \rvert - \lvert b \rvert \rvert",
    );
    reads_as("|a||b|", r"\lvert a \rvert \lvert b \rvert");
    reads_as(
        r"\left[\frac{x^3}{3}\right]_0^1",
        r"\left. \frac{x^{3}}{3} \right|_{0}^{1}",
    );
    reads_as(
        r"\left(\frac{\partial U}{\partial T}\right)_V",
        r"(\frac{\partial U}{\partial T})_{V}",
    );
    reads_as(r"\langle x^2\rangle", r"\langle x^{2} \rangle");
    reads_as(r"\vec r = (x, y, z)", r"\vec{r} = (x, y, z)");
    reads_as(
        r"f = \begin{cases} 1, & x > 0 \\ 0, & \text{otherwise} \end{cases}",
        r"f = \begin{cases} 1 & x > 0 \\ 0 & \text{otherwise} \end{cases}",
    );
}

#[test]
fn sets_of_formulas_are_split() {
    let pieces = |source: &str| -> Vec<String> {
        read_range(source, 0, source.len())
            .into_iter()
            .map(|piece| piece.formula.unwrap().to_latex())
            .collect()
    };
    assert_eq!(pieces(r"a = 1, \quad b = 2"), ["a = 1", "b = 2"]);
    assert_eq!(pieces(r"n = 1, 2, 3"), ["n = 1, 2, 3"]);
    assert_eq!(pieces(r"a = b \Rightarrow b = c"), ["a = b", "b = c"]);
    assert_eq!(pieces(r"a = b \text{ and } c = d"), ["a = b", "c = d"]);
    assert_eq!(
        pieces(r"\begin{cases} x + y = 1 \\ x - y = 2 \end{cases}"),
        ["x + y = 1", "x - y = 2"]
    );
    assert_eq!(pieces("a = b \\\\ + c \\\\ = d"), ["a = b + c", "= d"]);
}

#[test]
fn errors_name_the_place_and_what_stands_there() {
    fails(r"x = \foo y", 5, r"the unknown command `\foo`");
    fails("a +", 4, "the end of the formula");
    fails("(a + b", 7, "the end of the formula");
    fails("a + b)", 6, "`)`");
    fails("x^2^3", 4, "a second exponent");
    fails(r"x % y", 3, "`%`, which begins a comment in LaTeX");
    fails("α = é", 5, "the character `é`");
    fails("a \0 b", 3, "the control character U+0000");
    fails(r"\frac{a}", 9, "the end of the formula");
    fails(r"\left( a \right]", 10, r"`\right]`");
    fails(
        r"3 \unit{m/\foo}",
        11,
        r"the unknown command `\foo` in a unit",
    );
    fails(
        r"\begin{foo} x \end{foo}",
        1,
        "the unknown environment `foo`",
    );
    fails("a = 1, b = 2", 8, "a second formula");
    fails("(a = 1), (b = 2)", 4, "`=`");
    reads_as(r"\sin(20,000 t)", r"\sin(20000 t)");
    fails("", 1, "nothing");
}

/// Answers on a stack as small as any that a server's thread has.
fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new()
        .stack_size(512 * 1024)
        .spawn(work)
        .unwrap()
        .join()
        .unwrap();
}

#[test]
fn nesting_is_bounded_on_a_small_stack() {
    on_a_small_stack(|| {
        let levels = MAX_SOURCE / 16;
        for unit in [
            "{",
            "(",
            "[",
            "|",
            "-",
            "- -",
            r"\{",
            r"\left(",
            r"\frac{",
            r"\frac1",
            r"\sqrt",
            r"\sqrt{",
            r"\sin ",
            "x^{",
            r"\vec{",
            r"\bar{",
            r"\dot{",
            r"\int ",
            r"\int_{",
            r"\sum ",
            r"\nabla ",
            r"\lim_{x \to ",
            "a/",
            "f(",
            "f{(",
            r"\frac{d}{dx}",
            r"\partial_x ",
            r"\text{",
            r"\boxed{",
            r"\begin{matrix}",
            r"x_{y_{",
            r"\langle ",
            r"\langle a|",
            r"|a\rangle",
            "{}^1",
            r"\prescript{1}{2}{",
            r"\frac{\partial}{\partial x}",
            "!",
            "_a",
            "|_a",
            r"^\circ",
            "d^{",
            r"\vec a \times ",
            r"\left.",
            "a!",
            "a=",
            "a,",
            r"\frac{d\frac{",
            r"\log_{",
            r"\mathrm{",
            r"\Delta ",
            "'",
            "a'",
            r"\frac{dx}{dx}",
            r"\int x dx ",
            "a b ",
            r"\rm ",
            r"\cases",
            "&",
            r"\\",
            r"\quad ",
            ";",
        ] {
            let alone = unit.repeat(levels);
            for hostile in [format!("(x){alone}"), alone] {
                let end = hostile.len().min(MAX_SOURCE);
                for piece in read_range(&hostile, 0, end) {
                    if let Ok(formula) = piece.formula {
                        // Walks and prints what was let through.
                        assert_eq!(formula.clone(), formula);
                        assert!(!formula.to_latex().is_empty());
                    }
                }
            }
        }
    });
}

#[test]
fn deep_but_allowed_formulas_are_read() {
    let deep = format!("{}x{}", "(1 + ".repeat(30), ")".repeat(30));
    assert!(read(&deep).is_ok());
    let fractions = format!("{}x{}", r"\frac{1}{1 + ".repeat(15), "}".repeat(15));
    assert!(read(&fractions).is_ok());
}

/// A formula with a command in the place that its role gives it.
fn example(command: &vocabulary::Command) -> String {
    let name = format!(r"\{} ", command.name);
    let name = name.as_str();
    match command.role {
        Role::Table(_) => format!(r"a = {name}{{b & c \\ d & e}}"),
        Role::Letter | Role::Infinity | Role::Partial => format!("a = {name}"),
        Role::Mark => format!("v_{{{name}}} = 1"),
        Role::Ring | Role::Degree => format!("a = 30^{{{name}}}"),
        Role::Percent => format!("a = 30{name}"),
        Role::Nabla => format!("{name} f = 0"),
        Role::Differential => format!(r"\int f {name} x = 0"),
        Role::Function(_) => format!("{name} x = 1"),
        Role::Relation(_) => format!("a {name} b"),
        Role::Not => format!("a {name}= b"),
        Role::Consequence => {
            let notes = "{x}".repeat(command.notes.into());
            format!("a = 1 {name}{notes} b = 1")
        }
        Role::Operator(_) => format!("x = a {name} b"),
        Role::Character(':') => format!("f {name}= x"),
        Role::Character(_) => {
            let notes = "{x}".repeat(command.notes.into());
            format!("f {name}{notes} a = x")
        }
        Role::Integral(_) => format!("{name} f dx = 0"),
        Role::Series(_) => format!("{name} a = 0"),
        Role::Limit => format!(r"{name}_{{x \to 0}} x = 0"),
        Role::Fraction | Role::Binomial => format!("{name}{{a}}{{b}} = 1"),
        Role::Root | Role::Frame | Role::Number | Role::Angle => format!("a = {name}{{2}}"),
        Role::Vector
        | Role::Bold
        | Role::Accent(_)
        | Role::Dots(_)
        | Role::Font
        | Role::Roman
        | Role::State(_)
        | Role::Text => format!("{name}{{a}} = 1"),
        Role::Prescript => format!("{name}{{14}}{{6}}{{C}} = 1"),
        Role::Chemistry => format!("{name}{{^14_6C -> ^14_7N + e-}}"),
        Role::Quantity => format!("a = {name}{{3}}{{m}}"),
        Role::Macro(which) => match which {
            Macro::Stacked | Macro::Underbrace | Macro::Overbrace => format!("{name}{{a}} = 1"),
            Macro::Noted => format!("a {name}{{!}}{{=}} 1"),
            Macro::Over | Macro::Choose => format!("{{a {name} b}} = 1"),
            Macro::Derivative | Macro::Partial | Macro::Paired(_) => {
                format!("{name}{{x}}{{t}} = 1")
            }
            Macro::Fenced(_) => format!("{name}{{x}} = 1"),
            Macro::Upright => format!("v_{{{name} max}} = 1"),
            Macro::Emboldened => format!("{{{name} F}} = 1"),
            Macro::Indices => {
                format!(r"{name}{{T}}{{^\mu_\nu}} = 1").replace(r"\indices {T}", r"T\indices")
            }
            Macro::Placed => format!("x = {name}{{a}}_{{t=0}}"),
            Macro::Classed => format!("x {name}{{=}} 1"),
            Macro::Mean | Macro::Dyad => format!("{name}{{a}}{{b}} = 1"),
        },
        Role::Unit => format!("a = 3 {name}{{m}}"),
        Role::Open(delimiter) => format!(r"a = {name} b \right{}", delimiter.closing()),
        Role::Close(Delimiter::Curly) => format!(r"a = \{{ b {name}"),
        Role::Close(Delimiter::Bar) => format!(r"a = \lvert b {name}"),
        Role::Close(Delimiter::DoubleBar) => format!(r"a = \lVert b {name}"),
        Role::Close(delimiter) => format!("a = {} b {name}", delimiter.opening()),
        Role::Bar | Role::DoubleBar => format!("a = {name} b {name}"),
        Role::Size(Some(true)) => format!(r"a = {name}( b \right)"),
        Role::Size(Some(false)) => format!(r"a = \left( b {name})"),
        Role::Size(None) => format!("a = {name}( b {name})"),
        Role::Break => format!("a {name} = 1"),
        Role::Says(_) => format!("a = 1 {name} t"),
        Role::Skip => format!("a {name} 1em = 1"),
        Role::Quad => format!("a = 1 {name} (1)"),
        Role::Begin | Role::End => r"\begin{align} a = 1 \end{align}".to_owned(),
        Role::Layout => format!("a {name}{} = 1", "{x}".repeat(command.notes.into())),
    }
}

#[test]
fn every_command_of_the_table_is_read_where_its_role_puts_it() {
    for command in vocabulary::all() {
        let source = example(command);
        for piece in read_range(&source, 0, source.len()) {
            if let Err(error) = piece.formula {
                panic!(r"\{}: {source}: {error}", command.name);
            }
        }
        if !command.shown.is_empty() {
            let letter = command.shown.chars().next().unwrap();
            let found = vocabulary::of_character(letter);
            assert!(found.is_some(), "{letter}");
        }
    }
}

#[test]
fn what_a_character_stands_for_is_read_as_it() {
    same(&["α ≤ β·γ", r"\alpha \leq \beta \cdot \gamma"]);
    same(&["⌊x⌋ = 1", r"\lfloor x \rfloor = 1"]);
    same(&["‖v‖ = 1", r"\|v\| = 1"]);
    same(&["∮ f dx ≔ ħω", r"\oint f dx \coloneqq \hbar\omega"]);
}

/// The formulas of a line.
fn pieces(source: &str) -> Vec<String> {
    read_range(source, 0, source.len())
        .into_iter()
        .map(|piece| match piece.formula {
            Ok(formula) => formula.to_latex(),
            Err(error) => error.to_string(),
        })
        .collect()
}

#[test]
fn a_remark_costs_the_remark_and_not_the_formula() {
    for source in [
        r"\to v = a t",
        r"\text{(a)}\quad v = a t",
        r"(ii)\quad v = a t",
        r"3) v = a t",
        r"\text{Speed: } v = a t",
        r"\text{Speed}: v = a t",
        r"\text{Using Newton's law, } v = a t",
        r"v = a t \quad\text{(final answer)}",
        r"v = a t \quad \text{final answer}",
        r"v = a t \quad (n = 1, 2, \ldots)",
        r"v = a t \quad [\text{since } a > 0]",
        r"v = a t \quad \ldots (3)",
        r"v = a t \hfill (3)",
        r"v = a t \text{ for every } t",
        r"v = a t\ \checkmark",
        r"v = a t \quad \square",
        r"\mathbf{v = a t}",
        r"\underline{v = a t}",
        r"\mathrm{v = a t}",
        r"{\bf v = a t}",
        r"\large v = a t",
        r"\fbox{$v = a t$}",
        r"\bbox[5px, border: 1px solid]{v = a t}",
        r"\colorbox{yellow}{$\displaystyle v = a t$}",
        r"\left. v = a t \right.",
        r"\begin{array}{rcl} v &=& a t \end{array}",
        r"\begin{array}{c} {{v = a t}} \\ {{\text{at the end}}} \end{array}",
        "v = a t % so it is\n",
        r"\boxed{\text{Answer: } v = a t}",
    ] {
        assert_eq!(pieces(source), ["v = a t"], "{source}");
    }
    for (labelled, formula) in [
        (r"(ii)\ \frac{f}{2} = 3 J", r"\frac{f}{2} = 3 J"),
        (r"(iv) 2 a = b", "2 a = b"),
    ] {
        assert_eq!(pieces(labelled), [formula], "{labelled}");
    }
    assert_eq!(
        pieces(r"\boxed{v = a t}, \quad \boxed{x = b t}"),
        ["v = a t", "x = b t"]
    );
    assert_eq!(
        pieces(r"F = m a \text{ so that } a = b"),
        ["F = m a", "a = b"]
    );
}

#[test]
fn a_name_in_upright_letters_is_no_remark() {
    reads_as(
        r"\text{kinetic energy} = \text{total energy} - U",
        r"\text{kinetic energy} = \text{total energy} - U",
    );
    reads_as(r"a \cdot [b, \text{speed})", r"a \cdot [b, \text{speed})");
    reads_as(r"F = \max(a, \text{drag})", r"F = \max(a, \text{drag})");
    reads_as(
        r"W = \mathrm{d} \text{kinetic energy}",
        r"W = \mathrm{d} \text{kinetic energy}",
    );
    reads_as(
        r"N = \sum (a, \text{all others})",
        r"N = \sum (a, \text{all others})",
    );
    reads_as(
        r"x = \sin(\text{phase shift})",
        r"x = \sin(\text{phase shift})",
    );
    same(&[
        r"v = 3\,\text{m/s}",
        r"v = 3 \unit{m/s}",
        r"v = 3 \quad \text{m/s}",
    ]);
    reads_as(
        r"E_{\text{in}} \text{cos}\theta = 1",
        r"E_{in} \cos(\theta) = 1",
    );
    reads_as(
        r"x = \begin{cases} a & t > 0 \\ b & t < 0 \end{cases}",
        r"x = \begin{cases} a & t > 0 \\ b & t < 0 \end{cases}",
    );
}

#[test]
fn numbers_are_read_as_computers_write_them() {
    same(&["v = (2gh)^(1/2)", "v = (2gh)^{1/2}"]);
    same(&["E = e^(-t)", "E = e^{-t}"]);
    same(&[
        "c = 3e8",
        r"c = 3 \times 10^8",
        "c = 3 x 10^8",
        "c = 3*10^8",
    ]);
    same(&["q = 2.5E-19", r"q = 2.5 \times 10^{-19}"]);
    same(&[r"N = 1,\!234", "N = 1234"]);
    same(&["x = 5%", r"x = 5\%"]);
    same(&[r"v\_0 = 1", "v_0 = 1"]);
    reads_as("y = 2 e^3", "y = 2 e^{3}");
}

#[test]
fn characters_that_keyboards_and_pages_have_are_read() {
    same(&["E = ½ m v²", r"E = \frac12 m v^2"]);
    same(&["F = ｍ ａ", "F = m a"]);
    same(&["𝐹 = 𝑚𝑎", "F = ma"]);
    same(&["𝐅 = m𝐚", r"\mathbf{F} = m\mathbf{a}"]);
    same(&["x\u{307} = v", r"\dot x = v"]);
    same(&["ẋ = v", r"\dot x = v"]);
    same(&["Ĥψ = Eψ", r"\hat H\psi = E\psi"]);
    same(&["x = 3½", r"x = \frac{7}{2}"]);
    fails("x = 1.3½", 8, "the character `½`");
}

#[test]
fn commands_of_packages_say_what_they_stand_for() {
    same(&[
        r"\vec F = q \vec v \times \vec B",
        r"\vec F = q \vec v \cross \vec B",
        r"\vb*{F} = q \vb*{v} \cp \vb*{B}",
    ]);
    same(&[r"W = \vec F \cdot \vec s", r"W = \vec F \vdot \vec s"]);
    same(&[
        r"v = 12 \unit{m/s}",
        r"v = \unit[12]{m/s}",
        r"v = \SI[per-mode=symbol]{12}{m/s}",
        r"v = \qty{12(1)}{m/s}",
        r"v = \qty{12 +- 1}{m/s}",
    ]);
    same(&[
        "v = w",
        r"v \mathrel{=} w",
        r"v \mathop{} = w",
        r"\require{cancel} v = w",
    ]);
    same(&[r"\Ket{n} = x", r"\ket{n} = x"]);
    same(&[r"\ip{a}{b} = x", r"\braket{a|b} = x"]);
    same(&[r"\expval{x} = 1", r"\langle x\rangle = 1"]);
    differ(r"\slashed{p} = x", "p = x");
}

#[test]
fn an_upright_d_needs_no_braces() {
    same(&[
        r"\mathrm dU = T\,\mathrm dS",
        r"\mathrm{d}U = T\,\mathrm{d}S",
    ]);
    same(&[r"v = \frac{\mathrm dx}{\mathrm dt}", r"v = \frac{dx}{dt}"]);
    same(&[
        r"a = \frac{\mathrm d^2x}{\mathrm dt^2}",
        r"a = \frac{d^2x}{dt^2}",
    ]);
    same(&[r"W = \int F\,\mathrm dx", r"W = \int F\,dx"]);
    reads_as(r"x_\mathrm d = 1", "x_{d} = 1");
}

#[test]
fn braces_around_a_letter_with_an_index_say_nothing() {
    same(&[r"{q}_{b} = -{Q}_{1}{C}_{2}", "q_b = -Q_1 C_2"]);
    same(&[r"{F}^{\mu\nu} = x", r"F^{\mu\nu} = x"]);
    same(&[r"x = \frac{{Q}_{2}}{{L}_{3}}", r"x = \frac{Q_2}{L_3}"]);
    same(&[r"R^1{}_{23} = f'{}^2", r"R^1_{23} = f'^2"]);
    same(&[r"f(x_1, ..., x_n) = 0", r"f(x_1, \ldots, x_n) = 0"]);
    reads_as(r"\sqrt{F}^2 = x", r"(\sqrt{F})^{2} = x");
}

#[test]
fn a_table_may_stand_in_a_command() {
    same(&[
        r"M = \begin{pmatrix} a & b \\ c & d \end{pmatrix}",
        r"M = \pmqty{a & b \\ c & d}",
        r"M = \mqty(a & b \\ c & d)",
        r"M = \pmatrix{a & b \cr c & d}",
        r"M = \begin{psmallmatrix} a & b \\ c & d \end{psmallmatrix}",
    ]);
    fails(r"M = \pmqty{a & b", 11, "`{`");
    let nested = r"\pmqty{".repeat(300) + &"}".repeat(300);
    assert!(read(&nested).is_err());
}

#[test]
fn a_wedge_between_vectors_is_their_cross_product() {
    same(&[
        r"\vec L = \vec r \wedge \vec p",
        r"\vec L = \vec r \times \vec p",
    ]);
    same(&[
        r"\vec L = {\bf r} \wedge {\bf p}",
        r"\vec L = \vec r \times \vec p",
    ]);
    differ(r"F = dx \wedge dy", r"F = dy \wedge dx");
    assert!(
        read(r"a = 1 \wedge b = 2").is_err(),
        "these are two formulas"
    );
}

#[test]
fn a_line_under_a_letter_makes_a_vector() {
    same(&[
        r"\underline{F} = q \underline{v} \times \underline{B}",
        r"\vec F = q \vec v \times \vec B",
    ]);
    differ(r"\underline{\underline{A}} = x", r"\underline{A} = x");
}

#[test]
fn a_vector_behind_an_argument_is_a_factor() {
    reads_as(r"v = \cos\theta\,\hat x", r"v = \cos(\theta) \hat{x}");
    same(&[
        r"v = a\cos\theta\,\hat\imath + b\sin\theta\,\vec e_y",
        r"v = a\cos(\theta)\hat{\imath} + b\sin(\theta)\vec e_y",
    ]);
    reads_as(r"y = \sin k\hat H", r"y = \sin(k \hat{H})");
}

#[test]
fn what_is_given_stands_behind_a_bar() {
    same(&[
        r"P(A|B) = x",
        r"P(A \mid B) = x",
        r"P\left(A\middle|B\right) = x",
    ]);
    differ("P(A|B) = x", "P(B|A) = x");
    differ("P(A|B) = x", "P(A, B) = x");
    reads_as("f(|x|) = 2", r"f \lvert x \rvert = 2");
    reads_as(r"U(|0\rangle) = y", r"U \ket{0} = y");
    reads_as("R(E|_W) = 0", r"R \left. E \right|_{W} = 0");
}

#[test]
fn sets_have_their_signs() {
    reads_as(r"A \cup B = C", r"(A \cup B) = C");
    differ(r"A \cup B = C", r"A \cap B = C");
    differ(r"C = A \setminus B", r"C = B \setminus A");
    fails(r"A \cup B \cap C = D", 17, "`=`");
    reads_as(r"A \cup (B \cap C) = D", r"(A \cup ((B \cap C))) = D");
}

#[test]
fn what_is_held_fixed_may_stand_behind_a_bar() {
    same(&[
        r"\left(\frac{\partial S}{\partial V}\right)_T = x",
        r"\left.\frac{\partial S}{\partial V}\right|_T = x",
        r"\eval{\pdv{S}{V}}_T = x",
    ]);
    differ(
        r"\left.\frac{\partial f}{\partial x}\right|_x = 1",
        r"\left(\frac{\partial f}{\partial x}\right)_x = 1",
    );
    same(&[r"\eval{x^2}_0^1 = y", r"\left. x^2 \right|_0^1 = y"]);
}

#[test]
fn several_places_may_stand_under_one_derivative() {
    same(&[
        r"\partial_{xx} u = y",
        r"\frac{\partial^2 u}{\partial x^2} = y",
    ]);
    same(&[
        r"\partial_{xt} u = y",
        r"\frac{\partial^2 u}{\partial x \partial t} = y",
    ]);
}

#[test]
fn a_case_may_have_its_condition_in_brackets() {
    same(&[
        r"x = \begin{cases} 0 & (t < 0) \\ v t & (t \ge 0) \end{cases}",
        r"x = \begin{cases} 0 & t < 0 \\ v t & t \ge 0 \end{cases}",
        r"x = \begin{cases} 0 \quad t < 0 \\ v t \quad t \ge 0 \end{cases}",
    ]);
}

#[test]
fn units_that_are_no_symbols_may_follow_symbols() {
    same(&[
        r"E = -\frac{13.6}{n^2}\,\text{eV}",
        r"E = -\frac{13.6}{n^2}\unit{eV}",
    ]);
    reads_as(
        r"E = -13.6 Z^2/n^2 \text{ eV}",
        r"E = -\frac{13.6 Z^{2}}{n^{2}} \unit{eV}",
    );
    reads_as(r"T = 2.5 x \text{ s}", "T = 2.5 x s");
}

#[test]
fn a_space_before_a_power_of_ten_multiplies() {
    same(&[r"q = 1.6\,10^{-19}", r"q = 1.6 \times 10^{-19}"]);
    same(&[r"q = 1.6 \text{ x } 10^{-19}", r"q = 1.6 \times 10^{-19}"]);
    differ("q = 16 10^2", "q = 1610^2");
}

#[test]
fn a_set_by_what_holds_of_it_says_that() {
    same(&[r"\{x : 2 \le x < 5\}", r"2 \le x < 5"]);
    same(&[r"\left\{x \mid x > 0\right\}", "x > 0"]);
    assert!(read(r"\{f(x) : x > 0\}").is_err());
    assert!(read(r"\{y : x > 0\}").is_err());
    let lines = pieces(r"\substack{a = b \\ c = d}");
    assert_eq!(lines, ["a = b", "c = d"]);
}

#[test]
fn a_differential_along_a_path_may_stand_in_a_bracket() {
    same(&[
        r"W = \int (\vec F \cdot d\vec r)",
        r"W = \int (\vec F \cdot \mathrm{d}\vec r)",
    ]);
    same(&[
        r"W = \int (\vec F \cdot d\vec r + w)",
        r"W = \int (\vec F \cdot \mathrm{d}\vec r + w)",
    ]);
    reads_as(
        r"V = \vec E \cdot d\vec n",
        r"V = d \cdot (\vec{E} \cdot \vec{n})",
    );
}

#[test]
fn a_letter_before_an_index_in_square_brackets_is_a_sequence() {
    same(&["y[n] = y[n-1] + x[0]", "y(n) = y{(n-1)} + x(0)"]);
    same(&["y[-1] = 2", "y{(-1)} = 2"]);
    same(&["r = k[A][B]", "r = k A B"]);
    same(&["E = x[1 + y]", "E = x(1 + y)"]);
    same(&["F = m a [2]", "F = m a 2"]);
    same(&["P = k[n - 1]", "P = k(n - 1)"]);
}

#[test]
fn words_in_a_bracket_say_what_a_letter_is_of() {
    reads_as(
        r"P(0 \text{ hits in } [3, 5)) = e^{-2}",
        r"P{(0, \text{hits in}, [3, 5))} = e^{-2}",
    );
    reads_as(r"p = 1 - P(0 \text{ hits})", r"p = 1 - P{(0, \text{hits})}");
    reads_as(
        r"P(1 + \text{rate of growth})",
        r"P \cdot (1 + \text{rate of growth})",
    );
    same(&[r"F = m a \; (a \text{ is constant})", "F = m a"]);
    same(&[r"x = v(3\,\text{s})", r"x = v (3 \unit{s})"]);
}

#[test]
fn a_unit_may_stand_in_upright_letters_however_they_are_set() {
    same(&[
        r"k = 3\text{ W/(m}^2\text{·K}^4)",
        r"k = 3\text{ W/(m}^2 \cdot \text{K}^4)",
        r"k = 3 \unit{W/(m^2*K^4)}",
    ]);
    same(&[
        r"R = 8.3\text{ J/(mol}\cdot\text{K)}",
        r"R = 8.3\,\text{J/(mol K)}",
    ]);
    same(&[
        r"v = 12 \unit{m*s^{-1}}",
        r"v = 12\,\text{m/s}",
        r"v = 12\,\text{m/s.}",
        r"v = 12\ \mathrm{m}\,\mathrm{s}^{-1}",
        r"v=12 \mathrm{~m} / \mathrm{s}",
        r"v = 12\,{\rm m/s}",
        r"v = 12\,\operatorname{m/s}",
        r"v = 12\,\frac{\text{m}}{\text{s}}",
        r"v = 12\ [\text{m/s}]",
        r"v = 12 \quad (\text{m/s})",
        r"v = 12\,\text{metres per second}",
        r"v = \text{12 m/s}",
        r"v = \mathrm{12\,m/s}",
        r"v = \mathbf{12\,\text{m/s}}",
    ]);
    same(&[r"g = 9.8\,\text{m/s}^2", r"g = 9.8 \unit{m*s^{-2}}"]);
    same(&[
        r"c = 4186\,\text{J}/(\text{kg}\cdot\text{K})",
        r"c = 4186\,\text{J/(kg·K)}",
        r"c = 4186 \unit{J*kg^{-1}*K^{-1}}",
    ]);
    same(&[
        r"M = 2\,\text{Nm}",
        r"M = 2\,\text{newton-metres}",
        r"M = 2 \unit{N*m}",
    ]);
    same(&[r"t = 2\sqrt{3}\,\text{seconds}", r"t = 2\sqrt{3} \unit{s}"]);
    same(&[r"T = 4\pi\,\text{s}", r"T = 4\pi \unit{s}"]);
    same(&[r"R = 3\,\text{k}\Omega", r"R = 3 \unit{kΩ}"]);
    // After a symbol a name is a name.
    reads_as(r"E = m\,\text{kg}", r"E = m \text{kg}");
}

#[test]
fn an_operator_may_be_written_with_a_slash() {
    same(&[
        r"L = u^i \frac{\partial}{\partial q^i}",
        r"L = u^i \partial/\partial q^i",
    ]);
    same(&[
        r"H = -\frac{\partial^2}{\partial x^2} \psi",
        r"H = -\partial^2/\partial x^2 \psi",
    ]);
}

#[test]
fn a_star_without_a_space_is_no_bullet() {
    same(&[r"* J = \sigma E", r"J = \sigma E"]);
    assert!(read(r"*J = \sigma E").is_err());
}

#[test]
fn differentials_may_have_spaces_inside() {
    same(&[r"x dx + y dy = 0", r"x d x + y d y = 0"]);
    // A length stands elsewhere, or before one letter.
    same(&[r"W = F x d", r"W = F x\, d"]);
    same(&[
        r"u = k d x + w d x",
        r"u = k \cdot d \cdot x + w \cdot d \cdot x",
    ]);
}

#[test]
fn what_stands_beside_a_formula_may_be_repeated_without_end() {
    for (repeated, count) in [
        ("a", 32_000),
        ("* ", 16_000),
        ("{", 16_000),
        (r"\text{a}", 4_000),
        (r"\text{m}", 4_000),
        (r"\text{ so } ", 2_500),
        (r"\mathbf{", 3_500),
        (r"\boxed{", 4_000),
        ("=>", 16_000),
        ("(a) ", 8_000),
        ("∮", 10_000),
    ] {
        for (before, after) in [("", " x = 1"), ("x = 3", "")] {
            let source = format!("{before}{}{after}", repeated.repeat(count));
            let _ = read(&source);
        }
    }
}
