DROP INDEX daily_solves_of;
