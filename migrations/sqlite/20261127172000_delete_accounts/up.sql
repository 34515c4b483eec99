-- When an account was deleted. The row stays for the sign-in name, which stands in hashes, and which nobody else may take.
ALTER TABLE users ADD COLUMN deleted_at TIMESTAMP;
