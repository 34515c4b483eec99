//! Text in drawings, where nothing wraps: how wide it is, and cut to the room that there is.

/// `text`, cut where it were wider than `room`, in heights of its letters.
pub(super) fn fitting(text: &str, room: f32) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let mut short = text.to_owned();
    let mut left = width(text) + width_of('…');
    while left > room
        && let Some(last) = short.pop()
    {
        left -= width_of(last);
    }
    short.push('…');
    short
}

/// How wide a text is, in heights of its letters.
pub(super) fn width(text: &str) -> f32 {
    text.chars().map(width_of).sum()
}

/// The width of a letter in the fonts of pictures and pages, rather too wide than too narrow.
fn width_of(letter: char) -> f32 {
    match letter {
        ' ' | '.' | ',' | ':' | '\'' | 'f' | 'i' | 'j' | 'l' | 't' => 0.38,
        'M' | 'W' | 'm' | 'Œ' | 'Æ' | 'Μ' | 'Ж' | 'Љ' | 'М' | 'Њ' | 'Ш' | 'Щ' | 'Ы' | 'Ю' | '…'
        | '—' | '@' => 1.05,
        'w' | 'æ' | 'œ' | 'ж' | 'љ' | 'м' | 'њ' | 'ф' | 'ш' | 'щ' | 'ы' | 'ю' | '=' | '+' | '−'
        | '&' => 0.86,
        _ if letter.is_uppercase() => 0.8,
        _ => 0.6,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_wide_is_cut_and_nothing_else() {
        assert_eq!(fitting("linear_recurrence", 10.0), "linear_recurrence");
        let wide = fitting(&"MWmw".repeat(10), 10.0);
        assert!(
            wide.ends_with('…') && (6..12).contains(&wide.chars().count()),
            "{wide}"
        );
        assert!(width(&wide) <= 10.0);
        assert_eq!(fitting("", 0.0), "");
    }
}
