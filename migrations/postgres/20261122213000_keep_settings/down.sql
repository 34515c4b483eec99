ALTER TABLE judgements ADD CONSTRAINT judgements_verdict_check CHECK (verdict IN
    ('REWARD', 'STAGE', 'WRONG', 'SHORT', 'BAD_TOKEN', 'EXCEPTION', 'FUEL', 'MEMORY', 'OUTPUT',
     'TERM_SIZE', 'STACK', 'REJECT_FORMAT', 'REJECT_SIZE', 'REJECT_SYNTAX', 'REJECT_POLICY',
     'REJECT_HARDCODE', 'GRADED'));
ALTER TABLE seasons ADD CONSTRAINT seasons_contest_check CHECK (contest IN ('sequence', 'physics'));
ALTER TABLE seasons ADD COLUMN n_check INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seasons ADD COLUMN n_stage INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seasons ADD COLUMN n_public INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seasons ADD COLUMN fuel_limit BIGINT NOT NULL DEFAULT 0;
ALTER TABLE seasons ADD COLUMN memory_limit_bytes BIGINT NOT NULL DEFAULT 0;
ALTER TABLE seasons ADD COLUMN output_limit_bytes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seasons ADD COLUMN max_term_digits INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seasons ADD COLUMN max_formulas INTEGER;
ALTER TABLE seasons ADD COLUMN feedback TEXT CHECK (feedback IN ('score', 'read', 'none'));
ALTER TABLE seasons ADD COLUMN term_feedback TEXT NOT NULL DEFAULT 'verdict'
    CHECK (term_feedback IN ('verdict', 'public-terms'));
UPDATE seasons SET
    n_check = coalesce((settings::json #>> '{sequence,n_check}')::integer, 0),
    n_stage = coalesce((settings::json #>> '{sequence,n_stage}')::integer, 0),
    n_public = coalesce((settings::json #>> '{sequence,n_public}')::integer, 0),
    fuel_limit = coalesce((settings::json #>> '{sequence,fuel}')::bigint, 0),
    memory_limit_bytes = coalesce((settings::json #>> '{sequence,memory_bytes}')::bigint, 0),
    output_limit_bytes = coalesce((settings::json #>> '{sequence,output_bytes}')::integer, 0),
    max_term_digits = coalesce((settings::json #>> '{sequence,max_term_digits}')::integer, 0),
    max_formulas = (settings::json #>> '{physics,max_formulas}')::integer,
    feedback = settings::json #>> '{physics,feedback}',
    term_feedback = coalesce(settings::json #>> '{sequence,feedback}', 'verdict');
ALTER TABLE seasons DROP COLUMN settings;
