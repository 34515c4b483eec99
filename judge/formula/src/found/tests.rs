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
fn a_byte_order_mark_hides_nothing_in_the_first_line() {
    let fence = "\u{feff}```math\nx = 3\n```\n";
    let table = "\u{feff}| a | b |\n|---|---|\n| v | $v = 2$ |\n";
    assert_eq!(readings(fence), ["x = 3"]);
    assert_eq!(readings(table), ["v = 2"]);
}

#[test]
fn what_a_page_shows_has_its_delimiters() {
    let text = r"a $$x = 1$$ \[ y \] $w$ \begin{align} z \end{align} $$open";
    let found: Vec<(&str, &str, bool)> = shown(text)
        .into_iter()
        .map(|one| (&text[one.whole], &text[one.inside], one.displayed))
        .collect();
    let environment = r"\begin{align} z \end{align}";
    assert_eq!(
        found,
        [
            ("$$x = 1$$", "x = 1", true),
            (r"\[ y \]", " y ", true),
            ("$w$", "w", false),
            (environment, environment, true)
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
fn what_stands_by_itself_is_found() {
    for text in [
        "```latex\nx = 1\n```",
        "```math\nx = 1\n```",
        "~~~latex\n$$ x = 1 $$\n~~~",
        "$x = 1$",
        "- **$x = 1$**.",
        "2. \\(x = 1\\)",
        "$ x = 1 $",
        "> $x = 1$ (1)",
        "| speed | $x = 1$ |\n|---|---|\n",
        "words\n\n$x = 1$\n\nwords",
        "\\begin{dmath}x = 1\\end{dmath}",
        "> so\n> $$\n> x = 1\n> $$\n",
        "$$\nx = 1\n\n$$",
        "the end of a sentence: $$x = 1$$",
        "<center>$$x = 1$$</center>",
        "<script>alert(1)</script> $$x = 1$$",
    ] {
        assert_eq!(readings(text), ["x = 1"], "{text}");
    }
    assert_eq!(readings("```math\nx = 1\ny = 2\n```"), ["x = 1", "y = 2"]);
    assert_eq!(readings("$x = 1$, $y = 2$"), ["x = 1", "y = 2"]);
}

/// Where a formula stands decides, and no word around it, in whatever language.
#[test]
fn a_formula_in_a_sentence_is_an_aside() {
    for text in [
        "Hence $x = 1$.",
        "**Speed:** $x = 1$",
        "所以 $x = 1$。",
        "$x = 1$ is what we know",
        "It is not true that $x = 1$",
        "[ x = 1 ]",
        "x = 1",
        "$x = 1$\nso",
    ] {
        assert_eq!(readings(text), [""; 0], "{text}");
    }
}

#[test]
fn a_box_is_an_answer_wherever_it_stands() {
    for text in [
        "so \\boxed{x = 1} holds",
        "so $\\boxed{x = 1}$ holds, and $y = 2$ does not count",
        "- so \\(\\boxed{x = 1}\\).",
        "\\fbox{$x = 1$}",
        "we find $x = \\boxed{1}$ in the end",
    ] {
        let found = find(text, Inline::Aside, Values::Named);
        assert_eq!((found.formulas.len(), found.boxes), (1, 1), "{text}");
        assert_eq!(readings(text), ["x = 1"], "{text}");
    }
}

#[test]
fn what_the_page_does_not_show_states_nothing() {
    for text in [
        "    $$x = 1$$",
        "<!-- $$x = 1$$ -->",
        "<!--\n\n$$x = 1$$\n\n-->",
        "~~$$x = 1$$~~",
        "~~it was \\boxed{x = 1}~~",
        "[a link](https://example.org \"$$x = 1$$\")",
        "`\\boxed{x = 1}`",
    ] {
        assert_eq!(readings(text), [""; 0], "{text}");
    }
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
        "> ",
        "* ",
        "<a>$$x$$",
        "$$\n\n`a`\n\n",
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
fn a_tag_of_html_is_no_word_beside_a_formula() {
    let stated = |text: &str| formulas(text).len();
    assert_eq!(stated("<answer>\n$x = 1$\n</answer>"), 1);
    assert_eq!(stated("<center>$x = 1$</center>"), 1);
    assert_eq!(stated("<p>so we have $x = 1$ here</p>"), 0);
    assert_eq!(stated("<!-- $x = 1$ -->"), 0);
}
