-- What a setter says of the solution of a problem; hidden until Reveal, and no part of the commitment.
ALTER TABLE problems ADD COLUMN editorial TEXT;
