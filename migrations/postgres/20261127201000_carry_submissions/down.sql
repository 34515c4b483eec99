ALTER TABLE submissions DROP COLUMN carried_from;
