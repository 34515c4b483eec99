-- The submission to a problem that was replaced, which was sent again for its author.
ALTER TABLE submissions ADD COLUMN carried_from BIGINT;
