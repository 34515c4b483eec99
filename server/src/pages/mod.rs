//! The pages: askama structs with plain view types, and the pure functions that fill them.
//!
//! A handler loads what it needs, fills one struct of this module and renders it. Nothing here
//! reads a clock, a database, a file or the network: the same values always give the same page.
//! No page contains an inline script or style, so `Content-Security-Policy: default-src 'self'`
//! holds for all of them; what they load is served by [`assets::find`].
//!
//! Raw HTML enters a page in one place only, [`TrustedHtml`](crate::html::TrustedHtml).
//!
//! Beside the pages, links and scripts rely on these addresses:
//!
//! | address | answer |
//! |---|---|
//! | `GET /assets/{name}` | [`assets::find`]; `python.wasm` is the judge's interpreter ([`trial::image`]) |
//! | `GET /seasons/{s}/problems/{p}/terms.txt` | the public terms as plain text, one a line |
//! | `POST /seasons/{s}/problems/{p}/submissions` | `multipart/form-data`, see [`problem::SubmitForm`]; 303 to the submission, or [`ProblemPage`] again with the input kept |
//! | `POST /seasons/{s}/problems/{p}/try` | the same form; [`ProblemPage`] with what became of the program, which is stored nowhere |
//! | `POST /seasons/{s}/problems/{p}/weigh` | the same form; [`weight::WeighedFragment`] |
//! | `POST /seasons/{s}/problems/{p}/reading` | the same form; [`physics::problem::PhysicsProblemPage`] with how the derivation is read |
//! | `GET /submissions/{id}/verdict` | [`VerdictFragment`] |
//! | `GET /submissions/{id}/events` | event stream; one event `verdict` each time the state changes |
//! | `GET /live`, `GET /seasons/{s}/live` | event stream; an event `board` for each version of what is to be seen, and `news` with the number of the last announcement to the reader |
//! | `GET …/card.png` below a problem, a submission and a person | [`card::Card`] as a picture to share |
//! | `GET /submissions/{id}/source` | the source as plain text |
//! | `POST /logout` | 303 to `/` |

pub mod account;
mod advice;
pub mod assets;
pub mod audit;
pub mod bar_chart;
pub mod boards;
pub mod card;
pub mod catalogue;
pub mod confirm;
pub mod csv;
pub mod daily;
pub mod docs;
pub mod error;
pub mod explain;
pub mod feeds;
pub mod fields;
mod filters;
pub mod form;
pub mod live;
pub mod mail;
pub mod markdown;
pub mod messages;
pub mod organize;
pub mod people;
pub mod person;
pub mod physics;
pub mod plain_problem;
pub mod plot;
pub mod problem;
pub mod problem_form;
pub mod progress;
pub mod providers;
pub mod qr;
pub mod rating_chart;
pub mod reveal;
pub mod season_form;
pub mod season_people;
pub mod season_show;
pub mod seasons;
pub mod server_trial;
pub mod setter;
pub mod shell;
pub mod sitemap;
pub mod solves;
pub mod strip;
pub mod submission;
pub mod submission_list;
pub mod terms;
pub mod text;
mod text_width;
mod traceback;
pub mod transcript;
pub mod trial;
pub mod trouble;
pub mod verdict;
pub mod versions;
pub mod weight;

#[cfg(test)]
mod samples;

pub use account::{AccountPage, CodePage, LoginPage, RegisterPage};
pub use boards::{ProblemBoardPage, SeasonBoardPage};
pub use docs::DocPage;
pub use error::ErrorPage;
pub use organize::{OrganizePage, RejudgePage};
pub use problem::ProblemPage;
pub use reveal::{SettersPage, SolutionsPage};
pub use seasons::{SeasonPage, SeasonsPage};
pub use setter::{DraftPage, SetterPage};
pub use shell::Shell;
pub use submission::{SubmissionPage, VerdictFragment};
