-- Servers look every second for problems that are hidden.
CREATE INDEX problems_held ON problems (season_id) WHERE held_reason IS NOT NULL;
