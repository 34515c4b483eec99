-- Whether a person keeps the page about them to themselves.
ALTER TABLE users ADD COLUMN is_private BOOLEAN NOT NULL DEFAULT FALSE;
