DROP INDEX standings_by_time;
DROP TABLE shows;
DROP TABLE counters;
