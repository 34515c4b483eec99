DROP TRIGGER audit_is_not_changed ON audit;
DROP FUNCTION refuse_audit_change();
