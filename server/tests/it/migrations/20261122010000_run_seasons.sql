-- Rows as they were before the next migration, beside those of the seed before: a published manifest,
-- a committed problem of a later version, and a submission that was judged again.
INSERT INTO season_records (season_id, manifest, manifest_hash) VALUES (1, '{}', 'none');
INSERT INTO problems (id, season_id, slug, position, title, statement, index_origin, tags, licence,
    setter_source, n_check, n_stage, n_public, terms, terms_hash, state, created_at, version,
    definition, salt, commitment, committed_at) VALUES
    (2, 1, 'twos', 2, 'Twos', 'Twos.', 0, '', 'CC0-1.0', 'print(*[2]*4)', 4, 2, 2, '2', 'none',
    'committed', '2026-11-22 10:00:00', 3, '{}', 'salt', 'none', '2026-11-22 10:00:00');
INSERT INTO rejudges (id, season_id, state, reason, filter, created_at) VALUES
    (4, 1, 'applied', 'a new sandbox', '{}', '2026-11-22 11:00:00');
INSERT INTO judgements (id, submission_id, runtime_digest, scoring_version, verdict, report,
    solver_hash, l_chars, stage_pass, reward_correct, terms_matched, fuel, peak_memory_bytes,
    brevity_bonus, score, wall_us, worker, judged_at, rejudge_id) VALUES
    (9, 2, '1111111111111111111111111111111111111111111111111111111111111111', '0.1', 'WRONG', '{}',
    'none', 13, FALSE, FALSE, 1, 1000, 1000, 0, 0, 1, 'old', '2026-11-22 11:00:02', 4);
