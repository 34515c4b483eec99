-- What a type of contest has not is NULL: the length of a derivation, and the terms of a problem without terms.
-- A program without a canonical form has no length either. 0 and the empty text stood there.
-- SQLite changes whether a column may be NULL only by making it anew.
ALTER TABLE judgements ADD COLUMN length INTEGER;
UPDATE judgements SET length = l_chars;
ALTER TABLE judgements DROP COLUMN l_chars;
ALTER TABLE judgements RENAME COLUMN length TO l_chars;
UPDATE judgements SET l_chars = NULL WHERE l_chars = 0 AND (solver_hash IS NULL OR submission_id NOT IN
    (SELECT s.id FROM submissions s JOIN problems p ON p.id = s.problem_id
     JOIN seasons e ON e.id = p.season_id WHERE e.contest = 'sequence'));
DROP INDEX standings_in_order;
ALTER TABLE standings ADD COLUMN length INTEGER;
UPDATE standings SET length = nullif(l_chars, 0);
ALTER TABLE standings DROP COLUMN l_chars;
ALTER TABLE standings RENAME COLUMN length TO l_chars;
CREATE INDEX standings_in_order ON standings (problem_id, score DESC, l_chars, submitted_at, solver_hash);
UPDATE season_totals SET median_l_chars_twice = NULL WHERE median_l_chars_twice = 0;

-- A table with a check over several columns is made anew as a whole; the references to it are checked at the
-- commit.
PRAGMA defer_foreign_keys = ON;
CREATE TABLE kept_problems AS SELECT id, season_id, slug, position, title, statement, index_origin, tags, licence, known_as, difficulty, setter_id, setter_source, n_check, n_stage, n_public, terms, terms_hash, state, created_at, version, definition, salt, commitment, committed_at, verified_at, validation, withdrawn_at, withdrawn_reason, limits FROM problems;
DROP TABLE problems;
CREATE TABLE problems (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    season_id BIGINT NOT NULL REFERENCES seasons (id) ON DELETE CASCADE,
    slug TEXT NOT NULL,
    position INTEGER NOT NULL,
    title TEXT NOT NULL,
    statement TEXT NOT NULL,
    index_origin BIGINT,
    tags TEXT NOT NULL,
    licence TEXT NOT NULL,
    known_as TEXT,
    difficulty TEXT CHECK (difficulty IN ('easy', 'medium', 'hard')),
    setter_id BIGINT REFERENCES users (id),
    setter_source TEXT NOT NULL,
    n_check INTEGER,
    n_stage INTEGER,
    n_public INTEGER,
    terms TEXT,
    terms_hash TEXT,
    state TEXT NOT NULL CHECK (state IN ('draft', 'validated', 'committed', 'withdrawn')),
    created_at TIMESTAMP NOT NULL,
    version INTEGER NOT NULL DEFAULT 1,
    definition TEXT,
    salt TEXT,
    commitment TEXT,
    committed_at TIMESTAMP,
    verified_at TIMESTAMP,
    validation TEXT,
    withdrawn_at TIMESTAMP,
    withdrawn_reason TEXT,
    limits TEXT,
    CHECK ((index_origin IS NULL AND n_check IS NULL AND n_stage IS NULL AND n_public IS NULL
            AND terms IS NULL AND terms_hash IS NULL)
        OR (index_origin IS NOT NULL AND terms IS NOT NULL AND terms_hash IS NOT NULL
            AND coalesce(n_stage BETWEEN 1 AND n_check AND n_public BETWEEN 1 AND n_stage, FALSE))),
    UNIQUE (season_id, slug, version)
);
CREATE UNIQUE INDEX problems_by_position ON problems (season_id, position) WHERE state <> 'withdrawn';
INSERT INTO problems (id, season_id, slug, position, title, statement, index_origin, tags, licence, known_as, difficulty, setter_id, setter_source, n_check, n_stage, n_public, terms, terms_hash, state, created_at, version, definition, salt, commitment, committed_at, verified_at, validation, withdrawn_at, withdrawn_reason, limits)
    SELECT id, season_id, slug, position, title, statement, CASE WHEN n_check > 0 THEN index_origin END, tags, licence, known_as, difficulty, setter_id, setter_source, CASE WHEN n_check > 0 THEN n_check END, CASE WHEN n_check > 0 THEN n_stage END, CASE WHEN n_check > 0 THEN n_public END, CASE WHEN n_check > 0 THEN terms END, CASE WHEN n_check > 0 THEN terms_hash END, state, created_at, version, definition, salt, commitment, committed_at, verified_at, validation, withdrawn_at, withdrawn_reason, limits FROM kept_problems;
DROP TABLE kept_problems;
