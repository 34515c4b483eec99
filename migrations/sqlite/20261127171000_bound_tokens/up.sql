-- Which browser a session is in, as "Firefox · Linux"; empty where it does not say.
ALTER TABLE sessions ADD COLUMN browser TEXT NOT NULL DEFAULT '';

-- What a token is for; each word includes those before it. Tokens that there are do what their owner may, as before.
ALTER TABLE api_tokens ADD COLUMN scope TEXT NOT NULL DEFAULT 'organize' CHECK (scope IN ('read', 'submit', 'set', 'organize'));
-- From when on it works no more.
ALTER TABLE api_tokens ADD COLUMN expires_at TIMESTAMP;
