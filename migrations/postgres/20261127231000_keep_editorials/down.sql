ALTER TABLE problems DROP COLUMN editorial;
