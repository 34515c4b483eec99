//! Signing in through providers of OpenID Connect: how one is asked, by the code flow with PKCE, and what of its answer is
//! believed. Knows no accounts.

mod attempt;
mod http;
mod provider;
mod settings;

pub use attempt::{Aim, Attempt, LASTS};
pub use provider::{Named, Provider, ProviderError};
pub use settings::{MAX_WORD_CHARS, ProviderSettings, RequiredClaim, check_issuer};
