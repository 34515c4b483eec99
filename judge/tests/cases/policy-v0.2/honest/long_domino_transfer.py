"""Number of domino tilings of an m x n board, by a broken profile dynamic programme.

    >>> tilings(2, 3)
    3
    >>> tilings(8, 8)
    12988816

The state is a bit mask: bit i says that cell i of the current column is already
covered by a domino that began in the column before.
"""

from collections import defaultdict
from functools import lru_cache


@lru_cache(maxsize=None)
def transitions(height, mask):
    """All masks of the next column, with repetitions, that can follow a mask."""
    results = []

    def place(row, next_mask):
        """Covers the cells of this column from `row` on."""
        if row == height:
            results.append(next_mask)
            return
        if mask >> row & 1:
            # Already covered by a horizontal domino.
            place(row + 1, next_mask)
            return
        # Place a horizontal domino that reaches into the next column.
        place(row + 1, next_mask | 1 << row)
        # Place a vertical domino if there is space for it.
        if row + 1 < height and not mask >> (row + 1) & 1:
            place(row + 2, next_mask)

    place(0, 0)
    return tuple(results)


def tilings(height, width):
    """Number of ways to cover a board of this size with dominoes."""
    if height < 0 or width < 0:
        raise ValueError(f"there is no board of {height} x {width} cells")
    if height > width:
        # Fewer rows mean fewer states.
        height, width = width, height
    states = {0: 1}
    for _ in range(width):
        following = defaultdict(int)
        for mask, ways in states.items():
            for next_mask in transitions(height, mask):
                following[next_mask] += ways
        states = following
    return states.get(0, 0)


def antidiagonals():
    """All boards (m, n) with m + n = 0, 1, 2, ..."""
    total = 0
    while True:
        for height in range(total + 1):
            yield height, total - height
        total += 1


if __name__ == "__main__":
    import doctest

    doctest.testmod()
    for index, (height, width) in enumerate(antidiagonals()):
        if index >= 120:
            break
        print(tilings(height, width))
