DROP TABLE mails;
DROP TABLE mail_addresses;
DELETE FROM links WHERE kind NOT IN ('setup', 'invite', 'enter');
ALTER TABLE links DROP CONSTRAINT links_kind_check;
ALTER TABLE links ADD CONSTRAINT links_kind_check CHECK (kind IN ('setup', 'invite', 'enter'));
