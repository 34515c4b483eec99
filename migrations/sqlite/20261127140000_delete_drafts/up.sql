-- Nobody outside has seen the log of a draft, so it may go with its season.
DROP TRIGGER log_is_not_removed;
CREATE TRIGGER log_is_not_removed BEFORE DELETE ON log
WHEN NOT EXISTS (SELECT 1 FROM seasons WHERE id = OLD.season_id AND state = 'draft')
BEGIN SELECT RAISE(ABORT, 'the log is only ever added to'); END;
