PRAGMA defer_foreign_keys = ON;
CREATE TABLE kept_judgements AS SELECT id, submission_id, runtime_digest, scoring_version, verdict, report, solver_hash, l_chars, stage_pass, reward_correct, terms_matched, fuel, peak_memory_bytes, brevity_bonus, score, wall_us, worker, judged_at, contradiction, rejudge_id FROM judgements;
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
    contradiction TEXT,
    rejudge_id BIGINT REFERENCES rejudges (id)
);
INSERT INTO judgements (id, submission_id, runtime_digest, scoring_version, verdict, report, solver_hash, l_chars, stage_pass, reward_correct, terms_matched, fuel, peak_memory_bytes, brevity_bonus, score, wall_us, worker, judged_at, contradiction, rejudge_id)
    SELECT id, submission_id, runtime_digest, scoring_version, verdict, report, solver_hash, l_chars, stage_pass, reward_correct, terms_matched, fuel, peak_memory_bytes, brevity_bonus, score, wall_us, worker, judged_at, contradiction, rejudge_id FROM kept_judgements;
DROP TABLE kept_judgements;
CREATE UNIQUE INDEX judgements_first ON judgements (submission_id) WHERE rejudge_id IS NULL;
CREATE UNIQUE INDEX judgements_again ON judgements (submission_id, rejudge_id) WHERE rejudge_id IS NOT NULL;
-- Laid out as SQLite keeps a table to which columns were added.
CREATE TABLE kept_problems AS SELECT id, season_id, slug, position, title, statement, index_origin, tags, licence, known_as, difficulty, setter_id, setter_source, n_check, n_stage, n_public, terms, terms_hash, state, created_at, version, definition, salt, commitment, committed_at, verified_at, validation, withdrawn_at, withdrawn_reason FROM problems;
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
    n_stage INTEGER NOT NULL CHECK (n_stage BETWEEN 1 AND n_check),
    n_public INTEGER NOT NULL CHECK (n_public BETWEEN 1 AND n_stage),
    terms TEXT NOT NULL,
    terms_hash TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('draft', 'validated', 'committed', 'withdrawn')),
    created_at TIMESTAMP NOT NULL, version INTEGER NOT NULL DEFAULT 1, definition TEXT, salt TEXT, commitment TEXT, committed_at TIMESTAMP, verified_at TIMESTAMP, validation TEXT, withdrawn_at TIMESTAMP, withdrawn_reason TEXT,
    UNIQUE (season_id, slug),
    UNIQUE (season_id, position)
);
INSERT INTO problems (id, season_id, slug, position, title, statement, index_origin, tags, licence, known_as, difficulty, setter_id, setter_source, n_check, n_stage, n_public, terms, terms_hash, state, created_at, version, definition, salt, commitment, committed_at, verified_at, validation, withdrawn_at, withdrawn_reason)
    SELECT id, season_id, slug, position, title, statement, index_origin, tags, licence, known_as, difficulty, setter_id, setter_source, n_check, n_stage, n_public, terms, terms_hash, state, created_at, version, definition, salt, commitment, committed_at, verified_at, validation, withdrawn_at, withdrawn_reason FROM kept_problems;
DROP TABLE kept_problems;
ALTER TABLE season_records DROP COLUMN seed;
ALTER TABLE seasons DROP COLUMN feedback;
ALTER TABLE seasons DROP COLUMN max_formulas;
ALTER TABLE seasons DROP COLUMN contest;
