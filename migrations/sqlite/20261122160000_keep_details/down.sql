ALTER TABLE judgements ADD COLUMN terms_matched INTEGER NOT NULL DEFAULT 0;
ALTER TABLE judgements ADD COLUMN fuel BIGINT NOT NULL DEFAULT 0;
ALTER TABLE judgements ADD COLUMN peak_memory_bytes BIGINT NOT NULL DEFAULT 0;
ALTER TABLE judgements ADD COLUMN brevity_bonus INTEGER NOT NULL DEFAULT 0;
ALTER TABLE judgements ADD COLUMN formulas_scored INTEGER;
ALTER TABLE judgements ADD COLUMN formulas_matched INTEGER;
ALTER TABLE judgements ADD COLUMN final_right INTEGER;
ALTER TABLE judgements ADD COLUMN final_of INTEGER;
ALTER TABLE judgements ADD COLUMN eed INTEGER;
UPDATE judgements SET
    terms_matched = coalesce(json_extract(details, '$.terms_matched'), 0),
    fuel = coalesce(json_extract(details, '$.fuel'), 0),
    peak_memory_bytes = coalesce(json_extract(details, '$.peak_memory_bytes'), 0),
    brevity_bonus = coalesce(json_extract(details, '$.brevity_bonus'), 0),
    formulas_scored = json_extract(details, '$.formulas.scored'),
    formulas_matched = json_extract(details, '$.formulas.matched'),
    final_right = json_extract(details, '$.final_answers.right'),
    final_of = json_extract(details, '$.final_answers.of'),
    eed = CAST(round(1000 * json_extract(details, '$.final_answers.eed')) AS INTEGER);
ALTER TABLE judgements DROP COLUMN details;
