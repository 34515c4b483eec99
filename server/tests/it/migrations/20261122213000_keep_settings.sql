-- A season of each type of contest, as they were while 0 stood for a length and for terms that are none. The
-- second program was refused and has no canonical form; the third is empty.
INSERT INTO users (id, name, name_key, display_name, password_hash, role, created_at) VALUES
    (1, 'ada', 'ada', 'Ada', 'none', 'contestant', '2026-11-22 09:00:00');
INSERT INTO seasons (id, slug, title, summary, state, scoring_version, attempts_max, attempt_interval_seconds,
    runtime_digest, created_at, contest, takes_problems, boards, settings) VALUES
    (1, 'old', 'Old', 'Old.', 'open', '0.2', 5, 15, 'none', '2026-11-22 09:00:00', 'sequence', FALSE,
    'until-scored', '{}'),
    (2, 'paths', 'Paths', 'Paths.', 'open', 'physics-1', 5, 15, 'none', '2026-11-22 09:00:00', 'physics', FALSE,
    'until-scored', '{}');
INSERT INTO problems (id, season_id, slug, position, title, statement, index_origin, tags, licence,
    setter_source, n_check, n_stage, n_public, terms, terms_hash, state, created_at, version) VALUES
    (1, 1, 'ones', 1, 'Ones', 'Ones.', 0, '', 'CC0-1.0', 'print(1)', 4, 2, 2, '1
1
1
1', 'some', 'committed', '2026-11-22 09:00:00', 1),
    (2, 2, 'fall', 1, 'Fall', 'Fall.', 0, '', 'CC0-1.0', '{}', 0, 0, 0, '',
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'committed', '2026-11-22 09:00:00', 1);
INSERT INTO submissions (id, problem_id, user_id, created_at, source, method_tag, notes, state, kind) VALUES
    (1, 1, 1, '2026-11-22 10:00:00', '1', '', '', 'queued', 'ranked'),
    (2, 1, 1, '2026-11-22 10:01:00', '1', '', '', 'queued', 'ranked'),
    (3, 1, 1, '2026-11-22 10:02:00', '1', '', '', 'queued', 'ranked'),
    (4, 2, 1, '2026-11-22 10:03:00', '1', '', '', 'queued', 'ranked');
INSERT INTO judgements (id, submission_id, runtime_digest, scoring_version, report, solver_hash, l_chars,
    stage_pass, reward_correct, score, wall_us, worker, judged_at, details, verdict) VALUES
    (1, 1, 'none', '0.2', '{}', 'a', 13, TRUE, TRUE, 1196, 1, 'old', '2026-11-22 10:00:01', '{}', 'REWARD'),
    (2, 2, 'none', '0.2', '{}', NULL, 0, FALSE, FALSE, 0, 1, 'old', '2026-11-22 10:01:01', '{}', 'REJECT_FORMAT'),
    (3, 3, 'none', '0.2', '{}', 'b', 0, FALSE, FALSE, 0, 1, 'old', '2026-11-22 10:02:01', '{}', 'SHORT'),
    (4, 4, 'none', 'physics-1', '{}', 'c', 0, TRUE, TRUE, 1000, 1, 'old', '2026-11-22 10:03:01', '{}', 'GRADED');
INSERT INTO standings (problem_id, user_id, submission_id, score, l_chars, submitted_at, solver_hash,
    reward_correct) VALUES
    (1, 1, 1, 1196, 13, '2026-11-22 10:00:00', 'a', TRUE),
    (2, 1, 4, 1000, 0, '2026-11-22 10:03:00', 'c', TRUE);
INSERT INTO season_totals (season_id, user_id, total, reward_count, stage_count, median_l_chars_twice) VALUES
    (1, 1, 1196, 1, 1, 26),
    (2, 1, 1000, 1, 1, 0);
