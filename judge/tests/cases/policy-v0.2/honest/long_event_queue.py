"""Discrete event simulation of a repair shop.

Machines break after a while and are repaired by a single mechanic. Events are
kept in a priority queue by the time when they happen.
"""

from __future__ import annotations

import heapq
import itertools
import sys
from dataclasses import dataclass, field
from enum import Enum, auto


class Kind(Enum):
    """What may happen."""

    BREAKDOWN = auto()
    REPAIRED = auto()


@dataclass(order=True)
class Event:
    """Something that happens at some time; ties are broken by the number."""

    time: int
    number: int
    kind: Kind = field(compare=False)
    machine: int = field(compare=False)


@dataclass
class Shop:
    """The state of the simulation."""

    machines: int
    clock: int = 0
    broken: list[int] = field(default_factory=list)
    busy: bool = False
    downtime: int = 0
    events: list[Event] = field(default_factory=list)
    numbers: itertools.count = field(default_factory=itertools.count)

    def schedule(self, delay: int, kind: Kind, machine: int) -> None:
        """Adds an event to the queue."""
        if delay < 0:
            raise ValueError("events cannot be scheduled in the past")
        event = Event(self.clock + delay, next(self.numbers), kind, machine)
        heapq.heappush(self.events, event)

    def lifetime(self, machine: int) -> int:
        """How long a machine will work before it breaks."""
        return 20 + (7 * machine + self.clock) % 13

    def start(self) -> None:
        for machine in range(self.machines):
            self.schedule(self.lifetime(machine), Kind.BREAKDOWN, machine)

    def begin_repair(self) -> None:
        """Takes the next broken machine, if the mechanic is free."""
        if self.busy or not self.broken:
            return
        machine = self.broken.pop(0)
        self.busy = True
        self.schedule(3 + machine % 4, Kind.REPAIRED, machine)

    def handle(self, event: Event) -> None:
        """Advances the clock and reacts to an event."""
        waiting = len(self.broken) + self.busy
        self.downtime += waiting * (event.time - self.clock)
        self.clock = event.time
        match event.kind:
            case Kind.BREAKDOWN:
                self.broken.append(event.machine)
            case Kind.REPAIRED:
                self.busy = False
                self.schedule(self.lifetime(event.machine), Kind.BREAKDOWN, event.machine)
            case _:
                raise AssertionError(f"unexpected event {event}")
        self.begin_repair()

    def run(self, number_of_events: int):
        """Yields the downtime after each event."""
        self.start()
        for _ in range(number_of_events):
            if not self.events:
                print("nothing left to do", file=sys.stderr)
                return
            self.handle(heapq.heappop(self.events))
            yield self.downtime


def main() -> None:
    shop = Shop(machines=6)
    for downtime in shop.run(180):
        print(downtime)


if __name__ == "__main__":
    main()
