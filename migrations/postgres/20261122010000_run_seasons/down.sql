-- What was judged again goes back to its first judgement.
UPDATE submissions SET judgement_id =
    (SELECT j.id FROM judgements j WHERE j.submission_id = submissions.id AND j.rejudge_id IS NULL)
    WHERE judgement_id IN (SELECT id FROM judgements WHERE rejudge_id IS NOT NULL)
    AND EXISTS (SELECT 1 FROM judgements j WHERE j.submission_id = submissions.id AND j.rejudge_id IS NULL);
DELETE FROM rejudgements;
DELETE FROM judgements WHERE rejudge_id IS NOT NULL
    AND id NOT IN (SELECT judgement_id FROM submissions WHERE judgement_id IS NOT NULL);
DROP INDEX judgements_again;
DROP INDEX judgements_first;
ALTER TABLE judgements DROP COLUMN rejudge_id;
ALTER TABLE judgements DROP COLUMN contradiction;
ALTER TABLE judgements ADD UNIQUE (submission_id, runtime_digest, scoring_version);
DROP TABLE season_totals;
DROP TABLE method_tags;
DROP INDEX standings_in_order;
ALTER TABLE standings DROP COLUMN diversity_bonus;
DROP TABLE incidents;
DROP TABLE rejudgements;
DROP TABLE rejudges;
DROP TABLE rulings;
DROP TABLE receipts;
DROP INDEX submissions_unsettled;
ALTER TABLE submissions DROP COLUMN kind;
ALTER TABLE problems DROP COLUMN withdrawn_reason;
ALTER TABLE problems DROP COLUMN withdrawn_at;
ALTER TABLE problems DROP COLUMN validation;
ALTER TABLE problems DROP COLUMN verified_at;
ALTER TABLE problems DROP COLUMN committed_at;
ALTER TABLE problems DROP COLUMN commitment;
ALTER TABLE problems DROP COLUMN salt;
ALTER TABLE problems DROP COLUMN definition;
ALTER TABLE problems DROP COLUMN version;
DROP TABLE log;
DROP FUNCTION refuse_log_change();
DROP TABLE season_records;
ALTER TABLE seasons DROP COLUMN cancelled_at;
ALTER TABLE seasons DROP COLUMN finalized_at;
ALTER TABLE seasons DROP COLUMN revealed_at;
ALTER TABLE seasons DROP COLUMN scored_at;
ALTER TABLE seasons DROP COLUMN blackout_at;
