-- The moved dates of a season are found without reading its whole log.
CREATE INDEX log_kinds ON log (season_id, kind, seq);
