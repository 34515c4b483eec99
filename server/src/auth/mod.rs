//! Who is asking: names, passwords, sessions, tokens, and what keeps strangers from acting in
//! somebody's name.
//!
//! Sessions are rows of a table, found by the hash of a random token in a cookie, so that they can
//! be ended from the server. Each form carries a token of the session (before signing in: of a
//! cookie of its own), and a request that changes something must come from the site's own pages.
//! Between password and session there may be a code (`second_factor`).

mod guesses;
mod names;
mod origin;
mod password;
mod rate;
mod second_factor;
mod secret;

pub use guesses::Guesses;
pub use names::{DISPLAY_NAME_MAX_CHARS, NameError, check_display_name, check_name};
pub use origin::check_origin;
pub use password::{
    PASSWORD_MAX_BYTES, PASSWORD_MIN_CHARS, PasswordError, Passwords, check_password,
};
pub use rate::{ByAddress, ByPerson, Limiters, Whose, WrongByAddress};
pub use second_factor::{FactorKey, FactorSecret};
pub use secret::{API_TOKEN_PREFIX, Secret, form_token, hash_token, same_secret};
