DROP TABLE provider_passes;
DROP TABLE identities;
