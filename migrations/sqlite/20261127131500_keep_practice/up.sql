-- The best of each person in practice on each problem. With the rows of its season it makes the board of all time.
CREATE TABLE practice_bests (
    problem_id BIGINT NOT NULL REFERENCES problems (id),
    user_id BIGINT NOT NULL REFERENCES users (id),
    submission_id BIGINT NOT NULL REFERENCES submissions (id),
    score INTEGER NOT NULL,
    l_chars INTEGER,
    submitted_at TIMESTAMP NOT NULL,
    reward_correct BOOLEAN NOT NULL,
    PRIMARY KEY (problem_id, user_id)
);
CREATE INDEX practice_bests_in_order ON practice_bests (problem_id, l_chars, submitted_at, submission_id);
CREATE INDEX practice_bests_by_user ON practice_bests (user_id);

-- What people practised before.
INSERT INTO practice_bests (problem_id, user_id, submission_id, score, l_chars, submitted_at, reward_correct)
SELECT problem_id, user_id, submission_id, score, l_chars, submitted_at, reward_correct FROM (
    SELECT s.problem_id, s.user_id, s.id AS submission_id, j.score, j.l_chars, s.created_at AS submitted_at,
           j.reward_correct, row_number() OVER (
               PARTITION BY s.problem_id, s.user_id
               ORDER BY j.reward_correct DESC, j.l_chars, j.score DESC, s.created_at, s.id
           ) AS place
    FROM submissions s JOIN judgements j ON j.id = s.judgement_id
    WHERE s.kind = 'practice' AND j.stage_pass
) AS practised WHERE place = 1;

-- Programs that were shorter than any before, once the season was over, and whose was the shortest before.
CREATE TABLE improvements (
    submission_id BIGINT NOT NULL PRIMARY KEY REFERENCES submissions (id),
    problem_id BIGINT NOT NULL REFERENCES problems (id),
    user_id BIGINT NOT NULL REFERENCES users (id),
    l_chars INTEGER NOT NULL,
    holder_id BIGINT NOT NULL REFERENCES users (id),
    holder_l_chars INTEGER NOT NULL CHECK (holder_l_chars > l_chars),
    improved_at TIMESTAMP NOT NULL
);
CREATE INDEX improvements_by_time ON improvements (improved_at);
CREATE INDEX improvements_by_user ON improvements (user_id);
CREATE INDEX improvements_by_holder ON improvements (holder_id);
