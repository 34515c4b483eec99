season-board-final-explained = Problems whose final answers are all right; it decides nothing
season-board-eed-explained = Mean over the problems of how near the final answers are, 0 to 100; it decides nothing
season-board-median-explained = Median length of the programs that solve a problem
season-board-no-cell = none
season-board-pages-board = Pages of the board
season-board-columns = Columns
season-board-explained = The score is the sum over all problems of each person’s best submission. Each cell shows a score, and leads to how it came about.
season-board-explained-bytes = The score is the sum over all problems of each person’s best submission. Each cell shows a score and the bytes of its program, and leads to how it came about.
season-board-no-such-page = The board has no page { $n }. <a href="/seasons/{ $season }/leaderboard">To its first page</a>
