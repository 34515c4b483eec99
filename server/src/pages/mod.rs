//! The pages: askama structs with plain view types, and the pure functions that fill them.
//!
//! A handler loads what it needs, fills one struct of this module and renders it. Nothing here
//! reads a clock, a database, a file or the network: the same values always give the same page.
//! No page contains an inline script or style, so `Content-Security-Policy: default-src 'self'`
//! holds for all of them; what they load is served by [`assets::find`].
//!
//! Raw HTML enters a page in one place only, [`html::TrustedHtml`].

pub mod account;
pub mod assets;
pub mod boards;
pub mod canonical;
pub mod docs;
pub mod error;
pub mod explain;
pub mod filters;
pub mod form;
pub mod html;
pub mod markdown;
pub mod plot;
pub mod problem;
pub mod seasons;
pub mod shell;
pub mod submission;
pub mod terms;
pub mod verdict;

pub use account::{AccountPage, LoginPage, RegisterPage};
pub use boards::{ProblemBoardPage, SeasonBoardPage};
pub use docs::DocPage;
pub use error::ErrorPage;
pub use problem::ProblemPage;
pub use seasons::{SeasonPage, SeasonsPage};
pub use shell::Shell;
pub use submission::{SubmissionPage, VerdictFragment};

#[cfg(test)]
mod samples;
