"""A spreadsheet whose cells depend on each other.

Cells hold numbers or formulas, which are ordinary functions of other cells.
Values are computed when they are asked for, cached, and forgotten again when
something that they depend on changes. Cycles are detected.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Callable, Protocol

Address = tuple[int, int]


class Reader(Protocol):
    """Whatever gives the value of a cell."""

    def __call__(self, row: int, column: int) -> int: ...


Formula = Callable[[Reader], int]


class CircularReference(Exception):
    """A cell depends on itself."""


class Sheet:
    """A sheet of cells; those that were never set are zero."""

    def __init__(self) -> None:
        self._formulas: dict[Address, Formula] = {}
        self._cache: dict[Address, int] = {}
        self._dependents: dict[Address, set[Address]] = defaultdict(set)
        self._active: list[Address] = []

    def set_value(self, row: int, column: int, value: int) -> None:
        """Puts a number into a cell."""
        self.set_formula(row, column, lambda read: value)

    def set_formula(self, row: int, column: int, formula: Formula) -> None:
        """Puts a formula into a cell."""
        address = row, column
        self._invalidate(address)
        self._formulas[address] = formula

    def _invalidate(self, address: Address) -> None:
        """Forgets the value of a cell and of all that depend on it."""
        self._cache.pop(address, None)
        for dependent in self._dependents.pop(address, set()):
            self._invalidate(dependent)

    def value(self, row: int, column: int) -> int:
        """The value of a cell, computed if necessary."""
        address = row, column
        if self._active:
            self._dependents[address].add(self._active[-1])
        if address in self._cache:
            return self._cache[address]
        if address in self._active:
            raise CircularReference(f"cell {address} depends on itself")
        formula = self._formulas.get(address)
        if formula is None:
            return 0
        self._active.append(address)
        try:
            result = formula(self.value)
        finally:
            self._active.pop()
        self._cache[address] = result
        return result


def neighbours_sum(row: int, column: int) -> Formula:
    """A formula that adds the cell above and the one to the upper left."""
    return lambda read: read(row - 1, column - 1) + read(row - 1, column)


def main() -> None:
    sheet = Sheet()
    size = 16
    sheet.set_value(0, 1, 1)
    for row in range(1, size):
        for column in range(1, row + 2):
            sheet.set_formula(row, column, neighbours_sum(row, column))
    for row in range(size):
        for column in range(1, row + 2):
            print(sheet.value(row, column))
    # A change in the first row reaches the last one.
    sheet.set_value(0, 1, 3)
    print(sum(sheet.value(size - 1, column) for column in range(1, size + 1)))


if __name__ == "__main__":
    main()
