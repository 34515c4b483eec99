"""Block signalling on a circular railway.

Trains run around a loop of blocks. A train may only enter a block that is free;
otherwise it waits at the signal. Stations make trains stop for a while. The
program prints the sum of the laps and the waiting times after each tick.
"""
from dataclasses import dataclass
from enum import Enum, auto
from typing import List, Optional


class Signal(Enum):
    RED = auto()
    YELLOW = auto()
    GREEN = auto()


class RailwayError(Exception):
    """Base class for errors on the railway."""


class CollisionError(RailwayError):
    """Two trains are in the same block: this must never happen."""

    def __init__(self, block: "Block", train: "Train") -> None:
        message = f"train {train.number} enters block {block.index}, where train {block.train.number} is"
        super().__init__(message)
        self.block = block
        self.train = train


class Block:
    """A piece of track that holds at most one train."""

    def __init__(self, index: int, length: int, station: Optional[str] = None) -> None:
        self.index = index
        self.length = length
        self.station = station
        self.train: Optional[Train] = None

    @property
    def is_free(self) -> bool:
        return self.train is None

    def enter(self, train: "Train") -> None:
        if not self.is_free:
            raise CollisionError(self, train)
        self.train = train

    def leave(self) -> None:
        self.train = None

    def __repr__(self) -> str:
        return f"Block({self.index}, length={self.length}, station={self.station!r})"


@dataclass
class Train:
    number: int
    speed: int
    block: Block
    progress: int = 0
    pause: int = 0
    laps: int = 0
    waited: int = 0

    def at_end(self) -> bool:
        return self.progress >= self.block.length

    def advance(self) -> None:
        self.progress = min(self.block.length, self.progress + self.speed)


class Railway:
    STOP_TIME = 2

    def __init__(self, lengths: List[int], stations: dict) -> None:
        self.blocks = [Block(index, length, stations.get(index)) for index, length in enumerate(lengths)]
        self.trains: List[Train] = []
        self.time = 0

    def add_train(self, speed: int, index: int) -> Train:
        block = self.blocks[index]
        train = Train(len(self.trains) + 1, speed, block)
        block.enter(train)
        self.trains.append(train)
        return train

    def following(self, block: Block) -> Block:
        return self.blocks[(block.index + 1) % len(self.blocks)]

    def signal_before(self, block: Block) -> Signal:
        """What the signal at the start of a block shows."""
        if not block.is_free:
            return Signal.RED
        if not self.following(block).is_free:
            return Signal.YELLOW
        return Signal.GREEN

    def move_on(self, train: Train) -> None:
        target = self.following(train.block)
        signal = self.signal_before(target)
        if signal is Signal.RED:
            train.waited += 1
            return
        train.block.leave()
        target.enter(train)
        train.block = target
        train.progress = 0 if signal is Signal.YELLOW else train.speed // 2
        if target.index == 0:
            train.laps += 1
        if target.station is not None:
            train.pause = self.STOP_TIME

    def tick(self) -> None:
        self.time += 1
        for train in self.trains:
            if train.pause > 0:
                train.pause -= 1
            elif train.at_end():
                self.move_on(train)
            else:
                train.advance()

    def report(self) -> int:
        return sum(10 * train.laps + train.waited for train in self.trains)


def main() -> None:
    railway = Railway([4, 6, 3, 8, 5, 7, 4, 9], {0: "Central", 3: "Harbour", 6: "Airport"})
    for speed, index in ((2, 0), (3, 2), (1, 5)):
        railway.add_train(speed, index)
    for _ in range(200):
        railway.tick()
        print(railway.report())


if __name__ == "__main__":
    main()
