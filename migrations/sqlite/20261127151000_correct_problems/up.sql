-- Words that stand above the statement of one version of a problem. They are only ever added; the log has them as well.
CREATE TABLE corrections (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    problem_id BIGINT NOT NULL REFERENCES problems (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    made_at TIMESTAMP NOT NULL
);
CREATE INDEX corrections_by_problem ON corrections (problem_id, id);

-- Why a problem is hidden at present.
ALTER TABLE problems ADD COLUMN held_reason TEXT;
