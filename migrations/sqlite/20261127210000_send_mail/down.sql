DROP TABLE mails;
DROP TABLE mail_addresses;
CREATE TABLE links_now (
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
INSERT INTO links_now (id, kind, secret_hash, user_id, role, label, uses, uses_left, expires_at, made_by, created_at)
SELECT id, kind, secret_hash, user_id, role, label, uses, uses_left, expires_at, made_by, created_at FROM links WHERE kind IN ('setup', 'invite', 'enter');
DROP TABLE links;
ALTER TABLE links_now RENAME TO links;
CREATE INDEX links_by_user ON links (user_id);
