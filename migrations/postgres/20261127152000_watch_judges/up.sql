-- When a judge took the job that it holds.
ALTER TABLE jobs ADD COLUMN claimed_at TIMESTAMP;
