//! The codes that an authenticator app computes from a secret and the time (RFC 6238), and the encryption of stored
//! secrets. The key is in a file and never in the database, so that a copy of the database is not enough to compute
//! codes.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use totp_rs::{Builder, Secret, Totp};

use crate::store::{Moment, UserId};
use crate::whole_file::{WholeFile, folder_of};

/// Bytes of a secret: as many as SHA-1 gives, which RFC 4226 recommends.
const SECRET_BYTES: usize = 20;

/// Bytes of the key.
const KEY_BYTES: usize = 32;

/// How the site is called in an app.
const ISSUER: &str = "Sequence Dojo";

/// What an app makes codes from.
#[derive(Clone)]
pub struct FactorSecret(Vec<u8>);

impl FactorSecret {
    /// A new one, from the system's random numbers.
    pub fn random() -> Self {
        Self(rand::random::<[u8; SECRET_BYTES]>().to_vec())
    }

    /// Six digits every 30 seconds, by SHA-1, one step early or late: what every app can do.
    fn codes(&self) -> Totp {
        Builder::new()
            .with_secret(self.0.clone())
            .build_noncompliant()
    }

    /// The secret as somebody types it into an app: letters and digits in groups of four.
    pub fn typed(&self) -> String {
        let letters = Secret::from(self.0.clone()).to_base32();
        let groups: Vec<&str> = letters
            .as_bytes()
            .chunks(4)
            .filter_map(|group| std::str::from_utf8(group).ok())
            .collect();
        groups.join(" ")
    }

    /// The secret as an app reads it with the camera. `origin` is where the account of that name is.
    pub fn address(&self, name: &str, origin: &str) -> String {
        let host = origin.split_once("://").map_or(origin, |(_, host)| host);
        let host = host.split(':').next().unwrap_or(host);
        let escape = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
        format!(
            "otpauth://totp/{issuer}:{account}?secret={secret}&issuer={issuer}",
            issuer = escape(ISSUER),
            account = escape(&format!("{name}@{host}")),
            secret = self.typed().replace(' ', ""),
        )
    }

    /// The step whose code that is, if it is that of now, of the one before or of the one after.
    pub fn step_of(&self, code: &str, now: Moment) -> Option<i64> {
        let seconds = u64::try_from(now.utc().timestamp()).ok()?;
        let step = self.codes().check(code, seconds)?;
        i64::try_from(step).ok()
    }
}

/// The key that seals secrets. Its file is made when the first of them is sealed.
pub struct FactorKey {
    file: PathBuf,
    key: OnceLock<LessSafeKey>,
}

impl FactorKey {
    /// The key in that file.
    pub fn in_file(file: PathBuf) -> Self {
        Self {
            file,
            key: OnceLock::new(),
        }
    }

    /// The file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Whether the key can be read, or made when it is needed.
    ///
    /// # Errors
    /// When neither is so.
    pub fn check(&self) -> io::Result<()> {
        match self.key() {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                fs::metadata(folder_of(&self.file))
                    .map_err(|_| error)
                    .map(drop)
            }
            key => key.map(drop),
        }
    }

    /// Seals a secret, for that person alone.
    ///
    /// # Errors
    /// When the file of the key cannot be read or made.
    pub fn seal(&self, secret: &FactorSecret, user: UserId) -> io::Result<Vec<u8>> {
        let key = match self.key() {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                make_key(&self.file).map_err(|made| {
                    io::Error::new(made.kind(), format!("{error}; it cannot be made: {made}"))
                })?;
                self.key()?
            }
            key => key?,
        };
        let nonce = rand::random::<[u8; NONCE_LEN]>();
        let mut sealed = secret.0.clone();
        let bound = Aad::from(user.0.to_be_bytes());
        key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), bound, &mut sealed)
            .map_err(|_| io::Error::other("the secret cannot be sealed"))?;
        Ok([nonce.as_slice(), &sealed].concat())
    }

    /// Opens what was sealed for that person.
    ///
    /// # Errors
    /// When the file of the key cannot be read, and when another key sealed it.
    pub fn open(&self, sealed: &[u8], user: UserId) -> io::Result<FactorSecret> {
        let wrong = || io::Error::new(ErrorKind::InvalidData, "another key has sealed this");
        let key = self.key()?;
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE_LEN>().ok_or_else(wrong)?;
        let mut secret = sealed.to_vec();
        let bound = Aad::from(user.0.to_be_bytes());
        let opened = key
            .open_in_place(Nonce::assume_unique_for_key(*nonce), bound, &mut secret)
            .map_err(|_| wrong())?;
        Ok(FactorSecret(opened.to_vec()))
    }

    fn key(&self) -> io::Result<&LessSafeKey> {
        if let Some(key) = self.key.get() {
            return Ok(key);
        }
        let told = |error: io::Error| {
            let file = self.file.display();
            io::Error::new(
                error.kind(),
                format!("the key of second factors, {file}: {error}"),
            )
        };
        let text = fs::read_to_string(&self.file).map_err(told)?;
        let wrong = || told(io::Error::new(ErrorKind::InvalidData, "this is no key"));
        let bytes = hex::decode(text.trim()).map_err(|_| wrong())?;
        let key = UnboundKey::new(&CHACHA20_POLY1305, &bytes).map_err(|_| wrong())?;
        Ok(self.key.get_or_init(|| LessSafeKey::new(key)))
    }
}

/// Makes the file of a key, whole or not at all; one that another process has just made is left as it is.
fn make_key(file: &Path) -> io::Result<()> {
    let key = rand::random::<[u8; KEY_BYTES]>();
    let folder = folder_of(file);
    let made = WholeFile::begin(folder)?;
    writeln!(made.file(), "{}", hex::encode(key))?;
    match made.put(file) {
        Ok(()) => OpenOptions::new().read(true).open(folder)?.sync_all(),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;

    fn at(seconds: i64) -> Moment {
        Moment::from(DateTime::from_timestamp(seconds, 0).unwrap())
    }

    #[test]
    fn codes_are_those_of_rfc_6238() {
        // Appendix B, by SHA-1; it has eight digits, of which apps show the last six.
        let secret = FactorSecret(b"12345678901234567890".to_vec());
        for (seconds, code) in [
            (59, "94287082"),
            (1_111_111_109, "07081804"),
            (1_111_111_111, "14050471"),
            (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"),
            (20_000_000_000, "65353130"),
        ] {
            let step = seconds / 30;
            assert_eq!(secret.step_of(&code[2..], at(seconds)), Some(step));
            for (near, taken) in [(-2, None), (-1, Some(step)), (1, Some(step)), (2, None)] {
                assert_eq!(secret.step_of(&code[2..], at(seconds + 30 * near)), taken);
            }
            assert_eq!(secret.step_of(code, at(seconds)), None);
        }
    }

    #[test]
    fn a_secret_reads_as_an_app_takes_it() {
        let secret = FactorSecret(b"12345678901234567890".to_vec());
        assert_eq!(secret.typed(), "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ");
        assert_eq!(
            secret.address("ada", "https://dojo.example:8443"),
            "otpauth://totp/Sequence%20Dojo:ada%40dojo%2Eexample?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Sequence%20Dojo"
        );
    }

    #[test]
    fn what_is_sealed_opens_with_its_key_and_for_its_person_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("key");
        let (secret, ada) = (FactorSecret::random(), UserId(7));
        let missing = FactorKey::in_file(file.clone()).open(&[0; 48], ada);
        assert_eq!(missing.err().unwrap().kind(), ErrorKind::NotFound);
        let sealed = FactorKey::in_file(file.clone()).seal(&secret, ada).unwrap();
        assert!(!sealed.windows(4).any(|part| part == &secret.0[..4]));
        let rights = fs::metadata(&file).unwrap().permissions();
        assert_eq!(
            std::os::unix::fs::PermissionsExt::mode(&rights) & 0o777,
            0o600
        );
        let again = FactorKey::in_file(file);
        assert_eq!(again.open(&sealed, ada).unwrap().0, secret.0);
        assert!(again.open(&sealed, UserId(8)).is_err());
        assert!(again.open(&sealed[..9], ada).is_err());
        let other = FactorKey::in_file(folder.path().join("other"));
        other.seal(&secret, ada).unwrap();
        assert!(other.open(&sealed, ada).is_err());
    }
}
