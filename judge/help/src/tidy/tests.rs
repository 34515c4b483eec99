use super::*;

/// The formulas of a text once it is tidied, as they are read.
fn readings(text: &str) -> Vec<String> {
    let found = found::formulas(&tidy(text).text).into_iter();
    found
        .map(|one| match one.formula {
            Ok(formula) => formula.to_latex(),
            Err(error) => error.to_string(),
        })
        .collect()
}

/// The formulas that a text states once it is tidied.
fn stated(text: &str) -> Vec<String> {
    let tidied = tidy(text);
    let found = found::formulas(&tidied.text).into_iter();
    found.map(|one| one.source.trim().to_owned()).collect()
}

#[test]
fn a_few_words_lead_to_a_formula_in_a_paragraph_of_its_own() {
    let counts = |text: &str| stated(text).len();
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
    let counts = |text: &str| stated(text).len();
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

#[test]
fn lines_without_delimiters_are_read_where_they_are_formulas() {
    let lines = [
        ("R = v_0 * sqrt(2*h/g)", r"R = v_0 * \sqrt{2*h/g}"),
        ("  - E = mgh + \\frac12 mv^2.", "E = mgh + \\frac12 mv^2"),
        ("Fall time: t = √(2h/g)", "t = √(2h/g)"),
        ("2) **Range:** R = v₀·√(2h/g) ✓", "R = v₀·√(2h/g)"),
        ("(a) v_{impact} = 3 sin(x)", r"v_{impact} = 3 \sin(x)"),
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
        assert_eq!(stated(text), [formula], "{text}");
    }
    let several = "We use energy.\n\nv_0 = 3 and w = 4\n\nh = ½gt² ⇒ t = √(2h/g)\n";
    assert_eq!(
        stated(several),
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
        assert_eq!(stated(text), [""; 0], "{text}");
    }
    // One formula between delimiters, and the rest of the text is text.
    for marked in ["$$w = 4$$", "it is $w = 4$ here"] {
        assert!(stated(&format!("v = 3\n\n{marked}")).len() < 2, "{marked}");
    }
}

#[test]
fn other_markup_than_markdown_is_read() {
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
        assert_eq!(stated(text), ["v = 3 t"], "{text}");
    }
    assert_eq!(stated("stem:[v = \\sqrt[3]{t}]"), ["v = \\sqrt[3]{t}"]);
    assert_eq!(
        stated(".. math::\n\n   h = t^2\n\n   v = 3\n   + t\n"),
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
        assert_eq!(stated(text), ["v = 3 t"], "{text}");
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
        assert_eq!(stated(text), [""; 0], "{text}");
    }
}

#[test]
fn what_is_struck_out_or_hidden_is_not_brought_back() {
    for text in [
        "~~$$x = 1$$~~",
        "~~\\boxed{x = 1}~~",
        "~~So $x = 1$.~~",
        "a <!-- \\boxed{x = 1} --> b",
        "<!-- $$x = 1$$ -->",
        "<!--\nSo **x = 1**.\n-->",
    ] {
        assert_eq!(stated(text), [""; 0], "{text}");
        assert_eq!(tidy(text).changes, [], "{text}");
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
        "$$\nx = 1\n\n$$",
        "> so\n> $$\n> x = 1\n> $$\n",
    ] {
        assert_eq!(readings(text), ["x = 1"], "{text}");
    }
    assert_eq!(readings("```math\nx = 1\ny = 2\n```"), ["x = 1", "y = 2"]);
    assert_eq!(readings("$$\nx = 1\n\ny = 2\n$$\n"), ["x = 1", "y = 2"]);
}

#[test]
fn blocks_that_follow_each_other_are_each_found() {
    let directives = ".. math::\n\n   v = 1\n\n.. math::\n\n   t = 2\n";
    assert_eq!(readings(directives), ["v = 1", "t = 2"]);
}

#[test]
fn what_stands_between_dollars_is_no_unit() {
    for text in [
        "F = $m \\cdot g$",
        "$F$ = $m \\cdot g$",
        "**F = $m \\cdot g$**",
        "F = \\(m \\cdot g\\)",
    ] {
        assert_eq!(readings(text), ["F = m g"], "{text}");
    }
    assert_eq!(stated("F = $12$ N"), [r"F = 12\,\text{N}"]);
}

#[test]
fn a_formula_is_freed_of_all_marks_around_it() {
    assert_eq!(
        tidy(r"`$$v = \sqrt{2 g h}$$`").text,
        "$$v = \\sqrt{2 g h}$$\n"
    );
}
