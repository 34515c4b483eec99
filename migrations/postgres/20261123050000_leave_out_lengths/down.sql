ALTER TABLE problems DROP CONSTRAINT problems_check;
UPDATE problems SET index_origin = 0, n_check = 0, n_stage = 0, n_public = 0, terms = '',
    terms_hash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' WHERE n_check IS NULL;
ALTER TABLE problems ALTER COLUMN index_origin SET NOT NULL;
ALTER TABLE problems ALTER COLUMN n_check SET NOT NULL;
ALTER TABLE problems ALTER COLUMN n_stage SET NOT NULL;
ALTER TABLE problems ALTER COLUMN n_public SET NOT NULL;
ALTER TABLE problems ALTER COLUMN terms SET NOT NULL;
ALTER TABLE problems ALTER COLUMN terms_hash SET NOT NULL;
ALTER TABLE problems ADD CHECK ((n_check = 0 AND n_stage = 0 AND n_public = 0)
    OR (n_stage BETWEEN 1 AND n_check AND n_public BETWEEN 1 AND n_stage));

UPDATE season_totals SET median_l_chars_twice = 0 WHERE median_l_chars_twice IS NULL AND reward_count > 0;
UPDATE standings SET l_chars = 0 WHERE l_chars IS NULL;
ALTER TABLE standings ALTER COLUMN l_chars SET NOT NULL;
UPDATE judgements SET l_chars = 0 WHERE l_chars IS NULL;
ALTER TABLE judgements ALTER COLUMN l_chars SET NOT NULL;
