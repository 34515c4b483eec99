DROP TABLE standings;
DROP TABLE jobs;
-- The two tables refer to each other.
UPDATE submissions SET state = 'queued', judgement_id = NULL;
DROP TABLE judgements;
DROP TABLE submissions;
DROP TABLE problems;
DROP TABLE seasons;
DROP TABLE api_tokens;
DROP TABLE sessions;
DROP TABLE users;
