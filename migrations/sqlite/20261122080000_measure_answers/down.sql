ALTER TABLE judgements DROP COLUMN eed;
ALTER TABLE judgements DROP COLUMN final_of;
ALTER TABLE judgements DROP COLUMN final_right;
