"""Warehouse robots that pick orders from shelves.

The warehouse is a grid. Robots plan their paths with breadth-first search and
wait when another robot stands in their way. After each step the program prints
the number of items that have been delivered so far, plus the waiting count.
"""

from collections import deque
from dataclasses import dataclass, field
from enum import Enum
from typing import Deque, Dict, List, Optional, Set, Tuple

Position = Tuple[int, int]


class Cell(Enum):
    FLOOR = "."
    SHELF = "#"
    DOCK = "D"


class RobotState(Enum):
    IDLE = "idle"
    FETCHING = "fetching"
    DELIVERING = "delivering"


class NoPathError(Exception):
    """Raised when a robot cannot reach its destination."""

    def __init__(self, start: Position, goal: Position) -> None:
        super().__init__(f"no path from {start} to {goal}")
        self.start = start
        self.goal = goal


class FloorPlan:
    """The map of the warehouse."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.cells: Dict[Position, Cell] = {}
        for y in range(height):
            for x in range(width):
                is_shelf = x % 3 == 1 and 1 <= y < height - 2
                self.cells[x, y] = Cell.SHELF if is_shelf else Cell.FLOOR
        self.docks = [(0, height - 1), (width - 1, height - 1)]
        for dock in self.docks:
            self.cells[dock] = Cell.DOCK

    def passable(self, position: Position) -> bool:
        return self.cells.get(position, Cell.SHELF) is not Cell.SHELF

    def neighbours(self, position: Position) -> List[Position]:
        x, y = position
        candidates = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        return [candidate for candidate in candidates if self.passable(candidate)]

    def shortest_path(self, start: Position, goal: Position) -> Deque[Position]:
        """Breadth-first search; the path does not contain the start."""
        came_from: Dict[Position, Optional[Position]] = {start: None}
        queue = deque([start])
        while queue:
            current = queue.popleft()
            if current == goal:
                break
            for neighbour in self.neighbours(current):
                if neighbour not in came_from:
                    came_from[neighbour] = current
                    queue.append(neighbour)
        else:
            raise NoPathError(start, goal)
        path: Deque[Position] = deque()
        step = goal
        while step != start:
            path.appendleft(step)
            step = came_from[step]
        return path

    def nearest_dock(self, position: Position) -> Position:
        return min(self.docks, key=lambda dock: (len(self.shortest_path(position, dock)), dock))


@dataclass
class Robot:
    number: int
    position: Position
    state: RobotState = RobotState.IDLE
    path: Deque[Position] = field(default_factory=deque)
    delivered: int = 0
    waited: int = 0

    def send(self, plan: FloorPlan, target: Position) -> None:
        self.path = plan.shortest_path(self.position, target)
        self.state = RobotState.FETCHING

    def move(self, occupied: Set[Position]) -> None:
        if not self.path:
            return
        if self.path[0] in occupied:
            self.waited += 1
            return
        occupied.discard(self.position)
        self.position = self.path.popleft()
        occupied.add(self.position)

    def arrive(self, plan: FloorPlan) -> None:
        """Change the state when the end of the path is reached."""
        if self.path:
            return
        if self.state is RobotState.FETCHING:
            self.path = plan.shortest_path(self.position, plan.nearest_dock(self.position))
            self.state = RobotState.DELIVERING
        elif self.state is RobotState.DELIVERING:
            self.delivered += 1
            self.state = RobotState.IDLE


class Warehouse:
    def __init__(self, plan: FloorPlan, robots: int) -> None:
        self.plan = plan
        self.robots = [Robot(number, (2 * number, 0)) for number in range(robots)]
        self.orders: Deque[Position] = deque()

    def add_order(self, position: Position) -> None:
        if not self.plan.passable(position):
            raise ValueError(f"{position} is not on the floor")
        self.orders.append(position)

    def assign(self) -> None:
        for robot in self.robots:
            if robot.state is RobotState.IDLE and self.orders:
                robot.send(self.plan, self.orders.popleft())

    def step(self) -> None:
        self.assign()
        occupied = {robot.position for robot in self.robots}
        for robot in self.robots:
            robot.move(occupied)
            robot.arrive(self.plan)

    def score(self) -> int:
        delivered = sum(robot.delivered for robot in self.robots)
        waited = sum(robot.waited for robot in self.robots)
        return delivered + waited


def main() -> None:
    warehouse = Warehouse(FloorPlan(12, 9), 4)
    for step in range(200):
        if step % 5 == 0:
            warehouse.add_order((3 * (step % 4) + 2, 1 + step * step % 5))
        warehouse.step()
        print(warehouse.score())


if __name__ == "__main__":
    main()
