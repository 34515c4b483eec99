-- Times are UTC text with at most six decimals, written by the server; no default makes one.
-- 64-bit columns are BIGINT, except primary keys: only INTEGER PRIMARY KEY is a rowid.

CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    display_name TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('contestant', 'setter', 'organizer', 'admin')),
    created_at TIMESTAMP NOT NULL
);

CREATE TABLE sessions (
    token_hash TEXT PRIMARY KEY NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    csrf_token TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    last_seen_at TIMESTAMP NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

CREATE TABLE api_tokens (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    label TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    created_at TIMESTAMP NOT NULL,
    last_used_at TIMESTAMP,
    revoked_at TIMESTAMP
);
CREATE INDEX api_tokens_by_user ON api_tokens (user_id);

CREATE TABLE seasons (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    slug TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    summary TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN
        ('draft', 'scheduled', 'open', 'frozen', 'revealed', 'final', 'cancelled')),
    scoring_version TEXT NOT NULL,
    n_check INTEGER NOT NULL,
    n_stage INTEGER NOT NULL,
    n_public INTEGER NOT NULL,
    fuel_limit BIGINT NOT NULL,
    memory_limit_bytes BIGINT NOT NULL,
    output_limit_bytes INTEGER NOT NULL,
    max_term_digits INTEGER NOT NULL,
    attempts_max INTEGER NOT NULL,
    attempt_interval_seconds INTEGER NOT NULL,
    runtime_digest TEXT NOT NULL,
    opens_at TIMESTAMP,
    freeze_at TIMESTAMP,
    freeze_started_at TIMESTAMP,
    created_at TIMESTAMP NOT NULL
);

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
    created_at TIMESTAMP NOT NULL,
    UNIQUE (season_id, slug),
    UNIQUE (season_id, position)
);

CREATE TABLE submissions (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    problem_id BIGINT NOT NULL REFERENCES problems (id),
    user_id BIGINT NOT NULL REFERENCES users (id),
    created_at TIMESTAMP NOT NULL,
    source BLOB NOT NULL,
    method_tag TEXT NOT NULL,
    notes TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'judged', 'internal')),
    judgement_id BIGINT REFERENCES judgements (id),
    CHECK ((state = 'judged') = (judgement_id IS NOT NULL))
);
CREATE INDEX submissions_by_problem_and_user ON submissions (problem_id, user_id, created_at, state);
CREATE INDEX submissions_by_user ON submissions (user_id, created_at);

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
    UNIQUE (submission_id, runtime_digest, scoring_version)
);

CREATE TABLE jobs (
    submission_id BIGINT PRIMARY KEY NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
    state TEXT NOT NULL CHECK (state IN ('queued', 'leased')),
    worker TEXT,
    leased_until TIMESTAMP,
    tries INTEGER NOT NULL,
    claims INTEGER NOT NULL,
    created_at TIMESTAMP NOT NULL,
    CHECK ((state = 'leased') = (worker IS NOT NULL)),
    CHECK ((state = 'leased') = (leased_until IS NOT NULL))
);
CREATE INDEX jobs_in_order ON jobs (created_at, submission_id);

CREATE TABLE standings (
    problem_id BIGINT NOT NULL REFERENCES problems (id),
    user_id BIGINT NOT NULL REFERENCES users (id),
    submission_id BIGINT NOT NULL REFERENCES submissions (id),
    score INTEGER NOT NULL,
    l_chars INTEGER NOT NULL,
    submitted_at TIMESTAMP NOT NULL,
    solver_hash TEXT NOT NULL,
    reward_correct BOOLEAN NOT NULL,
    PRIMARY KEY (problem_id, user_id)
);
CREATE INDEX standings_by_submission ON standings (submission_id);
