-- What stood in the place of a draft's package before, from the first one on.
CREATE TABLE draft_versions (
    draft_id BIGINT NOT NULL REFERENCES drafts (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    sent_at TIMESTAMP NOT NULL,
    package BYTEA NOT NULL,
    PRIMARY KEY (draft_id, number)
);
