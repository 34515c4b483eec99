ALTER TABLE seasons DROP COLUMN term_feedback;
ALTER TABLE seasons DROP COLUMN boards;
