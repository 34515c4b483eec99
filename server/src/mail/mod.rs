//! Mail: written when it is sent, from a queue in the database, by a thread of its own. Nobody waits for it. Knows no HTTP.

mod letters;
mod sender;
mod server;
mod voucher;

pub use sender::Sender;
pub use server::{MailServer, SmtpUrl};
