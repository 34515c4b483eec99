"""Simulate a turmite with several colours and print how many cells are not white after each step."""
from enum import IntEnum
from typing import Dict, Tuple

Position = Tuple[int, int]


class Direction(IntEnum):
    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    def turn_right(self) -> "Direction":
        return Direction((self + 1) % 4)

    def turn_left(self) -> "Direction":
        return Direction((self + 3) % 4)

    @property
    def delta(self) -> Position:
        return {
            Direction.NORTH: (0, 1),
            Direction.EAST: (1, 0),
            Direction.SOUTH: (0, -1),
            Direction.WEST: (-1, 0),
        }[self]


class Turmite:
    """An ant that walks over a plane of coloured cells. The rule is a string of L and R."""

    def __init__(self, rule: str) -> None:
        if set(rule) - {"L", "R"}:
            raise ValueError(f"the rule {rule!r} may only contain the letters L and R")
        self.rule = rule
        self.cells: Dict[Position, int] = {}
        self.position: Position = (0, 0)
        self.direction = Direction.NORTH

    def step(self) -> None:
        """Turn according to the colour, change the colour and move forward."""
        colour = self.cells.get(self.position, 0)
        if self.rule[colour] == "R":
            self.direction = self.direction.turn_right()
        else:
            self.direction = self.direction.turn_left()
        self.cells[self.position] = (colour + 1) % len(self.rule)
        dx, dy = self.direction.delta
        self.position = (self.position[0] + dx, self.position[1] + dy)

    def count_coloured(self) -> int:
        """How many cells have a colour other than white."""
        return sum(1 for colour in self.cells.values() if colour)


def main() -> None:
    turmite = Turmite("RLLR")
    for _ in range(200):
        print(turmite.count_coloured())
        turmite.step()


if __name__ == "__main__":
    main()
