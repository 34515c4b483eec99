-- What was judged again goes back to its first judgement.
UPDATE submissions SET judgement_id =
    (SELECT j.id FROM judgements j WHERE j.submission_id = submissions.id AND j.rejudge_id IS NULL)
    WHERE judgement_id IN (SELECT id FROM judgements WHERE rejudge_id IS NOT NULL)
    AND EXISTS (SELECT 1 FROM judgements j WHERE j.submission_id = submissions.id AND j.rejudge_id IS NULL);
DELETE FROM rejudgements;
DELETE FROM judgements WHERE rejudge_id IS NOT NULL
    AND id NOT IN (SELECT judgement_id FROM submissions WHERE judgement_id IS NOT NULL);
PRAGMA defer_foreign_keys = ON;
CREATE TABLE kept_judgements AS SELECT id, submission_id, runtime_digest, scoring_version, verdict, report, solver_hash, l_chars, stage_pass, reward_correct, terms_matched, fuel, peak_memory_bytes, brevity_bonus, score, wall_us, worker, judged_at FROM judgements;
DROP TABLE judgements;
CREATE TABLE judgements (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    submission_id BIGINT NOT NULL REFERENCES submissions (id),
    runtime_digest TEXT NOT NULL,
    scoring_version TEXT NOT NULL,
    verdict TEXT NOT NULL CHECK (verdict IN
        ('REWARD', 'STAGE', 'WRONG', 'SHORT', 'BAD_TOKEN', 'EXCEPTION', 'FUEL', 'MEMORY', 'OUTPUT',
         'TERM_SIZE', 'STACK', 'REJECT_FORMAT', 'REJECT_SIZE', 'REJECT_SYNTAX', 'REJECT_POLICY',
         'REJECT_HARDCODE')),
    report TEXT NOT NULL,
    solver_hash TEXT,
    l_chars INTEGER NOT NULL,
    stage_pass BOOLEAN NOT NULL,
    reward_correct BOOLEAN NOT NULL,
    terms_matched INTEGER NOT NULL,
    fuel BIGINT NOT NULL,
    peak_memory_bytes BIGINT NOT NULL,
    brevity_bonus INTEGER NOT NULL,
    score INTEGER NOT NULL,
    wall_us BIGINT NOT NULL,
    worker TEXT NOT NULL,
    judged_at TIMESTAMP NOT NULL,
    UNIQUE (submission_id, runtime_digest, scoring_version)
);
INSERT INTO judgements (id, submission_id, runtime_digest, scoring_version, verdict, report, solver_hash, l_chars, stage_pass, reward_correct, terms_matched, fuel, peak_memory_bytes, brevity_bonus, score, wall_us, worker, judged_at)
    SELECT id, submission_id, runtime_digest, scoring_version, verdict, report, solver_hash, l_chars, stage_pass, reward_correct, terms_matched, fuel, peak_memory_bytes, brevity_bonus, score, wall_us, worker, judged_at FROM kept_judgements;
DROP TABLE kept_judgements;
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
DROP TABLE season_records;
ALTER TABLE seasons DROP COLUMN cancelled_at;
ALTER TABLE seasons DROP COLUMN finalized_at;
ALTER TABLE seasons DROP COLUMN revealed_at;
ALTER TABLE seasons DROP COLUMN scored_at;
ALTER TABLE seasons DROP COLUMN blackout_at;
