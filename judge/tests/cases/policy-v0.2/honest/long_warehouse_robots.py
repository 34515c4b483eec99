#!/usr/bin/env python3
# -*- coding: utf-8 -*-
"""
Robots in a warehouse
=====================

A number of robots move boxes on a square grid. Each robot turns left on an
empty cell, drops a box there and advances; on a cell with a box it picks the
box up, turns right and advances. The program prints how many boxes lie on the
floor after each step.

The grid is a torus, so nobody can ever leave it.
"""

import logging
from enum import IntEnum
from typing import Dict, List, NamedTuple, Set, Tuple

LOGGER = logging.getLogger("warehouse")

GRID_SIZE = 17
NUMBER_OF_ROBOTS = 5
NUMBER_OF_STEPS = 150


class Heading(IntEnum):
    """The four directions, clockwise."""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    def left(self) -> "Heading":
        return Heading((self - 1) % 4)

    def right(self) -> "Heading":
        return Heading((self + 1) % 4)


class Position(NamedTuple):
    """A cell of the grid."""

    row: int
    column: int

    def neighbour(self, heading: Heading, size: int) -> "Position":
        """The next cell in some direction."""
        offsets: Dict[Heading, Tuple[int, int]] = {
            Heading.NORTH: (-1, 0),
            Heading.EAST: (0, 1),
            Heading.SOUTH: (1, 0),
            Heading.WEST: (0, -1),
        }
        down, right = offsets[heading]
        return Position((self.row + down) % size, (self.column + right) % size)


class Robot:
    """A robot that knows where it is and where it looks."""

    def __init__(self, name: str, position: Position, heading: Heading = Heading.NORTH):
        self.name = name
        self.position = position
        self.heading = heading
        self.moves = 0

    def __repr__(self) -> str:
        return f"<Robot {self.name} at {self.position.row},{self.position.column}>"

    def act(self, boxes: Set[Position], size: int) -> None:
        """One step of one robot."""
        if self.position in boxes:
            LOGGER.debug("%r picks up a box", self)
            boxes.remove(self.position)
            self.heading = self.heading.right()
        else:
            LOGGER.debug("%r drops a box", self)
            boxes.add(self.position)
            self.heading = self.heading.left()
        self.position = self.position.neighbour(self.heading, size)
        self.moves += 1


class Warehouse:
    """The floor with everything that moves and lies on it."""

    def __init__(self, size: int, robots: List[Robot]):
        if size < 2:
            raise ValueError("a warehouse needs at least two rows")
        if len({robot.name for robot in robots}) != len(robots):
            raise ValueError("two robots have the same name")
        self.size = size
        self.robots = robots
        self.boxes: Set[Position] = set()

    def step(self) -> int:
        """Lets every robot act once; returns the number of boxes."""
        for robot in self.robots:
            robot.act(self.boxes, self.size)
        return len(self.boxes)


def build_warehouse() -> Warehouse:
    robots = []
    for number in range(NUMBER_OF_ROBOTS):
        place = Position(number * number % GRID_SIZE, 3 * number % GRID_SIZE)
        robots.append(Robot(f"robot-{number}", place, Heading(number % len(Heading))))
    return Warehouse(GRID_SIZE, robots)


if __name__ == "__main__":
    warehouse = build_warehouse()
    for _ in range(NUMBER_OF_STEPS):
        print(warehouse.step())
