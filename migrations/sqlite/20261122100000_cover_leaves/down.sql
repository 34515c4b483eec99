DROP INDEX receipts_by_season;
CREATE INDEX receipts_by_season ON receipts (season_id, submission_id);
