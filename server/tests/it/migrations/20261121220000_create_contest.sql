-- Rows as they were before the next migration, which must keep them: an open season with a
-- submission of a contestant that stands on the board and one of an organizer.
INSERT INTO users (id, name, name_key, display_name, password_hash, role, created_at) VALUES
    (1, 'ada', 'ada', 'Ada', 'none', 'contestant', '2026-11-21 10:00:00'),
    (2, 'iris', 'iris', 'Iris', 'none', 'organizer', '2026-11-21 10:00:00');
INSERT INTO seasons (id, slug, title, summary, state, scoring_version, n_check, n_stage, n_public,
    fuel_limit, memory_limit_bytes, output_limit_bytes, max_term_digits, attempts_max,
    attempt_interval_seconds, runtime_digest, opens_at, created_at) VALUES
    (1, 'old', 'Old season', 'From before.', 'open', '0.1', 4, 2, 2, 1000000, 134217728, 262144, 1000,
    50, 15, '0000000000000000000000000000000000000000000000000000000000000000',
    '2026-11-21 10:00:00', '2026-11-21 10:00:00');
INSERT INTO problems (id, season_id, slug, position, title, statement, index_origin, tags, licence,
    setter_source, n_check, n_stage, n_public, terms, terms_hash, state, created_at) VALUES
    (1, 1, 'ones', 1, 'Ones', 'Ones.', 0, '', 'CC0-1.0', 'print(*[1]*4)', 4, 2, 2, '1', 'none',
    'committed', '2026-11-21 10:00:00');
INSERT INTO submissions (id, problem_id, user_id, created_at, source, method_tag, notes, state) VALUES
    (1, 1, 1, '2026-11-21 11:00:00', 'print(*[1]*4)', '', '', 'queued'),
    (2, 1, 2, '2026-11-21 11:00:01', 'print(*[1]*4)', '', '', 'queued');
INSERT INTO judgements (id, submission_id, runtime_digest, scoring_version, verdict, report,
    solver_hash, l_chars, stage_pass, reward_correct, terms_matched, fuel, peak_memory_bytes,
    brevity_bonus, score, wall_us, worker, judged_at) VALUES
    (7, 1, '0000000000000000000000000000000000000000000000000000000000000000', '0.1', 'REWARD', '{}',
    'none', 13, TRUE, TRUE, 4, 1000, 1000, 196, 1196, 1, 'old', '2026-11-21 11:00:02');
UPDATE submissions SET state = 'judged', judgement_id = 7 WHERE id = 1;
INSERT INTO standings (problem_id, user_id, submission_id, score, l_chars, submitted_at, solver_hash,
    reward_correct) VALUES (1, 1, 1, 1196, 13, '2026-11-21 11:00:00', 'none', TRUE);
