//! What pages and the API do alike with each resource: who may see it, how it is loaded, handed in and
//! sent. Neither imports the other; both import this.

pub(super) mod boards;
pub(super) mod drafts;
pub(super) mod messages;
pub(super) mod packages;
pub(super) mod people;
pub(super) mod problems;
pub(super) mod progress;
pub(super) mod reader;
pub(super) mod records;
pub(super) mod season_people;
pub(super) mod seasons;
pub(super) mod submission_list;
pub(super) mod submissions;
pub(super) mod transcripts;
pub(super) mod trials;
pub(super) mod verdicts;
