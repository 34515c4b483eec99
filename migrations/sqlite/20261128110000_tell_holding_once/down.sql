ALTER TABLE announcements DROP COLUMN tells_holding;
