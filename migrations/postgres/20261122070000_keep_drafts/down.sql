ALTER TABLE seasons DROP COLUMN judged_by;
ALTER TABLE seasons DROP COLUMN takes_problems;
DROP TABLE drafts;
