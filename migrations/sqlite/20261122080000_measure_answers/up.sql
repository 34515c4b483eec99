-- How the final answers of a derivation came out, which decides nothing: how many are matched, of how many,
-- and how near they are in thousandths of a point of EED. All three are there or none.
ALTER TABLE judgements ADD COLUMN final_right INTEGER;
ALTER TABLE judgements ADD COLUMN final_of INTEGER;
ALTER TABLE judgements ADD COLUMN eed INTEGER;
