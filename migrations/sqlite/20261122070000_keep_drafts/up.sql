-- A setter keeps packages here until they become problems: the archive as it was sent, and the report on
-- it. What is in one is as hidden as a problem before Reveal.
CREATE TABLE drafts (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    setter_id BIGINT NOT NULL REFERENCES users (id),
    slug TEXT,
    title TEXT,
    state TEXT NOT NULL CHECK (state IN ('draft', 'validated', 'committed')),
    held_against TEXT NOT NULL,
    package BLOB NOT NULL,
    report TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL,
    problem_id BIGINT REFERENCES problems (id),
    CHECK ((state = 'committed') = (problem_id IS NOT NULL))
);
CREATE INDEX drafts_by_setter ON drafts (setter_id, id);

-- Whether setters may hand problems in, and the sandbox that judges when the whole season was judged again
-- by another than made its terms.
ALTER TABLE seasons ADD COLUMN takes_problems BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE seasons ADD COLUMN judged_by TEXT;
