ALTER TABLE users DROP COLUMN is_private;
