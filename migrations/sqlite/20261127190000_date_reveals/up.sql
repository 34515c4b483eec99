-- When the Reveal of a season is to begin, and how long the show is that it is.
ALTER TABLE seasons ADD COLUMN reveals_at TIMESTAMP;
ALTER TABLE shows ADD COLUMN length_ms BIGINT NOT NULL DEFAULT 0 CHECK (length_ms >= 0);
