DROP TRIGGER audit_is_not_removed;
DROP TRIGGER audit_is_not_changed;
