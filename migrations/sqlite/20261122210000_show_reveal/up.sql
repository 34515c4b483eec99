-- What is counted so that whoever keeps a page knows when it is out of date.
CREATE TABLE counters (
    name TEXT NOT NULL PRIMARY KEY,
    value BIGINT NOT NULL
);

-- The show of a revealed season: how far it was when it was last started or paused, and since when it runs.
CREATE TABLE shows (
    season_id BIGINT NOT NULL PRIMARY KEY REFERENCES seasons (id),
    position_ms BIGINT NOT NULL CHECK (position_ms >= 0),
    since TIMESTAMP
);

-- The latest rows of all boards.
CREATE INDEX standings_by_time ON standings (submitted_at);
