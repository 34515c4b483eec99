//! Announcements as pages show them.

use crate::messages::announcements::Unread;
use crate::pages::shell::{AnnouncementView, UnreadView};
use crate::store::AnnouncementId;
use crate::store::announcements::ToldAnnouncement;

/// An announcement as pages show it.
pub(super) fn announcement_view(told: ToldAnnouncement) -> AnnouncementView {
    let announcement = told.announcement;
    AnnouncementView {
        id: announcement.id.0,
        season: told.season,
        problem: told.problem,
        to_reader: announcement.to_id.is_some(),
        question: told.question,
        text: announcement.text,
        at: announcement.made_at.utc(),
    }
}

/// What a person has not dismissed yet, as pages show it; `last` is the last announcement that the person may read.
pub(super) fn unread_view(unread: &Unread, last: Option<AnnouncementId>) -> UnreadView {
    let newest = unread.latest.as_ref().map(|told| told.announcement.id);
    UnreadView {
        last: newest.max(last).map_or(0, |id| id.0),
        count: u32::try_from(unread.count).unwrap_or(u32::MAX),
        latest: unread.latest.clone().map(announcement_view),
    }
}
