//! What answers cost, and how much may be spent.

use std::ops::AddAssign;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The characters of a token, if a model has not reported its tokens.
const CHARACTERS_A_TOKEN: usize = 4;
/// A text may have this many times more tokens: formulas have more of them than words.
const WORST: u64 = 2;

/// The most that a million tokens may cost, and that a budget may be. Sums of so much money are still numbers.
pub(crate) const MOST: f64 = 1e12;

/// The price of a million tokens, in the payer's currency.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// Tokens sent.
    pub input: f64,
    /// Tokens sent that the server had cached; the same as `input` if omitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached: Option<f64>,
    /// Tokens received.
    pub output: f64,
}

/// Tokens and money. Money is unknown if there is no price.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spent {
    /// Tokens, sent and received.
    pub tokens: u64,
    /// Money.
    pub money: f64,
}

impl Price {
    /// Whether money can be counted with it.
    pub(crate) fn is_possible(self) -> bool {
        let prices = [Some(self.input), self.cached, Some(self.output)];
        let mut prices = prices.into_iter().flatten();
        prices.all(|price| (0.0..=MOST).contains(&price))
    }
}

impl AddAssign for Spent {
    fn add_assign(&mut self, other: Self) {
        self.tokens = self.tokens.saturating_add(other.tokens);
        self.money += other.money;
    }
}

impl Spent {
    pub(crate) fn less(self, other: Self) -> Self {
        Self {
            tokens: self.tokens.saturating_sub(other.tokens),
            money: (self.money - other.money).max(0.0),
        }
    }
}

/// The budget of a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Budget {
    /// In the currency of the prices.
    Money(f64),
    /// Tokens, sent and received.
    Tokens(u64),
}

impl Budget {
    /// What is left of it.
    #[must_use]
    pub fn less(self, spent: Spent) -> Self {
        match self {
            Self::Money(most) => Self::Money((most - spent.money).max(0.0)),
            Self::Tokens(most) => Self::Tokens(most.saturating_sub(spent.tokens)),
        }
    }

    /// Whether an amount is within it.
    pub fn covers(self, spent: Spent) -> bool {
        match self {
            // Sums of prices are not exact in binary.
            Self::Money(most) => spent.money <= most * (1.0 + 1e-9),
            Self::Tokens(most) => spent.tokens <= most,
        }
    }
}

/// Money as people write it: `20`, `0.5`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Money(pub f64);

impl FromStr for Money {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = text.parse().ok();
        let number = number.filter(|number| (0.0..=MOST).contains(number));
        number
            .map(Self)
            .ok_or_else(|| format!("a number from 0 to {MOST} is expected"))
    }
}

/// A number of tokens as people write it: `5M`, `0.2M`, `200k`, `7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tokens(pub u64);

impl FromStr for Tokens {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "a number such as 200k or 2.5M is expected";
        let (digits, zeros) = match text.char_indices().last() {
            Some((at, 'k' | 'K')) => (&text[..at], 3),
            Some((at, 'M')) => (&text[..at], 6),
            _ => (text, 0),
        };
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let is_number =
            !whole.is_empty() && digits.bytes().all(|it| it.is_ascii_digit() || it == b'.');
        if !is_number || part.contains('.') || part.len() > zeros {
            return Err(EXPECTED);
        }
        let number = format!("{whole}{part:0<zeros$}");
        number
            .parse()
            .map(Self)
            .map_err(|_| "the number is too large")
    }
}

/// The tokens of a text, estimated from its length.
pub fn estimated_tokens(text: &str) -> u64 {
    let characters = text.chars().count().div_ceil(CHARACTERS_A_TOKEN);
    u64::try_from(characters).unwrap_or(u64::MAX)
}

/// The tokens that a usage reports; `None` if it reports none.
pub fn tokens(usage: &Value) -> Option<u64> {
    let of = |key: &str| usage.get(key).and_then(count);
    match (of("prompt_tokens"), of("completion_tokens")) {
        (None, None) => of("total_tokens"),
        (sent, received) => Some(sent.unwrap_or(0).saturating_add(received.unwrap_or(0))),
    }
}

/// A number of things; some servers write `12.0`.
fn count(value: &Value) -> Option<u64> {
    let whole = || {
        let number = value.as_f64()?;
        let is_whole = number.fract() == 0.0 && (0.0..9e15).contains(&number);
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "whole, and bounded here"
        )]
        is_whole.then_some(number as u64)
    };
    value.as_u64().or_else(whole)
}

/// The cost of an answer, if it follows from its usage and the price.
pub(crate) fn cost(usage: &Value, price: Option<Price>) -> Option<f64> {
    let told = usage.get("cost").and_then(Value::as_f64);
    // Nobody is paid for an answer: a budget would grow by it.
    if let Some(cost) = told.filter(|cost| *cost >= 0.0) {
        return Some(cost);
    }
    let price = price?;
    let of = |pointer: &str| usage.pointer(pointer).and_then(count);
    let sent = of("/prompt_tokens")?;
    let received = of("/completion_tokens")?;
    let cached =
        of("/prompt_tokens_details/cached_tokens").or_else(|| of("/prompt_cache_hit_tokens"));
    let cached = cached.unwrap_or(0);
    let cached = cached.min(sent);
    let millions = |tokens: u64| as_f64(tokens) / 1e6;
    Some(
        millions(sent - cached) * price.input
            + millions(cached) * price.cached.unwrap_or(price.input)
            + millions(received) * price.output,
    )
}

/// The usual number of tokens sent, given the most that may be sent.
pub(crate) fn usual_tokens(worst: u64) -> u64 {
    worst / WORST
}

/// The most that a request can use: the sent text, by its length, and the longest answer.
pub(crate) fn worst(sent: &str, most_received: Option<u64>, price: Option<Price>) -> Spent {
    let sent = WORST * estimated_tokens(sent);
    let received = most_received.unwrap_or(0);
    let money = price.map_or(0.0, |price| {
        (as_f64(sent) * price.input + as_f64(received) * price.output) / 1e6
    });
    Spent {
        tokens: sent.saturating_add(received),
        money,
    }
}

#[allow(clippy::cast_precision_loss, reason = "fewer than 2^52 tokens")]
fn as_f64(tokens: u64) -> f64 {
    tokens as f64
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn cost_comes_from_the_server_or_from_usage_and_price() {
        let price = Some(Price {
            input: 1.25,
            cached: Some(0.125),
            output: 10.0,
        });
        let usage = json!({"prompt_tokens": 1_000_000, "completion_tokens": 100_000,
            "prompt_tokens_details": {"cached_tokens": 400_000}});
        let cost_of = cost(&usage, price).unwrap();
        assert!((cost_of - (0.75 + 0.05 + 1.0)).abs() < 1e-12, "{cost_of}");
        assert_eq!(cost(&usage, None), None);
        let hit = json!({"prompt_tokens": 1_000_000, "completion_tokens": 100_000, "prompt_cache_hit_tokens": 400_000});
        assert_eq!(cost(&hit, price), Some(cost_of));
        assert_eq!(cost(&json!({"cost": 0.3}), price), Some(0.3));
        assert_eq!(cost(&json!({"cost": -0.3}), price), None);
        assert_eq!(cost(&json!(null), price), None);
        assert_eq!(
            (tokens(&usage), tokens(&json!({}))),
            (Some(1_100_000), None)
        );
        let odd = json!({"prompt_tokens": 12.0, "completion_tokens": 0.5, "total_tokens": -3});
        assert_eq!((tokens(&odd), cost(&odd, price)), (Some(12), None));
    }

    #[test]
    fn a_budget_is_written_as_people_do() {
        let read = |text: &str| text.parse::<Tokens>().map(|tokens| tokens.0);
        assert_eq!(
            (read("5M"), read("0.02M"), read("7")),
            (Ok(5_000_000), Ok(20_000), Ok(7))
        );
        assert_eq!("0.5".parse(), Ok(Money(0.5)));
        for text in ["-1", "NaN", "inf", "1e999", ""] {
            assert!(text.parse::<Money>().is_err(), "{text}");
        }
        assert!(read("5 G").is_err() && read("").is_err() && read("é").is_err());
        for text in [
            "0.5",
            ".5M",
            "1.2.3M",
            "0.0001k",
            "+5",
            "99999999999999999999k",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
