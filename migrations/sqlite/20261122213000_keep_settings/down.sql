ALTER TABLE judgements ADD COLUMN word TEXT NOT NULL DEFAULT 'GRADED' CHECK (word IN
    ('REWARD', 'STAGE', 'WRONG', 'SHORT', 'BAD_TOKEN', 'EXCEPTION', 'FUEL', 'MEMORY', 'OUTPUT',
     'TERM_SIZE', 'STACK', 'REJECT_FORMAT', 'REJECT_SIZE', 'REJECT_SYNTAX', 'REJECT_POLICY',
     'REJECT_HARDCODE', 'GRADED'));
UPDATE judgements SET word = verdict;
ALTER TABLE judgements DROP COLUMN verdict;
ALTER TABLE judgements RENAME COLUMN word TO verdict;
ALTER TABLE seasons ADD COLUMN word TEXT NOT NULL DEFAULT 'sequence' CHECK (word IN ('sequence', 'physics'));
UPDATE seasons SET word = contest;
ALTER TABLE seasons DROP COLUMN contest;
ALTER TABLE seasons RENAME COLUMN word TO contest;
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
    n_check = coalesce(json_extract(settings, '$.sequence.n_check'), 0),
    n_stage = coalesce(json_extract(settings, '$.sequence.n_stage'), 0),
    n_public = coalesce(json_extract(settings, '$.sequence.n_public'), 0),
    fuel_limit = coalesce(json_extract(settings, '$.sequence.fuel'), 0),
    memory_limit_bytes = coalesce(json_extract(settings, '$.sequence.memory_bytes'), 0),
    output_limit_bytes = coalesce(json_extract(settings, '$.sequence.output_bytes'), 0),
    max_term_digits = coalesce(json_extract(settings, '$.sequence.max_term_digits'), 0),
    max_formulas = json_extract(settings, '$.physics.max_formulas'),
    feedback = json_extract(settings, '$.physics.feedback'),
    term_feedback = coalesce(json_extract(settings, '$.sequence.feedback'), 'verdict');
ALTER TABLE seasons DROP COLUMN settings;
