"""Simulation of an elevator in an office building.

Every tick one passenger arrives on some floor and wants to go somewhere else.
The elevator follows the classic SCAN strategy: it keeps moving in one
direction as long as there is work to do there, and turns around otherwise.
For every tick the number of floors travelled so far is printed.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from enum import Enum


class Direction(Enum):
    """Where the elevator is heading."""

    UP = 1
    IDLE = 0
    DOWN = -1


@dataclass(frozen=True)
class Passenger:
    """Somebody who waits for the elevator."""

    origin: int
    destination: int

    def __post_init__(self) -> None:
        if self.origin == self.destination:
            raise ValueError(f"passenger on floor {self.origin} does not want to go anywhere")


@dataclass
class Elevator:
    """An elevator with unlimited capacity."""

    number_of_floors: int
    current_floor: int = 0
    direction: Direction = Direction.IDLE
    travelled: int = 0
    waiting: deque[Passenger] = field(default_factory=deque)
    riding: list[Passenger] = field(default_factory=list)

    def request(self, passenger: Passenger) -> None:
        """Registers a passenger, checking that the floors exist."""
        for floor in (passenger.origin, passenger.destination):
            if not 0 <= floor < self.number_of_floors:
                raise IndexError(f"floor {floor} does not exist")
        self.waiting.append(passenger)

    def targets(self) -> set[int]:
        """All floors where the elevator has something to do."""
        stops = {passenger.destination for passenger in self.riding}
        stops.update(passenger.origin for passenger in self.waiting)
        return stops

    def exchange_passengers(self) -> None:
        """Lets passengers leave and enter on the current floor."""
        self.riding = [p for p in self.riding if p.destination != self.current_floor]
        still_waiting = deque()
        while self.waiting:
            passenger = self.waiting.popleft()
            if passenger.origin == self.current_floor:
                self.riding.append(passenger)
            else:
                still_waiting.append(passenger)
        self.waiting = still_waiting

    def choose_direction(self) -> Direction:
        """Keeps going while there is a reason to, and turns otherwise."""
        stops = self.targets()
        above = any(floor > self.current_floor for floor in stops)
        below = any(floor < self.current_floor for floor in stops)
        if self.direction is Direction.UP and above:
            return Direction.UP
        if self.direction is Direction.DOWN and below:
            return Direction.DOWN
        if above:
            return Direction.UP
        if below:
            return Direction.DOWN
        return Direction.IDLE

    def tick(self) -> None:
        """Moves by at most one floor."""
        self.exchange_passengers()
        self.direction = self.choose_direction()
        self.current_floor += self.direction.value
        self.travelled += abs(self.direction.value)


def passenger_for(tick: int, floors: int) -> Passenger:
    """A deterministic stream of passengers."""
    origin = tick * tick % floors
    destination = (3 * tick + 1) % floors
    if origin == destination:
        destination = (destination + 1) % floors
    return Passenger(origin, destination)


def main() -> None:
    """Runs the simulation."""
    elevator = Elevator(number_of_floors=12)
    for tick in range(200):
        elevator.request(passenger_for(tick, elevator.number_of_floors))
        elevator.tick()
        print(elevator.travelled)


if __name__ == "__main__":
    main()
