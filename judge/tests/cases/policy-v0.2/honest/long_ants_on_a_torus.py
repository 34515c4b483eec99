"""Ants look for food on a torus and leave pheromones behind.

There is no randomness: an ant turns to the neighbouring cell with the
strongest smell, and ties are broken by a fixed order of directions. After
every step the program prints how much food has been brought to the nest.
"""
import math
from collections import defaultdict
from dataclasses import dataclass, field
from enum import IntEnum
from typing import DefaultDict, List, Tuple


class Heading(IntEnum):
    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    def left(self) -> "Heading":
        return Heading((self - 1) % 4)

    def right(self) -> "Heading":
        return Heading((self + 1) % 4)

    def vector(self) -> Tuple[int, int]:
        return OFFSETS[self]


OFFSETS = {
    Heading.NORTH: (0, -1),
    Heading.EAST: (1, 0),
    Heading.SOUTH: (0, 1),
    Heading.WEST: (-1, 0),
}


@dataclass(frozen=True)
class Position:
    x: int
    y: int

    def moved(self, heading: Heading, size: int) -> "Position":
        dx, dy = heading.vector()
        return Position((self.x + dx) % size, (self.y + dy) % size)

    def distance(self, other: "Position", size: int) -> int:
        dx = abs(self.x - other.x)
        dy = abs(self.y - other.y)
        return min(dx, size - dx) + min(dy, size - dy)


class Field:
    """The ground: food and smells."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.food: DefaultDict[Position, int] = defaultdict(int)
        self.smell: DefaultDict[Position, int] = defaultdict(int)

    def scatter(self, piles: int, amount: int) -> None:
        for number in range(piles):
            x = (7 * number * number + 3) % self.size
            y = (5 * number + 11) % self.size
            self.food[Position(x, y)] += amount

    def take(self, position: Position) -> bool:
        if self.food[position] == 0:
            return False
        self.food[position] -= 1
        return True

    def evaporate(self) -> None:
        for position in list(self.smell):
            self.smell[position] = self.smell[position] * 15 // 16
            if self.smell[position] == 0:
                del self.smell[position]


@dataclass
class Ant:
    position: Position
    heading: Heading
    carrying: bool = False
    age: int = 0
    path: List[Position] = field(default_factory=list)

    def choices(self) -> List[Heading]:
        return [self.heading, self.heading.left(), self.heading.right()]

    def search(self, ground: Field) -> None:
        """Follow the strongest smell, or wander in a slowly turning curve."""
        best = max(
            self.choices(),
            key=lambda heading: ground.smell[self.position.moved(heading, ground.size)],
        )
        if ground.smell[self.position.moved(best, ground.size)] == 0:
            best = self.heading
            if self.age % (3 + len(self.path) % 5) == 0:
                best = self.heading.right() if self.age % 2 else self.heading.left()
        self.heading = best
        self.path.append(self.position)
        self.position = self.position.moved(best, ground.size)
        if ground.take(self.position):
            self.carrying = True

    def go_home(self, ground: Field) -> bool:
        """Walk back along the path; return whether the nest is reached."""
        ground.smell[self.position] += 64
        if not self.path:
            return True
        self.position = self.path.pop()
        return not self.path

    def step(self, ground: Field) -> int:
        self.age += 1
        if not self.carrying:
            self.search(ground)
            return 0
        if self.go_home(ground):
            self.carrying = False
            self.heading = self.heading.right()
            return 1
        return 0


class Colony:
    def __init__(self, ants: int, ground: Field) -> None:
        middle = ground.size // 2
        self.nest = Position(middle, middle)
        self.ground = ground
        self.ants = [Ant(self.nest, Heading(number % 4), age=number) for number in range(ants)]
        self.collected = 0

    def step(self) -> None:
        for ant in self.ants:
            self.collected += ant.step(self.ground)
        self.ground.evaporate()

    def average_distance(self) -> int:
        total = sum(ant.position.distance(self.nest, self.ground.size) for ant in self.ants)
        return math.isqrt(total * total // len(self.ants) ** 2)


def run(steps: int) -> None:
    ground = Field(21)
    ground.scatter(piles=17, amount=6)
    colony = Colony(9, ground)
    for _ in range(steps):
        colony.step()
        print(colony.collected * 100 + colony.average_distance())


if __name__ == "__main__":
    run(200)
