-- Who somebody is at a provider of OpenID Connect: the provider's address and what it calls the person, which never changes.
-- Neither mail nor name is kept.
CREATE TABLE identities (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    UNIQUE (issuer, subject),
    UNIQUE (user_id, issuer)
);

-- What a browser may do for a few minutes: whoever has given the password connects that account, and whom a provider has
-- named makes one. The browser's cookie holds the secret; here is its hash.
CREATE TABLE provider_passes (
    token_hash TEXT PRIMARY KEY NOT NULL,
    user_id BIGINT REFERENCES users (id) ON DELETE CASCADE,
    issuer TEXT NOT NULL,
    subject TEXT,
    expires_at TIMESTAMP NOT NULL,
    CHECK ((user_id IS NULL) <> (subject IS NULL))
);
CREATE INDEX provider_passes_by_user ON provider_passes (user_id);
