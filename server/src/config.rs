//! The operator's configuration. [`crate::cli`] reads flags and `DOJO_*` variables; this module defines their
//! meaning.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

/// How the website behaves.
#[derive(Clone, Debug)]
pub struct WebConfig {
    /// The public address of the site, such as `https://dojo.example`, if it is known.
    pub public_url: Option<PublicUrl>,
    /// Whether the server is only reachable through a proxy, which appends to `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// Rate limits for each address.
    pub rates: Rates,
    /// The most connections of one address; `None` means no limit.
    pub connections: Option<usize>,
    /// How long a body may take to arrive.
    pub body_timeout: Duration,
    /// The cost of hashing a password.
    pub password_cost: PasswordCost,
    /// A cached board that changes all the time is rendered again after this time; with no time, it is rendered for
    /// each reader.
    pub board_age: Duration,
    /// How long the answer of `/readyz` is cached.
    pub readiness_age: Duration,
    /// Who may make an account.
    pub registration: Registration,
    /// Whether visitors who are not signed in see only the sign-in page.
    pub members_only: bool,
    /// Whether mails are sent.
    pub sends_mail: bool,
    /// Whether people who run seasons or the platform need a second factor.
    pub staff_second_factor: StaffSecondFactor,
    /// The file with the key that encrypts the secrets of second factors; by default in the data folder.
    pub second_factor_key: Option<PathBuf>,
    /// A sentence on the sign-in page about sample users, in the demo.
    pub login_hint: Option<String>,
    /// Where faults of this server can be reported, as `mailto:…` or `https://…`.
    pub security_contact: Option<String>,
}

impl Default for WebConfig {
    fn default() -> Self {
        Self {
            public_url: None,
            behind_proxy: false,
            rates: Rates::default(),
            connections: Some(DEFAULT_CONNECTIONS),
            body_timeout: Duration::from_mins(1),
            password_cost: PasswordCost::Strong,
            board_age: Duration::from_secs(1),
            readiness_age: Duration::from_secs(1),
            registration: Registration::Open,
            members_only: false,
            sends_mail: false,
            staff_second_factor: StaffSecondFactor::Optional,
            second_factor_key: None,
            login_hint: None,
            security_contact: None,
        }
    }
}

/// Who may make an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Registration {
    /// Whoever likes.
    Open,
    /// Whoever has a link of an organizer's.
    Invited,
}

/// Whether whoever runs seasons or the platform needs a second factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum StaffSecondFactor {
    /// Who likes has one.
    Optional,
    /// What they may do as such rests until they have one.
    Required,
}

/// The default for connections of one address: a browser opens six, and a school shares an address.
pub const DEFAULT_CONNECTIONS: usize = 512;

impl WebConfig {
    /// The most connections of one address. A proxy carries everybody's connections, so it has no limit.
    pub fn connections_per_address(&self) -> Option<usize> {
        self.connections.filter(|_| !self.behind_proxy)
    }
}

/// The site's own origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    /// As the `Origin` header has it, without a slash at the end.
    pub origin: String,
}

impl PublicUrl {
    /// Whether cookies may be marked as https only.
    pub fn is_https(&self) -> bool {
        self.origin.starts_with("https://")
    }
}

impl std::str::FromStr for PublicUrl {
    type Err = String;

    /// Reads `http://HOST` or `https://HOST`, optionally with a port; the site must be at the root.
    fn from_str(text: &str) -> Result<Self, String> {
        let origin = text.trim_end_matches('/').to_ascii_lowercase();
        let host = origin
            .strip_prefix("https://")
            .or_else(|| origin.strip_prefix("http://"))
            .ok_or("it must begin with https:// or http://")?;
        let plain =
            |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']' | '_');
        if host.is_empty() || !host.chars().all(plain) {
            return Err("only a host and perhaps a port, no path".to_owned());
        }
        Ok(Self { origin })
    }
}

/// A rate limit for expensive actions; unused actions accumulate up to `burst`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// How many actions are allowed at once.
    pub burst: u32,
    /// How many actions a minute are allowed in the long run.
    pub per_minute: u32,
}

impl Rate {
    /// The default for signing in.
    pub const LOGIN: Self = Self::new(20, 10);
    /// The default for guessing at one account.
    pub const ACCOUNT: Self = Self::new(10, 5);
    /// The default for guessing the code of one account: six digits are weaker than a password.
    pub const CODE: Self = Self::new(10, 1);
    /// The default for registering.
    pub const REGISTER: Self = Self::new(40, 6);
    /// The default for submitting.
    pub const SUBMIT: Self = Self::new(60, 120);
    /// The default for reading derivations.
    pub const READ: Self = Self::new(60, 120);
    /// The default for trial runs on the server.
    pub const TRIAL: Self = Self::new(6, 12);
    /// The default for requesting links by mail.
    pub const MAIL: Self = Self::new(10, 2);

    const fn new(burst: u32, per_minute: u32) -> Self {
        Self { burst, per_minute }
    }
}

impl std::str::FromStr for Rate {
    type Err = String;

    /// Reads `BURST,PER_MINUTE`.
    fn from_str(text: &str) -> Result<Self, String> {
        let at_least_one = |text: &str| text.trim().parse().ok().filter(|number| *number > 0);
        let (burst, per_minute) = text.split_once(',').unwrap_or((text, ""));
        match (at_least_one(burst), at_least_one(per_minute)) {
            (Some(burst), Some(per_minute)) => Ok(Self { burst, per_minute }),
            _ => Err("write two numbers above 0: at once, and a minute, as in 20,10".to_owned()),
        }
    }
}

impl std::fmt::Display for Rate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{}", self.burst, self.per_minute)
    }
}

/// The rate limits; `None` means no limit.
#[derive(Clone, Copy, Debug)]
pub struct Rates {
    /// Signing in.
    pub login: Option<Rate>,
    /// Guessing at one account, from any addresses.
    pub account: Option<Rate>,
    /// Registering. A class in one room shares an address.
    pub register: Option<Rate>,
    /// Submitting, by page or API.
    pub submit: Option<Rate>,
    /// Asking how a derivation is read.
    pub read: Option<Rate>,
    /// Trial runs on the server, for each account or, without one, for each address.
    pub trial: Option<Rate>,
    /// Links requested by mail, for each address and for each account.
    pub mail: Option<Rate>,
}

impl Default for Rates {
    fn default() -> Self {
        Self {
            login: Some(Rate::LOGIN),
            account: Some(Rate::ACCOUNT),
            register: Some(Rate::REGISTER),
            submit: Some(Rate::SUBMIT),
            read: Some(Rate::READ),
            trial: Some(Rate::TRIAL),
            mail: Some(Rate::MAIL),
        }
    }
}

impl Rates {
    /// No limits, for tests and measurements.
    pub fn unlimited() -> Self {
        Self {
            login: None,
            account: None,
            register: None,
            submit: None,
            read: None,
            trial: None,
            mail: None,
        }
    }
}

/// The cost of hashing a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasswordCost {
    /// Argon2id with 19 MiB and two passes, OWASP's recommendation.
    Strong,
    /// The smallest cost that argon2 allows, for tests and measurements that sign in many people.
    Weak,
}

/// The part of an address that belongs to one household or institution: all of an IPv4 address, the first 64 bits of
/// an IPv6 address.
pub fn rate_key(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => match v6.to_ipv4_mapped() {
            Some(v4) => IpAddr::V4(v4),
            None => IpAddr::V6((v6.to_bits() & !u128::from(u64::MAX)).into()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_address_is_an_origin() {
        let url: PublicUrl = "https://Dojo.example/".parse().unwrap();
        assert_eq!(url.origin, "https://dojo.example");
        assert!(url.is_https());
        assert!(!"http://[::1]:8000".parse::<PublicUrl>().unwrap().is_https());
        for bad in [
            "dojo.example",
            "https://",
            "https://a/b",
            "https://a b",
            "ftp://a",
        ] {
            assert!(bad.parse::<PublicUrl>().is_err(), "{bad}");
        }
    }

    #[test]
    fn neighbours_in_ipv6_share_a_rate() {
        let key = |text: &str| rate_key(text.parse().unwrap());
        assert_eq!(key("2001:db8:1:2::5"), key("2001:db8:1:2:ffff::1"));
        assert_ne!(key("2001:db8:1:2::5"), key("2001:db8:1:3::5"));
        assert_eq!(key("::ffff:192.0.2.1"), key("192.0.2.1"));
    }
}
