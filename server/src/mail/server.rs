//! The mail server that takes our mails, and one conversation with it.

use std::error::Error as StdError;
use std::io::{self, ErrorKind};
use std::net::IpAddr;
use std::str::FromStr;
use std::time::Duration;

use lettre::Message;
use lettre::message::Mailbox;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{SmtpConnection, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use percent_encoding::percent_decode_str;

use super::voucher::Voucher;
use crate::store::Moment;
use crate::words::say;

/// How long the server may take for each of its answers.
const PATIENCE: Duration = Duration::from_secs(20);

/// Longest reason of a refusal that is kept, in characters.
const MAX_REFUSAL_CHARS: usize = 500;

/// Ways to give the password, the first one first.
const MECHANISMS: [Mechanism; 2] = [Mechanism::Plain, Mechanism::Login];

/// Codes that say nothing of a mail: the server goes away, or wants us to sign in or to encrypt otherwise.
const OF_THE_SERVER: [&str; 5] = ["421", "530", "534", "535", "538"];

/// When the conversation is encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encryption {
    /// From the first byte on.
    AtOnce,
    /// From STARTTLS on, before anything is said.
    StartTls,
}

/// Address of a mail server, as `smtps://user@host` or `smtp://user@host:port`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmtpUrl {
    host: String,
    port: u16,
    user: Option<String>,
    encryption: Encryption,
}

impl SmtpUrl {
    /// It is this machine, where nobody listens in.
    fn is_here(&self) -> bool {
        let address = self.host.parse::<IpAddr>();
        self.host == "localhost" || address.is_ok_and(|address| address.is_loopback())
    }

    /// Somebody signs in there.
    pub fn has_user(&self) -> bool {
        self.user.is_some()
    }
}

impl FromStr for SmtpUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (scheme, rest) = text.split_once("://").unwrap_or_default();
        let (encryption, usual_port) = match scheme {
            "smtps" => (Encryption::AtOnce, 465),
            "smtp" => (Encryption::StartTls, 587),
            _ => return Err("it begins with smtps:// or smtp://".to_owned()),
        };
        let (user, place) = match rest.rsplit_once('@') {
            Some((user, place)) => (Some(user), place),
            None => (None, rest),
        };
        if user.is_some_and(|user| user.contains(':')) {
            return Err("the password stands in a file, which smtp-password-file names".to_owned());
        }
        let user = user.map(|user| percent_decode_str(user).decode_utf8_lossy().into_owned());
        let place = place.trim_end_matches('/');
        let (host, port) = match place.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => {
                let port = port.parse().map_err(|_| format!("{port} is no port"))?;
                (host, port)
            }
            _ => (place, usual_port),
        };
        let host = host.trim_start_matches('[').trim_end_matches(']');
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '_');
        if host.is_empty() || !host.chars().all(plain) || user.as_deref() == Some("") {
            return Err("write it as smtps://user@host or smtp://host:port".to_owned());
        }
        Ok(Self {
            host: host.to_owned(),
            port,
            user,
            encryption,
        })
    }
}

/// A mail server, and whose mails it gets.
pub struct MailServer {
    url: SmtpUrl,
    credentials: Option<Credentials>,
    /// None where the conversation is plain, which is on this machine alone.
    tls: Option<TlsParameters>,
    /// Who vouches for the server, if that is no public authority.
    voucher: Option<Voucher>,
    hello: ClientId,
    from: Mailbox,
    origin: String,
    patience: Duration,
}

/// Why a mail was not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    /// In the server's words.
    pub(super) words: String,
    pub(super) cause: Cause,
}

/// What a refusal is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// There is no conversation: the server is away, or lets us not in. It says nothing of the mail.
    Server,
    /// This mail, now.
    Now,
    /// This mail, for good.
    ForGood,
}

impl MailServer {
    /// A server with the password of its user, the certificate of whoever vouches for it where that is no public one, the
    /// sender, and the address of the site, which stands in what is sent.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn new(
        url: SmtpUrl,
        password: Option<String>,
        ca: Option<&[u8]>,
        from: &str,
        origin: String,
    ) -> Result<Self, String> {
        let from: Mailbox = from
            .parse()
            .map_err(|error| format!("{from:?} is no sender of mails: {error}"))?;
        let credentials = match (&url.user, password) {
            (Some(user), Some(password)) => Some(Credentials::new(user.clone(), password)),
            (None, None) => None,
            (Some(user), None) => return Err(format!("there is no password for {user}")),
            (None, Some(_)) => return Err("there is a password and no user".to_owned()),
        };
        let is_plain = url.is_here() && url.encryption == Encryption::StartTls && ca.is_none();
        let wrong = |error| format!("cannot use the certificate: {error}");
        let voucher = ca.map(|pem| Voucher::read(pem, &url.host)).transpose();
        let voucher = voucher.map_err(wrong)?;
        let tls = if is_plain {
            None
        } else {
            let tls = TlsParameters::builder(url.host.clone())
                // It is checked by whoever vouches for it, before anything is said to it.
                .dangerous_accept_invalid_certs(voucher.is_some());
            Some(tls.build_rustls().map_err(|error| error.to_string())?)
        };
        Ok(Self {
            hello: ClientId::Domain(from.email.domain().to_owned()),
            url,
            credentials,
            tls,
            voucher,
            from,
            origin,
            patience: PATIENCE,
        })
    }

    /// The same, which has less time for its answers.
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    pub(super) fn from(&self) -> &Mailbox {
        &self.from
    }

    /// The address of the site, without a slash at the end.
    pub(super) fn origin(&self) -> &str {
        &self.origin
    }

    /// Begins a conversation.
    pub(super) fn connect(&self, now: Moment) -> Result<SmtpConnection, Refusal> {
        self.try_to_connect(now).map_err(|words| Refusal {
            words,
            cause: Cause::Server,
        })
    }

    fn try_to_connect(&self, now: Moment) -> Result<SmtpConnection, String> {
        let at_once = (self.tls.as_ref()).filter(|_| self.url.encryption == Encryption::AtOnce);
        let place = (self.url.host.as_str(), self.url.port);
        let connection =
            SmtpConnection::connect(place, Some(self.patience), &self.hello, at_once, None);
        let mut connection = connection.map_err(|error| words_of(&error))?;
        if let Some(tls) = &self.tls
            && !connection.is_encrypted()
        {
            let encrypted = connection.starttls(tls, &self.hello);
            encrypted.map_err(|error| words_of(&error))?;
        }
        if let Some(voucher) = &self.voucher {
            let chain = connection.certificate_chain();
            voucher.check(&chain.map_err(|error| words_of(&error))?, now)?;
        }
        if let Some(credentials) = &self.credentials {
            let signed_in = connection.auth(&MECHANISMS, credentials);
            signed_in.map_err(|error| words_of(&error))?;
        }
        Ok(connection)
    }
}

/// Hands a mail over.
pub(super) fn hand_over(connection: &mut SmtpConnection, message: &Message) -> Result<(), Refusal> {
    let sent = connection.send(message.envelope(), &message.formatted());
    sent.map(drop).map_err(|error| Refusal {
        words: words_of(&error),
        cause: match error.status() {
            Some(code) if OF_THE_SERVER.contains(&code.to_string().as_str()) => Cause::Server,
            Some(_) if error.is_permanent() => Cause::ForGood,
            _ => Cause::Now,
        },
    })
}

/// What the server said, with its code; of everything else, what it was.
fn words_of(error: &Error) -> String {
    let is_silent = |cause: &(dyn StdError + 'static)| {
        let kind = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        matches!(kind, Some(ErrorKind::WouldBlock | ErrorKind::TimedOut))
    };
    let said = match (error.status(), error.source()) {
        (Some(code), Some(said)) => format!("{code} {said}"),
        (None, Some(cause)) if is_silent(cause) => {
            say!("mail-server-silent", n = PATIENCE.as_secs())
        }
        _ => error.to_string(),
    };
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    said.chars().take(MAX_REFUSAL_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_a_mail_server_reads() {
        let read = |text: &str| text.parse::<SmtpUrl>();
        let url = read("smtps://dojo@mail.example").unwrap();
        assert_eq!((url.host.as_str(), url.port), ("mail.example", 465));
        assert_eq!(url.user.as_deref(), Some("dojo"));
        assert_eq!(url.encryption, Encryption::AtOnce);
        let url = read("smtp://dojo%40example.org@[::1]:2525").unwrap();
        assert_eq!((url.host.as_str(), url.port), ("::1", 2525));
        assert_eq!(url.user.as_deref(), Some("dojo@example.org"));
        assert!(url.is_here());
        assert_eq!(
            read("smtp://me@example.org@mail.example").unwrap().port,
            587
        );
        for wrong in [
            "mail.example",
            "http://mail.example",
            "smtp://",
            "smtps://@mail.example",
            "smtps://dojo:secret@mail.example",
            "smtp://mail.example:none",
            "smtp://mail.example/path",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn only_on_this_machine_is_a_conversation_plain() {
        let server = |url: &str| {
            let from = "Dojo <dojo@dojo.example>";
            let origin = "https://dojo.example".to_owned();
            MailServer::new(url.parse().unwrap(), None, None, from, origin).unwrap()
        };
        assert!(server("smtp://127.0.0.1:25").tls.is_none());
        assert!(server("smtp://localhost").tls.is_none());
        for encrypted in [
            "smtp://mail.example",
            "smtps://localhost",
            "smtp://192.0.2.1",
        ] {
            assert!(server(encrypted).tls.is_some(), "{encrypted}");
        }
    }
}
