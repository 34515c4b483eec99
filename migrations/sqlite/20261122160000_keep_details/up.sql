-- What a judgement has beside verdict and points depends on the type of contest: one column of JSON, which
-- the judge reads and checks, in the place of one column for each number of each type.
ALTER TABLE judgements ADD COLUMN details TEXT NOT NULL DEFAULT '{}';
UPDATE judgements SET details = CASE
    WHEN formulas_scored IS NULL THEN json_object(
        'terms_matched', terms_matched, 'fuel', fuel,
        'peak_memory_bytes', peak_memory_bytes, 'brevity_bonus', brevity_bonus)
    WHEN eed IS NULL THEN json_object(
        'formulas', json_object('scored', formulas_scored, 'matched', formulas_matched))
    ELSE json_object(
        'formulas', json_object('scored', formulas_scored, 'matched', formulas_matched),
        'final_answers', json_object(
            'right', final_right, 'of', final_of, 'eed', json_extract(report, '$.grading.eed.score')))
END;
ALTER TABLE judgements DROP COLUMN eed;
ALTER TABLE judgements DROP COLUMN final_of;
ALTER TABLE judgements DROP COLUMN final_right;
ALTER TABLE judgements DROP COLUMN formulas_matched;
ALTER TABLE judgements DROP COLUMN formulas_scored;
ALTER TABLE judgements DROP COLUMN brevity_bonus;
ALTER TABLE judgements DROP COLUMN peak_memory_bytes;
ALTER TABLE judgements DROP COLUMN fuel;
ALTER TABLE judgements DROP COLUMN terms_matched;
