ALTER TABLE judgements DROP CONSTRAINT judgements_verdict_check;
ALTER TABLE judgements ADD CONSTRAINT judgements_verdict_check CHECK (verdict IN
        ('REWARD', 'STAGE', 'WRONG', 'SHORT', 'BAD_TOKEN', 'EXCEPTION', 'FUEL', 'MEMORY', 'OUTPUT',
         'TERM_SIZE', 'STACK', 'REJECT_FORMAT', 'REJECT_SIZE', 'REJECT_SYNTAX', 'REJECT_POLICY',
         'REJECT_HARDCODE'));
ALTER TABLE judgements DROP COLUMN formulas_matched;
ALTER TABLE judgements DROP COLUMN formulas_scored;
DROP INDEX problems_by_position;
ALTER TABLE problems DROP CONSTRAINT problems_season_id_slug_version_key;
ALTER TABLE problems ADD UNIQUE (season_id, position);
ALTER TABLE problems ADD UNIQUE (season_id, slug);
ALTER TABLE problems DROP CONSTRAINT problems_check;
ALTER TABLE problems ADD CHECK (n_stage BETWEEN 1 AND n_check);
ALTER TABLE problems ADD CHECK (n_public BETWEEN 1 AND n_stage);
ALTER TABLE problems DROP COLUMN limits;
ALTER TABLE season_records DROP COLUMN seed;
ALTER TABLE seasons DROP COLUMN feedback;
ALTER TABLE seasons DROP COLUMN max_formulas;
ALTER TABLE seasons DROP COLUMN contest;
