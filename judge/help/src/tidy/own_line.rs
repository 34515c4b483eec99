//! Decides whether a formula between single delimiters stands alone on its line.
//!
//! A formula inside a sentence is an aside. A formula that stands alone may have beside it: the mark or label of its
//! line, other formulas, a remark in brackets or after a dash, or a clause that says what it is about. In its own
//! paragraph or item, a few words may introduce it.

use super::denials::{denies, denies_at_end, denies_without_spaces, doubts, ends_with_denial};
use formula::notation::group_length;
use formula::notation::vocabulary;
use formula::notation::vocabulary::Role;
use formula::tree::Accent;

/// The most characters of a line's label.
const LONGEST_LABEL: usize = 8;

/// Pairs that formulas stand between, longer ones first.
pub(super) const DELIMITERS: [(&str, &str); 3] = [("$$", "$$"), ("$", "$"), (r"\(", r"\)")];

/// The most words before a formula that ends the sentence: `Hence the answer is`.
const MAX_WORDS: usize = 6;

/// The most characters of these words in each of a few clauses, in a language without spaces.
const MAX_IDEOGRAPHS: usize = 12;
const MAX_CLAUSES: usize = 3;

/// The most characters of a label with a colon before these words: `**Answer:** the speed is`.
const LONGEST_HEADING: usize = 40;

/// The beginnings of clauses that say what a formula is about, or what its symbols are.
const CLAUSES: [&str; 52] = [
    "where",
    "for",
    "if",
    "when",
    "with",
    "since",
    "because",
    "as",
    "using",
    "from",
    "by",
    "assuming",
    "provided",
    "given",
    "let",
    "set",
    "suppose",
    "assume",
    "recall",
    "wobei",
    "für",
    "wenn",
    "falls",
    "mit",
    "da",
    "weil",
    "sei",
    "où",
    "pour",
    "si",
    "avec",
    "car",
    "soit",
    "donde",
    "para",
    "cuando",
    "con",
    "dove",
    "где",
    "если",
    "при",
    "пусть",
    "поскольку",
    "де",
    "якщо",
    "gdzie",
    "jeśli",
    "kde",
    "onde",
    "waar",
    "där",
    "энд",
];

/// The same in languages without spaces.
const IDEOGRAPHIC_CLAUSES: [&str; 14] = [
    "其中", "即", "当", "设", "令", "若", "因为", "如果", "假设", "假如", "倘若", "もし", "仮に",
    "만약",
];

/// Whether a line with these texts before and after a formula says nothing but the formula. `is_own` says that the
/// line is a paragraph or an item of a list.
pub(super) fn is_alone(before: &str, after: &str, is_own: bool) -> bool {
    if is_cell(before, after) {
        return true;
    }
    let (lead, rest) = (plain(before), plain(after));
    if is_own
        && !has_formula(before)
        && (is_close(&rest) || is_dashed(&rest))
        && (is_lead(&lead) || is_lead(behind_label(&lead)) || is_sentence(&lead))
    {
        return true;
    }
    if is_own
        && names_in_row(behind_label(&lead))
        && names_in_row(&rest)
        && !ends_with_denial(&rest)
    {
        return true;
    }
    let has_formula_before = has_formula(before);
    let length = before.len() + after.len();
    let [before, after] = [before, after].map(|text| {
        let plain = plain(text);
        // `$x = 1$ and $y = 2$`
        if plain != text && is_joint(&plain) {
            String::new()
        } else {
            plain
        }
    });
    let has_other = before.len() + after.len() < length;
    leads(before.trim())
        && (ends(after.trim())
            || has_other && after.chars().all(is_markup)
            || !has_formula_before && begins_clause(&after))
}

/// Whether only joining words stand between formulas.
fn is_joint(text: &str) -> bool {
    const WORDS: [&str; 49] = [
        "and",
        "or",
        "i",
        "e",
        "ie",
        "that",
        "is",
        "equivalently",
        "so",
        "thus",
        "hence",
        "therefore",
        "then",
        "und",
        "oder",
        "also",
        "daher",
        "et",
        "ou",
        "donc",
        "y",
        "luego",
        "所以",
        "因此",
        "故",
        "则",
        "或",
        "或者",
        "和",
        "与",
        "且",
        "及",
        "以及",
        "又は",
        "または",
        "および",
        "と",
        "или",
        "и",
        "либо",
        "o",
        "oppure",
        "of",
        "en",
        "eller",
        "och",
        "lub",
        "veya",
        "ve",
    ];
    let words = text.split(|letter: char| letter.is_whitespace() || ",;.*_，。；".contains(letter));
    let mut words = words.filter(|word| !word.is_empty()).peekable();
    words.peek().is_some() && words.all(|word| WORDS.contains(&word.to_lowercase().as_str()))
}

/// Whether a few words introduce a formula and do not only name its content: `Hence the answer is`, `所以`.
fn is_lead(text: &str) -> bool {
    let text = without_numbers(text);
    let words = text.trim_matches(is_markup);
    let is_word = |word: &str| {
        // In Thai, vowel marks over letters are not letters themselves.
        let is_mark = |letter: char| matches!(letter, '\u{e00}'..='\u{e7f}');
        word.chars()
            .all(|letter| letter.is_alphabetic() || "'’-".contains(letter) || is_mark(letter))
    };
    let mut parts = words
        .split([' ', ',', '，', '、'])
        .filter(|word| !word.is_empty());
    let count = parts.clone().count();
    let first = parts.next().unwrap_or_default();
    let denied = denies(first) || parts.clone().any(denies);
    let says = !denied
        && !denies_without_spaces(words)
        && (1..=MAX_WORDS).contains(&count)
        && is_word(first)
        && parts.all(is_word);
    let length = words.chars().count();
    let is_short = length <= MAX_IDEOGRAPHS * count.min(MAX_CLAUSES);
    let last = words.rsplit(['，', '、']).next().unwrap_or_default();
    // `因为能量守恒，所以`: a conclusion follows after a reason.
    let is_reason = words.starts_with("因为") && last.len() < words.len();
    says && !begins_clause(last)
        && (is_reason || !begins_clause(words))
        && (count > 1 && (is_short || words.contains(' '))
            || length <= MAX_IDEOGRAPHS
            || !words.contains(|letter: char| letter >= '\u{e00}'))
}

/// The text after the label of a line: `**Answer:** the speed is`, `解得：`; the whole text if it has no label, or one
/// that denies or supposes.
pub(super) fn behind_label(text: &str) -> &str {
    let Some((label, rest)) = text.rsplit_once([':', '：']) else {
        return text;
    };
    let words = label.trim_matches(is_markup);
    let mut parts = words.split(|letter: char| !letter.is_alphanumeric());
    let is_heading = words.chars().count() <= LONGEST_HEADING
        && !parts.any(|word| denies(word) || doubts(word))
        && !denies_without_spaces(words)
        && !begins_clause(words);
    if is_heading { rest } else { text }
}

/// A text without the numbers of the formulas that it speaks of: `由(1)(2)式得`, `联立①②解得`.
fn without_numbers(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let after = &rest[letter.len_utf8()..];
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        let closed = after[digits..].strip_prefix([')', '）']);
        rest = match letter {
            '①'..='⑳' => after,
            '(' | '（' if (1..3).contains(&digits) && closed.is_some() => {
                closed.unwrap_or_default()
            }
            _ => {
                kept.push(letter);
                after
            }
        };
    }
    kept
}

/// Whether there are only dashes or dots followed by a short remark: `------ 3 points`.
fn is_dashed(text: &str) -> bool {
    const LONGEST_REMARK: usize = 16;
    let text = text.trim_start_matches([' ', '.', ',', ';', '，', '。']);
    let remark = text.trim_start_matches(['-', '…', '⋯']);
    text.len() - remark.len() > 1 && remark.trim().chars().count() <= LONGEST_REMARK
}

/// Whether a short sentence ends before a formula and supposes nothing: `Step 3: Solve for the speed.`
fn is_sentence(text: &str) -> bool {
    let sentence = text.trim_end();
    let count = sentence.split_whitespace().count();
    let supposes = |word: &str| {
        let word = word.trim_matches(|letter: char| !letter.is_alphabetic());
        CLAUSES.contains(&word.to_lowercase().as_str())
    };
    // `for` and similar words also occur inside sentences.
    let first = sentence
        .split_whitespace()
        .find(|word| word.contains(char::is_alphabetic));
    sentence.ends_with('.') && count <= 2 * MAX_WORDS && !first.is_some_and(supposes)
}

/// Whether only short names stand between formulas, in a language without spaces: `电流 $…$，功率 $…$。`.
fn names_in_row(text: &str) -> bool {
    let mut names = text
        .split(['，', '、', '；', '。', ',', ';', ' '])
        .filter(|name| !name.is_empty());
    names.all(|name| {
        let is_short = name.chars().count() <= MAX_IDEOGRAPHS / 2;
        let begins = |clause: &str| name.starts_with(clause);
        is_short
            && !denies_without_spaces(name)
            && name
                .chars()
                .all(|letter| letter.is_alphabetic() && letter >= '\u{3041}')
            && !IDEOGRAPHIC_CLAUSES.iter().any(|clause| begins(clause))
    })
}

/// Whether there is only the end of a sentence, where some languages put the verb.
fn is_close(text: &str) -> bool {
    let said = text
        .trim_matches(is_markup)
        .trim_matches(['*', '_', ':', '\\']);
    let is_short = said.chars().count() <= MAX_IDEOGRAPHS;
    said.is_empty()
        || is_short
            && !denies_at_end(said)
            && said
                .chars()
                .all(|letter| letter.is_alphabetic() && letter >= '\u{3041}')
}

/// Whether a text begins with a word that introduces a condition, or with a dash.
fn begins_clause(text: &str) -> bool {
    let text = text.trim_start_matches([' ', ',', ';', '.', '，', '*']);
    let word: String = text
        .chars()
        .take_while(|letter| letter.is_alphabetic())
        .collect();
    text.starts_with(['–', '—', '→', '←', '➡', '⟶', '✅', '✓', '✔'])
        || ["<-", "<—", "<–"]
            .iter()
            .any(|arrow| text.starts_with(arrow))
        || CLAUSES.contains(&word.to_lowercase().as_str())
        || IDEOGRAPHIC_CLAUSES
            .iter()
            .any(|clause| word.starts_with(clause))
}

/// Whether a formula stands in a text.
fn has_formula(text: &str) -> bool {
    DELIMITERS.iter().any(|(open, _)| text.contains(open))
}

/// Whether the formula fills a cell of a table.
fn is_cell(before: &str, after: &str) -> bool {
    // A row of LaTeX's tables.
    let after_column = after.trim_start();
    let in_row = after_column.starts_with('&') || after_column.starts_with(r"\\");
    if before.trim_end().ends_with('&') && in_row {
        return true;
    }
    // Bold formulas fill it too.
    let bold = [' ', '\t', '*', '_'];
    before.trim_start().starts_with('|')
        && before.trim_end_matches(bold).ends_with('|')
        && after.trim_start_matches(bold).starts_with('|')
}

/// Whether a character before a formula only marks its line: a list, a quotation, bold type, or an arrow.
pub(super) fn is_markup(letter: char) -> bool {
    letter.is_whitespace()
        || letter.is_ascii_digit()
        || "*_->#.)(=|+,;{}".contains(letter)
        || !letter.is_ascii() && !letter.is_alphabetic()
}

/// Whether the text before it is a mark, words with a colon, or a label: `-`, `Speed:`, `(a)`, `**Step 1.**`.
fn leads(before: &str) -> bool {
    let before = before.trim_end_matches([' ', ';', ',', '，', '；', '、']);
    // `1. **Range.**`
    let mark = |letter: char| letter.is_ascii_digit() || " .)-+".contains(letter);
    let listed = before.trim_start_matches(mark);
    let bold = listed.len() > 4 && listed.starts_with("**") && listed.ends_with("**");
    let label = before.trim_matches(is_markup);
    // `II.`, `Q1(a).`, `Ans:-`, `Solution —`
    let is_part = |letter: char| letter.is_alphanumeric() || "()".contains(letter);
    let part = label.chars().count() <= LONGEST_LABEL && label.chars().all(is_part);
    let numbered = before
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .is_some_and(|inside| inside.len() < 3 && inside.bytes().all(|byte| byte.is_ascii_digit()));
    let closes = before
        .trim_end_matches(['*', '_'])
        .ends_with([':', '：', ')', '.', '-', '–', '—']);
    label.is_empty()
        || bold
        || numbered
        || closes && part
        || before
            .trim_end_matches(['*', '_', ' ', '{', '}', '`'])
            .ends_with([':', '：', '→', '⇒', '⟹', '='])
}

/// Whether the text after it is punctuation, an end-of-proof sign, or a remark in brackets.
fn ends(after: &str) -> bool {
    let is_end =
        |letter: char| letter.is_whitespace() || "*_.,;:!/\\|⇒→⟹=>✓✔✅☑□∎■".contains(letter);
    let remark = after.trim_matches(is_end);
    let bracketed = remark.starts_with(['(', '[']) && remark.ends_with([')', ']']);
    let proves = remark.replace('.', "").eq_ignore_ascii_case("qed");
    remark.is_empty() || bracketed || proves || remark.chars().all(is_markup)
}

/// A text without its other formulas and HTML tags.
fn plain(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let passed = formula(rest)
            .or_else(|| tag(rest))
            .or_else(|| space(rest))
            .or_else(|| footnote(rest))
            .or_else(|| command(rest));
        if let Some(after) = passed {
            rest = after;
        } else {
            kept.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
    }
    kept
}

/// The text after the formula that a text begins with, or after one side of it: `$v$ = $3 t$`.
fn formula(text: &str) -> Option<&str> {
    if !text.starts_with(['$', '\\']) {
        return None;
    }
    DELIMITERS.iter().find_map(|(open, close)| {
        let (inside, after) = text.strip_prefix(open)?.split_once(close)?;
        let side = after.trim_start_matches(' ').strip_prefix(['=', '≈']);
        let side = side.and_then(|side| formula(side.trim_start_matches(' ')));
        (!inside.is_empty()).then_some(side.unwrap_or(after))
    })
}

/// The text after the footnote mark or task box that a text begins with: `[^1]`, `[x]`.
fn footnote(text: &str) -> Option<&str> {
    let marks = ["[x]", "[X]", "[ ]"];
    if let Some(after) = marks.iter().find_map(|mark| text.strip_prefix(mark)) {
        return Some(after);
    }
    text.strip_prefix("[^")?
        .split_once(']')
        .map(|(_, after)| after)
}

/// The text after a LaTeX command without meaning, with its arguments: `\implies`, `\item[(a)]`, `\Huge`.
fn command(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('\\')?;
    let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (name, mut after) = rest.split_at(letters);
    if name == "item" {
        let label = after
            .strip_prefix('[')
            .and_then(|rest| rest.split_once(']'));
        return Some(label.map_or(after, |(_, after)| after));
    }
    if matches!(name, "begin" | "end") {
        return Some(&after[group_length(after)?..]);
    }
    // The words of `\textbf{Answer:}` and `\paragraph{Answer}` are kept.
    if matches!(
        name,
        "section" | "subsection" | "subsubsection" | "paragraph" | "subparagraph"
    ) {
        return Some(after.strip_prefix('*').unwrap_or(after));
    }
    let known = vocabulary::find(name)?;
    if matches!(known.role, Role::Text | Role::Accent(Accent::Underline)) && after.starts_with('{')
    {
        return Some(after);
    }
    if !matches!(known.role, Role::Consequence | Role::Layout | Role::Quad) {
        return None;
    }
    for _ in 0..known.notes {
        after = &after[group_length(after)?..];
    }
    Some(after)
}

/// The text after the HTML entity for a space that a text begins with.
fn space(text: &str) -> Option<&str> {
    let spaces = ["&nbsp;", "&emsp;", "&ensp;", "&thinsp;"];
    spaces.iter().find_map(|entity| text.strip_prefix(entity))
}

/// The text after the tag that a text begins with: `<b>`, `</center>`.
fn tag(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('<')?;
    let named = inside.trim_start_matches('/');
    named
        .starts_with(|letter: char| letter.is_ascii_alphabetic())
        .then(|| inside.split_once('>').map(|(_, after)| after))
        .flatten()
}
