//! What the person who runs the server chooses. Flags and `DOJO_*` variables are read in
//! [`crate::cli`]; this is their meaning.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

/// How the website behaves.
#[derive(Clone, Debug)]
pub struct WebConfig {
    /// Address under which people reach the site, such as `https://dojo.example`, when it is known.
    pub public_url: Option<PublicUrl>,
    /// The server is reachable through a proxy only, which appends to `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// Limits for each address.
    pub rates: Rates,
    /// Connections that one address may hold; `None` is without limit.
    pub connections: Option<usize>,
    /// How long a body may take to arrive.
    pub body_timeout: Duration,
    /// How dear a password is to hash.
    pub password_cost: PasswordCost,
    /// A board that changes all the time is made anew this often for those who share it; for no time, it is made
    /// anew for each.
    pub board_age: Duration,
    /// How long the answer of `/readyz` holds for all who ask.
    pub readiness_age: Duration,
    /// Who may make an account.
    pub registration: Registration,
    /// Whoever has not signed in sees the sign-in page alone.
    pub members_only: bool,
    /// Mails are sent.
    pub sends_mail: bool,
    /// Whether whoever runs seasons or the platform needs a second factor.
    pub staff_second_factor: StaffSecondFactor,
    /// File of the key that seals the secrets of second factors; by default in the data folder.
    pub second_factor_key: Option<PathBuf>,
    /// A sentence on the sign-in page about sample users, in the demo.
    pub login_hint: Option<String>,
    /// Where faults of this server are reported, as `mailto:…` or `https://…`.
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

/// Connections that one address may hold, unless said otherwise: a browser opens six, and a school
/// shares an address.
pub const DEFAULT_CONNECTIONS: usize = 512;

impl WebConfig {
    /// Connections that one address may hold. A proxy brings those of everybody.
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
    /// Cookies may be marked as for https only.
    pub fn is_https(&self) -> bool {
        self.origin.starts_with("https://")
    }
}

impl std::str::FromStr for PublicUrl {
    type Err = String;

    /// Reads `http://HOST` or `https://HOST`, with a port perhaps; the site lives at the root.
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

/// How often one address may do what costs much; what is not used is saved up to `burst`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// At once.
    pub burst: u32,
    /// In the long run.
    pub per_minute: u32,
}

impl Rate {
    /// Of signing in, unless said otherwise.
    pub const LOGIN: Self = Self::new(20, 10);
    /// Of guessing at one account.
    pub const ACCOUNT: Self = Self::new(10, 5);
    /// Of guessing at the code of one account: six digits are less than a password.
    pub const CODE: Self = Self::new(10, 1);
    /// Of registering.
    pub const REGISTER: Self = Self::new(40, 6);
    /// Of submitting.
    pub const SUBMIT: Self = Self::new(60, 120);
    /// Of asking how a derivation is read.
    pub const READ: Self = Self::new(60, 120);
    /// Of programs that the server runs for who only tries them.
    pub const TRIAL: Self = Self::new(6, 12);
    /// Of asking for links by mail.
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

/// The rates; `None` is without limit.
#[derive(Clone, Copy, Debug)]
pub struct Rates {
    /// Signing in.
    pub login: Option<Rate>,
    /// Guessing at one account, from whatever addresses.
    pub account: Option<Rate>,
    /// Registering. A class in one room shares an address.
    pub register: Option<Rate>,
    /// Submitting, by page or API.
    pub submit: Option<Rate>,
    /// Asking how a derivation is read.
    pub read: Option<Rate>,
    /// Programs that the server runs for who only tries them, of one account or, without one, one address.
    pub trial: Option<Rate>,
    /// Links that are asked for by mail, from one address, and for one account.
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
    /// Without limits, for tests and measurements.
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

/// How dear a password is to hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasswordCost {
    /// Argon2id with 19 MiB and two passes, OWASP's recommendation.
    Strong,
    /// The least that argon2 can do, for tests and measurements that sign in many people.
    Weak,
}

/// The part of an address that one household or institution holds: all of IPv4, the first 64 bits
/// of IPv6.
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
