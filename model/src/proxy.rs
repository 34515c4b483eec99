//! Which proxy leads to an address, by the variables that other programs heed too.

use std::env;

use ureq::Proxy;
use ureq::http::Uri;

use crate::settings::SettingsError;

/// The proxy for an address, if a variable names one: that of its scheme, or else `ALL_PROXY`; none for hosts that
/// `NO_PROXY` names.
pub(crate) fn proxy_for(address: &str) -> Result<Option<Proxy>, SettingsError> {
    let Ok(uri) = address.parse::<Uri>() else {
        return Ok(None);
    };
    let host = uri.host().unwrap_or_default();
    if value(&["no_proxy", "NO_PROXY"]).is_some_and(|(_, names)| is_named(host, &names)) {
        return Ok(None);
    }
    let of_scheme = match uri.scheme_str() {
        Some("https") => ["https_proxy", "HTTPS_PROXY"],
        _ => ["http_proxy", "HTTP_PROXY"],
    };
    let found = value(&of_scheme).or_else(|| value(&["all_proxy", "ALL_PROXY"]));
    let Some((variable, proxy)) = found else {
        return Ok(None);
    };
    let wrong = |why: String| SettingsError::Senseless(format!("{variable} names {why}"));
    parse(proxy.trim()).map(Some).map_err(wrong)
}

/// The proxy of that address, or what the address is instead of one.
fn parse(address: &str) -> Result<Proxy, String> {
    // The client does not speak it, and would end in the middle of a request.
    if address.to_ascii_lowercase().starts_with("socks") {
        return Err(
            "a SOCKS proxy, which is not supported; name one for HTTP, or the host in NO_PROXY"
                .to_owned(),
        );
    }
    Proxy::new(address).map_err(|why| format!("no proxy: {why}"))
}

/// The first of these variables that is not empty, with its name.
fn value(variables: &[&'static str]) -> Option<(&'static str, String)> {
    variables.iter().find_map(|variable| {
        let value = env::var(variable).ok()?;
        (!value.trim().is_empty()).then_some((*variable, value))
    })
}

/// Whether a list names a host: itself, a domain that it is in, or `*`. A port behind a name does not matter.
fn is_named(host: &str, names: &str) -> bool {
    let bare = |host: &str| host.trim_matches(['[', ']']).to_ascii_lowercase();
    let host = bare(host);
    let names = names.split(|c: char| c == ',' || c.is_whitespace());
    names
        .map(|name| {
            // An address of IPv6 has colons of its own.
            let name = match name.rsplit_once(':') {
                Some((name, _)) if !name.contains(':') || name.ends_with(']') => name,
                _ => name,
            };
            bare(name.trim_start_matches("*.").trim_start_matches('.'))
        })
        .filter(|name| !name.is_empty())
        .any(|name| {
            let domain = host.strip_suffix(name.as_str());
            name == "*" || domain.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proxy_speaks_http() {
        assert!(parse("http://127.0.0.1:8080").is_ok());
        assert!(parse("127.0.0.1:8080").is_ok());
        for address in ["socks5://127.0.0.1:1080", "SOCKS5h://proxy.test"] {
            assert!(parse(address).unwrap_err().starts_with("a SOCKS proxy"));
        }
        assert!(parse("http://").unwrap_err().starts_with("no proxy"));
    }

    #[test]
    fn a_list_names_hosts_and_domains() {
        for (host, names, expected) in [
            ("localhost", "foo, localhost", true),
            ("llm.test", "test", true),
            ("llm.test", ".test", true),
            ("llm.test", "*.test", true),
            ("127.0.0.1", "127.0.0.1:8000", true),
            ("[::1]", "::1", true),
            ("[::1]", "[::1]:8000", true),
            ("[::2]", "::1", false),
            ("LLM.test", "llm.TEST", true),
            ("x.example", "*", true),
            ("contest", "test", false),
            ("llm.test", "", false),
            ("llm.test", "lm.test", false),
        ] {
            assert_eq!(is_named(host, names), expected, "{host} in {names}");
        }
    }
}
