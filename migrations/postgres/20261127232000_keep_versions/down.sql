DROP TABLE draft_versions;
