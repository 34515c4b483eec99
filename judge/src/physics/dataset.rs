//! Whole data sets of problems and answers, graded together.
