-- The address that takes the place of a verified one once mail to it arrives.
ALTER TABLE mail_addresses ADD COLUMN next_address TEXT;
