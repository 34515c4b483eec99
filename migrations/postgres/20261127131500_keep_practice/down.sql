DROP TABLE improvements;
DROP TABLE practice_bests;
