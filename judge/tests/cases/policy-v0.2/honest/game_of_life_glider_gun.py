"""Population of the Gosper glider gun, generation by generation."""

from collections import Counter

GUN = """
........................O...........
......................O.O...........
............OO......OO............OO
...........O...O....OO............OO
OO........O.....O...OO..............
OO........O...O.OO....O.O...........
..........O.....O.......O...........
...........O...O....................
............OO......................
"""


def parse(picture: str) -> set:
    return {
        (x, y)
        for y, line in enumerate(picture.strip().splitlines())
        for x, cell in enumerate(line)
        if cell == "O"
    }


def step(alive: set) -> set:
    neighbours = Counter(
        (x + dx, y + dy)
        for x, y in alive
        for dx in (-1, 0, 1)
        for dy in (-1, 0, 1)
        if (dx, dy) != (0, 0)
    )
    return {cell for cell, count in neighbours.items() if count == 3 or (count == 2 and cell in alive)}


cells = parse(GUN)
for generation in range(200):
    print(len(cells))
    cells = step(cells)
