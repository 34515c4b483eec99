//! Whether a formula between single delimiters has its line for itself.
//!
//! A formula in a sentence is an aside. Beside one that is shown there stands nothing, the mark or the
//! label of its line, other formulas, or a remark in brackets.

/// Pairs that formulas stand between, longer ones first.
const DELIMITERS: [(&str, &str); 3] = [("$$", "$$"), ("$", "$"), (r"\(", r"\)")];

/// Whether nothing but a formula is said by a line, which has these texts before and after it.
pub(super) fn is_alone(before: &str, after: &str) -> bool {
    if is_cell(before, after) {
        return true;
    }
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
    leads(before.trim()) && (ends(after.trim()) || has_other && after.chars().all(is_markup))
}

/// Whether nothing stands between formulas but words that join them.
fn is_joint(text: &str) -> bool {
    const WORDS: [&str; 7] = ["and", "or", "und", "oder", "et", "ou", "y"];
    let words = text.split(|letter: char| letter.is_whitespace() || ",;.*_".contains(letter));
    let mut words = words.filter(|word| !word.is_empty()).peekable();
    words.peek().is_some() && words.all(|word| WORDS.contains(&word.to_lowercase().as_str()))
}

/// Whether it fills a cell of a table.
fn is_cell(before: &str, after: &str) -> bool {
    before.trim_start().starts_with('|')
        && before.trim_end().ends_with('|')
        && after.trim_start().starts_with('|')
}

/// Whether a character before a formula only marks its line: of a list, a quotation, bold letters, or
/// an arrow.
pub(super) fn is_markup(letter: char) -> bool {
    letter.is_whitespace()
        || letter.is_ascii_digit()
        || "*_->#.)(=|+•·∴⇒→⟹✓✅★☆◆■▶➤,;".contains(letter)
}

/// Whether what stands before is a mark, words with a colon, or a label: `-`, `Speed:`, `(a)`,
/// `**Step 1.**`.
fn leads(before: &str) -> bool {
    let before = before.trim_start_matches(r"\item").trim_start();
    let before = before.trim_end_matches([' ', ';', ',']);
    // `1. **Range.**`
    let mark = |letter: char| letter.is_ascii_digit() || " .)-+".contains(letter);
    let listed = before.trim_start_matches(mark);
    let bold = listed.len() > 4 && listed.starts_with("**") && listed.ends_with("**");
    let label = before.trim_matches(is_markup);
    let part = label.len() == 1 || label.bytes().all(|letter| b"ivx".contains(&letter));
    let closes = before
        .trim_end_matches(['*', '_'])
        .ends_with([':', '：', ')', '.']);
    label.is_empty()
        || bold
        || closes && part && label.is_ascii()
        || before
            .trim_end_matches(['*', '_', ' '])
            .ends_with([':', '：', '→', '⇒', '⟹', '='])
}

/// Whether what stands after is punctuation, a sign that all is done, or a remark in brackets.
fn ends(after: &str) -> bool {
    let is_end = |letter: char| letter.is_whitespace() || "*_.,;:\\|⇒→⟹=>✓✔✅☑□∎■".contains(letter);
    let remark = after.trim_matches(is_end);
    let bracketed = remark.starts_with('(') && remark.ends_with(')');
    remark.is_empty() || bracketed
}

/// A text without its other formulas and the tags of HTML.
fn plain(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        if let Some(after) = formula(rest).or_else(|| tag(rest)).or_else(|| space(rest)) {
            rest = after;
        } else {
            kept.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
    }
    kept
}

/// What comes after the formula that a text begins with.
fn formula(text: &str) -> Option<&str> {
    DELIMITERS.iter().find_map(|(open, close)| {
        let (inside, after) = text.strip_prefix(open)?.split_once(close)?;
        (!inside.is_empty()).then_some(after)
    })
}

/// What comes after the entity for a space that a text begins with.
fn space(text: &str) -> Option<&str> {
    let spaces = ["&nbsp;", "&emsp;", "&ensp;", "&thinsp;"];
    spaces.iter().find_map(|entity| text.strip_prefix(entity))
}

/// What comes after the tag that a text begins with: `<b>`, `</center>`.
fn tag(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('<')?;
    let named = inside.trim_start_matches('/');
    named
        .starts_with(|letter: char| letter.is_ascii_alphabetic())
        .then(|| inside.split_once('>').map(|(_, after)| after))
        .flatten()
}
