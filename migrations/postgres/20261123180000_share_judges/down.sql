DROP INDEX jobs_in_order;
CREATE INDEX jobs_in_order ON jobs (created_at, submission_id);
ALTER TABLE jobs DROP COLUMN round;
