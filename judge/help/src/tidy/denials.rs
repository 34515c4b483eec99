//! Words before or after a formula that deny it: a denied formula is not stated.

use formula::notation::is_ideograph;

/// Words that deny what follows.
const DENIALS: [&str; 12] = [
    "not",
    "never",
    "cannot",
    "false",
    "wrong",
    "incorrect",
    "nicht",
    "falsch",
    "pas",
    "faux",
    "не",
    "неверно",
];

/// The same in languages without spaces. A single character of denial is not enough: there are words such as `不等式`
/// and `不计`.
const IDEOGRAPHIC_DENIALS: [&str; 44] = [
    "不是",
    "不能",
    "不可能",
    "不等于",
    "不等於",
    "不会",
    "不會",
    "不应",
    "不應",
    "不得",
    "不出",
    "不到",
    "不对",
    "不對",
    "不成立",
    "不正确",
    "不正確",
    "不满足",
    "不滿足",
    "不符合",
    "不一定",
    "不为",
    "不為",
    "并不",
    "並不",
    "并非",
    "並非",
    "绝非",
    "而非",
    "而不",
    "不再",
    "未必",
    "未能",
    "错误",
    "錯誤",
    "错的",
    "有误",
    "有誤",
    "誤り",
    "間違",
    "ではない",
    "でない",
    "ではありません",
    "아니",
];

/// Words that deny a formula directly after them: `没有 $x = 3$`. Before other words they do not: `没有摩擦，得`.
const IDEOGRAPHIC_LACKS: [&str; 4] = ["没有", "沒有", "没", "无"];

/// Denials in these languages at the end of a sentence, after the formula.
const IDEOGRAPHIC_ENDS: [&str; 9] = ["不", "没", "未", "错", "誤", "ない", "ません", "아니", "않"];

/// Whether a word denies what follows.
pub(super) fn denies(word: &str) -> bool {
    DENIALS.contains(&word.to_lowercase().as_str())
}

/// Whether a word in the label of a line says that what follows is not claimed to be true.
pub(super) fn doubts(word: &str) -> bool {
    const DOUBTS: [&str; 10] = [
        "mistake",
        "mistakes",
        "misconception",
        "error",
        "guess",
        "hypothesis",
        "assumption",
        "assumptions",
        "claim",
        "annahme",
    ];
    DOUBTS.contains(&word.to_lowercase().as_str())
}

/// Whether the words before a formula deny it, in a language without spaces.
pub(super) fn denies_without_spaces(words: &str) -> bool {
    let words = words.trim_end();
    words.contains(is_ideograph)
        && (IDEOGRAPHIC_DENIALS
            .iter()
            .any(|denial| words.contains(denial))
            || IDEOGRAPHIC_LACKS.iter().any(|lack| words.ends_with(lack)))
}

/// Whether the words after a formula, which end the sentence, deny it in such a language.
pub(super) fn denies_at_end(said: &str) -> bool {
    IDEOGRAPHIC_ENDS.iter().any(|denial| said.contains(denial))
}

/// Whether the last word of a Japanese sentence denies it.
pub(super) fn ends_with_denial(said: &str) -> bool {
    let said = said.trim_end_matches(['。', '．', '.', ' ']);
    ["ない", "ません"]
        .iter()
        .any(|denial| said.ends_with(denial))
}
