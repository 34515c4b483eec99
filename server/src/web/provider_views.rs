//! Sign-in providers as pages show them: on buttons, and in the list of connected accounts.

use std::sync::Arc;

use crate::app::App;
use crate::oidc::Provider;
use crate::pages::providers::{ConnectedRow, ProviderView};
use crate::store::identities::Connected;

/// Providers as pages show them.
pub(super) fn views(app: &App, wanted: impl Fn(&Provider) -> bool) -> Vec<ProviderView> {
    let all = app.providers.iter();
    all.filter(|one| wanted(one)).map(|one| view(one)).collect()
}

/// A provider as pages show it.
pub(super) fn view(provider: &Provider) -> ProviderView {
    ProviderView {
        name: provider.settings.name.clone(),
        word: provider.settings.word.clone(),
        is_down: provider.is_down(),
    }
}

/// The name of the provider with this issuer; the issuer itself if it is no longer in the settings.
pub(super) fn word_of(all: &[Arc<Provider>], issuer: &str) -> String {
    let known = all
        .iter()
        .find(|one| one.settings.issuer.as_str() == issuer);
    known.map_or_else(|| issuer.to_owned(), |one| one.settings.word.clone())
}

/// Providers through which somebody signs in, as pages show them.
pub(super) fn connected_rows(app: &App, connected: Vec<Connected>) -> Vec<ConnectedRow> {
    let row = |one: Connected| ConnectedRow {
        id: one.id.0,
        word: word_of(&app.providers, &one.issuer),
        since: one.created_at.utc(),
    };
    connected.into_iter().map(row).collect()
}
