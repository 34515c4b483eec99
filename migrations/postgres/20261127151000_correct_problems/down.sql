ALTER TABLE problems DROP COLUMN held_reason;
DROP TABLE corrections;
