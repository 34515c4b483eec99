"""Number of lattice paths from (0, 0) to (n, n) which never go above the diagonal and may use
diagonal steps: the large Schröder numbers, computed with dynamic programming over a grid."""
from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class PathGrid:
    """A triangular table that grows row by row.

    Attributes:
        rows: the rows computed so far. Row i has i + 1 entries.
    """

    rows: list[list[int]] = field(default_factory=lambda: [[1]])

    def grow(self) -> None:
        """Append one more row to the table."""
        last = self.rows[-1]
        new_row = [1]
        for column in range(1, len(last) + 1):
            from_left = new_row[column - 1]
            from_below = last[column] if column < len(last) else 0
            diagonal = last[column - 1]
            new_row.append(from_left + from_below + diagonal)
        self.rows.append(new_row)

    def corner(self, n: int) -> int:
        """Return the number of paths to the point (n, n)."""
        while len(self.rows) <= n:
            self.grow()
        return self.rows[n][n]


def main() -> None:
    grid = PathGrid()
    for n in range(200):
        print(grid.corner(n))


if __name__ == "__main__":
    main()
