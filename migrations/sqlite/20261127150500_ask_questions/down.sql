ALTER TABLE users DROP COLUMN announcements_read;
DROP TABLE announcements;
DROP TABLE questions;
