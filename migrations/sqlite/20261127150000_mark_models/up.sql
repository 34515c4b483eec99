-- Who runs the model that the account is of; NULL for people.
ALTER TABLE users ADD COLUMN operator TEXT;
