DROP TABLE hand_ins;
ALTER TABLE seasons DROP COLUMN handing_in;
