-- Links that are mailed: for whoever lost a password, and to verify an address.
CREATE TABLE links_now (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('setup', 'invite', 'enter', 'reset', 'verify')),
    secret_hash TEXT NOT NULL UNIQUE,
    user_id BIGINT REFERENCES users (id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    label TEXT NOT NULL,
    uses INTEGER NOT NULL,
    uses_left INTEGER NOT NULL CHECK (uses_left >= 0),
    expires_at TIMESTAMP NOT NULL,
    made_by TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL
);
INSERT INTO links_now (id, kind, secret_hash, user_id, role, label, uses, uses_left, expires_at, made_by, created_at)
SELECT id, kind, secret_hash, user_id, role, label, uses, uses_left, expires_at, made_by, created_at FROM links;
DROP TABLE links;
ALTER TABLE links_now RENAME TO links;
CREATE INDEX links_by_user ON links (user_id);

-- Mail addresses, which their owners and organizers see, and what is mailed to them. The code ends such mails without a
-- password and opens nothing else, so it is kept as it is.
CREATE TABLE mail_addresses (
    user_id BIGINT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    address TEXT NOT NULL,
    verified_at TIMESTAMP,
    wants_answers BOOLEAN NOT NULL,
    wants_announcements BOOLEAN NOT NULL,
    unsubscribe_code TEXT NOT NULL UNIQUE
);

-- Mails that wait, went out within a day, or could not be sent. What they say, links too, is written when they are sent, so
-- that no secret lies here. Whoever lost a password typed a name; without a person an announcement waits to be
-- addressed. Without a next try it went out or was given up.
CREATE TABLE mails (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('reset', 'verify', 'answer', 'announcement')),
    typed_name TEXT,
    asked_from TEXT,
    user_id BIGINT REFERENCES users (id) ON DELETE CASCADE,
    announcement_id BIGINT REFERENCES announcements (id) ON DELETE CASCADE,
    queued_at TIMESTAMP NOT NULL,
    next_try_at TIMESTAMP,
    tries INTEGER NOT NULL DEFAULT 0,
    sent_at TIMESTAMP,
    refusal TEXT
);
CREATE INDEX mails_by_next_try ON mails (next_try_at);
CREATE INDEX mails_by_user ON mails (user_id, kind);
CREATE INDEX mails_by_announcement ON mails (announcement_id);
