"""Drop grains on the middle of a sandpile; print the number of topplings for each grain."""
from typing import Tuple


class Sandpile:
    """A square grid of grains. Cells with four or more grains topple, grains fall off the edge."""

    THRESHOLD = 4

    def __init__(self, size: int):
        self.size = size
        self.grid = [[0] * size for _ in range(size)]

    def neighbours(self, cell: Tuple[int, int]):
        row, column = cell
        candidates = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        return [(r, c) for r, c in candidates if 0 <= r < self.size and 0 <= c < self.size]

    def drop(self, row: int, column: int) -> int:
        """Add one grain, stabilise the pile and return how many cells toppled."""
        self.grid[row][column] += 1
        unstable = [(row, column)]
        topplings = 0
        while unstable:
            cell = unstable.pop()
            r, c = cell
            if self.grid[r][c] < self.THRESHOLD:
                continue
            self.grid[r][c] -= self.THRESHOLD
            topplings += 1
            for nr, nc in self.neighbours(cell):
                self.grid[nr][nc] += 1
                unstable.append((nr, nc))
            unstable.append(cell)
        return topplings


if __name__ == "__main__":
    pile = Sandpile(9)
    for _ in range(200):
        print(pile.drop(4, 4))
