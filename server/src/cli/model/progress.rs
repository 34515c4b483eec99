//! How far a run is, on the terminal.

use std::sync::{Mutex, PoisonError};

use dojo_model::ask::{Progress, Watch};
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

/// A bar for each model, and a line for what was spent.
pub(super) struct Bars {
    all: MultiProgress,
    shown: Mutex<Vec<ProgressBar>>,
}

impl Bars {
    pub(super) fn new() -> Self {
        Self {
            all: MultiProgress::new(),
            shown: Mutex::default(),
        }
    }

    pub(super) fn clear(&self) {
        // What cannot be cleared is no terminal.
        let _ = self.all.clear();
    }

    fn bar(&self, length: usize, template: &str) -> ProgressBar {
        let style = ProgressStyle::with_template(template);
        let bar = ProgressBar::new(u64::try_from(length).unwrap_or(u64::MAX));
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        self.all.add(bar)
    }
}

impl Watch for Bars {
    fn progress(&self, progress: &Progress) {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if shown.is_empty() {
            for model in &progress.models {
                let bar = self.bar(model.all, "{prefix:24!} {bar:30} {pos}/{len} {eta} {msg}");
                bar.set_prefix(model.model.clone());
                // The time that is left is reckoned from what is answered now.
                bar.set_position(u64::try_from(model.answered).unwrap_or(0));
                bar.reset_eta();
                shown.push(bar);
            }
            shown.push(self.bar(0, "{msg}"));
        }
        for (bar, model) in shown.iter().zip(&progress.models) {
            bar.set_position(u64::try_from(model.answered).unwrap_or(0));
            if model.failed > 0 {
                bar.set_message(format!("{} failed", model.failed));
            }
        }
        if let Some(total) = shown.last() {
            let spent = progress.spent;
            let tokens = grouped(spent.tokens);
            total.set_message(format!("{tokens} tokens, {} in money", amount(spent.money)));
        }
    }

    fn stopped(&self, model: &str, words: &str) {
        self.all
            .suspend(|| eprintln!("error: {model} is asked no more: {words}"));
    }
}

/// A number with its thousands apart.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Seconds, with as many digits as short times need.
pub(super) fn few_digits(seconds: f64) -> String {
    // Two digits that say something, and no zeros behind them.
    let digits = (0..6).find(|&digits| seconds * 10_f64.powi(digits) >= 10.0);
    let digits = usize::try_from(digits.unwrap_or(6)).unwrap_or(0);
    let text = format!("{seconds:.digits$}");
    if digits == 0 {
        return text;
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Money, with as many digits as small prices need.
pub(super) fn amount(money: f64) -> String {
    if money >= 100.0 {
        format!("{money:.2}")
    } else {
        format!("{money:.4}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        let written = [7, 1_000, 28_423, 1_234_567].map(grouped);
        assert_eq!(written, ["7", "1,000", "28,423", "1,234,567"]);
        let seconds = [0.0125, 0.2, 2.0, 2.34, 40.0, 1234.5].map(few_digits);
        assert_eq!(seconds, ["0.013", "0.2", "2", "2.3", "40", "1234"]);
        assert_eq!([0.01234, 1234.5].map(amount), ["0.0123", "1234.50"]);
    }
}
