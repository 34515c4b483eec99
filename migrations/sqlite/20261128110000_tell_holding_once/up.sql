-- That a problem is hidden, or shown again: the next announcement of it takes the place of the one before.
ALTER TABLE announcements ADD COLUMN tells_holding BOOLEAN NOT NULL DEFAULT FALSE;
