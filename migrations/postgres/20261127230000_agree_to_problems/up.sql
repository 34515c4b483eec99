-- Whether problems that setters hand in are committed at once or wait for an organizer, and the drafts that wait or were
-- sent back with a note.
ALTER TABLE seasons ADD COLUMN handing_in TEXT NOT NULL DEFAULT 'at-once'
    CHECK (handing_in IN ('at-once', 'agreed'));
CREATE TABLE hand_ins (
    draft_id BIGINT NOT NULL PRIMARY KEY REFERENCES drafts (id) ON DELETE CASCADE,
    season_id BIGINT NOT NULL REFERENCES seasons (id) ON DELETE CASCADE,
    handed_in_at TIMESTAMP NOT NULL,
    sent_back_at TIMESTAMP,
    note TEXT,
    CHECK ((sent_back_at IS NULL) = (note IS NULL))
);
CREATE INDEX hand_ins_by_season ON hand_ins (season_id, handed_in_at);
