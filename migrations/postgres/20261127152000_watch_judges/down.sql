ALTER TABLE jobs DROP COLUMN claimed_at;
