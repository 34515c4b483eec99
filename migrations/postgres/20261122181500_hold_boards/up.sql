-- Until when boards keep still from Freeze on, and what authors of programs learn before Reveal. Seasons that
-- are there keep what they promised.
ALTER TABLE seasons ADD COLUMN boards TEXT NOT NULL DEFAULT 'until-scored'
    CHECK (boards IN ('until-scored', 'until-reveal'));
ALTER TABLE seasons ADD COLUMN term_feedback TEXT NOT NULL DEFAULT 'verdict'
    CHECK (term_feedback IN ('verdict', 'public-terms'));
