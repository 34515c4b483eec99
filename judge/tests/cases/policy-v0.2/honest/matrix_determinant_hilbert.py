"""Reciprocals of the determinants of the Hilbert matrices (A005249), by exact Gaussian elimination."""
from __future__ import annotations

from fractions import Fraction


class Matrix:
    def __init__(self, rows: list[list[Fraction]]) -> None:
        self.rows = [list(row) for row in rows]
        self.size = len(rows)
        for row in self.rows:
            if len(row) != self.size:
                raise ValueError("only square matrices have a determinant")

    @classmethod
    def hilbert(cls, n: int) -> Matrix:
        return cls([[Fraction(1, i + j + 1) for j in range(n)] for i in range(n)])

    def determinant(self) -> Fraction:
        rows = [list(row) for row in self.rows]
        result = Fraction(1)
        for column in range(self.size):
            pivot = next((r for r in range(column, self.size) if rows[r][column]), None)
            if pivot is None:
                return Fraction(0)
            if pivot != column:
                rows[pivot], rows[column] = rows[column], rows[pivot]
                result = -result
            result *= rows[column][column]
            for r in range(column + 1, self.size):
                factor = rows[r][column] / rows[column][column]
                for c in range(column, self.size):
                    rows[r][c] -= factor * rows[column][c]
        return result


def digits(number: int) -> list[int]:
    return [int(d) for d in str(number)]


def main() -> None:
    printed = 0
    for n in range(1, 30):
        value = 1 / Matrix.hilbert(n).determinant()
        for digit in digits(value.numerator):
            if printed == 200:
                return
            print(digit)
            printed += 1


if __name__ == "__main__":
    main()
