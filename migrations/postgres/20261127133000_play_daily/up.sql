-- Who solved the problem of a day on the page of the day, with an account or in a browser without one.
CREATE TABLE daily_solves (
    day TEXT NOT NULL,
    solver TEXT NOT NULL,
    user_id BIGINT REFERENCES users (id) ON DELETE CASCADE,
    l_chars INTEGER NOT NULL,
    solved_at TIMESTAMP NOT NULL,
    PRIMARY KEY (day, solver)
);
CREATE INDEX daily_solves_in_order ON daily_solves (day, l_chars, solved_at);
CREATE INDEX daily_solves_by_user ON daily_solves (user_id);
