DROP INDEX log_kinds;
