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
    terms_matched = coalesce((details::json ->> 'terms_matched')::integer, 0),
    fuel = coalesce((details::json ->> 'fuel')::bigint, 0),
    peak_memory_bytes = coalesce((details::json ->> 'peak_memory_bytes')::bigint, 0),
    brevity_bonus = coalesce((details::json ->> 'brevity_bonus')::integer, 0),
    formulas_scored = (details::json #>> '{formulas,scored}')::integer,
    formulas_matched = (details::json #>> '{formulas,matched}')::integer,
    final_right = (details::json #>> '{final_answers,right}')::integer,
    final_of = (details::json #>> '{final_answers,of}')::integer,
    eed = round(1000 * (details::json #>> '{final_answers,eed}')::numeric)::integer;
ALTER TABLE judgements DROP COLUMN details;
