//! The providers of OpenID Connect in a file of settings: `[[oidc]]`, any number of them.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};
use openidconnect::{ClientId, ClientSecret};
use serde::Deserialize;
use toml::Spanned;
use ureq::tls::{PemItem, RootCerts, parse_pem};

use crate::oidc::{MAX_WORD_CHARS, ProviderSettings, RequiredClaim, check_issuer};

/// The key of the tables.
pub(super) const KEY: &str = "oidc";

/// Longest name of a provider in addresses, in characters.
const MAX_NAME_CHARS: usize = 32;

/// Scopes that are asked for anyway.
const ALWAYS: &str = "openid";

#[derive(Deserialize)]
struct Tables {
    #[serde(default)]
    oidc: Vec<Spanned<Table>>,
}

/// One provider.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Table {
    name: Spanned<String>,
    word: Spanned<String>,
    issuer: Spanned<String>,
    client_id: String,
    secret_file: Spanned<PathBuf>,
    #[serde(default)]
    create: bool,
    claim: Option<String>,
    value: Option<String>,
    #[serde(default)]
    scopes: Vec<String>,
    ca_file: Option<Spanned<PathBuf>>,
}

/// The providers that a file of settings has.
///
/// # Errors
/// When one cannot be used; says where it stands, and why.
pub(super) fn read(file: &Path) -> anyhow::Result<Vec<ProviderSettings>> {
    let text =
        fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let tables: Tables =
        toml::from_str(&text).with_context(|| format!("cannot use {}", file.display()))?;
    let mut all: Vec<ProviderSettings> = Vec::new();
    for table in tables.oidc {
        let place = |span: Range<usize>| {
            let line = text[..span.start].matches('\n').count() + 1;
            format!("{}, line {line}", file.display())
        };
        let whole = place(table.span());
        let table = table.into_inner();
        let name = check_name(table.name.as_ref()).with_context(|| place(table.name.span()))?;
        let word = check_word(table.word.as_ref()).with_context(|| place(table.word.span()))?;
        let issuer = check_issuer(table.issuer.as_ref())
            .map_err(|why| anyhow::anyhow!("`issuer` is `{}`: {why}", table.issuer.as_ref()))
            .with_context(|| place(table.issuer.span()))?;
        let secret = read_secret(table.secret_file.as_ref())
            .with_context(|| place(table.secret_file.span()))?;
        let roots = match &table.ca_file {
            Some(file) => Some(read_roots(file.as_ref()).with_context(|| place(file.span()))?),
            None => None,
        };
        let required = match (table.claim, table.value) {
            (Some(name), Some(value)) => Some(RequiredClaim { name, value }),
            (None, None) => None,
            _ => bail!("{whole}: `claim` and `value` are given together, or neither"),
        };
        for one in &all {
            ensure!(
                one.name != name,
                "{whole}: there are two with the name `{name}`"
            );
            ensure!(
                one.issuer != issuer,
                "{whole}: `{}` has this issuer already",
                one.name
            );
        }
        all.push(ProviderSettings {
            name,
            word,
            issuer,
            client_id: ClientId::new(table.client_id),
            secret,
            create: table.create,
            required,
            roots,
            scopes: table
                .scopes
                .into_iter()
                .filter(|scope| scope != ALWAYS)
                .collect(),
        });
    }
    Ok(all)
}

fn check_name(name: &str) -> anyhow::Result<String> {
    let fine = (1..=MAX_NAME_CHARS).contains(&name.len())
        && name
            .bytes()
            .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
    ensure!(
        fine,
        "`name` stands in addresses: small letters, digits and hyphens, at most {MAX_NAME_CHARS}"
    );
    Ok(name.to_owned())
}

fn check_word(word: &str) -> anyhow::Result<String> {
    let word = word.trim();
    let fine =
        (1..=MAX_WORD_CHARS).contains(&word.chars().count()) && !word.chars().any(char::is_control);
    ensure!(
        fine,
        "`word` stands on the button: one line of at most {MAX_WORD_CHARS} characters"
    );
    Ok(word.to_owned())
}

fn read_secret(file: &Path) -> anyhow::Result<ClientSecret> {
    let text = fs::read_to_string(file)
        .with_context(|| format!("cannot read `secret-file` {}", file.display()))?;
    let secret = text.trim();
    ensure!(
        !secret.is_empty(),
        "`secret-file` {} is empty",
        file.display()
    );
    Ok(ClientSecret::new(secret.to_owned()))
}

/// The certificates of a file in PEM.
fn read_roots(file: &Path) -> anyhow::Result<RootCerts> {
    let pem =
        fs::read(file).with_context(|| format!("cannot read `ca-file` {}", file.display()))?;
    let items: Result<Vec<PemItem<'_>>, _> = parse_pem(&pem).collect();
    let items = items.with_context(|| format!("cannot use `ca-file` {}", file.display()))?;
    let certificates: Vec<_> = items
        .into_iter()
        .filter_map(|item| match item {
            PemItem::Certificate(certificate) => Some(certificate),
            _ => None,
        })
        .collect();
    ensure!(
        !certificates.is_empty(),
        "there is no certificate in `ca-file` {}",
        file.display()
    );
    Ok(RootCerts::new_with_certs(&certificates))
}
