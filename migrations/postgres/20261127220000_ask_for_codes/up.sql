-- Since when a person's second factor counts. What it is made of stands apart: who shows a person needs none of it.
ALTER TABLE users ADD COLUMN second_factor_at TIMESTAMP;

-- The secret of an app that makes codes, sealed with a key that is not in the database. Before it counts, it is here as well.
-- No code is taken whose step is not after the last one.
CREATE TABLE second_factors (
    user_id BIGINT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    sealed_secret BYTEA NOT NULL,
    made_at TIMESTAMP NOT NULL,
    last_step BIGINT NOT NULL
);

-- Codes for whoever has lost the app; one that was used is gone. Only hashes are kept.
CREATE TABLE recovery_codes (
    code_hash TEXT PRIMARY KEY NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX recovery_codes_by_user ON recovery_codes (user_id);

-- Whoever has given the password, and not yet the code.
CREATE TABLE sign_ins (
    token_hash TEXT PRIMARY KEY NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    expires_at TIMESTAMP NOT NULL
);
CREATE INDEX sign_ins_by_user ON sign_ins (user_id);
