use super::*;

/// Line, column and canonical form or error of each formula.
fn report(markdown: &str) -> Vec<(usize, usize, String)> {
    formulas(markdown)
        .into_iter()
        .map(|found| {
            let text = match found.formula {
                Ok(formula) => formula.to_latex(),
                Err(error) => error.to_string(),
            };
            (found.place.line, found.place.column, text)
        })
        .collect()
}

fn readings(markdown: &str) -> Vec<String> {
    report(markdown)
        .into_iter()
        .map(|(.., text)| text)
        .collect()
}

#[test]
fn display_mathematics_is_found_with_its_place() {
    let text = "Let $a = b$ and so\n\nα: $$x = 3$$ then \\[ y = 4 \\]\n";
    assert_eq!(
        report(text),
        [(3, 6, "x = 3".to_owned()), (3, 22, "y = 4".to_owned())]
    );
}

#[test]
fn blocks_are_found_with_their_delimiters() {
    let text = r"a $$x = 1$$ \[ y \] \begin{align} z \end{align} $$open";
    let found: Vec<(&str, &str)> = blocks(text)
        .into_iter()
        .map(|(whole, inside)| (&text[whole], &text[inside]))
        .collect();
    let environment = r"\begin{align} z \end{align}";
    assert_eq!(
        found,
        [
            ("$$x = 1$$", "x = 1"),
            (r"\[ y \]", " y "),
            (environment, environment)
        ]
    );
}

#[test]
fn asides_code_and_escapes_are_left_alone() {
    for text in [
        "It costs $5 and $6 or \\$7.",
        "`$$ x = 1 $$` and ``$$ ` $$``",
        "```python\n$$ x = 1 $$\n```",
        "```\nx = 1\n```",
        "where $x = 1$ holds",
        "where \\(x = 1\\) holds",
        "$x$",
        "[a link](x=1) and a[1] = 2",
        "",
    ] {
        assert_eq!(report(text), [], "{text}");
    }
}

#[test]
fn what_stands_by_itself_is_found_however_it_is_marked() {
    for text in [
        "```latex\nx = 1\n```",
        "```math\nx = 1\n```",
        "~~~latex\n$$ x = 1 $$\n~~~",
        "```\nso\n\n$$ x = 1 $$\n```",
        "\\\\[ x = 1 \\\\]",
        "[ x = 1 ]",
        "[\nx = 1\n]",
        "$x = 1$",
        "- **$x = 1$**.",
        "2. \\(x = 1\\)",
        "$`x = 1`$",
        "$$$x = 1$$$",
        "so \\boxed{x = 1} holds",
        "so $\\boxed{x = 1}$ holds, and $y = 2$ does not count",
        "\\fbox{$x = 1$}",
        "\\begin{dmath}x = 1\\end{dmath}",
        "\\[\n\nx = 1\n\n\\]",
        "> so\n> $$\n> x = 1\n> $$\n",
    ] {
        assert_eq!(readings(text), ["x = 1"], "{text}");
    }
    assert_eq!(readings("```math\nx = 1\ny = 2\n```"), ["x = 1", "y = 2"]);
}

#[test]
fn asides_count_where_they_are_asked_for() {
    let text = "Since $x = 1$ and \\(y < 2\\), where $z$ is small, $$a = b$$";
    let aside = find(text, Inline::Aside, Values::Named);
    assert_eq!((aside.formulas.len(), aside.asides), (1, 2));
    let counted = find(text, Inline::Count, Values::Named);
    let sources: Vec<_> = counted.formulas.iter().map(|one| &*one.source).collect();
    assert_eq!(sources, ["x = 1", "y < 2", "a = b"]);
}

#[test]
fn aligned_lines_are_formulas_of_their_own() {
    let text =
        "$$\n\\begin{aligned}\na &= b + c \\\\\n  &= 3x, \\\\\n  &\\quad + 4\n\\end{aligned}\n$$";
    assert_eq!(
        report(text),
        [
            (3, 1, "a = b + c".to_owned()),
            (4, 4, "= 3 x + 4".to_owned())
        ]
    );
    assert_eq!(
        readings("\\begin{align*} u &= v \\\\ w &= z \\end{align*}"),
        ["u = v", "w = z"]
    );
}

#[test]
fn chains_and_missing_left_sides_are_kept() {
    assert_eq!(
        readings("$$ans = n < 3$$ $$= 3x$$"),
        [r"\text{ans} = n < 3", "= 3 x"]
    );
}

#[test]
fn a_mistake_spoils_only_its_own_line() {
    let found = formulas("$$ a = b \\\\ c = m% \\\\ d = \\foo $$\n$$ e = f $$");
    let good: Vec<bool> = found
        .iter()
        .map(|formula| formula.formula.is_ok())
        .collect();
    assert_eq!(good, [true, false, false, true]);
    let place = found[1].error_place.unwrap();
    assert_eq!((place.line, place.column), (1, 18));
    let error = found[1].formula.as_ref().unwrap_err();
    assert_eq!((error.byte, error.column), (5, 6));
}

#[test]
fn a_formula_without_end_is_reported_and_the_next_paragraph_read() {
    let found = report("good $$ a = b $$\nbad $$ x =\n\n$$ p = q $$");
    assert_eq!(found.len(), 3);
    assert_eq!((found[1].0, found[1].1), (2, 7));
    assert!(
        found[1].2.contains("expected `$$` that closes"),
        "{}",
        found[1].2
    );
    assert_eq!(found[2].2, "p = q");
}

#[test]
fn a_mebibyte_of_anything_is_answered() {
    for unit in [
        "$$",
        "$",
        "`",
        "\\[",
        "\\begin{align}",
        "$$x$$",
        "$$\\frac{",
        "$$a\\\\",
        "\0",
        "\n\n$$",
        "é$",
    ] {
        let text = unit.repeat((1 << 20) / unit.len());
        assert!(formulas(&text).len() <= MAX_FORMULAS + 1, "{unit}");
    }
}

#[test]
fn openers_without_an_end_cost_little_each() {
    for opener in [
        "[\n",
        "\\\\[",
        "\\\\(",
        "\\boxed{",
        "$=$",
        "$$=$$",
        "\\(=\\)",
        "> $$\n",
        "\\item $",
        "\\newcommand{\\a}{",
        "\\newcommand\\a[",
        "\\def\\a{b\\c}$$\\a",
        "\\def\\a#1{$x=#1$}\\a{",
        "<math ",
        "##a ",
        "#",
        "stem:[",
        ":math:`",
        "[stem]\n++++\n",
        ".. math::\n",
        ".. math::\n $\n",
        "- - ",
        "v = 3\n",
        "so v = 3 and ",
    ] {
        let text = opener.repeat((256 << 10) / opener.len());
        assert!(find(&text, Inline::Count, Values::Named).formulas.len() <= MAX_FORMULAS + 1);
    }
}

#[test]
fn commands_that_a_text_defines_are_read() {
    let read = |text: &str| -> Vec<String> {
        let found = formulas(text).into_iter();
        found
            .map(|one| match one.formula {
                Ok(formula) => formula.to_latex(),
                Err(error) => format!("{}: {}", error.column, error.found),
            })
            .collect()
    };
    let answer = r"\newcommand{\answer}[1]{\boxed{#1}}";
    let cases = [
        (format!("{answer}\n\n$$\\answer{{a = b}}$$"), "a = b"),
        (
            r"\def\half{\frac12} $$E = \half m v^2$$".to_owned(),
            r"E = \frac{1}{2} m v^{2}",
        ),
        (
            r"\newcommand\p[2][x]{#2_{#1}} $$\p{a} = \p[y]b$$".to_owned(),
            "a_{x} = b_{y}",
        ),
        (
            r"\DeclareMathOperator{\sgn}{sgn} $$y = \sgn(x)$$".to_owned(),
            r"y = \operatorname{sgn}(x)",
        ),
        (
            r"$$\newcommand{\q}{\quad}$$ $$\q a = b$$".to_owned(),
            "a = b",
        ),
        (
            r"\newcommand{\a}{\b x}\newcommand{\b}{2} $$y = \a$$".to_owned(),
            "y = 2 x",
        ),
        // One that calls itself, and one without its argument, are left as they stand.
        (
            r"\newcommand{\a}{\a} $$y = \a$$".to_owned(),
            r"5: the unknown command `\a`",
        ),
        (
            r"\newcommand{\a}[1]{#1} $$y + z = \a$$".to_owned(),
            r"9: the unknown command `\a`",
        ),
        // Errors are told by the place where the call stands.
        (
            r"\newcommand{\a}{\foo x} $$y + z = \a$$".to_owned(),
            r"9: the unknown command `\foo`",
        ),
        (
            r"\newcommand{\a}{2 3 4} $$y = \a \foo$$".to_owned(),
            r"8: the unknown command `\foo`",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(read(&text), [expected], "{text}");
    }
    let environment =
        r"\newcommand{\be}{\begin{equation}} \newcommand{\ee}{\end{equation}} \be a = b \ee";
    let found = formulas(environment);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].source, "a = b");
    // What a definition stands for is no formula of the text.
    assert!(read(r"\newcommand{\law}{\boxed{F = m a}}").is_empty());
}

#[test]
fn commands_that_stand_for_much_cost_little() {
    let mut text = String::from(r"\newcommand{\a}{x}");
    for (name, before) in ["b", "c", "d", "e", "f", "g", "h"]
        .iter()
        .zip(["a", "b", "c", "d", "e", "f", "g"])
    {
        let body = format!("\\{before} ").repeat(300);
        text.extend([r"\newcommand{\", name, "}{", &body, "}"]);
    }
    text.push_str(&"$$y = \\h$$ ".repeat(1000));
    assert_eq!(formulas(&text).len(), 1000);
}

#[test]
fn a_few_words_lead_to_a_formula_in_a_paragraph_of_its_own() {
    let counts = |text: &str| formulas(text).len();
    for text in [
        "Hence $a = b$.",
        "words\n\nSo we get $a = b$\n\nwords",
        "- energy gives \\(a = b\\)\n- more",
        "Energy is conserved.\nSo $a = b$.\nThat is all.",
        "所以 $a = b$。",
        "$a = b$ for $h > 0$",
        "$a = b$, wobei $g$ die Fallbeschleunigung ist.",
        "Result & $a = b$ \\\\",
        "we find $a = \\boxed{b}$ in the end",
    ] {
        assert!(counts(text) > 0, "{text}");
    }
    for text in [
        "so we have $a = b$ at the end",
        "words\nSo we get $a = b$\nwords",
        "Energy is conserved.\nSo $a = b$\nand that is all.",
        "Let $a = b$.",
        "where $a = b$.",
        "With the law of energy that everybody knows $a = b$.",
        "it costs \\$a = b\\$",
        "$a = b$ is what we know",
    ] {
        assert_eq!(counts(text), 0, "{text}");
    }
}

#[test]
fn words_deny_a_formula_and_their_characters_do_not() {
    let counts = |text: &str| formulas(text).len();
    for text in [
        "由不等式得 $a = b$。",
        "不计摩擦，得 $a = b$。",
        "质量不变，故 $a = b$。",
        "没有摩擦，所以 $a = b$。",
        "对于非平衡过程，有 $a = b$。",
        "因为能量守恒，所以 $a = b$。",
        "摩擦のない斜面なので $a = b$",
        "不等号に注意して、$a = b$",
        "**Answer:** the speed is $a = b$.",
        "**Ergebnis:** Die Geschwindigkeit beträgt $a = b$.",
    ] {
        assert_eq!(counts(text), 1, "{text}");
    }
    for text in [
        "由题意不能得 $a = b$。",
        "能量不守恒，所以没有 $a = b$。",
        "并非 $a = b$。",
        "$a = b$ ではない",
        "エネルギーは $a = b$ とはならない",
        "物体静止，设 $a = b$。",
        "如果能量守恒，则 $a = b$。",
        "**Wrong:** the speed is $a = b$.",
        "**Answer:** it is not $a = b$.",
        "не $a = b$.",
    ] {
        assert_eq!(counts(text), 0, "{text}");
    }
    assert_eq!(counts("联立解得：$a = b$，$c = d$"), 2);
    assert_eq!(counts("$a = b$ или $c = d$."), 2);
}

#[test]
fn a_unit_behind_the_dollars_belongs_to_the_formula() {
    for (text, read) in [
        (r"$\boxed{v = 12}$ m/s", r"v = 12 \unit{m*s^{-1}}"),
        (r"$T = 20$ °C", r"T = 20 \unit{°C}"),
        (r"$T = 20^\circ$C", r"T = 20 \unit{°C}"),
        (r"**Answer: E = $12$ J**", r"E = 12 \unit{J}"),
        (r"$\eta = 25$ %", r"\eta = 25 \%"),
    ] {
        assert_eq!(readings(text), [read], "{text}");
    }
    // Words of a sentence are no units.
    assert_eq!(readings(r"$n = 12$ (a)"), ["n = 12"]);
}

/// What stands in the lines that are read of a text without delimiters.
fn typed(text: &str) -> Vec<String> {
    let found = find(text, Inline::Aside, Values::Named);
    assert_eq!(found.typed, !found.formulas.is_empty());
    found.formulas.into_iter().map(|one| one.source).collect()
}

#[test]
fn lines_without_delimiters_are_read_where_they_are_formulas() {
    let lines = [
        ("R = v_0 * sqrt(2*h/g)", "R = v_0 * sqrt(2*h/g)"),
        ("  - E = mgh + \\frac12 mv^2.", "E = mgh + \\frac12 mv^2"),
        ("Fall time: t = √(2h/g)", "t = √(2h/g)"),
        ("2) **Range:** R = v₀·√(2h/g) ✓", "R = v₀·√(2h/g)"),
        ("(a) v_{impact} = 3 sin(x)", "v_{impact} = 3 sin(x)"),
        ("𝑅 = 𝑣₀ √(2ℎ/𝑔)", "𝑅 = 𝑣₀ √(2ℎ/𝑔)"),
        ("- `$v = 3 t$`", "v = 3 t"),
        ("We find:\n- v = 3 t\nThat is all.", "v = 3 t"),
        ("(2g) h = v^2 - w^2", "(2g) h = v^2 - w^2"),
        ("(v) * 1 = 3 t", "(v) * 1 = 3 t"),
        ("- N = (n-1)!", "N = (n-1)!"),
        ("_v = 3 t_", "v = 3 t"),
        ("v = 3 t   (2)", "v = 3 t"),
        ("W = F dx", "W = F dx"),
        ("(x + 1) = 3", "(x + 1) = 3"),
        ("(2gh) = v^2", "(2gh) = v^2"),
    ];
    for (text, formula) in lines {
        assert_eq!(typed(text), [formula], "{text}");
    }
    let several = "We use energy.\n\nv_0 = 3 and w = 4\n\nh = ½gt² ⇒ t = √(2h/g)\n";
    assert_eq!(
        typed(several),
        ["v_0 = 3", "w = 4", "h = ½gt²", "t = √(2h/g)"]
    );
}

#[test]
fn words_and_code_are_no_lines_of_formulas() {
    let texts = [
        "so v = 3 t",
        "Let x = 3 be it",
        "The speed is v = 3 t",
        "Wrong: v = 3 t",
        "If: v = 3 t",
        "所以 v = 3 t",
        "```\nthe answer = 3\n```",
        "```python\nv = 3 * t\n```",
        "a, b\nx: y",
        "v = \\sqrt{2",
        "href=\"a\" = b",
        "name@host = 3",
        "<p>",
        "~~v = 3 t~~",
        "1. Code:\n\n    ```python\n    v = 3 * t\n    ```",
        "> ```python\n> v = 3 * t\n> ```",
        "```python\nx\n```python\nv = 3 * t\n```",
        "`x\nv = 3 * t\ny`",
        "This would hold if\nv = 3 t\nwere so, but it is not.",
        "Do not use\nv = 3 t",
        "import math\nv = 3 * t\nprint(v)",
    ];
    for text in texts {
        assert_eq!(typed(text), [""; 0], "{text}");
    }
    // One formula between delimiters, and the rest of the text is text.
    for marked in ["$$w = 4$$", "it is $w = 4$ here"] {
        let found = find(&format!("v = 3\n\n{marked}"), Inline::Aside, Values::Named);
        assert!(!found.typed, "{marked}");
        assert!(found.formulas.len() < 2, "{marked}");
    }
}

#[test]
fn other_markup_than_markdown_is_read() {
    let one = |text: &str| {
        let found = find(text, Inline::Aside, Values::Named);
        assert!(!found.typed, "{text}");
        let sources = found.formulas.into_iter().map(|one| one.source);
        sources
            .map(|source| source.trim().to_owned())
            .collect::<Vec<_>>()
    };
    for text in [
        "##v = 3 t##",
        "<math display=\"block\">v = 3 t</math>",
        "stem:[v = 3 t]",
        "- latexmath:[$v = 3 t$]",
        "[stem]\n++++\nv = 3 t\n++++",
        "[latexmath]\n++++\nv = 3 t\n++++",
        ":math:`v = 3 t`",
        ".. math:: v = 3 t",
        ".. math:: v = 3 t\n   :label: speed\n",
        ".. math::\n   :label: speed\n\n   v = 3 t\n\nIt falls.",
        "```{math}\n:label: speed\nv = 3 t\n```",
    ] {
        assert_eq!(one(text), ["v = 3 t"], "{text}");
    }
    assert_eq!(one("stem:[v = \\sqrt[3]{t}]"), ["v = \\sqrt[3]{t}"]);
    assert_eq!(
        one(".. math::\n\n   h = t^2\n\n   v = 3\n   + t\n"),
        ["h = t^2", "v = 3\n   + t"]
    );
    // Delimiters of their own are those that count.
    for text in [
        "## Step 1. $$v = 3 t$$ ##",
        "##Step 1. $$v = 3 t$$##",
        "We get the system:[$$v = 3 t$$]",
        "[stem]\n++++\n$$v = 3 t$$\n++++",
        "<math display=\"block\">$$v = 3 t$$</math>",
        ".. math::\n\n   $$v = 3 t$$",
    ] {
        assert_eq!(one(text), ["v = 3 t"], "{text}");
    }
    // What does not end is left alone.
    for text in [
        "<math \n\n>v",
        "```text\n<math \n```\n>",
        "the system:[v is known]",
        "stem:[v",
        "## v = 3 t ##",
        ".. math::",
        ".. math::\nv is known",
    ] {
        assert_eq!(one(text), [""; 0], "{text}");
    }
}
