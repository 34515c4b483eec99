//! One way to a provider and back, as the browser's cookie keeps it. `state`, `nonce` and the verifier of PKCE are made from
//! the secret in the cookie, so that the server stores nothing for whoever only clicks; what is allowed to whom is in the
//! database (`people::providers`).

use chrono::TimeDelta;
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use sha2::{Digest as _, Sha256};

use crate::auth::Secret;
use crate::store::Moment;

/// How long somebody may take at the provider, and then with choosing a name.
pub const LASTS: TimeDelta = TimeDelta::minutes(15);

/// Longest address to go on to, in bytes: a browser keeps 4096 of a cookie.
const MAX_NEXT_BYTES: usize = 1000;

/// What is to happen when the provider has named the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The person is signed in.
    SignIn,
    /// The account of the browser is connected.
    Connect,
    /// The person, who was named already, chooses a name.
    Register,
}

impl Aim {
    const ALL: [(Self, &'static str); 3] = [
        (Self::SignIn, "in"),
        (Self::Connect, "connect"),
        (Self::Register, "register"),
    ];

    fn word(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(aim, _)| *aim == self)
            .map_or("", |(_, word)| word)
    }
}

/// One way to a provider and back.
#[derive(Clone)]
pub struct Attempt {
    /// What the browser alone knows.
    pub secret: Secret,
    /// What is to happen.
    pub aim: Aim,
    /// Where to go afterwards, on this site.
    pub next: String,
    begun_at: i64,
}

impl Attempt {
    /// Begins one.
    pub fn new(aim: Aim, next: &str, now: Moment) -> Self {
        let next = if next.len() > MAX_NEXT_BYTES {
            "/"
        } else {
            next
        };
        Self {
            secret: Secret::random(),
            aim,
            next: next.to_owned(),
            begun_at: now.utc().timestamp(),
        }
    }

    /// Reads the cookie.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(4, '.');
        let (secret, begun_at, aim, next) =
            (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let (aim, _) = Aim::ALL.iter().find(|(_, word)| *word == aim)?;
        Some(Self {
            secret: Secret::parse(secret)?,
            aim: *aim,
            next: percent_decode_str(next).decode_utf8().ok()?.into_owned(),
            begun_at: begun_at.parse().ok()?,
        })
    }

    /// The value of the cookie.
    pub fn cookie(&self) -> String {
        let next = utf8_percent_encode(&self.next, NON_ALPHANUMERIC);
        let (secret, begun_at, aim) = (self.secret.as_str(), self.begun_at, self.aim.word());
        format!("{secret}.{begun_at}.{aim}.{next}")
    }

    /// It was begun too long ago.
    pub fn is_over(&self, now: Moment) -> bool {
        let age = now.utc().timestamp().saturating_sub(self.begun_at);
        !(0..LASTS.num_seconds()).contains(&age)
    }

    /// What the provider of that name sends back, by which an answer belongs to this browser and this provider.
    pub fn state(&self, provider: &str) -> String {
        self.derived("state", provider)
    }

    /// What the provider puts into its token, by which that is made for this attempt.
    pub(super) fn nonce(&self, provider: &str) -> String {
        self.derived("nonce", provider)
    }

    /// What proves to the provider that who brings the code has asked for it.
    pub(super) fn verifier(&self, provider: &str) -> String {
        self.derived("verifier", provider)
    }

    fn derived(&self, purpose: &str, provider: &str) -> String {
        let mut hash = Sha256::new();
        for part in ["sequence-dojo/oidc/1", purpose, provider, &self.cookie()] {
            hash.update(part);
            hash.update("\0");
        }
        hex::encode(hash.finalize())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_reads_back_and_belongs_to_one_provider() {
        let now = Moment::now();
        let begun = Attempt::new(Aim::Connect, "/seasons?x=1;2", now);
        let read = Attempt::parse(&begun.cookie()).unwrap();
        assert_eq!(
            (read.aim, read.next.as_str()),
            (Aim::Connect, "/seasons?x=1;2")
        );
        assert_eq!(read.state("a"), begun.state("a"));
        let made = [
            begun.state("a"),
            begun.state("b"),
            begun.nonce("a"),
            begun.verifier("a"),
        ];
        for (at, one) in made.iter().enumerate() {
            assert!(!made[..at].contains(one));
        }
        assert!(!begun.is_over(now) && begun.is_over(now.plus(LASTS)));
        for bad in ["", "x.1.in./", &begun.cookie().replace("connect", "else")] {
            assert!(Attempt::parse(bad).is_none(), "{bad}");
        }
    }
}
