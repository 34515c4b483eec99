DROP TABLE daily_solves;
