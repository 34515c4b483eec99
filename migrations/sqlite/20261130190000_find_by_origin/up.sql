-- Where a submission was carried to, which draft became a problem, and what somebody did, is found without reading all
-- rows.
CREATE INDEX submissions_carried_from ON submissions (carried_from) WHERE carried_from IS NOT NULL;
CREATE INDEX drafts_problem ON drafts (problem_id) WHERE problem_id IS NOT NULL;
CREATE INDEX audit_by_name ON audit (by_name, id);
