DROP INDEX problems_held;
