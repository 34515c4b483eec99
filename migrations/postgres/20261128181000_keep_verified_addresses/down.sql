ALTER TABLE mail_addresses DROP COLUMN next_address;
