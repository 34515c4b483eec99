ALTER TABLE shows DROP COLUMN length_ms;
ALTER TABLE seasons DROP COLUMN reveals_at;
