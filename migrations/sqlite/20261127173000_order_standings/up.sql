-- The shortest and the latest rows of a problem, without reading all of them.
CREATE INDEX standings_by_bytes ON standings (problem_id, reward_correct, l_chars);
CREATE INDEX standings_latest ON standings (problem_id, reward_correct, submitted_at, submission_id);
