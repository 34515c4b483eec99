//! Respells what people type instead of LaTeX as LaTeX: `sqrt(2gh)`, `&radic;`, `->`, doubled backslashes.
//!
//! Each rule is a line of [`RULES`]. To add a rule, write a line with its example: a test checks the example, and
//! `docs/physics-writing.md` shows it.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::LazyLock;

use formula::notation::vocabulary::{self, Role};
use formula::notation::{bracket_length, group_length};
use regex::{Regex, RegexSet};

/// A rule that respells typed text.
#[derive(Debug)]
pub struct Rule {
    /// A regular expression. If it begins with a letter, it only matches at the start of a word. The group `rest` is
    /// matched but not replaced.
    pattern: &'static str,
    /// The replacement, with `${1}` for the first group. If it replaces an opening bracket by a brace, the closing
    /// bracket is replaced by a brace too.
    latex: &'static str,
    /// A formula in which it applies.
    pub example: &'static str,
}

impl Rule {
    /// The example as LaTeX spells it.
    #[must_use]
    pub fn spelled(&self) -> String {
        latex(self.example)
    }
}

const fn rule(pattern: &'static str, latex: &'static str, example: &'static str) -> Rule {
    Rule {
        pattern,
        latex,
        example,
    }
}

/// The rules. The first one that matches is applied.
pub const RULES: &[Rule] = &[
    // Arrows and relations of several characters.
    rule(r"<==>|<=>|<-->|<->", r"\iff", "v^2 = a <=> v = b"),
    rule(r"==>|=>", r"\implies", "a = b => v = c"),
    rule(r"-->|->", r"\to", r"\lim_{x->0} x = v"),
    rule(r"<<", r"\ll", "v << c"),
    rule(r">>", r"\gg", "c >> v"),
    rule(r"(\s)!=", r"${1}\neq", "v != 0"),
    rule("= ?=", "=", "v == a t"),
    // Powers, roots and dots.
    rule(r"\*\*\s*([0-9][0-9.]*)", "^{${1}}", "v = a**0.5"),
    rule(r"\*\*", "^", "v = a**n"),
    rule(r"\^\(", "^{", "v = a^(1/2)"),
    rule(r"_\(", "_{", "v = a_(1)"),
    rule(r"([0-9]\.[0-9]{2,})\.\.\.", "${1}", "v = 2.0193..."),
    rule(r"\.{4,}", r"\ldots", "v = a t ......(1)"),
    rule(
        r"([0-9A-Z])\^(o\b|\{o\}|\{\\(text|mathrm)\{o\}\})",
        r"${1}^\circ ",
        r"\theta = 30^o",
    ),
    rule("([A-Z])°", r"${1}^\circ ", "v = G°"),
    rule(r#""([^"]*)""#, "${1}", r#"v = "a t""#),
    rule(r#"([a-zA-Z})'])""#, "${1}''", "v = a\""),
    rule("[\"“”„`▒]", "", "v = “a t”"),
    // The full stop of a sentence, inside the braces of a box.
    rule(r"\s*[.,;]\}(?<rest>[\s.,;]*$)", "}", r"\boxed{a t.}"),
    // Functions, sums, letters and operators without a backslash.
    rule(r"sqrt\(", r"\sqrt{", "v = sqrt(2gh)"),
    rule(r"(sqrt|frac)(?<rest>\{)", r"\${1}", "v = frac{s}{t}"),
    rule(
        r"(sum|prod|int|oint|lim)(?<rest>_)",
        r"\${1}",
        "v = sum_{i=1}^n a_i",
    ),
    rule(
        r"(exp|sec|csc|cosec|cot|coth|arcsin|asin|arccos|acos|arctan|atan|arctg|arcsinh|asinh|arccosh|acosh|arctanh|atanh|min|max|sgn|sign|arg|det|erf)(?<rest>\{?\()",
        r"\${1}",
        "v = exp(-t)",
    ),
    rule(
        r"(sinh|cosh|tanh|sin|cos|tan|ln|log)(?<rest>[^a-zA-Z]|$)",
        r"\${1}",
        "v = a sin x",
    ),
    rule(
        r"([A-Zb-z][a-zA-Z]{0,2}?)(sin|cos|tan)(?<rest>\s*[(\\])",
        r"${1}\${2}",
        r"v = Acos(\omega t)",
    ),
    rule(
        r"(alpha|beta|gamma|delta|epsilon|varepsilon|zeta|theta|vartheta|iota|kappa|lambda|sigma|upsilon|varphi|omega|Gamma|Delta|Theta|Lambda|Sigma|Upsilon|Omega|infty)(?<rest>[^a-zA-Z]|$)",
        r"\${1}",
        "v = lambda f",
    ),
    rule(r"\{infty\}", r"{\infty}", "v = a^{infty}"),
    rule(r"(\*\s*)pi(?<rest>[^a-zA-Z]|$)", r"${1}\pi", "v = 2*pi*r"),
    rule(r"pi(?<rest>\s*\*[^*])", r"\pi", "v = pi*d"),
    rule(
        r"(times|cdot)(?<rest>[^a-zA-Z_^(]|$)",
        r"\${1}",
        "v = 3 times 4",
    ),
    rule(
        r"(vec|hat|bar|tilde|dot|ddot|mathbf|boldsymbol|overline)(?<rest>\{)",
        r"\${1}",
        "vec{F} = m vec{a}",
    ),
    rule(
        r"(div|grad|rot|curl)(?<rest>\s*\\(vec|overrightarrow|mathbf|boldsymbol|bm|vb)\b)",
        r"\operatorname{${1}}",
        r"div\vec B = 0",
    ),
    rule(
        r"\\Sigma(?<rest>_\{[^}]*=[^}]*\}\^)",
        r"\sum",
        r"v = \Sigma_{n=0}^\infty a_n",
    ),
    rule(
        r"\\Pi(?<rest>_\{[^}]*=[^}]*\}\^)",
        r"\prod",
        r"v = \Pi_{n=0}^N a_n",
    ),
    // Words and units outside of text.
    rule(
        r"(?i:(where|with|when|hence|thus|then|therefore|because|since|while|gives|oder))(?<rest>[^a-zA-Z]|$)",
        r"\text{ ${1} }",
        "Hence: v = a t",
    ),
    rule(r"([Ss]o)(?<rest>[,:])", r"\text{${1}}", r"So, v = a t"),
    rule(
        r"[\u{400}-\u{52f}]+(/[\u{400}-\u{52f}]+)* ?",
        r"\text{${0}}",
        "v = 12 м/с",
    ),
    rule(
        r"[\u{590}-\u{6ff}\u{900}-\u{97f}\u{e00}-\u{e7f}\u{3041}-\u{30ff}\u{3400}-\u{9fff}\u{ac00}-\u{d7af}]+ ?",
        r"\text{${0}}",
        "所以 v = a t",
    ),
    // A unit beside the symbol, as in the head of a table.
    rule(
        r"(\\?[a-zA-Z]+(?:_[a-zA-Z0-9]|_\{[^}]*\})?)\s*(?:\\[,;: ]|~|\s)\s*\[(\\(?:text|mathrm)\{(?:[^{}]|\{[^{}]*\})*\})\]\s*=\s*([0-9.]+)",
        r"${1} = ${3}\,${2}",
        r"v\,[\text{m/s}] = 12",
    ),
    rule(
        r"(\\?[a-zA-Z]+(?:_[a-zA-Z0-9]|_\{[^}]*\})?)\s*/\s*\(?(\\(?:text|mathrm)\{(?:[^{}]|\{[^{}]*\})*\})\)?\s*=\s*([0-9.]+)",
        r"${1} = ${3}\,${2}",
        r"v/(\text{m/s}) = 12",
    ),
    // Entities of HTML.
    rule(r"&(nbsp|ensp|emsp|thinsp|quot);", " ", "v&nbsp;= a"),
    rule(r"&amp;", "&", r"\begin{aligned} v &amp;= a \end{aligned}"),
    rule(r"&lt;", "<", "v &lt; c"),
    rule(r"&gt;", ">", "c &gt; v"),
    rule(r"&(#39|apos|prime);", "'", "v&prime; = a"),
    rule(r"&equals;", "=", "v &equals; a"),
    rule(r"&plus;", "+", "v = a &plus; b"),
    rule(r"&(minus|ndash);", "-", "v = a &minus; b"),
    rule(r"&le;", r"\le", "v &le; c"),
    rule(r"&ge;", r"\ge", "c &ge; v"),
    rule(r"&ne;", r"\ne", "v &ne; 0"),
    rule(r"&asymp;", r"\approx", "v &asymp; 3"),
    rule(r"&times;", r"\times", "v = 3 &times; 4"),
    rule(r"&(middot|sdot);", r"\cdot", "v = a&middot;t"),
    rule(r"&plusmn;", r"\pm", "v = 12 &plusmn; 1"),
    rule(r"&divide;", "/", "v = s &divide; t"),
    rule(r"&radic;\(", r"\sqrt{", "v = &radic;(2gh)"),
    rule(r"&radic;", r"\sqrt", "v = &radic;a"),
    rule(r"&infin;", r"\infty", r"\lim_{t\to&infin;} v = c"),
    rule(r"&part;", r"\partial", "&part;v = a"),
    rule(r"&nabla;", r"\nabla", "v = &nabla;a"),
    rule(r"&int;", r"\int", "v = &int;a dt"),
    rule(r"&(sum|prod);", r"\${1}", "v = &sum;_{i=1}^n a_i"),
    rule(r"&prop;", r"\propto", "v &prop; t"),
    rule(r"&rarr;", r"\to", r"\lim_{x&rarr;0} x = v"),
    rule(r"&rArr;", r"\Rightarrow", "a = b &rArr; v = c"),
    rule(r"&deg;", r"^\circ ", r"\theta = 30&deg;"),
    rule(r"&micro;", r"\mu", "v = &micro; t"),
    rule(
        r"&frac([1-9])([1-9]);",
        r"\frac{${1}}{${2}}",
        "v = &frac12; a",
    ),
    rule(r"&sup([0-9]);", "^${1}", "v&sup2; = 2gh"),
    rule(
        r"&(alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|phi|chi|psi|omega|Gamma|Delta|Theta|Lambda|Xi|Pi|Sigma|Phi|Psi|Omega);",
        r"\${1}",
        "v = &lambda; f",
    ),
];

/// How many bytes after a position are matched, so that the work is linear in the text.
const LOOKED_AT: usize = 1024;

struct Compiled {
    all: RegexSet,
    each: Vec<Regex>,
}

static COMPILED: LazyLock<Compiled> = LazyLock::new(|| {
    let patterns: Vec<String> = RULES
        .iter()
        .map(|rule| format!("^(?:{})", rule.pattern))
        .collect();
    let each = patterns.iter().map(|pattern| Regex::new(pattern));
    Compiled {
        all: RegexSet::new(&patterns).expect("the patterns are tested"),
        each: each
            .collect::<Result<_, _>>()
            .expect("the patterns are tested"),
    }
});

/// A formula respelled as LaTeX.
pub(super) fn latex(source: &str) -> String {
    let source = unescaped(source);
    let mut speller = Speller {
        source: &source,
        at: 0,
        closes: BTreeSet::new(),
        written: String::with_capacity(source.len()),
    };
    while let Some(letter) = source[speller.at..].chars().next() {
        speller.step(letter);
    }
    speller.written
}

/// Whether a word at the start of a text is typed instead of a command. `before` is the text in front of it.
pub(super) fn is_command(text: &str, before: &str) -> bool {
    !before.ends_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_')
        && COMPILED
            .all
            .is_match(&text[..text.floor_char_boundary(LOOKED_AT)])
}

struct Speller<'t> {
    source: &'t str,
    at: usize,
    /// Brackets that must close a brace.
    closes: BTreeSet<usize>,
    written: String,
}

impl Speller<'_> {
    fn step(&mut self, letter: char) {
        let (before, rest) = self.source.split_at(self.at);
        let rest = &rest[..rest.floor_char_boundary(LOOKED_AT)];
        if self.rewrites(before, rest) {
            return;
        }
        let letters = |text: &str| text.bytes().take_while(u8::is_ascii_alphabetic).count();
        if let Some(command) = rest.strip_prefix('\\') {
            let name = &command[..letters(command)];
            let mut length = 1 + name.len();
            if name.is_empty() {
                length += command.chars().next().map_or(0, char::len_utf8);
            } else if holds_words(name) {
                length += group_length(&command[name.len()..]).unwrap_or(0);
            }
            return self.copy(length);
        }
        if letter == ')' && self.closes.contains(&self.at) {
            self.at += 1;
            self.written.push('}');
            return;
        }
        self.copy(letters(rest).max(letter.len_utf8()));
    }

    fn copy(&mut self, length: usize) {
        self.written
            .push_str(&self.source[self.at..self.at + length]);
        self.at += length;
    }

    /// Applies the rule that matches, if there is one.
    fn rewrites(&mut self, before: &str, rest: &str) -> bool {
        if rest.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            // `x_{max}`, `\mathrm{sin}`
            let word = rest.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
            let is_whole = before.ends_with('{') && word.starts_with('}');
            let goes_on = |letter: char| letter.is_ascii_alphabetic() || "_^".contains(letter);
            if before.ends_with(goes_on) || is_whole {
                return false;
            }
        }
        let Some(which) = COMPILED.all.matches(rest).into_iter().next() else {
            return false;
        };
        let Some(found) = COMPILED.each[which].captures(rest) else {
            return false;
        };
        let taken = found
            .name("rest")
            .map_or(found[0].len(), |rest| rest.start());
        let latex = RULES[which].latex;
        if found[0].ends_with('(') && latex.ends_with('{') {
            let open = taken - 1;
            let Some(length) = bracket_length(&rest[open..], '(') else {
                return false;
            };
            self.closes.insert(self.at + open + length - 1);
        }
        let start = self.written.len();
        found.expand(latex, &mut self.written);
        // A command must not be followed by a letter.
        let is_command = self.written[start..].contains('\\');
        let goes_on = rest[taken..].starts_with(|letter: char| letter.is_ascii_alphabetic());
        if is_command
            && goes_on
            && self
                .written
                .ends_with(|letter: char| letter.is_ascii_alphabetic())
        {
            self.written.push(' ');
        }
        self.at += taken;
        true
    }
}

/// Whether the argument of a command is words and not a formula.
fn holds_words(name: &str) -> bool {
    matches!(
        name,
        "operatorname" | "label" | "tag" | "ref" | "eqref" | "color"
    ) || vocabulary::find(name).is_some_and(|command| {
        matches!(
            command.role,
            Role::Text | Role::Roman | Role::Unit | Role::Begin | Role::End | Role::Chemistry
        )
    })
}

/// A formula without JSON escapes: doubled backslashes, `\n` for line ends.
fn unescaped(source: &str) -> Cow<'_, str> {
    let is_doubled = has_doubled_backslashes(source);
    if !is_doubled && !source.contains(r"\n") {
        return Cow::Borrowed(source);
    }
    let mut written = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(at) = rest.find('\\') {
        written.push_str(&rest[..at]);
        rest = &rest[at..];
        let run = rest.bytes().take_while(|byte| *byte == b'\\').count();
        let after = &rest[run..];
        let name = after.bytes().take_while(u8::is_ascii_alphabetic).count();
        if run == 1 && is_newline(after) && (is_doubled || name < 3) {
            written.push(' ');
            rest = &after[1..];
            continue;
        }
        // `\\ ` and `\\[2pt]` are line ends here too.
        let is_end = run == 2
            && (after.is_empty()
                || after.starts_with(|letter: char| letter.is_whitespace() || letter == '['))
            && !is_space_before_text(after);
        let kept = if is_doubled && !is_end {
            run.div_ceil(2)
        } else {
            run
        };
        written.extend(std::iter::repeat_n('\\', kept));
        rest = after;
    }
    written.push_str(rest);
    Cow::Owned(written)
}

/// Whether the `n` of a `\n` at the start of a text is a JSON line end and not a command.
fn is_newline(text: &str) -> bool {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    text.starts_with('n') && vocabulary::find(&text[..letters]).is_none()
}

/// Whether a text is the space of `\\ \\text{m}`: no line begins with a unit.
fn is_space_before_text(text: &str) -> bool {
    let unit = [r" \\text{", r" \\mathrm{", r" \\unit{"];
    unit.iter().any(|command| text.starts_with(command))
}

/// Whether all commands have doubled backslashes: at least one has two, and none has one.
fn has_doubled_backslashes(text: &str) -> bool {
    let mut doubled = false;
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let run = rest[at..].bytes().take_while(|byte| *byte == b'\\').count();
        rest = &rest[at + run..];
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        if letters == 0 || run % 2 == 1 && is_newline(rest) {
            continue;
        }
        if run % 2 == 1 {
            return false;
        }
        doubled |= letters > 1 && vocabulary::find(&rest[..letters]).is_some();
    }
    doubled
}

#[cfg(test)]
mod tests {
    use super::*;
    use formula::notation;
    use formula::same::{Context, compare};

    #[test]
    fn each_rule_spells_its_example() {
        for (at, rule) in RULES.iter().enumerate() {
            let spelled = latex(rule.example);
            assert_ne!(spelled, rule.example);
            let read = notation::read_range(&spelled, 0, spelled.len());
            for piece in read {
                assert!(
                    piece.formula.is_ok(),
                    "{} becomes {spelled}: {:?}",
                    rule.example,
                    piece.formula
                );
            }
            let fits = |from: usize| {
                let found = COMPILED
                    .all
                    .matches(&rule.example[from..])
                    .into_iter()
                    .next();
                rule.example.is_char_boundary(from) && found == Some(at)
            };
            assert!(
                (0..rule.example.len()).any(fits),
                "another rule takes {}",
                rule.example
            );
        }
    }

    #[test]
    fn what_is_typed_means_what_it_is_spelled_as() {
        for line in include_str!("../../tests/typed.jsonl").lines() {
            let pair: serde_json::Value = serde_json::from_str(line).unwrap();
            let read = |key: &str| {
                let text = latex(pair[key].as_str().unwrap());
                let mut pieces = notation::read_range(&text, 0, text.len());
                let formula = pieces.pop().unwrap().formula;
                formula.unwrap_or_else(|error| panic!("{line}: {text}: {error}"))
            };
            let answer = compare(&read("of"), &read("typed"), &Context::default());
            assert_eq!(answer.equivalent, pair["same"].as_bool().unwrap(), "{line}");
        }
    }

    #[test]
    fn latex_stays_as_it_is() {
        for source in [
            r"\int_0^1 x\,dx \\ a",
            r"a = b \ c = d \[2pt] e = f",
            r"x_{max} = \mathrm{max} \operatorname{sinc} x",
            r"\text{so sin(x) => y} \cos x",
            r"v = \sqrt{2gh} \quad (h > 0)",
            r"\nu = \nabla n \neq \not= 3!",
            r"p = \frac{1}{2} \rho v^2, \theta = 30^\circ, a \times 10^{-3}",
        ] {
            assert_eq!(latex(source), source);
        }
    }
}
