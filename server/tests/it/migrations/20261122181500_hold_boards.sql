-- Seasons of both types of contest, as they were before what is set for them became one column.
INSERT INTO seasons (id, slug, title, summary, state, scoring_version, n_check, n_stage, n_public,
    fuel_limit, memory_limit_bytes, output_limit_bytes, max_term_digits, attempts_max,
    attempt_interval_seconds, runtime_digest, created_at, contest, takes_problems, max_formulas, feedback,
    boards, term_feedback) VALUES
    (1, 'old', 'Old', 'Old.', 'open', '0.1', 4, 2, 2, 10000000000, 134217728, 262144, 10, 5, 15, 'none',
    '2026-11-22 09:00:00', 'sequence', FALSE, NULL, NULL, 'until-scored', 'public-terms'),
    (2, 'paths', 'Paths', 'Paths.', 'open', 'physics-1', 0, 0, 0, 0, 0, 0, 0, 5, 15, 'none',
    '2026-11-22 09:00:00', 'physics', FALSE, 40, 'read', 'until-reveal', 'verdict');
