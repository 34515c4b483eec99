ALTER TABLE users DROP COLUMN operator;
