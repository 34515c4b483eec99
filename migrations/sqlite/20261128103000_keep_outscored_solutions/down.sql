DROP TABLE outscored_solutions;
