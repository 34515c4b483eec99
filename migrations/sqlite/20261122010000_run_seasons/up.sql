-- Dates and stamps of a season's transitions.
ALTER TABLE seasons ADD COLUMN blackout_at TIMESTAMP;
ALTER TABLE seasons ADD COLUMN scored_at TIMESTAMP;
ALTER TABLE seasons ADD COLUMN revealed_at TIMESTAMP;
ALTER TABLE seasons ADD COLUMN finalized_at TIMESTAMP;
ALTER TABLE seasons ADD COLUMN cancelled_at TIMESTAMP;

-- What is published of a season: from scheduling on the manifest, from the freeze on the root over
-- its submissions, from the scoring on the hash of the results.
CREATE TABLE season_records (
    season_id BIGINT PRIMARY KEY NOT NULL REFERENCES seasons (id),
    manifest TEXT NOT NULL,
    manifest_hash TEXT NOT NULL,
    merkle_root TEXT,
    results_hash TEXT
);

-- The chain of everything that happened in a season. Rows are only ever added.
CREATE TABLE log (
    season_id BIGINT NOT NULL REFERENCES seasons (id),
    seq BIGINT NOT NULL,
    at TIMESTAMP NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    prev_hash TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (season_id, seq)
);
CREATE TRIGGER log_is_not_changed BEFORE UPDATE ON log
BEGIN SELECT RAISE(ABORT, 'the log is only ever added to'); END;
CREATE TRIGGER log_is_not_removed BEFORE DELETE ON log
BEGIN SELECT RAISE(ABORT, 'the log is only ever added to'); END;

-- A commitment is there from the commit on; its salt is shown at Reveal.
ALTER TABLE problems ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE problems ADD COLUMN definition TEXT;
ALTER TABLE problems ADD COLUMN salt TEXT;
ALTER TABLE problems ADD COLUMN commitment TEXT;
ALTER TABLE problems ADD COLUMN committed_at TIMESTAMP;
ALTER TABLE problems ADD COLUMN verified_at TIMESTAMP;
ALTER TABLE problems ADD COLUMN validation TEXT;
ALTER TABLE problems ADD COLUMN withdrawn_at TIMESTAMP;
ALTER TABLE problems ADD COLUMN withdrawn_reason TEXT;

-- Only ranked submissions count: not those of people who may see hidden terms, not practice.
ALTER TABLE submissions ADD COLUMN kind TEXT NOT NULL DEFAULT 'ranked' CHECK (kind IN
    ('ranked', 'unranked', 'practice'));
UPDATE submissions SET kind = 'unranked' WHERE user_id IN
    (SELECT id FROM users WHERE role IN ('organizer', 'admin'));

CREATE INDEX submissions_unsettled ON submissions (problem_id, kind) WHERE state <> 'judged';

-- What a contestant's receipt says, as it is hashed, and where the log says so.
CREATE TABLE receipts (
    submission_id BIGINT PRIMARY KEY NOT NULL REFERENCES submissions (id),
    season_id BIGINT NOT NULL REFERENCES seasons (id),
    submitted TEXT NOT NULL,
    leaf TEXT NOT NULL,
    log_seq BIGINT NOT NULL
);
CREATE INDEX receipts_by_season ON receipts (season_id, submission_id);

-- What takes a submission out of the contest, with a reason that everybody may read.
CREATE TABLE rulings (
    submission_id BIGINT PRIMARY KEY NOT NULL REFERENCES submissions (id),
    kind TEXT NOT NULL CHECK (kind IN ('disqualified', 'withdrawn')),
    reason TEXT NOT NULL,
    decided_by BIGINT REFERENCES users (id),
    decided_at TIMESTAMP NOT NULL
);

-- Judging a set of submissions again; the new judgements count once the set is applied.
CREATE TABLE rejudges (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    season_id BIGINT NOT NULL REFERENCES seasons (id),
    state TEXT NOT NULL CHECK (state IN ('running', 'ready', 'applied', 'discarded')),
    reason TEXT NOT NULL,
    filter TEXT NOT NULL,
    created_by BIGINT REFERENCES users (id),
    created_at TIMESTAMP NOT NULL,
    decided_at TIMESTAMP
);
CREATE INDEX rejudges_by_season ON rejudges (season_id, state);

CREATE TABLE rejudgements (
    rejudge_id BIGINT NOT NULL REFERENCES rejudges (id),
    submission_id BIGINT NOT NULL REFERENCES submissions (id),
    state TEXT NOT NULL CHECK (state IN ('queued', 'leased', 'done', 'failed')),
    worker TEXT,
    leased_until TIMESTAMP,
    tries INTEGER NOT NULL,
    old_judgement_id BIGINT REFERENCES judgements (id),
    judgement TEXT,
    PRIMARY KEY (rejudge_id, submission_id),
    CHECK ((state = 'leased') = (worker IS NOT NULL)),
    CHECK ((state = 'done') = (judgement IS NOT NULL))
);
CREATE INDEX rejudgements_in_order ON rejudgements (state, rejudge_id, submission_id);

-- What must not happen and did: the same job with two results.
CREATE TABLE incidents (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    season_id BIGINT NOT NULL REFERENCES seasons (id),
    submission_id BIGINT REFERENCES submissions (id),
    what TEXT NOT NULL,
    happened_at TIMESTAMP NOT NULL,
    resolved_at TIMESTAMP
);
CREATE INDEX incidents_by_season ON incidents (season_id, resolved_at);

-- The diversity bonus of the best rows; NULL until it is computed.
ALTER TABLE standings ADD COLUMN diversity_bonus INTEGER;
CREATE INDEX standings_in_order ON standings (problem_id, score DESC, l_chars, submitted_at, solver_hash);

-- The methods of a problem's correct submissions, from the scoring on.
CREATE TABLE method_tags (
    problem_id BIGINT NOT NULL REFERENCES problems (id),
    tag TEXT NOT NULL,
    first_submission_id BIGINT NOT NULL REFERENCES submissions (id),
    first_bonus INTEGER NOT NULL,
    shared_bonus INTEGER NOT NULL,
    users INTEGER NOT NULL,
    PRIMARY KEY (problem_id, tag)
);

-- The season's board: the sums over each person's best rows.
CREATE TABLE season_totals (
    season_id BIGINT NOT NULL REFERENCES seasons (id),
    user_id BIGINT NOT NULL REFERENCES users (id),
    total INTEGER NOT NULL,
    reward_count INTEGER NOT NULL,
    stage_count INTEGER NOT NULL,
    median_l_chars_twice INTEGER,
    PRIMARY KEY (season_id, user_id)
);
CREATE INDEX season_totals_in_order ON season_totals (season_id, total DESC);

INSERT INTO season_totals
WITH lengths AS (
    SELECT p.season_id, s.user_id, s.l_chars,
        row_number() OVER (PARTITION BY p.season_id, s.user_id ORDER BY s.l_chars) AS place,
        count(*) OVER (PARTITION BY p.season_id, s.user_id) AS places
    FROM standings s JOIN problems p ON p.id = s.problem_id WHERE s.reward_correct
), medians AS (
    SELECT season_id, user_id,
        sum(CASE WHEN place = (places + 1) / 2 THEN l_chars ELSE 0 END)
        + sum(CASE WHEN place = (places + 2) / 2 THEN l_chars ELSE 0 END) AS twice
    FROM lengths GROUP BY season_id, user_id
)
SELECT p.season_id, s.user_id, sum(s.score),
    sum(CASE WHEN s.reward_correct THEN 1 ELSE 0 END), count(*), max(m.twice)
FROM standings s JOIN problems p ON p.id = s.problem_id
LEFT JOIN medians m ON m.season_id = p.season_id AND m.user_id = s.user_id
GROUP BY p.season_id, s.user_id;

-- A submission judged again has several judgements under one runtime. SQLite changes a table's
-- constraints only by making the table anew; the references to it are checked at the commit.
PRAGMA defer_foreign_keys = ON;
CREATE TABLE kept_judgements AS SELECT id, submission_id, runtime_digest, scoring_version, verdict, report, solver_hash, l_chars, stage_pass, reward_correct, terms_matched, fuel, peak_memory_bytes, brevity_bonus, score, wall_us, worker, judged_at FROM judgements;
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
INSERT INTO judgements (id, submission_id, runtime_digest, scoring_version, verdict, report, solver_hash, l_chars, stage_pass, reward_correct, terms_matched, fuel, peak_memory_bytes, brevity_bonus, score, wall_us, worker, judged_at)
    SELECT id, submission_id, runtime_digest, scoring_version, verdict, report, solver_hash, l_chars, stage_pass, reward_correct, terms_matched, fuel, peak_memory_bytes, brevity_bonus, score, wall_us, worker, judged_at FROM kept_judgements;
DROP TABLE kept_judgements;
CREATE UNIQUE INDEX judgements_first ON judgements (submission_id) WHERE rejudge_id IS NULL;
CREATE UNIQUE INDEX judgements_again ON judgements (submission_id, rejudge_id) WHERE rejudge_id IS NOT NULL;
