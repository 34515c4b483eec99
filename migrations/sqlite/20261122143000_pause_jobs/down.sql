ALTER TABLE rejudgements DROP COLUMN ready_at;
ALTER TABLE jobs DROP COLUMN ready_at;
