-- The shortest solution of each person on a problem of a season, where a longer one of theirs has more points with its
-- bonuses and is in standings. With those rows and practice_bests it makes the board of all time.
CREATE TABLE outscored_solutions (
    problem_id BIGINT NOT NULL REFERENCES problems (id),
    user_id BIGINT NOT NULL REFERENCES users (id),
    submission_id BIGINT NOT NULL REFERENCES submissions (id),
    score INTEGER NOT NULL,
    l_chars INTEGER NOT NULL,
    submitted_at TIMESTAMP NOT NULL,
    PRIMARY KEY (problem_id, user_id)
);
CREATE INDEX outscored_solutions_in_order ON outscored_solutions (problem_id, l_chars, submitted_at, submission_id);

-- Those of seasons whose bonuses were computed before.
INSERT INTO outscored_solutions (problem_id, user_id, submission_id, score, l_chars, submitted_at)
SELECT problem_id, user_id, submission_id, score, l_chars, submitted_at FROM (
    SELECT s.problem_id, s.user_id, s.id AS submission_id, j.score, j.l_chars, s.created_at AS submitted_at,
           row_number() OVER (
               PARTITION BY s.problem_id, s.user_id ORDER BY j.l_chars, s.created_at, s.id
           ) AS place
    FROM standings b
    JOIN submissions s ON s.problem_id = b.problem_id AND s.user_id = b.user_id
    JOIN judgements j ON j.id = s.judgement_id
    LEFT JOIN rulings r ON r.submission_id = s.id
    WHERE b.diversity_bonus > 0 AND b.reward_correct AND s.kind = 'ranked' AND r.submission_id IS NULL
      AND j.reward_correct AND j.l_chars < b.l_chars
) AS shorter WHERE place = 1;
