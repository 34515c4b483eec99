-- A word of an organizer's about a person, such as a class. When an account was switched off; it comes back as it was.
-- When its owner was last seen, to ten minutes.
ALTER TABLE users ADD COLUMN label TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN disabled_at TIMESTAMP;
ALTER TABLE users ADD COLUMN last_seen_at TIMESTAMP;

-- Links with which people come in: the first organizer, whoever is invited, whoever has no password or lost it.
-- Of the secret only the hash is kept.
CREATE TABLE links (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('setup', 'invite', 'enter')),
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
CREATE INDEX links_by_user ON links (user_id);

-- Who did what to accounts and links, from where. Rows are only ever added.
CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    at TIMESTAMP NOT NULL,
    by_name TEXT NOT NULL,
    address TEXT,
    deed TEXT NOT NULL,
    subject TEXT NOT NULL,
    details TEXT NOT NULL
);
CREATE INDEX audit_by_subject ON audit (subject, id);
