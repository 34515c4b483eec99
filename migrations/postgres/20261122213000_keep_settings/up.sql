-- What an organizer sets for a season depends on the type of contest: one column of JSON, which the judge reads
-- and checks, in the place of one column for each number of each type. Which types there are, and which verdicts,
-- is known by the judge alone.
ALTER TABLE seasons ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';
UPDATE seasons SET settings = (CASE contest
    WHEN 'physics' THEN json_build_object('physics', json_build_object(
        'max_formulas', coalesce(max_formulas, 60), 'feedback', coalesce(feedback, 'score')))
    ELSE json_build_object('sequence', json_build_object(
        'n_check', n_check, 'n_stage', n_stage, 'n_public', n_public, 'fuel', fuel_limit,
        'memory_bytes', memory_limit_bytes, 'output_bytes', output_limit_bytes,
        'max_term_digits', max_term_digits, 'feedback', term_feedback))
END)::text;
ALTER TABLE seasons DROP COLUMN term_feedback;
ALTER TABLE seasons DROP COLUMN feedback;
ALTER TABLE seasons DROP COLUMN max_formulas;
ALTER TABLE seasons DROP COLUMN max_term_digits;
ALTER TABLE seasons DROP COLUMN output_limit_bytes;
ALTER TABLE seasons DROP COLUMN memory_limit_bytes;
ALTER TABLE seasons DROP COLUMN fuel_limit;
ALTER TABLE seasons DROP COLUMN n_public;
ALTER TABLE seasons DROP COLUMN n_stage;
ALTER TABLE seasons DROP COLUMN n_check;
ALTER TABLE seasons DROP CONSTRAINT seasons_contest_check;
ALTER TABLE judgements DROP CONSTRAINT judgements_verdict_check;
