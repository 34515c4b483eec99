DROP TABLE sent;
DROP TABLE barred;
