//! Checks that a request that changes something comes from the site's own pages.

use std::net::IpAddr;

use actix_web::http::header::{self, HeaderMap};

use crate::config::PublicUrl;

/// A browser tells the origin of a request in `Sec-Fetch-Site` or `Origin`. A client that sends neither is old or no
/// browser, and then only the token in the form decides.
pub fn check_origin(headers: &HeaderMap, own: Option<&PublicUrl>, host: &str) -> bool {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    if let Some(site) = text("sec-fetch-site") {
        return matches!(site, "same-origin" | "none");
    }
    let Some(origin) = text(header::ORIGIN.as_str()) else {
        return true;
    };
    match own {
        Some(own) => origin.eq_ignore_ascii_case(&own.origin),
        None => origin.split_once("://").is_some_and(|(_, origin_host)| {
            origin_host.eq_ignore_ascii_case(host) && is_plain(host)
        }),
    }
}

/// A host that is not resolved by DNS: an address, or this machine. A stranger could point any other name here, so
/// that `Origin` and `Host` would agree on it (DNS rebinding).
fn is_plain(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderName, HeaderValue};

    use super::*;

    fn from(pairs: &[(&'static str, &'static str)], own: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.insert(
                HeaderName::from_static(name),
                HeaderValue::from_static(value),
            );
        }
        let own = own.map(|own| own.parse().unwrap());
        check_origin(&headers, own.as_ref(), "127.0.0.1:8000")
    }

    #[test]
    fn a_name_that_a_stranger_lets_point_here_is_not_ours() {
        let mut headers = HeaderMap::new();
        for (host, ours) in [
            ("evil.example", false),
            ("evil.example:8000", false),
            ("localhost:8000", true),
            ("192.0.2.1", true),
            ("[::1]:8000", true),
        ] {
            let origin = HeaderValue::from_str(&format!("http://{host}")).unwrap();
            headers.insert(header::ORIGIN, origin);
            assert_eq!(check_origin(&headers, None, host), ours, "{host}");
        }
    }

    #[test]
    fn only_the_own_pages_may_change_something() {
        assert!(from(&[], None));
        assert!(from(&[("sec-fetch-site", "same-origin")], None));
        assert!(!from(&[("sec-fetch-site", "cross-site")], None));
        assert!(!from(
            &[
                ("sec-fetch-site", "same-site"),
                ("origin", "http://127.0.0.1:8000")
            ],
            None
        ));
        assert!(from(&[("origin", "http://127.0.0.1:8000")], None));
        assert!(!from(&[("origin", "http://127.0.0.1:8001")], None));
        assert!(!from(&[("origin", "null")], None));
        assert!(from(
            &[("origin", "https://dojo.example")],
            Some("https://dojo.example")
        ));
        assert!(!from(
            &[("origin", "http://127.0.0.1:8000")],
            Some("https://dojo.example")
        ));
    }
}
