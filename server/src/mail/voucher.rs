//! Certificates that vouch for a mail server where no public authority does: of whoever signed the server's, or the
//! server's own, which TLS libraries refuse when it may sign others, as those that `openssl req -x509` makes.

use std::sync::Arc;

use rustls::RootCertStore;
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::ServerCertVerifier as _;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};

use crate::store::Moment;

pub(super) struct Voucher {
    certificates: Vec<CertificateDer<'static>>,
    verifier: Arc<WebPkiServerVerifier>,
    name: ServerName<'static>,
}

impl Voucher {
    /// The certificates of a file for the server of that name.
    pub(super) fn read(pem: &[u8], host: &str) -> Result<Self, String> {
        let certificates = CertificateDer::pem_slice_iter(pem).collect::<Result<Vec<_>, _>>();
        let certificates = certificates.map_err(|error| error.to_string())?;
        let mut roots = RootCertStore::empty();
        for certificate in &certificates {
            let added = roots.add(certificate.clone());
            added.map_err(|error| error.to_string())?;
        }
        let provider = Arc::new(ring::default_provider());
        let verifier = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider);
        Ok(Self {
            certificates,
            verifier: verifier.build().map_err(|error| error.to_string())?,
            name: ServerName::try_from(host.to_owned()).map_err(|error| error.to_string())?,
        })
    }

    /// Vouches for a server that has shown this chain, and the key to its first certificate.
    pub(super) fn check(&self, chain: &[Vec<u8>], now: Moment) -> Result<(), String> {
        let chain: Vec<CertificateDer<'_>> = (chain.iter())
            .map(|certificate| CertificateDer::from(certificate.as_slice()))
            .collect();
        let (first, others) = chain.split_first().ok_or("there is no certificate")?;
        if self.certificates.contains(first) {
            return Ok(());
        }
        let now = now
            .utc()
            .signed_duration_since(chrono::DateTime::UNIX_EPOCH);
        let now = UnixTime::since_unix_epoch(now.to_std().unwrap_or_default());
        self.verifier
            .verify_server_cert(first, others, &self.name, &[], now)
            .map(drop)
            .map_err(|error| error.to_string())
    }
}
