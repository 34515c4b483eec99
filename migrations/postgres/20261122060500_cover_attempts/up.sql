-- A person's attempts at a problem are counted from the index alone; reading the rows would be one
-- page each, and the pages of their sources.
DROP INDEX submissions_by_problem_and_user;
CREATE INDEX submissions_by_problem_and_user ON submissions (problem_id, user_id, created_at, state, kind);
