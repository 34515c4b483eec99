//! The filter `say` of templates, and `plain` beside it.
#![allow(
    missing_docs,
    unused_qualifications,
    clippy::unnecessary_wraps,
    clippy::inline_always,
    clippy::missing_errors_doc,
    clippy::unused_self,
    reason = "the shape that askama asks of a filter, and what its macro makes of it"
)]

use std::fmt::Display;

use askama::filters::{ValidArgIdx, ValidFilterInvocation};
use askama::{Result, Values, filter_fn};
use fluent_bundle::FluentArgs;

use super::{Argument, Phrase, sentence};
use crate::html::TrustedHtml;

/// What `"key"|say(name = value, …)` is made of. askama's own macro knows no filter whose arguments differ from call
/// to call; this is the shape that it gives to a filter.
#[derive(Default)]
#[expect(non_camel_case_types, reason = "templates name it so")]
pub struct say(Option<FluentArgs<'static>>);

/// The names that arguments of messages have.
macro_rules! names {
    ($($name:ident => $with:ident),+ $(,)?) => {
        impl say {
            $(
                #[doc = concat!("With the argument `", stringify!($name), "`.")]
                #[must_use]
                pub fn $with(mut self, value: impl Argument) -> Self {
                    self.0.get_or_insert_default().set(stringify!($name), value.html());
                    self
                }
            )+
        }
    };
}

names! {
    address => with_address,
    after => with_after,
    at => with_at,
    before => with_before,
    bonus => with_bonus,
    changed => with_changed,
    column => with_column,
    distance => with_distance,
    eed => with_eed,
    every => with_every,
    from => with_from,
    fuel => with_fuel,
    hash => with_hash,
    id => with_id,
    index => with_index,
    left => with_left,
    line => with_line,
    n => with_n,
    name => with_name,
    of => with_of,
    problem => with_problem,
    public => with_public,
    rank => with_rank,
    rating => with_rating,
    reason => with_reason,
    salt => with_salt,
    score => with_score,
    season => with_season,
    shown => with_shown,
    size => with_size,
    stage => with_stage,
    terms => with_terms,
    title => with_title,
    to => with_to,
    verdict => with_verdict,
    version => with_version,
    what => with_what,
    why => with_why,
}

impl say {
    /// The message as a part of a page.
    ///
    /// # Errors
    ///
    /// Never; a filter has to say so.
    pub fn execute(self, key: &'static str, _: &dyn Values) -> Result<TrustedHtml> {
        Ok(match self.0 {
            None => TrustedHtml::vouch(Phrase(key).text()),
            Some(args) => TrustedHtml::vouch(sentence(key, &args)),
        })
    }
}

impl ValidFilterInvocation for say {}
impl<const PLACE: usize> ValidArgIdx<PLACE> for say {}

/// A value as text, which is put into a message as it is: names of things that happen to be numbers.
#[filter_fn]
pub fn plain(value: impl Display, _: &dyn Values) -> Result<String> {
    Ok(value.to_string())
}
