//! People and how they come in: links, lists of a class, who may change whom, second factors. Does not depend on
//! HTTP.

mod generated_names;
mod link_secret;
mod list;

pub mod accounts;
pub mod class;
pub mod links;
pub mod mail;
pub mod providers;
pub mod second_factor;

/// Organizers who are named to whoever needs help.
pub const NAMED_ORGANIZERS: i64 = 10;

pub use generated_names::make_names;
pub use link_secret::Code;
pub use list::{DISPLAY_NAME, ListError, ListedPerson, MAX_LISTED, WITH_LINKS, read_list};
