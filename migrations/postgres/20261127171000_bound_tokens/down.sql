ALTER TABLE api_tokens DROP COLUMN expires_at;
ALTER TABLE api_tokens DROP COLUMN scope;
ALTER TABLE sessions DROP COLUMN browser;
