DROP INDEX users_models;
DROP INDEX users_by_label;
