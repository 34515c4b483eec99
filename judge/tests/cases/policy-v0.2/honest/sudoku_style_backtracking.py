"""Number of solutions of the n queens problem, and of the same on a torus, alternating."""
from __future__ import annotations

from contextlib import contextmanager


class Queens:
    def __init__(self, size: int, toroidal: bool = False):
        self.size = size
        self.toroidal = toroidal
        self.columns: set[int] = set()
        self.diagonals: set[int] = set()
        self.antidiagonals: set[int] = set()

    def _keys(self, row: int, column: int) -> tuple[int, int]:
        if self.toroidal:
            return (row + column) % self.size, (row - column) % self.size
        return row + column, row - column

    def is_free(self, row: int, column: int) -> bool:
        diagonal, antidiagonal = self._keys(row, column)
        return (
            column not in self.columns
            and diagonal not in self.diagonals
            and antidiagonal not in self.antidiagonals
        )

    @contextmanager
    def placed(self, row: int, column: int):
        diagonal, antidiagonal = self._keys(row, column)
        self.columns.add(column)
        self.diagonals.add(diagonal)
        self.antidiagonals.add(antidiagonal)
        try:
            yield
        finally:
            self.columns.remove(column)
            self.diagonals.remove(diagonal)
            self.antidiagonals.remove(antidiagonal)

    def count(self, row: int = 0) -> int:
        if row == self.size:
            return 1
        total = 0
        for column in range(self.size):
            if self.is_free(row, column):
                with self.placed(row, column):
                    total += self.count(row + 1)
        return total


for size in range(1, 7):
    print(Queens(size).count())
    print(Queens(size, toroidal=True).count())
