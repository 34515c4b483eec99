//! The operator's settings of a provider.

use openidconnect::url::{Host, Url};
use openidconnect::{ClientId, ClientSecret, IssuerUrl};
use ureq::tls::RootCerts;

/// Longest word for a button, in characters.
pub const MAX_WORD_CHARS: usize = 40;

/// A provider through which people sign in.
#[derive(Clone, Debug)]
pub struct ProviderSettings {
    /// Its name in addresses.
    pub name: String,
    /// How people call it.
    pub word: String,
    /// Its address.
    pub issuer: IssuerUrl,
    /// How it calls this site.
    pub client_id: ClientId,
    /// The site's password there, which is printed nowhere.
    pub secret: ClientSecret,
    /// Whoever it names and nobody here knows makes an account.
    pub create: bool,
    /// What it has to say of whoever comes in.
    pub required: Option<RequiredClaim>,
    /// What it is asked for beside `openid`.
    pub scopes: Vec<String>,
    /// Whose certificates it may have; Mozilla's without them.
    pub roots: Option<RootCerts>,
}

/// A claim, and the value that it has to have, or to have among its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequiredClaim {
    /// Its name; the name of one inside another claim follows that one's after a dot.
    pub name: String,
    /// The value.
    pub value: String,
}

/// Reads the address of a provider.
///
/// # Errors
/// A clause about what is wrong: only https can be trusted, except on this machine.
pub fn check_issuer(text: &str) -> Result<IssuerUrl, String> {
    let issuer = IssuerUrl::new(text.to_owned()).map_err(|error| error.to_string())?;
    let url = issuer.url();
    if !is_safe(url, is_loopback(url)) {
        return Err("it must begin with https://, or be on this machine".to_owned());
    }
    if url.query().is_some() || url.fragment().is_some() || !url.username().is_empty() {
        return Err("it is an address without user, ? and #".to_owned());
    }
    Ok(issuer)
}

/// Nobody on the way reads or changes what goes there. Where the provider itself is elsewhere, nothing on this machine is a
/// part of it.
pub(super) fn is_safe(url: &Url, may_be_here: bool) -> bool {
    match url.scheme() {
        "https" => true,
        "http" => may_be_here && is_loopback(url),
        _ => false,
    }
}

/// It is on this machine.
pub(super) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_issuer_is_https_or_on_this_machine() {
        for good in [
            "https://login.school.example",
            "https://login.school.example/realms/x",
            "http://127.0.0.1:4593/api/oidc",
            "http://[::1]:8080",
            "http://localhost:8080",
        ] {
            assert!(check_issuer(good).is_ok(), "{good}");
        }
        for bad in [
            "http://login.school.example",
            "http://127.0.0.1.school.example",
            "http://localhost.school.example",
            "ftp://127.0.0.1",
            "login.school.example",
            "https://user@login.school.example",
            "https://login.school.example/?a=b",
            "https://login.school.example/#a",
            "",
        ] {
            assert!(check_issuer(bad).is_err(), "{bad}");
        }
    }
}
