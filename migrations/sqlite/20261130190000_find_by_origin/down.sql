DROP INDEX audit_by_name;
DROP INDEX drafts_problem;
DROP INDEX submissions_carried_from;
