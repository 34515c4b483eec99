DROP INDEX submissions_by_problem_and_user;
CREATE INDEX submissions_by_problem_and_user ON submissions (problem_id, user_id, created_at, state);
