DROP TABLE sign_ins;
DROP TABLE recovery_codes;
DROP TABLE second_factors;
ALTER TABLE users DROP COLUMN second_factor_at;
