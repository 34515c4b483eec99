DROP INDEX standings_latest;
DROP INDEX standings_by_bytes;
