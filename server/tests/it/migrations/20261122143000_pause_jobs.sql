-- Judgements of both types of contest, as they were before their own columns became one.
INSERT INTO users (id, name, name_key, display_name, password_hash, role, created_at) VALUES
    (1, 'ada', 'ada', 'Ada', 'none', 'contestant', '2026-11-22 09:00:00');
INSERT INTO seasons (id, slug, title, summary, state, scoring_version, n_check, n_stage, n_public,
    fuel_limit, memory_limit_bytes, output_limit_bytes, max_term_digits, attempts_max,
    attempt_interval_seconds, runtime_digest, created_at, contest, takes_problems) VALUES
    (1, 'old', 'Old', 'Old.', 'open', '0.1', 4, 2, 2, 1000, 1000, 1000, 10, 5, 15, 'none',
    '2026-11-22 09:00:00', 'sequence', FALSE);
INSERT INTO problems (id, season_id, slug, position, title, statement, index_origin, tags, licence,
    setter_source, n_check, n_stage, n_public, terms, terms_hash, state, created_at, version) VALUES
    (1, 1, 'ones', 1, 'Ones', 'Ones.', 0, '', 'CC0-1.0', 'print(1)', 4, 2, 2, '1', 'none',
    'committed', '2026-11-22 09:00:00', 1);
INSERT INTO submissions (id, problem_id, user_id, created_at, source, method_tag, notes, state, kind) VALUES
    (1, 1, 1, '2026-11-22 10:00:00', '1', '', '', 'queued', 'ranked'),
    (2, 1, 1, '2026-11-22 10:01:00', '1', '', '', 'queued', 'ranked'),
    (3, 1, 1, '2026-11-22 10:02:00', '1', '', '', 'queued', 'ranked');
INSERT INTO judgements (id, submission_id, runtime_digest, scoring_version, verdict, report,
    solver_hash, l_chars, stage_pass, reward_correct, terms_matched, fuel, peak_memory_bytes,
    brevity_bonus, score, wall_us, worker, judged_at, formulas_scored, formulas_matched, final_right,
    final_of, eed) VALUES
    (1, 1, 'none', '0.1', 'REWARD', '{}', 'none', 13, TRUE, TRUE, 200, 5000000000, 9437184, 196, 1196,
    1, 'old', '2026-11-22 10:00:01', NULL, NULL, NULL, NULL, NULL),
    (2, 2, 'none', 'physics-1', 'GRADED', '{}', 'none', 0, TRUE, FALSE, 0, 0, 0, 0, 500,
    1, 'old', '2026-11-22 10:01:01', 7, 5, NULL, NULL, NULL),
    (3, 3, 'none', 'physics-1', 'GRADED', '{"grading":{"eed":{"score":"73.334"}}}', 'none', 0, TRUE,
    FALSE, 0, 0, 0, 0, 500, 1, 'old', '2026-11-22 10:02:01', 7, 5, 1, 2, 73334);
