-- The problems of a season that the show of its Reveal has passed, by number, one a line: all of them is public. And when
-- a show passes which problem: milliseconds and number, one a line.
ALTER TABLE seasons ADD COLUMN passed TEXT NOT NULL DEFAULT '';
ALTER TABLE shows ADD COLUMN passes TEXT NOT NULL DEFAULT '';
