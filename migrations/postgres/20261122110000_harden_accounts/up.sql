-- Whoever is disqualified as a person submits no more to that season.
CREATE TABLE barred (
    season_id BIGINT NOT NULL REFERENCES seasons (id),
    user_id BIGINT NOT NULL REFERENCES users (id),
    reason TEXT NOT NULL,
    decided_by BIGINT REFERENCES users (id),
    decided_at TIMESTAMP NOT NULL,
    PRIMARY KEY (season_id, user_id)
);

-- What a person sent under which name, so that sending it again stores nothing new. The hash is over the
-- name and all that was sent.
CREATE TABLE sent (
    user_id BIGINT NOT NULL REFERENCES users (id),
    key_hash TEXT NOT NULL,
    submission_id BIGINT NOT NULL REFERENCES submissions (id),
    PRIMARY KEY (user_id, key_hash)
);
