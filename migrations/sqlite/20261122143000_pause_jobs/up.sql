-- Until when a job waits that went wrong; it may be claimed at once when there is none.
ALTER TABLE jobs ADD COLUMN ready_at TIMESTAMP;
ALTER TABLE rejudgements ADD COLUMN ready_at TIMESTAMP;
