-- What a type of contest has not is NULL: the length of a derivation, and the terms of a problem without terms.
-- A program without a canonical form has no length either. 0 and the empty text stood there.
ALTER TABLE judgements ALTER COLUMN l_chars DROP NOT NULL;
UPDATE judgements SET l_chars = NULL WHERE l_chars = 0 AND (solver_hash IS NULL OR submission_id NOT IN
    (SELECT s.id FROM submissions s JOIN problems p ON p.id = s.problem_id
     JOIN seasons e ON e.id = p.season_id WHERE e.contest = 'sequence'));
ALTER TABLE standings ALTER COLUMN l_chars DROP NOT NULL;
UPDATE standings SET l_chars = NULL WHERE l_chars = 0;
UPDATE season_totals SET median_l_chars_twice = NULL WHERE median_l_chars_twice = 0;

ALTER TABLE problems DROP CONSTRAINT problems_check;
ALTER TABLE problems ALTER COLUMN index_origin DROP NOT NULL;
ALTER TABLE problems ALTER COLUMN n_check DROP NOT NULL;
ALTER TABLE problems ALTER COLUMN n_stage DROP NOT NULL;
ALTER TABLE problems ALTER COLUMN n_public DROP NOT NULL;
ALTER TABLE problems ALTER COLUMN terms DROP NOT NULL;
ALTER TABLE problems ALTER COLUMN terms_hash DROP NOT NULL;
UPDATE problems SET index_origin = NULL, n_check = NULL, n_stage = NULL, n_public = NULL, terms = NULL,
    terms_hash = NULL WHERE n_check = 0;
ALTER TABLE problems ADD CHECK ((index_origin IS NULL AND n_check IS NULL AND n_stage IS NULL AND n_public IS NULL
            AND terms IS NULL AND terms_hash IS NULL)
        OR (index_origin IS NOT NULL AND terms IS NOT NULL AND terms_hash IS NOT NULL
            AND coalesce(n_stage BETWEEN 1 AND n_check AND n_public BETWEEN 1 AND n_stage, FALSE)));
