ALTER TABLE judgements DROP COLUMN eed;
