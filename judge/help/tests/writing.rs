//! `docs/physics-writing.md` is made here: every way of writing in it is read, and counts or does not.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use formula::credit::{Credit, Grader, Settings};
use formula::problem::Problem;
use help::tidy::spelling::RULES;
use help::tidy::tidy;

/// A heading and the ways under it, each with what to say of it.
type Group = (&'static str, &'static [(&'static str, &'static str)]);

const PROBLEM: &str = r#"{"id": "fall", "context": "", "subquestions": [], "grading_standard": [
    {"index": 1, "formula": "$$v = \\sqrt{2 g h}$$", "dependency": [], "is_final_answer": true}]}"#;

const QUANTITY: &str = r#"{"id": "speed", "context": "", "subquestions": [], "grading_standard": [
    {"index": 1, "formula": "$$v = 12 \\unit{m/s}$$", "dependency": [], "is_final_answer": true}]}"#;

/// Ways that count: where formulas stand.
const PLACES: Group = (
    "Where formulas stand",
    &[
        ("$$v = \\sqrt{2 g h}$$", "the usual way"),
        ("\\[ v = \\sqrt{2 g h} \\]", "LaTeX's way"),
        (
            "\\begin{align} v &= \\sqrt{2 g h} \\end{align}",
            "an environment; also `equation`, `gather`, `eqnarray`, `split`, `dmath` and their kin",
        ),
        (
            "$v = \\sqrt{2 g h}$",
            "single dollars, if the formula has its line for itself",
        ),
        ("- \\(v = \\sqrt{2 g h}\\)", "the same in a list"),
        ("**$$v = \\sqrt{2 g h}$$**", "in bold letters"),
        ("> $$v = \\sqrt{2 g h}$$", "in a quotation"),
        ("```latex\nv = \\sqrt{2 g h}\n```", "in a fence of LaTeX"),
        (
            "```math\nv = \\sqrt{2 g h}\n```",
            "in a fence of mathematics",
        ),
        (
            "The answer is \\boxed{v = \\sqrt{2 g h}}",
            "a box in plain text",
        ),
        (
            "So the answer is $\\boxed{v = \\sqrt{2 g h}}$ here.",
            "a box between single dollars, anywhere in a sentence",
        ),
        (
            "$$\\substack{a = b \\\\ v = \\sqrt{2 g h}}$$",
            "a line under another",
        ),
        (
            "[ v = \\sqrt{2 g h} ]",
            "as chats show it, in a line of its own",
        ),
        (
            "\\\\[ v = \\sqrt{2 g h} \\\\]",
            "with the backslashes of JSON",
        ),
        (
            "$$m g h = \\frac12 m v^2 \\Rightarrow v = \\sqrt{2 g h}$$",
            "after an arrow",
        ),
        (
            "$$m g h = \\frac12 m v^2 \\text{ so that } v = \\sqrt{2 g h}$$",
            "after words",
        ),
        ("$$x = v t, \\quad v = \\sqrt{2 g h}$$", "after a comma"),
        ("$$v^2 = 2 g h$$", "in any form that says the same"),
        (
            "\\\\( v = \\sqrt{2 g h} \\\\)",
            "the same for single delimiters",
        ),
        ("$`v = \\sqrt{2 g h}`$", "as GitLab writes it"),
        ("$$$v = \\sqrt{2 g h}$$$", "three dollars"),
        ("$latex v = \\sqrt{2 g h}$", "as blogs write it"),
        (
            "[tex]v = \\sqrt{2 g h}[/tex]",
            "tags of forums and wikis, also `[itex]`, `[latex]`, `[math]`, `<math>`, `<latex>`",
        ),
        (
            "```\n\\[ v = \\sqrt{2 g h} \\]\n```",
            "with delimiters in a fence without a language",
        ),
        ("```{math}\nv = \\sqrt{2 g h}\n```", "a fence of MyST"),
        (
            "| Speed | $v = \\sqrt{2 g h}$ |",
            "in a cell of a table that it fills",
        ),
        ("<center>$v = \\sqrt{2 g h}$</center>", "in tags of HTML"),
        (
            "(a) $v = \\sqrt{2 g h}$",
            "after the letter of a part, `a)`, `(ii)`, `1.`",
        ),
        (
            "- **Speed:** $v = \\sqrt{2 g h}$",
            "after words with a colon",
        ),
        ("**Step 1.** $v = \\sqrt{2 g h}$", "after bold words"),
        ("1. **Speed.** $v = \\sqrt{2 g h}$", "the same in a list"),
        ("答案：$v = \\sqrt{2 g h}$", "in any language"),
        ("$a = b$, $v = \\sqrt{2 g h}$", "beside other formulas"),
        (
            "\\$v = \\sqrt{2 g h}\\$",
            "escaped dollars, also two, in a line of their own",
        ),
        ("$v = \\sqrt{2 g h}$ (1)", "before a remark in brackets"),
        ("$v = \\sqrt{2 g h}$ ✓", "before a check mark"),
        ("★ $v = \\sqrt{2 g h}$", "after a star or another sign"),
        (
            "- one\n\n  \\begin{equation*}\n  v = \\sqrt{2 g h}\n  \\end{equation*}",
            "an environment in a list",
        ),
        (
            "$$\\begin{aligned} a &= b \\\\ v = \\sqrt{2 g h} \\end{aligned}$$",
            "a line of several",
        ),
        (
            "$$\\begin{cases} a = b \\\\ v = \\sqrt{2 g h} \\end{cases}$$",
            "behind a brace",
        ),
        (
            "$$\\begin{matrix} v = \\sqrt{2 g h} \\end{matrix}$$",
            "in a table of formulas",
        ),
        (
            "\\begin{empheq}[box=\\fbox]{align*} v = \\sqrt{2 g h} \\end{empheq}",
            "`empheq`",
        ),
        ("$$a = b;\\ v = \\sqrt{2 g h}$$", "after a semicolon"),
        (
            "$$a = b \\xrightarrow{\\text{solve}} v = \\sqrt{2 g h}$$",
            "after an arrow with words",
        ),
        ("$$v = \\sqrt{2 g h} \\wedge a = b$$", "before another"),
        (
            "$a = b$ and $v = \\sqrt{2 g h}$",
            "joined to another by a word",
        ),
        (
            "(a)&nbsp;&nbsp;$v = \\sqrt{2 g h}$<br>",
            "between entities for spaces",
        ),
        ("- Speed → $v = \\sqrt{2 g h}$", "after words and an arrow"),
        ("1) $a = b$ , 2) $v = \\sqrt{2 g h}$", "counted in one line"),
        (
            "$$a = b \\ \\mathrm{and}\\ v = \\sqrt{2 g h}$$",
            "after a word in upright letters",
        ),
        (
            "Hence the answer is $v = \\sqrt{2 g h}$.",
            "after a few words, in a paragraph or an item of its own, if the sentence ends there",
        ),
        ("因此 $v = \\sqrt{2 g h}$。", "the same in any language"),
        (
            "$v = \\sqrt{2 g h}$, where $g$ is the acceleration of free fall.",
            "before a clause with `where`, `for`, `if`, `since` and their kin",
        ),
        (
            "$v = \\sqrt{2 g h}$ — final answer",
            "before a remark behind a dash",
        ),
        ("📌 $v = \\sqrt{2 g h}$", "after a sign of any kind"),
        ("- [x] $v = \\sqrt{2 g h}$", "in a list of tasks"),
        (
            "$v = \\sqrt{2 g h}$[^1]",
            "before the mark of a footnote, also `[1]`, `Q.E.D.`",
        ),
        (
            "Ans. $v = \\sqrt{2 g h}$",
            "after a label: `II.`, `Q1(a).`, `Solution —`",
        ),
        (
            "\\begin{enumerate}\n\\item[(a)] $v = \\sqrt{2 g h}$\n\\end{enumerate}",
            "in a list of LaTeX",
        ),
        (
            "{\\Huge $v = \\sqrt{2 g h}$}",
            "after commands that only change how it looks",
        ),
        (
            "( v = \\sqrt{2 g h} )",
            "as chats show it that lose backslashes, in a line of its own",
        ),
        ("\\boxed{$$v = \\sqrt{2 g h}$$}", "dollars in a box"),
        (
            "<script type=\"math/tex; mode=display\">v = \\sqrt{2 g h}</script>",
            "as web pages hold it",
        ),
        (
            "\\newcommand{\\answer}[1]{\\boxed{#1}}\n\n$$\\answer{v = \\sqrt{2 g h}}$$",
            "in a command that the text defines, with `\\newcommand`, `\\def` or `\\DeclareMathOperator`",
        ),
        (
            "So we find that $v = \\boxed{\\sqrt{2 g h}}$ here.",
            "with a box around its value, anywhere in a sentence",
        ),
        (
            "| **Speed** | **$v = \\sqrt{2 g h}$** |",
            "in bold letters in a cell of a table",
        ),
        (
            "$a = b$, so $v = \\sqrt{2 g h}$",
            "after another formula and `so`, `thus`, `hence`, …",
        ),
        (
            "\\textbf{Answer:} $v = \\sqrt{2 g h}$",
            "after words in LaTeX's bold letters, also `\\paragraph{…}`",
        ),
        ("$v$ = $\\sqrt{2 g h}$", "in dollars for each side"),
        ("v = $\\sqrt{2 g h}$", "behind its symbol without dollars"),
        (
            "$v = \\sqrt{2 g h}$ → final answer",
            "before a remark behind an arrow",
        ),
        (
            "\\\\[\\nv = \\\\sqrt{2 g h}\\n\\\\]",
            "with the line ends of JSON, too",
        ),
        (
            "电流 $a = b$，速度 $v = \\sqrt{2 g h}$。",
            "behind a name in a language without spaces, also several in a row",
        ),
        (
            "Step 3: Solve for the speed. $v = \\sqrt{2 g h}$",
            "after a short sentence",
        ),
        (
            "[1] $v = \\sqrt{2 g h}$",
            "after a number in square brackets",
        ),
        (
            "```\nv = \\sqrt{2 g h}\n```",
            "in a fence without a language, if each line is a formula in LaTeX or has signs like `√` and `²`",
        ),
        (
            "$a = b$, that is, $v = \\sqrt{2 g h}$",
            "after another formula and `that is`, `i.e.`, `or equivalently`",
        ),
        (
            "\\begin{center}$v = \\sqrt{2 g h}$\\end{center}",
            "in an environment that only places",
        ),
        ("Следовательно, $v = \\sqrt{2 g h}$", "after a long word"),
        (
            "$v = \\sqrt{2 g h}$, где $h$ — высота.",
            "before a clause in more languages",
        ),
        (
            "Therefore $v = \\sqrt{2 g h}$. ------ 3 points",
            "before dashes and marks",
        ),
        (
            "由(1)(2)式得 $v = \\sqrt{2 g h}$。",
            "after words and the numbers of other formulas",
        ),
        (
            "`Answer:` $v = \\sqrt{2 g h}$",
            "after words in a box of code",
        ),
        (
            "\\begin{numcases}{} a = b \\\\ v = \\sqrt{2 g h} \\end{numcases}",
            "behind a brace of the package `cases`",
        ),
        (
            "\\let\\root\\sqrt\n\n$$v = \\root{2 g h}$$",
            "with a command under another name",
        ),
        (
            "**Answer:** the answer is $v = \\sqrt{2 g h}$.",
            "after a label and a few words",
        ),
        (
            "联立解得：$a = b$，$v = \\sqrt{2 g h}$",
            "several behind a label of any language",
        ),
        (
            "质量不变，故 $v = \\sqrt{2 g h}$。",
            "behind a clause in a language without spaces; `不变` denies nothing",
        ),
        (
            "$a = b$ и $v = \\sqrt{2 g h}$.",
            "joined to another by a word of any language",
        ),
        (
            "v = \\sqrt{2 g h}",
            "in a line of its own without delimiters, if no relation of the text stands in any",
        ),
        (
            "$$a = b$$\n\n**Answer:** v = √(2gh)",
            "behind a label in bold letters, also where other formulas have delimiters",
        ),
        (
            "So $a = b$ and **v = √(2gh)**.",
            "in bold letters, anywhere",
        ),
        (
            "1. **Speed:** v = sqrt(2*g*h).",
            "the same behind a label, and without LaTeX",
        ),
        ("`v = √(2·g·h)`", "the same in a box of code"),
        ("`$$v = \\sqrt{2 g h}$$`", "the same with delimiters in it"),
        ("##v = \\sqrt{2 g h}##", "as forums of physics write it"),
        (
            "<math display=\"block\">v = \\sqrt{2 g h}</math>",
            "in tags with attributes",
        ),
        (
            ".. math::\n\n   v = \\sqrt{2 g h}",
            "in reStructuredText, also `` :math:`…` ``",
        ),
        (
            "[stem]\n++++\nv = \\sqrt{2 g h}\n++++",
            "in AsciiDoc, also `stem:[…]`",
        ),
        (
            "```{math}\n:label: speed\nv = \\sqrt{2 g h}\n```",
            "a fence of MyST with options",
        ),
    ],
);

/// Ways that count: what stands around a formula.
const DECORATIONS: Group = (
    "What may stand around a formula",
    &[
        (
            "$$\\boxed{v = \\sqrt{2 g h}}$$",
            "a box; also `\\fbox`, `\\bbox`, `\\Aboxed`",
        ),
        ("$$\\mathbf{v = \\sqrt{2 g h}}$$", "bold letters"),
        ("$$\\underline{v = \\sqrt{2 g h}}$$", "a line under it"),
        ("$$\\color{red}{v = \\sqrt{2 g h}}$$", "a colour"),
        ("$$\\large v = \\sqrt{2 g h}$$", "a size"),
        (
            "$$\\text{(a)}\\quad v = \\sqrt{2 g h}$$",
            "the letter of a part",
        ),
        ("$$\\text{Speed: } v = \\sqrt{2 g h}$$", "a name before it"),
        ("$$\\therefore v = \\sqrt{2 g h}$$", "an arrow or a sign"),
        ("$$=> v = \\sqrt{2 g h}$$", "an arrow of two characters"),
        (
            "$$v = \\sqrt{2 g h} \\quad\\text{(final answer)}$$",
            "a remark after it",
        ),
        (
            "$$v = \\sqrt{2 g h} \\quad (h > 0)$$",
            "a condition after it",
        ),
        (
            "$$v = \\sqrt{2 g h} \\quad [\\text{since } h > 0]$$",
            "a reason after it",
        ),
        ("$$v = \\sqrt{2 g h} \\tag{3}$$", "a number"),
        (
            "$$v = \\sqrt{2 g h}.\\ \\checkmark$$",
            "a full stop, a check mark, `\\square`",
        ),
        ("$$v = \\sqrt{2 g h} % done\n$$", "a comment"),
        (
            "$$\\begin{array}{rcl} v &=& \\sqrt{2 g h} \\end{array}$$",
            "columns",
        ),
        (
            "$$|\\vec v| = \\sqrt{2 g h}$$",
            "the magnitude of a vector, where the problem has `v`",
        ),
        (
            "$$\\text{Answer} = \\sqrt{2 g h}$$",
            "a word for the answer, for final answers",
        ),
        (
            "$$\\boxed{\\begin{array}{c} v = \\sqrt{2 g h} \\end{array}}$$",
            "a table in a box",
        ),
        (
            "$$\\overline{\\underline{v = \\sqrt{2 g h}}}$$",
            "lines above and below, also `\\uline`",
        ),
        ("$$\\mathsf{v = \\sqrt{2 g h}}$$", "another alphabet"),
        ("$$\\mbox{$v = \\sqrt{2 g h}$}$$", "a formula in text"),
        ("$$\\{ v = \\sqrt{2 g h} \\}$$", "brackets of any kind"),
        (
            "$$\\bbox[5px, border: 2px solid red]{v = \\sqrt{2 g h}}$$",
            "a box with options",
        ),
        (
            "$$\\colorbox{yellow}{$v = \\sqrt{2 g h}$}$$",
            "a background",
        ),
        (
            "$$\\underbrace{v = \\sqrt{2 g h}}_{\\text{answer}}$$",
            "a brace with words",
        ),
        ("$$\\star\\quad v = \\sqrt{2 g h}$$", "a star or a bullet"),
        (
            "$$\\mathbf{Answer:}\\quad v = \\sqrt{2 g h}$$",
            "a heading, with any letters",
        ),
        (
            "$$\\mathrm{Answer}:\\quad v = \\sqrt{2 g h}$$",
            "the same with the colon behind it",
        ),
        (
            "$$\\underline{\\text{Answer}}: v = \\sqrt{2 g h}$$",
            "a heading with a line",
        ),
        (
            "$$\\text{Damit gilt } v = \\sqrt{2 g h}$$",
            "words of any language",
        ),
        (
            "$$\\textcircled{1}\\; v = \\sqrt{2 g h}$$",
            "a number in a ring, also `①`",
        ),
        (
            "$$\\begin{array}{ll} \\text{(1)} & a = b \\\\ \\text{(2)} & v = \\sqrt{2 g h} \\end{array}$$",
            "names of lines in a column",
        ),
        (
            "$$\\begin{aligned}[t] v = \\sqrt{2 g h} \\end{aligned}$$",
            "options of an environment",
        ),
        (
            "$$\\hskip 1em v = \\sqrt{2 g h} \\kern 3pt$$",
            "spaces of TeX",
        ),
        (
            "$$v = \\sqrt{2 g h} \\quad \\forall t$$",
            "for what it holds",
        ),
        (
            "$$v = \\sqrt{2 g h} \\qquad (\\ast)$$",
            "a star for a number",
        ),
        ("$$v = \\sqrt{2 g h} \\ldots (1)$$", "dots to a number"),
        (
            "$$v = \\sqrt{2 g h} \\eqno(3)$$",
            "the number as plain TeX has it",
        ),
        (
            "$$v = \\sqrt{2 g h} \\quad | \\cdot 2$$",
            "what is done to both sides next",
        ),
        (
            "$$v = \\sqrt{2 g h} \\quad \\leftarrow \\text{the answer}$$",
            "an arrow that points at it",
        ),
        (
            "$$v = \\sqrt{2 g h} \\quad \\to$$",
            "an arrow that leads to the next line",
        ),
        (
            "$$v = \\sqrt{2 g h} \\quad \\because a = b$$",
            "a reason with a sign",
        ),
        ("$$v = \\sqrt{2 g h} \\quad \\text{[2 marks]}$$", "marks"),
        (
            "$$v \\overset{!}{=} \\sqrt{2 g h}$$",
            "a sign over the relation",
        ),
        ("$$v = \\boxed{\\sqrt{2 g h}}$$", "a box around a side"),
        (
            "$$v = \\left[\\sqrt{2 g h}\\right]$$",
            "brackets around a side",
        ),
        (
            "$$\\underset{\\text{speed}}{\\boxed{v = \\sqrt{2 g h}}}$$",
            "words below or above a box",
        ),
        (
            "$$v = \\sqrt{2 g h} ~~~\\text{[Ans]}$$",
            "a remark after narrow spaces, three or more",
        ),
        (
            "$$v = \\sqrt{2 g h} \\;\\Big| \\text{ since energy stays}$$",
            "a bar before words",
        ),
        (
            "$$v = \\sqrt{2 g h}\\ (= b)$$",
            "another form in brackets, which is not compared",
        ),
        ("$$(ii)\\ v = \\sqrt{2 g h}$$", "the number of a part"),
        (
            "$$v = \\sqrt{2 g h} \\hspace{2cm} (1)$$",
            "a number after a space of any length",
        ),
        (
            "$$a = b\\ \\&\\ v = \\sqrt{2 g h}$$",
            "after the sign for and",
        ),
        (
            "$$\\mathrm{Thus,}\\quad v = \\sqrt{2 g h}$$",
            "a word in upright letters with a comma",
        ),
        (
            "$$v = \\sqrt{2 g h} \\,......(1)$$",
            "typed dots to a number",
        ),
        (
            "$$\\begin{array}{c|c} \\text{Speed} & v = \\sqrt{2 g h} \\end{array}$$",
            "a name in a column of its own",
        ),
        (
            "$$v = \\sqrt{2 g h}\\ (h > 0)$$",
            "a condition in brackets behind a space of LaTeX",
        ),
        (
            "$$C: v = \\sqrt{2 g h}$$",
            "a name with a colon, also `(1) + (2):`",
        ),
        (
            "$$(\\uparrow)\\quad v = \\sqrt{2 g h}$$",
            "a direction, also `R(\\rightarrow):`",
        ),
        (
            "$$v = \\sqrt{2 g h} \\dotfill (1)$$",
            "dots that fill the line",
        ),
        (
            "$$\\parbox{5cm}{$v = \\sqrt{2 g h}$}$$",
            "other boxes, also `\\resizebox`, `\\vcenter`",
        ),
        (
            "$$\\underbracket{v = \\sqrt{2 g h}}_{\\text{answer}}$$",
            "a bracket with words",
        ),
        (
            "$$Hence:\\quad v = \\sqrt{2 g h}$$",
            "a word of four letters or more without `\\text`",
        ),
        (
            "$$所以 v = \\sqrt{2 g h}$$",
            "words in letters that no symbol has",
        ),
        (
            "$$\\mathrm{Hence~we~get}~v = \\sqrt{2 g h}$$",
            "words in upright letters with spaces",
        ),
        (
            "\\begin{align} v = \\sqrt{2 g h} && (3) \\end{align}",
            "a number in a column of its own",
        ),
        (
            "$$v = \\sqrt{2 g h} \\qquad (2.1a)$$",
            "a number with a letter",
        ),
        (
            "\\begin{align} v = \\sqrt{2 g h} \\numberthis \\end{align}",
            "a number by a command",
        ),
        (
            "$$v = \\sqrt{2 g h} \\quad\\cdots\\quad (1)$$",
            "dots to a number, with spaces",
        ),
        (
            "$$v = \\sqrt{2 g h} \\quad\\cdots\\,①$$",
            "the same to a number in a ring",
        ),
        ("$$v = \\sqrt{2 g h} \\quad -(1)$$", "a dash to a number"),
        (
            "$$v = \\sqrt{2 g h}\\ \\ (1)$$",
            "a number after two narrow spaces",
        ),
        (
            "$$\\begin{array}{l}{v = \\sqrt{2 g h}}\\\\{a = b}\\end{array}$$",
            "cells in braces, as programs write them",
        ),
        (
            "$$\\begin{cases} \\text{Answer:} \\\\ v = \\sqrt{2 g h} \\end{cases}$$",
            "a heading in a line of its own",
        ),
        (
            "$$\\overset{(1)}{\\Rightarrow} v = \\sqrt{2 g h}$$",
            "an arrow with a number over it, also `\\stackrel`",
        ),
        (
            "$$v = \\sqrt{2 g h} \\quad *$$",
            "a mark after a wide space, also `\\dagger`, `\\surd`, `//`",
        ),
        (
            "$$v = \\sqrt{2 g h} \\quad\\mathrm{(i)}$$",
            "a number in upright letters",
        ),
        (
            "$$v = \\sqrt{2 g h} \\quad\\mathrm{QED}$$",
            "that all is proved, in upright letters",
        ),
        (
            "$$\\begin{array}{|l|}\\hline v = \\sqrt{2 g h} \\\\ \\\\ \\hline\\end{array}$$",
            "empty lines of a table",
        ),
        (
            "\\begin{align} a &= b \\intertext{and so} v = \\sqrt{2 g h} \\end{align}",
            "after words between lines",
        ),
        (
            "$$\\exists\\, h:\\quad v = \\sqrt{2 g h}$$",
            "that there is something for which it holds",
        ),
        (
            "$$\\lefteqn{v = \\sqrt{2 g h}}$$",
            "a command that only places",
        ),
    ],
);

/// Ways that count: what is typed without LaTeX.
const TYPED: Group = (
    "What may be typed without LaTeX",
    &[
        ("$$v = sqrt(2*g*h)$$", "functions with their bracket"),
        ("$$v = (2gh)^(1/2)$$", "exponents in brackets"),
        ("$$v = (2*g*h)**0.5$$", "two asterisks for a power"),
        ("$$v = √(2gh)$$", "characters beyond ASCII"),
        ("$$v &amp;= \\sqrt{2 g h}$$", "entities of HTML"),
        (
            "$$v &equals; &radic;(2 g h)$$",
            "the same for signs and Greek letters",
        ),
        ("$$v = {{2 g h}}^{1/2}$$", "braces too many"),
        ("$$𝑣 = √(2𝑔ℎ)$$", "slanted letters beyond ASCII"),
        ("$$ｖ ＝ √(2 g h)$$", "wide letters of Asian keyboards"),
        ("$$v{=}\\sqrt{2gh}$$", "a sign in braces"),
        ("$$v = \\surd(2gh)$$", "another root"),
        ("$$v = √(2〖gh〗)$$", "the brackets of Word"),
        (
            "$$v == \\sqrt{2 g h}$$",
            "an equals sign of programs, also `=:`",
        ),
        (
            "$$v = \\sqrt{2\\mathrm{gh}}$$",
            "upright letters that the problem has as symbols",
        ),
        ("$$v = \\sqrt{{{2 g h}}}$$", "braces in braces"),
        (
            "$$v = \\sqrt{\\smash[b]{2 g h}}$$",
            "commands that only place",
        ),
        (
            "$$v = \\sqrt[\\leftroot{-2}\\uproot{2}2]{2 g h}$$",
            "an order of a root that is moved",
        ),
    ],
);

/// Ways that count for `v = 12 \unit{m/s}`.
const UNITS: Group = (
    "Numbers and units",
    &[
        ("$$v = 12 \\unit{m/s}$$", "the best way"),
        ("$$v = \\qty{12}{m/s}$$", "siunitx"),
        (
            "$$v = 12\\,\\text{m/s}$$",
            "upright letters after a number; also `\\mathrm`, `\\rm`",
        ),
        (
            "$$v = 12\\ \\mathrm{m}\\,\\mathrm{s}^{-1}$$",
            "with exponents",
        ),
        ("$$v = 12\\,\\frac{\\text{m}}{\\text{s}}$$", "as a fraction"),
        (
            "$$v = 12 \\text{ metres per second}$$",
            "names, in the singular or the plural",
        ),
        ("$$v = 12 \\quad [\\text{m/s}]$$", "in brackets"),
        ("$$v = \\text{12 m/s}$$", "with the number in the text"),
        (
            "$$v = \\sqrt{144}\\,\\text{m/s}$$",
            "after a root, π or a fraction of numbers",
        ),
        (
            "$$v = 43.2 \\unit{km/h}$$",
            "another unit of the same dimension",
        ),
        (
            "$$v = 1.2e1 \\unit{m/s}$$",
            "as computers write powers of ten",
        ),
        (
            "$$v = 12~\\mathrm{m\\,s^{-1}}$$",
            "with exponents in one piece",
        ),
        (
            "$$v = 12\\,\\dfrac{\\mathrm m}{\\mathrm s}$$",
            "a letter without braces",
        ),
        (
            "$$v = 12 \\left[\\frac{\\text{m}}{\\text{s}}\\right]$$",
            "a fraction in brackets",
        ),
        ("$$v = \\SI{12}{\\meter\\per\\second}$$", "siunitx in words"),
        (
            "$$v = 12 \\text{ Meters per Second}$$",
            "names with capitals",
        ),
        ("$$v = 12{,}0\\,\\text{m/s}$$", "a decimal comma in braces"),
        (
            "$$v = 12,0\\,\\text{m/s}$$",
            "a decimal comma, where a unit follows",
        ),
        ("$$v = 0.012 \\text{ km/s}$$", "with a prefix"),
        ("$$v = \\unit[12]{m/s}$$", "the older package `units`"),
        ("$$v = \\qty{12(1)}{m/s}$$", "with how far off it may be"),
        ("$$v = 12.\\,\\text{m/s}$$", "a point without decimals"),
        ("$$v = \\boxed{12\\,\\text{m/s}}$$", "in a box"),
        ("$$v = \\boxed{12}\\,\\text{m/s}$$", "behind one"),
        (
            "$$v = \\underline{\\underline{12\\,\\text{m/s}}}$$",
            "underlined twice",
        ),
        ("$$v = 12\\,\\text{m/s, downward}$$", "with words behind it"),
        (
            "$$v = 12\\,\\text{m/s}\\; (\\text{to the left})$$",
            "with words in brackets",
        ),
        (
            "$$v = \\frac{24\\,\\text{m}}{2\\,\\text{s}}$$",
            "calculated with units",
        ),
        (
            "$$v = \\sqrt{144\\,\\text{m}^2/\\text{s}^2}$$",
            "under a root",
        ),
        ("$$v \\approx 12 \\text{ meters/sec}$$", "about"),
        ("$$12\\,\\text{m/s} = v$$", "the other way round"),
        ("$$v = 12\\,\\text{м/с}$$", "in Cyrillic letters"),
        ("$$v = 12 м/с$$", "the same without `\\text`"),
        ("$$v = 12{\\rm \\,m/s}$$", "letters of plain TeX"),
        ("$$v = \\mathbf{12\\ m/s}$$", "all of it in heavy letters"),
        ("$$v = 12\\,\\mathsf{m/s}$$", "in letters without serifs"),
        ("$$v = \\text{12e0 m/s}$$", "a power of ten in the text"),
        (
            "$$v = 1,2 \\cdot 10^{1}\\,\\text{m/s}$$",
            "a decimal comma before a power of ten",
        ),
        ("$$v \\sim 12\\,\\text{m/s}$$", "about, with a tilde"),
        (
            "$$v = \\frac{24}{2} = 12\\,\\text{m/s}$$",
            "after numbers without their units",
        ),
        (
            "$$v = a t \\approx 12\\,\\text{m/s}$$",
            "about, at the end of a chain",
        ),
        ("$$v = 12.000... \\text{ m/s}$$", "with figures left out"),
        ("$v = 12$ m/s", "behind the dollars"),
        (
            "$$v = 12\\ \\rm m/s$$",
            "letters of plain TeX without braces",
        ),
        ("$$v = \\fbox{12 m/s}$$", "in the text of a box"),
        (
            "$$v = (12.0 \\pm 0.1)\\,\\text{m/s}$$",
            "with how far off it may be, at most a tenth",
        ),
        (
            "$$v = 12 \\text{ m/s and } t = 1\\,\\text{s}$$",
            "before a word in the same text",
        ),
        (
            "$$v = 12\\,\\text{ms}^{-1}$$",
            "letters together: a speed, if no `\\unit` says that it is milliseconds",
        ),
        (
            "$$v = 12\\,\\text{m/s to the right}$$",
            "a direction in the same text, also `(2 s.f.)`",
        ),
        (
            "$$v = 12\\,\\text{m/s}\\ (\\downarrow)$$",
            "an arrow in brackets",
        ),
        (
            "$$v = 12\\,\\text{m/s}\\ (43.2\\,\\text{km/h})$$",
            "the same in another unit, in brackets",
        ),
        (
            "$$v = 12\\,\\text{Meter pro Sekunde}$$",
            "names of other languages",
        ),
        ("$$v = 12\\,\\text{米/秒}$$", "also in Chinese"),
        (
            "$$v = 43.2\\,\\text{kmph}$$",
            "as people abbreviate it, also `mps`, `kph`",
        ),
        ("$v = 12$ $\\text{m/s}$", "in dollars of its own"),
        (
            "So $v = \\boxed{12\\,\\text{m/s}}$.",
            "in a box after a word",
        ),
        (
            "$$v = 12\\ \\rm\\frac{m}{s}$$",
            "a fraction in letters of plain TeX",
        ),
        ("$$v = 12\\,\\text{m/s}\\downarrow$$", "an arrow behind it"),
        (
            "$$v = 12\\,\\text{m/s}\\;\\text{downwards}$$",
            "a word behind it",
        ),
        ("$v = 12$ m s⁻¹", "several behind the dollars"),
        ("$v = 12$ m s<sup>-1</sup>", "with raised figures of HTML"),
        (
            "**Answer:** v = 12 m/s",
            "without delimiters, after the number",
        ),
        (
            "$$a = b$$\n\nSo **v = 12 m/s**.",
            "the same in bold letters",
        ),
        ("$v \\approx 12$ m/s", "behind the dollars of what is about"),
        ("$$v = \\text{12 m s}^{-1}$$", "an exponent behind the text"),
        ("$$v = 12\\,\\text{метров в секунду}$$", "also in Russian"),
        ("$$v = \\pu{12 m/s}$$", "the package mhchem"),
        ("$$v = 12{.}0\\,\\text{m/s}$$", "a decimal point in braces"),
        (
            "$$v = 1.2\\text{e}1\\,\\text{m/s}$$",
            "a power of ten with its letter in text",
        ),
        ("\\(v = 12\\) m/s", "behind LaTeX's single delimiters"),
        (
            "$$v\\,[\\text{m/s}] = 12$$",
            "beside the symbol, as in a table, also `v/(\\text{m/s})`",
        ),
        (
            "$$v = 12 \\pm 0.5\\,\\text{m/s}$$",
            "with how far off it may be, without brackets",
        ),
        (
            "$$v = 12\\,\\text{m/s} \\pm 4\\%$$",
            "with how many percent it may be off",
        ),
        (
            "$$v = 12\\,\\text{m\\,s\\textsuperscript{-1}}$$",
            "with raised figures in the text",
        ),
        ("$\\boxed{v = 12}$ m/s", "behind the dollars of a box"),
        (
            "**Answer: v = $12$ m/s**",
            "behind dollars with the symbol before them, in bold letters",
        ),
        (
            "$$v = 12 \\unit{\\metre\\second\\tothe{-1}}$$",
            "other words of siunitx",
        ),
        ("$$v = 12\\,\\text{metros por segundo}$$", "also in Spanish"),
    ],
);

/// Ways that do not count, for the first problem.
const NOT_FORMULAS: Group = (
    "What is no formula or not this one",
    &[
        (
            "so we have $v = \\sqrt{2 g h}$ at the end",
            "an aside: single dollars inside a sentence, unless the problem counts them",
        ),
        (
            "So v = \\sqrt{2 g h} at the end.",
            "no delimiters, in a sentence",
        ),
        (
            "v = \\sqrt{2 g h}\n\nHere $a = b$ is known.",
            "no delimiters, where another formula has some",
        ),
        (
            "Suppose: v = \\sqrt{2 g h}",
            "an assumption without delimiters",
        ),
        (
            "It is `$$v = \\sqrt{2 g h}$$`.",
            "code in a sentence, also with single dollars; the report says so",
        ),
        (
            "$$\\text{v = \\sqrt{2 g h}}$$",
            "words, although they hold a relation",
        ),
        (
            "it costs \\$v = \\sqrt{2 g h}\\$",
            "escaped dollars in a sentence",
        ),
        ("```python\nv = sqrt(2*g*h)\n```", "a program"),
        ("$$v = \\sqrt{2 g h}", "the second `$$` is missing"),
        ("$$v =\n\n\\sqrt{2 g h}$$", "a blank line inside `$$`"),
        ("$$\\sqrt{2 g h}$$", "it does not say what this is"),
        (
            "$$V = \\sqrt{2 g h}$$",
            "another symbol; the problem may give aliases",
        ),
        ("$$v \\approx \\sqrt{2 g h} \\foo$$", "an unknown command"),
        ("$$v = \\sqrt{2 g h$$", "a brace that does not close"),
        (
            "Let $v = \\sqrt{2 g h}$.",
            "an assumption, a definition: words with `let`, `where`, `if` and their kin",
        ),
        (
            "Suppose v = $\\sqrt{2 g h}$.",
            "the same with its symbol before the dollars",
        ),
        (
            "$v^2$ = $\\sqrt{2 g h}$",
            "another symbol in dollars of its own",
        ),
        (
            "It is not true that $v = \\sqrt{2 g h}$.",
            "what words deny",
        ),
        ("```python\n# v = √(2gh)\n```", "a remark in a program"),
        (
            "Пусть $v = \\sqrt{2 g h}$.",
            "an assumption in another language",
        ),
        (
            "由(1)(2)式不能得 $v = \\sqrt{2 g h}$。",
            "what words deny in a language without spaces",
        ),
        ("如果 $v = \\sqrt{2 g h}$。", "an assumption in one"),
        (
            "**Wrong:** the answer is $v = \\sqrt{2 g h}$.",
            "a label that denies",
        ),
        ("所以没有 $v = \\sqrt{2 g h}$。", "words in one that deny"),
    ],
);

/// Ways that do not count for `v = 12 \unit{m/s}`.
const NOT_UNITS: Group = (
    "Units that are none",
    &[
        ("$$v = 12$$", "no unit"),
        ("$$v = 12 m/s$$", "slanted letters are symbols: m over s"),
        ("$$v = 12 \\unit{m}$$", "another dimension"),
        ("$$v = 12 \\unit{km/h}$$", "another size"),
        (
            "$$v = 12\\,\\text{м}$$",
            "another dimension, in any letters",
        ),
        (
            "$$v = 12\\,\\text{m/s per second}$$",
            "another dimension, in words",
        ),
        (
            "$$v = 12\\,\\text{m/s}\\ (2\\,\\text{s})$$",
            "a product, for what is in the brackets is another quantity",
        ),
        (
            "$$v = 12\\,\\unit{ms^{-1}}$$",
            "milliseconds, for `\\unit` says so",
        ),
        ("$v = 12$ m s⁻²", "another dimension, behind the dollars"),
        (
            "$$v = \\text{12 m s}^{-2}$$",
            "another dimension, by the exponent behind the text",
        ),
        (
            "$$v\\,[\\text{km/h}] = 12$$",
            "another size, beside the symbol",
        ),
        (
            "$$v/\\text{m} = 12$$",
            "another dimension, beside the symbol",
        ),
        (
            "$$v = 12 \\pm 6\\,\\text{m/s}$$",
            "two values: more than a tenth is no uncertainty",
        ),
    ],
);

fn counts(problem: &str, solution: &str) -> bool {
    let problem = Problem::read(problem.as_bytes()).expect("the problem reads");
    let grader = Grader::new(&problem, &Settings::default()).expect("the problem grades");
    let report = grader.grade(solution);
    report.nodes[0].credit != Credit::Missed
}

/// A cell of a table in Markdown.
fn cell(text: &str) -> String {
    let text = text.replace('|', "\\|").replace('\n', " ⏎ ");
    if text.contains('`') {
        format!("`` {text} ``")
    } else {
        format!("`{text}`")
    }
}

/// The formula of a way with one symbol slipped; nothing where it has none that could.
fn slipped(written: &str) -> Option<String> {
    [
        ("2 g h", "3 g h"),
        ("2*g*h", "3*g*h"),
        ("2gh", "3gh"),
        ("12", "17"),
        ("144", "169"),
    ]
    .into_iter()
    .find(|(right, _)| written.contains(right))
    .map(|(right, wrong)| written.replace(right, wrong))
    // What stands before it says the same in another way.
    .filter(|wrong| !wrong.contains("m g h"))
}

/// How a way of writing is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Taken {
    /// It counts as it stands.
    Stands,
    /// It counts once it is tidied.
    Tidied,
    /// It does not count.
    Not,
}

fn taken(problem: &str, written: &str) -> Taken {
    if counts(problem, written) {
        Taken::Stands
    } else if counts(problem, &tidy(written).text) {
        Taken::Tidied
    } else {
        Taken::Not
    }
}

/// The ways of a group that are taken in one way, as a table.
fn write(page: &mut String, problem: &str, (heading, ways): Group, wanted: Taken) {
    let mut rows = String::new();
    for (written, remark) in ways {
        if taken(problem, written) == wanted {
            let _ = writeln!(rows, "| {} | {remark} |", cell(written));
        }
    }
    if !rows.is_empty() {
        let _ = write!(
            page,
            "\n### {heading}\n\n| written | what it is |\n|---|---|\n{rows}"
        );
    }
}

/// Formulas of other kinds that are written in the same ways, each with a slip of it.
const OTHERS: [(&str, &str); 10] = [
    (r"W = \int_0^x k s\,ds", r"W = \int_0^x 3 k s\,ds"),
    (
        r"\vec F = q \vec v \times \vec B",
        r"\vec F = q \vec B \times \vec v",
    ),
    (
        r"E_n = \hbar\omega\left(n + \frac12\right)",
        r"E_n = \hbar\omega\left(n - \frac12\right)",
    ),
    (
        r"x(t) = A e^{-\gamma t} \cos(\omega t + \phi)",
        r"x(t) = A e^{-\gamma t} \sin(\omega t + \phi)",
    ),
    (r"\mu \ge \tan\theta", r"\mu > \tan\theta"),
    (
        r"m \frac{d^2 x}{dt^2} = -k x",
        r"m \frac{d^2 x}{dt^2} = k x",
    ),
    (
        r"q = 1.6 \times 10^{-19} \unit{C}",
        r"q = 1.6 \times 10^{-18} \unit{C}",
    ),
    (
        r"M = \begin{pmatrix} 1 & d \\ 0 & 1 \end{pmatrix}",
        r"M = \begin{pmatrix} 1 & 0 \\ d & 1 \end{pmatrix}",
    ),
    (
        r"x = \frac{-b \pm \sqrt{b^2 - 4 a c}}{2 a}",
        r"x = \frac{-b \pm \sqrt{b^2 - 4 a c}}{a}",
    ),
    (r"v_1 = 12\,\text{m/s}", r"v_1 = 12\,\text{km/h}"),
];

#[test]
fn formulas_of_every_kind_may_be_written_in_these_ways() {
    for (formula, slip) in OTHERS {
        let reference = formula.replace('\\', "\\\\");
        let problem = PROBLEM.replace(r"v = \\sqrt{2 g h}", &reference);
        let problem = Problem::read(problem.as_bytes()).expect("the problem reads");
        let grader = Grader::new(&problem, &Settings::default()).expect("the problem grades");
        let counts = |text: &str| grader.grade(text).nodes[0].credit != Credit::Missed;
        for (_, ways) in [PLACES, DECORATIONS] {
            for (written, _) in ways {
                if written.contains(r"v = \sqrt{2 g h}") {
                    let right = written.replace(r"v = \sqrt{2 g h}", formula);
                    assert!(counts(&tidy(&right).text), "{right}");
                    let wrong = written.replace(r"v = \sqrt{2 g h}", slip);
                    assert!(!counts(&tidy(&wrong).text), "{wrong}");
                }
            }
        }
    }
}

/// A derivation as the beginning of the page shows it.
const EXAMPLE: &str = r"The mass falls from $h$, so all of its energy becomes motion:

$$m g h = \frac12 m v^2$$

Solved for the speed:

$$v = \sqrt{2 g h}$$
";

#[test]
fn every_way_is_taken_and_a_slip_is_not() {
    let wanted = [
        (PROBLEM, PLACES, true),
        (PROBLEM, DECORATIONS, true),
        (PROBLEM, TYPED, true),
        (QUANTITY, UNITS, true),
        (PROBLEM, NOT_FORMULAS, false),
        (QUANTITY, NOT_UNITS, false),
    ];
    let mut otherwise = Vec::new();
    for (problem, (_, ways), counts) in wanted {
        for (written, _) in ways {
            if (taken(problem, written) != Taken::Not) != counts {
                otherwise.push(format!("{written:?} is tidied to {:?}", tidy(written).text));
            }
            if let Some(wrong) = slipped(written).filter(|_| counts) {
                let is_taken = taken(problem, &wrong) != Taken::Not;
                otherwise.extend(is_taken.then(|| format!("{wrong:?} counts")));
            }
        }
    }
    assert!(otherwise.is_empty(), "{}", otherwise.join("\n"));
}

#[test]
fn every_way_of_the_page_counts_or_does_not() {
    assert!(counts(PROBLEM, EXAMPLE));
    let mut page = format!(
        "# How to write so that it is read\n\n\
         ```markdown\n{EXAMPLE}```\n\n\
         That is all you need:\n\n\
         - Each step is a formula between `$$` and `$$`, with words between them as you like. What stands in single `$`\n  \
           inside a sentence is an aside.\n\
         - A formula says what it is of: `v = \\sqrt{{2 g h}}`, not `\\sqrt{{2 g h}}`.\n\
         - Symbols are those of the problem; `v` and `V` are two.\n\
         - Units stand upright: `v = 12\\,\\text{{m/s}}`.\n\n\
         Before you submit, *See how it is read* shows each formula as it will be compared.\n\
         [Formulas in LaTeX](/docs/physics-latex) has the rules. The rest of this page is to look things up in: what is\n\
         graded as it stands, what the page proposes to rewrite, and what does not count. All of it is tried by a test.\n\n\
         The formula of the problem is `v = \\sqrt{{2 g h}}`, and `v = 12 \\unit{{m/s}}` where units are spoken of. `⏎` is\n\
         the end of a line.\n\n\
         ## What is graded as it stands\n\n\
         Where a formula stands decides, never a word around it. A text states what is displayed (`$$`, `\\[ \\]`, the\n\
         environments), what stands in a fence marked `math` or `latex`, a formula in `$` or `\\( \\)` that is alone in\n\
         its paragraph, list item or cell of a table, and what stands in a `\\boxed{{…}}`, wherever that is: an answer.\n\
         Code, comments of HTML and struck-out text state nothing.\n",
    );
    let groups = [
        (PROBLEM, PLACES),
        (PROBLEM, DECORATIONS),
        (PROBLEM, TYPED),
        (QUANTITY, UNITS),
    ];
    for (problem, group) in groups {
        write(&mut page, problem, group, Taken::Stands);
    }
    page.push_str(
        "\n## What is put right before you submit\n\n\
         Here the formula is meant to count and stands elsewhere, or between other signs. The page shows the text as it\n\
         would be graded, and *Use this* takes it; `dojo physics tidy` does the same in the terminal.\n",
    );
    for (problem, group) in groups {
        write(&mut page, problem, group, Taken::Tidied);
    }
    page.push_str(
        "\n### How what is typed is spelled\n\n\
         The table of the rules, by one example each. Backslashes written twice, as in JSON, become one.\n\n\
         | typed | in LaTeX |\n|---|---|\n",
    );
    for rule in RULES {
        let spelled = rule.spelled();
        let _ = writeln!(page, "| {} | {} |", cell(rule.example), cell(&spelled));
    }
    page.push_str("\n## What does not count\n");
    write(&mut page, PROBLEM, NOT_FORMULAS, Taken::Not);
    write(&mut page, QUANTITY, NOT_UNITS, Taken::Not);

    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/physics-writing.md");
    let kept = fs::read_to_string(&file).unwrap_or_default();
    if kept != page {
        let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join("physics-writing.md");
        fs::write(&made, &page).expect("the folder of the target is writable");
        panic!(
            "docs/physics-writing.md is not what it has to be; copy {}",
            made.display()
        );
    }
}
