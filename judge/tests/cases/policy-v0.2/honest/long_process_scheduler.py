"""Round-robin and priority scheduling of processes on one processor.

Processes arrive over time. A multilevel feedback queue decides which of them
runs. For each of the first 200 time slices the program prints the identifier
of the process that ran (0 when the processor was idle).
"""

from __future__ import annotations

import heapq
from collections import deque
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Deque, Dict, List, Optional, Tuple


class State(Enum):
    """Life cycle of a process."""

    NEW = auto()
    READY = auto()
    RUNNING = auto()
    BLOCKED = auto()
    FINISHED = auto()


class SchedulerError(RuntimeError):
    """Raised when the scheduler is used in the wrong way."""


@dataclass
class Process:
    """A process alternates between computing and waiting for input."""

    pid: int
    arrival: int
    burst: int
    waits_every: int = 0
    state: State = State.NEW
    level: int = 0
    used: int = 0
    waiting_until: int = 0

    @property
    def remaining(self) -> int:
        return self.burst - self.used

    def run(self) -> None:
        if self.state is not State.RUNNING:
            raise SchedulerError(f"process {self.pid} is {self.state.name.lower()} and cannot run")
        self.used += 1

    def wants_to_wait(self) -> bool:
        return self.waits_every > 0 and self.used % self.waits_every == 0


@dataclass(order=True)
class Event:
    """Something that happens at a given time."""

    time: int
    pid: int
    process: Process = field(compare=False)


class FeedbackQueue:
    """Several queues; a process that uses up its quantum sinks to the next one."""

    def __init__(self, quanta: Tuple[int, ...]) -> None:
        self.quanta = quanta
        self.levels: List[Deque[Process]] = [deque() for _ in quanta]

    def add(self, process: Process) -> None:
        process.state = State.READY
        self.levels[process.level].append(process)

    def take(self) -> Optional[Process]:
        for level in self.levels:
            if level:
                return level.popleft()
        return None

    def quantum_of(self, process: Process) -> int:
        return self.quanta[process.level]

    def demote(self, process: Process) -> None:
        process.level = min(process.level + 1, len(self.quanta) - 1)

    def boost(self) -> None:
        """Move all waiting processes back to the first queue."""
        for level in self.levels[1:]:
            while level:
                process = level.popleft()
                process.level = 0
                self.levels[0].append(process)

    def __len__(self) -> int:
        return sum(len(level) for level in self.levels)


class Processor:
    """Runs one process at a time and keeps the trace of what it did."""

    BOOST_INTERVAL = 50

    def __init__(self, queue: FeedbackQueue) -> None:
        self.queue = queue
        self.time = 0
        self.events: List[Event] = []
        self.current: Optional[Process] = None
        self.slice_used = 0
        self.trace: List[int] = []
        self.finished: Dict[int, int] = {}

    def submit(self, process: Process) -> None:
        heapq.heappush(self.events, Event(process.arrival, process.pid, process))

    def wake_up(self) -> None:
        while self.events and self.events[0].time <= self.time:
            event = heapq.heappop(self.events)
            self.queue.add(event.process)

    def choose(self) -> None:
        if self.current is None:
            self.current = self.queue.take()
            self.slice_used = 0
            if self.current is not None:
                self.current.state = State.RUNNING

    def settle(self) -> None:
        """Decide what becomes of the process that has just run."""
        process = self.current
        assert process is not None
        if process.remaining == 0:
            process.state = State.FINISHED
            self.finished[process.pid] = self.time
            self.current = None
        elif process.wants_to_wait():
            process.state = State.BLOCKED
            process.waiting_until = self.time + 3
            heapq.heappush(self.events, Event(process.waiting_until, process.pid, process))
            self.current = None
        elif self.slice_used >= self.queue.quantum_of(process):
            self.queue.demote(process)
            self.queue.add(process)
            self.current = None

    def tick(self) -> int:
        self.wake_up()
        if self.time % self.BOOST_INTERVAL == 0:
            self.queue.boost()
        self.choose()
        self.time += 1
        if self.current is None:
            self.trace.append(0)
            return 0
        pid = self.current.pid
        self.current.run()
        self.slice_used += 1
        self.trace.append(pid)
        self.settle()
        return pid


def workload(count: int) -> List[Process]:
    """Processes with varied lengths, arriving every few ticks."""
    processes = []
    for pid in range(1, count + 1):
        burst = 3 + pid * pid % 13
        waits_every = pid % 4 + 1 if pid % 3 == 0 else 0
        processes.append(Process(pid, arrival=5 * pid - pid % 7, burst=burst, waits_every=waits_every))
    return processes


def main() -> None:
    processor = Processor(FeedbackQueue((2, 4, 8)))
    for process in workload(30):
        processor.submit(process)
    for _ in range(200):
        print(processor.tick())


if __name__ == "__main__":
    main()
