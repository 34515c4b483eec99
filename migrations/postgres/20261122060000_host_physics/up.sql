-- What the season asks for, and how derivations are graded in a physics contest, where programs have
-- no part: numbers of terms and limits of runs are 0 there.
ALTER TABLE seasons ADD COLUMN contest TEXT NOT NULL DEFAULT 'sequence' CHECK (contest IN ('sequence', 'physics'));
ALTER TABLE seasons ADD COLUMN max_formulas INTEGER;
ALTER TABLE seasons ADD COLUMN feedback TEXT CHECK (feedback IN ('score', 'read', 'none'));

-- Where the random trials of comparing formulas come from; its hash is in the manifest, the seed itself
-- is published at Reveal.
ALTER TABLE season_records ADD COLUMN seed TEXT;

-- A physics problem has no terms, and its reference solution stands where a sequence has the setter's
-- program. A problem may have limits of its own, and a new version in the place of a withdrawn one.
ALTER TABLE problems ADD COLUMN limits TEXT;
ALTER TABLE problems DROP CONSTRAINT problems_check;
ALTER TABLE problems DROP CONSTRAINT problems_check1;
ALTER TABLE problems ADD CHECK ((n_check = 0 AND n_stage = 0 AND n_public = 0)
    OR (n_stage BETWEEN 1 AND n_check AND n_public BETWEEN 1 AND n_stage));
ALTER TABLE problems DROP CONSTRAINT problems_season_id_slug_key;
ALTER TABLE problems DROP CONSTRAINT problems_season_id_position_key;
ALTER TABLE problems ADD UNIQUE (season_id, slug, version);
CREATE UNIQUE INDEX problems_by_position ON problems (season_id, position) WHERE state <> 'withdrawn';

-- A derivation is graded, with so many of its formulas compared and so many of them matched.
ALTER TABLE judgements ADD COLUMN formulas_scored INTEGER;
ALTER TABLE judgements ADD COLUMN formulas_matched INTEGER;
ALTER TABLE judgements DROP CONSTRAINT judgements_verdict_check;
ALTER TABLE judgements ADD CONSTRAINT judgements_verdict_check CHECK (verdict IN
        ('REWARD', 'STAGE', 'WRONG', 'SHORT', 'BAD_TOKEN', 'EXCEPTION', 'FUEL', 'MEMORY', 'OUTPUT',
         'TERM_SIZE', 'STACK', 'REJECT_FORMAT', 'REJECT_SIZE', 'REJECT_SYNTAX', 'REJECT_POLICY',
         'REJECT_HARDCODE', 'GRADED'));
