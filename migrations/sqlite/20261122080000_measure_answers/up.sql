-- How near a derivation comes to the final answers, in thousandths of a point of EED; it decides nothing.
ALTER TABLE judgements ADD COLUMN eed INTEGER;
