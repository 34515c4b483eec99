DROP TABLE standings;
DROP TABLE jobs;
-- The two tables refer to each other.
ALTER TABLE submissions DROP CONSTRAINT submissions_judgement_id_fkey;
DROP TABLE judgements;
DROP TABLE submissions;
DROP TABLE problems;
DROP TABLE seasons;
DROP TABLE api_tokens;
DROP TABLE sessions;
DROP TABLE users;
