submissions-best-why = This one stands on the board
submissions-best = best
submissions-practice = practice
