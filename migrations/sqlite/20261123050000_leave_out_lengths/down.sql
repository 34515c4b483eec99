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
    index_origin BIGINT NOT NULL,
    tags TEXT NOT NULL,
    licence TEXT NOT NULL,
    known_as TEXT,
    difficulty TEXT CHECK (difficulty IN ('easy', 'medium', 'hard')),
    setter_id BIGINT REFERENCES users (id),
    setter_source TEXT NOT NULL,
    n_check INTEGER NOT NULL,
    n_stage INTEGER NOT NULL,
    n_public INTEGER NOT NULL,
    terms TEXT NOT NULL,
    terms_hash TEXT NOT NULL,
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
    CHECK ((n_check = 0 AND n_stage = 0 AND n_public = 0)
        OR (n_stage BETWEEN 1 AND n_check AND n_public BETWEEN 1 AND n_stage)),
    UNIQUE (season_id, slug, version)
);
CREATE UNIQUE INDEX problems_by_position ON problems (season_id, position) WHERE state <> 'withdrawn';
INSERT INTO problems (id, season_id, slug, position, title, statement, index_origin, tags, licence, known_as, difficulty, setter_id, setter_source, n_check, n_stage, n_public, terms, terms_hash, state, created_at, version, definition, salt, commitment, committed_at, verified_at, validation, withdrawn_at, withdrawn_reason, limits)
    SELECT id, season_id, slug, position, title, statement, coalesce(index_origin, 0), tags, licence, known_as, difficulty, setter_id, setter_source, coalesce(n_check, 0), coalesce(n_stage, 0), coalesce(n_public, 0), coalesce(terms, ''), coalesce(terms_hash, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'), state, created_at, version, definition, salt, commitment, committed_at, verified_at, validation, withdrawn_at, withdrawn_reason, limits FROM kept_problems;
DROP TABLE kept_problems;

UPDATE season_totals SET median_l_chars_twice = 0 WHERE median_l_chars_twice IS NULL AND reward_count > 0;
DROP INDEX standings_in_order;
ALTER TABLE standings ADD COLUMN length INTEGER NOT NULL DEFAULT 0;
UPDATE standings SET length = coalesce(l_chars, 0);
ALTER TABLE standings DROP COLUMN l_chars;
ALTER TABLE standings RENAME COLUMN length TO l_chars;
CREATE INDEX standings_in_order ON standings (problem_id, score DESC, l_chars, submitted_at, solver_hash);
ALTER TABLE judgements ADD COLUMN length INTEGER NOT NULL DEFAULT 0;
UPDATE judgements SET length = coalesce(l_chars, 0);
ALTER TABLE judgements DROP COLUMN l_chars;
ALTER TABLE judgements RENAME COLUMN length TO l_chars;
