DROP TRIGGER log_is_not_removed;
CREATE TRIGGER log_is_not_removed BEFORE DELETE ON log
BEGIN SELECT RAISE(ABORT, 'the log is only ever added to'); END;
