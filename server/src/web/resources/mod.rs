//! What pages and the API share for each resource: who may see it, and how it is loaded and submitted. Pages and the
//! API do not import each other; both import this module.

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
