-- Whoever signs in takes over what the browser solved: that is found without reading all solutions.
CREATE INDEX daily_solves_of ON daily_solves (solver);
