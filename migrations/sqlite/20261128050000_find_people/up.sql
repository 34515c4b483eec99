-- The labels that people have, and who is a model, are found without reading all people.
CREATE INDEX users_by_label ON users (label);
CREATE INDEX users_models ON users (id) WHERE operator IS NOT NULL;
