-- The round in which a job is judged: everyone's first that waits comes before anybody's second.
ALTER TABLE jobs ADD COLUMN round INTEGER NOT NULL DEFAULT 0;
DROP INDEX jobs_in_order;
CREATE INDEX jobs_in_order ON jobs (round, created_at, submission_id);
