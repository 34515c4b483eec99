//! Parses what a PostgreSQL address says about TLS.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;

use percent_encoding::percent_decode_str;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};

use crate::store::StoreError;

/// PostgreSQL's default port.
const PORT: u16 = 5432;

/// A server that is reached through TLS. Its certificate must be for its name (`verify-full`), even if the address
/// asks for less.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Address {
    host: String,
    port: u16,
    /// An address to connect to instead of resolving the name.
    ip: Option<String>,
    /// A file of certificates; without one, Mozilla's list is used.
    roots: Option<String>,
}

impl Address {
    /// Parses an address; `None` if it asks for a plain connection, or points to this machine without asking for TLS.
    pub(super) fn read(url: &str) -> Result<Option<Self>, StoreError> {
        let mut parts = parts(url);
        let mut taken = |name: &str| parts.remove(name).filter(|value| !value.is_empty());
        let (host, ip, mode) = (taken("host"), taken("hostaddr"), taken("sslmode"));
        let is_local = ip
            .as_ref()
            .or(host.as_ref())
            .is_none_or(|host| is_local(host));
        match mode.as_deref() {
            Some("disable") => return Ok(None),
            None if is_local => return Ok(None),
            None | Some("require" | "verify-ca" | "verify-full") => {}
            Some(mode) => {
                let told = format!("sslmode={mode} is neither; say verify-full or disable");
                return Err(StoreError::Tls(told));
            }
        }
        let host = host.or_else(|| ip.clone()).unwrap_or_default();
        if host.is_empty() || host.starts_with(['/', '@']) || host.contains(',') {
            let told = "the address has to name one machine, and no socket";
            return Err(StoreError::Tls(told.to_owned()));
        }
        let port = match taken("port") {
            None => PORT,
            Some(port) => (port.parse())
                .map_err(|_| StoreError::Tls(format!("`{port}` is no number of a port")))?,
        };
        Ok(Some(Self {
            host,
            port,
            ip,
            roots: taken("sslrootcert").filter(|roots| roots != "system"),
        }))
    }

    /// Where to connect.
    pub(super) fn to_connect(&self) -> (&str, u16) {
        (self.ip.as_ref().unwrap_or(&self.host), self.port)
    }

    /// The name that the certificate must be for.
    pub(super) fn server_name(&self) -> Result<ServerName<'static>, StoreError> {
        ServerName::try_from(self.host.clone())
            .map_err(|_| StoreError::Tls(format!("`{}` is no name of a machine", self.host)))
    }

    /// The trusted certificates.
    pub(super) fn client_config(&self) -> Result<ClientConfig, StoreError> {
        let roots = match &self.roots {
            None => webpki_roots::TLS_SERVER_ROOTS.iter().cloned().collect(),
            Some(file) => read_roots(file)
                .map_err(|error| StoreError::Tls(format!("sslrootcert={file}: {error}")))?,
        };
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| StoreError::Tls(error.to_string()))?;
        Ok(config.with_root_certificates(roots).with_no_client_auth())
    }
}

fn read_roots(file: &str) -> Result<RootCertStore, String> {
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(file).map_err(|error| error.to_string())? {
        let certificate = certificate.map_err(|error| error.to_string())?;
        roots.add(certificate).map_err(|error| error.to_string())?;
    }
    if roots.is_empty() {
        return Err("no certificate is in it".to_owned());
    }
    Ok(roots)
}

fn is_local(host: &str) -> bool {
    host.starts_with(['/', '@'])
        || host == "localhost"
        || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// The parameters of an address, including its host and port. As in libpq, the later of two applies, and the
/// environment gives the host if the address has none.
fn parts(url: &str) -> BTreeMap<String, String> {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    let authority = rest.split('/').next().unwrap_or("");
    let place = authority.rsplit_once('@').map_or(authority, |(_, at)| at);
    let (host, port) = match place.strip_prefix('[').and_then(|v6| v6.split_once(']')) {
        Some((host, port)) => (host, port.strip_prefix(':').unwrap_or(port)),
        None => place.rsplit_once(':').unwrap_or((place, "")),
    };
    let environment = [
        ("host", "PGHOST"),
        ("hostaddr", "PGHOSTADDR"),
        ("port", "PGPORT"),
    ];
    let environment = environment
        .into_iter()
        .filter_map(|(name, variable)| Some((name.to_owned(), std::env::var(variable).ok()?)));
    let written = [("host", host), ("port", port)]
        .into_iter()
        .chain(query.split('&').filter_map(|pair| pair.split_once('=')))
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| (decoded(name), decoded(value)));
    environment.chain(written).collect()
}

fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(rest: &str) -> Option<(String, u16, Option<String>)> {
        let address = Address::read(&format!("postgres://{rest}")).unwrap()?;
        let (host, port) = address.to_connect();
        Some((host.to_owned(), port, address.roots.clone()))
    }

    fn to(host: &str, port: u16) -> (String, u16, Option<String>) {
        (host.to_owned(), port, None)
    }

    #[test]
    fn another_machine_is_reached_through_tls_unless_that_is_disabled() {
        assert_eq!(
            read("ada:p%40ss@db.example/dojo"),
            Some(to("db.example", 5432))
        );
        assert_eq!(
            read("192.0.2.7:5433/dojo?sslmode=require"),
            Some(to("192.0.2.7", 5433))
        );
        assert_eq!(
            read("[2001:db8::7]:5433/dojo"),
            Some(to("2001:db8::7", 5433))
        );
        assert_eq!(
            read("/dojo?host=db.example&port=9"),
            Some(to("db.example", 9))
        );
        assert_eq!(
            read("db.example/dojo?hostaddr=192.0.2.7"),
            Some(to("192.0.2.7", 5432))
        );
        assert_eq!(read("db.example/dojo?sslmode=disable"), None);
        let roots = "db.example/dojo?sslrootcert=/etc/my%20ca.pem";
        let (_, _, file) = read(roots).unwrap();
        assert_eq!(file.as_deref(), Some("/etc/my ca.pem"));
    }

    #[test]
    fn this_machine_is_reached_through_tls_if_that_is_wanted() {
        for local in [
            "/dojo",
            "ada@/dojo",
            "localhost/d",
            "127.0.0.1:5/d",
            "[::1]/d",
            "%2Frun/d",
        ] {
            assert_eq!(read(local), None, "{local}");
        }
        assert_eq!(
            read("localhost/d?sslmode=verify-full"),
            Some(to("localhost", 5432))
        );
    }

    #[test]
    fn what_would_be_half_secure_is_refused() {
        for wrong in [
            "db.example/d?sslmode=prefer",
            "one.example,two.example/d",
            "/d?host=/run&sslmode=require",
            "db.example:many/d",
        ] {
            let read = Address::read(&format!("postgres://{wrong}"));
            assert!(matches!(read, Err(StoreError::Tls(_))), "{wrong}");
        }
    }

    #[test]
    fn a_file_without_certificates_is_told() {
        let address = Address::read("postgres://db.example/d?sslrootcert=Cargo.toml");
        let error = address.unwrap().unwrap().client_config().unwrap_err();
        assert!(error.to_string().contains("Cargo.toml"), "{error}");
    }
}
