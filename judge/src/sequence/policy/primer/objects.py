from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections import defaultdict, deque
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Deque, Dict, Iterator, List, Optional, Tuple


class VehicleSize(Enum):
    SMALL = 1
    MEDIUM = 2
    LARGE = 3


class ParkingError(Exception):
    """Base class of what can go wrong in the garage."""


class GarageFullError(ParkingError):
    def __init__(self, size: VehicleSize) -> None:
        super().__init__(f"no space left for a {size.name.lower()} vehicle")
        self.size = size


@dataclass(frozen=True)
class Vehicle:
    plate: str
    size: VehicleSize
    arrival: int

    def fits(self, space: Space) -> bool:
        return self.size.value <= space.size.value


@dataclass
class Space:
    number: int
    size: VehicleSize
    vehicle: Optional[Vehicle] = None

    @property
    def is_free(self) -> bool:
        return self.vehicle is None

    def occupy(self, vehicle: Vehicle) -> None:
        if not self.is_free:
            raise ParkingError(f"space {self.number} is taken")
        self.vehicle = vehicle

    def release(self) -> Vehicle:
        vehicle = self.vehicle
        if vehicle is None:
            raise ParkingError(f"space {self.number} is empty")
        self.vehicle = None
        return vehicle


class Garage:
    def __init__(self, spaces: List[Space], rate: int = 5) -> None:
        self.spaces = spaces
        self.rate = rate
        self.income = 0
        self.turned_away = 0
        self._places: Dict[str, Space] = {}

    def find_space(self, vehicle: Vehicle) -> Space:
        candidates = [space for space in self.spaces if space.is_free and vehicle.fits(space)]
        if not candidates:
            raise GarageFullError(vehicle.size)
        return min(candidates, key=lambda space: (space.size.value, space.number))

    def enter(self, vehicle: Vehicle) -> bool:
        try:
            space = self.find_space(vehicle)
        except GarageFullError:
            self.turned_away += 1
            return False
        space.occupy(vehicle)
        self._places[vehicle.plate] = space
        return True

    def leave(self, plate: str, time: int) -> int:
        space = self._places.pop(plate)
        vehicle = space.release()
        fee = self.rate * max(1, time - vehicle.arrival)
        self.income += fee
        return fee

    def occupied(self) -> int:
        return sum(1 for space in self.spaces if not space.is_free)

    def due(self, time: int) -> List[str]:
        result = []
        for plate, space in sorted(self._places.items()):
            if space.vehicle is not None and (time - space.vehicle.arrival) % 7 == 6:
                result.append(plate)
        return result


def build_garage(count: int) -> Garage:
    sizes = list(VehicleSize)
    return Garage([Space(number, sizes[number % len(sizes)]) for number in range(count)])


def simulate(steps: int) -> Iterator[int]:
    garage = build_garage(20)
    sizes = list(VehicleSize)
    for time in range(steps):
        for plate in garage.due(time):
            garage.leave(plate, time)
        garage.enter(Vehicle(f"V{time}", sizes[time * time % 3], time))
        yield garage.occupied()


def main() -> None:
    for value in simulate(100):
        print(value)


if __name__ == "__main__":
    main()
# ---
import heapq
import itertools
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Callable, Dict, List, Optional, Tuple


class Side(IntEnum):
    BUY = 0
    SELL = 1

    @property
    def opposite(self) -> "Side":
        return Side.SELL if self is Side.BUY else Side.BUY


@dataclass(order=True)
class Order:
    priority: Tuple[int, int]
    trader: str = field(compare=False)
    side: Side = field(compare=False)
    price: int = field(compare=False)
    quantity: int = field(compare=False)

    def __post_init__(self) -> None:
        if self.quantity <= 0:
            raise ValueError("the quantity must be positive")

    def is_filled(self) -> bool:
        return self.quantity == 0

    def accepts(self, price: int) -> bool:
        if self.side is Side.BUY:
            return price <= self.price
        return price >= self.price


@dataclass
class Trade:
    buyer: str
    seller: str
    price: int
    quantity: int

    @property
    def value(self) -> int:
        return self.price * self.quantity


class OrderBook:
    def __init__(self) -> None:
        self.queues: Dict[Side, List[Order]] = {Side.BUY: [], Side.SELL: []}
        self.trades: List[Trade] = []
        self.counter = itertools.count(1)
        self.listeners: List[Callable[[Trade], None]] = []

    def subscribe(self, listener: Callable[[Trade], None]) -> None:
        self.listeners.append(listener)

    def place(self, trader: str, side: Side, price: int, quantity: int) -> Order:
        sign = -1 if side is Side.BUY else 1
        order = Order((sign * price, next(self.counter)), trader, side, price, quantity)
        self.match(order)
        if not order.is_filled():
            heapq.heappush(self.queues[side], order)
        return order

    def match(self, order: Order) -> None:
        queue = self.queues[order.side.opposite]
        while queue and not order.is_filled():
            best = queue[0]
            if not order.accepts(best.price):
                break
            quantity = min(order.quantity, best.quantity)
            self.record(order, best, quantity)
            if best.is_filled():
                heapq.heappop(queue)

    def record(self, order: Order, best: Order, quantity: int) -> None:
        order.quantity -= quantity
        best.quantity -= quantity
        if order.side is Side.BUY:
            trade = Trade(order.trader, best.trader, best.price, quantity)
        else:
            trade = Trade(best.trader, order.trader, best.price, quantity)
        self.trades.append(trade)
        for listener in self.listeners:
            listener(trade)

    def best_price(self, side: Side) -> Optional[int]:
        queue = self.queues[side]
        return queue[0].price if queue else None

    def depth(self, side: Side) -> int:
        return sum(order.quantity for order in self.queues[side])


class Portfolio:
    def __init__(self, name, cash=0):
        self.name = name
        self.cash = cash
        self.shares = 0
        self.history = []

    def on_trade(self, trade):
        if trade.buyer == self.name:
            self.cash -= trade.value
            self.shares += trade.quantity
        if trade.seller == self.name:
            self.cash += trade.value
            self.shares -= trade.quantity
        self.history.append(self.cash)

    def __repr__(self):
        return f"Portfolio({self.name!r}, cash={self.cash}, shares={self.shares})"


def main():
    book = OrderBook()
    portfolios = {name: Portfolio(name, 1000) for name in ("ann", "ben", "cat")}
    for portfolio in portfolios.values():
        book.subscribe(portfolio.on_trade)
    names = sorted(portfolios)
    for step in range(100):
        side = Side(step % 2)
        price = 50 + step * 7 % 11 - (3 if side is Side.SELL else 0)
        book.place(names[step % len(names)], side, price, 1 + step % 5)
        print(len(book.trades), book.best_price(Side.BUY) or 0)


main()
# ---
from abc import ABC, abstractmethod
from typing import Iterable, List, Set, Tuple

Square = Tuple[int, int]


class IllegalMove(Exception):
    pass


class Piece(ABC):
    symbol = "?"

    def __init__(self, colour, position):
        self.colour = colour
        self.position = position
        self.moved = False

    @abstractmethod
    def moves(self, board):
        """All squares that the piece can go to."""

    def move_to(self, target, board):
        if target not in self.moves(board):
            raise IllegalMove(f"{self.symbol} cannot go from {self.position} to {target}")
        board.take(target)
        board.relocate(self, target)
        self.moved = True

    def __str__(self):
        return self.symbol if self.colour == "white" else self.symbol.lower()


class SlidingPiece(Piece):
    directions = ()

    def moves(self, board):
        squares = set()
        for dx, dy in self.directions:
            x, y = self.position
            while True:
                x, y = x + dx, y + dy
                if not board.contains((x, y)):
                    break
                other = board.at((x, y))
                if other is None:
                    squares.add((x, y))
                    continue
                if other.colour != self.colour:
                    squares.add((x, y))
                break
        return squares


class Rook(SlidingPiece):
    symbol = "R"
    directions = ((1, 0), (-1, 0), (0, 1), (0, -1))


class Bishop(SlidingPiece):
    symbol = "B"
    directions = ((1, 1), (1, -1), (-1, 1), (-1, -1))


class Queen(SlidingPiece):
    symbol = "Q"
    directions = Rook.directions + Bishop.directions


class Knight(Piece):
    symbol = "N"

    def moves(self, board):
        x, y = self.position
        result = set()
        for dx, dy in ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)):
            target = (x + dx, y + dy)
            if board.contains(target):
                other = board.at(target)
                if other is None or other.colour != self.colour:
                    result.add(target)
        return result


class Board:
    def __init__(self, size: int = 8) -> None:
        self.size = size
        self.pieces: dict[Square, Piece] = {}
        self.captured: list[Piece] = []

    def contains(self, square: Square) -> bool:
        x, y = square
        return 0 <= x < self.size and 0 <= y < self.size

    def at(self, square: Square) -> Piece | None:
        return self.pieces.get(square)

    def add(self, piece: Piece) -> Piece:
        self.pieces[piece.position] = piece
        return piece

    def take(self, square: Square) -> None:
        piece = self.pieces.pop(square, None)
        if piece is not None:
            self.captured.append(piece)

    def relocate(self, piece: Piece, square: Square) -> None:
        del self.pieces[piece.position]
        piece.position = square
        self.pieces[square] = piece

    def attacked(self, colour: str) -> Set[Square]:
        squares: Set[Square] = set()
        for piece in self.pieces.values():
            if piece.colour == colour:
                squares |= piece.moves(self)
        return squares

    def render(self) -> str:
        lines = []
        for y in range(self.size):
            row = [str(self.at((x, y)) or ".") for x in range(self.size)]
            lines.append(" ".join(row))
        return "\n".join(lines)


if __name__ == "__main__":
    board = Board()
    queen = board.add(Queen("white", (0, 0)))
    board.add(Rook("black", (5, 5)))
    board.add(Knight("black", (7, 0)))
    for turn in range(50):
        targets = sorted(queen.moves(board))
        queen.move_to(targets[turn % len(targets)], board)
        print(len(board.attacked("white")))
# ---
"""A state machine for a heating system."""
import enum
import math
from collections import namedtuple

Reading = namedtuple("Reading", ["time", "temperature", "humidity"])


class Mode(enum.Enum):
    OFF = "off"
    HEATING = "heating"
    COOLING = "cooling"
    FAULT = "fault"


class Thermostat:
    TRANSITIONS = {
        (Mode.OFF, "cold"): Mode.HEATING,
        (Mode.OFF, "hot"): Mode.COOLING,
        (Mode.HEATING, "warm"): Mode.OFF,
        (Mode.COOLING, "warm"): Mode.OFF,
    }

    def __init__(self, target, tolerance=1):
        self.target = target
        self.tolerance = tolerance
        self.mode = Mode.OFF
        self.changes = 0
        self.log = []

    def classify(self, reading):
        if reading.temperature < self.target - self.tolerance:
            return "cold"
        elif reading.temperature > self.target + self.tolerance:
            return "hot"
        else:
            return "warm"

    def update(self, reading):
        event = self.classify(reading)
        mode = self.TRANSITIONS.get((self.mode, event), self.mode)
        if mode is not self.mode:
            self.mode = mode
            self.changes += 1
            self.log.append((reading.time, mode))
        return mode

    def power(self):
        if self.mode is Mode.HEATING:
            return 2
        if self.mode is Mode.COOLING:
            return -1
        return 0


class Room:
    def __init__(self, temperature, outside, loss=10):
        self.temperature = temperature
        self.outside = outside
        self.loss = loss
        self.time = 0

    def step(self, power):
        self.time += 1
        drift = (self.outside(self.time) - self.temperature) // self.loss
        self.temperature += drift + power
        return Reading(self.time, self.temperature, 50)


class WeatherStation:
    def __init__(self):
        self._readings = []

    def add(self, reading):
        self._readings.append(reading)
        return self

    @property
    def latest(self):
        if not self._readings:
            raise LookupError("there are no readings yet")
        return self._readings[-1]

    def average(self, count=None):
        readings = self._readings if count is None else self._readings[-count:]
        return sum(reading.temperature for reading in readings) // len(readings)

    def extremes(self):
        temperatures = [reading.temperature for reading in self._readings]
        return min(temperatures), max(temperatures)


def outside_temperature(time):
    return 5 + (time * 3) % 17 - time // 24 % 4


def run(steps=100):
    thermostat = Thermostat(20)
    room = Room(12, outside_temperature)
    station = WeatherStation()
    energy = 0
    for _ in range(steps):
        reading = room.step(thermostat.power())
        station.add(reading)
        thermostat.update(reading)
        energy += abs(thermostat.power())
        print(reading.temperature + energy)
    low, high = station.extremes()
    return high - low


run()
# ---
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Dict, Iterator, List, Optional, Union


class FileSystemError(Exception):
    pass


class NotFoundError(FileSystemError):
    def __init__(self, path: str):
        super().__init__(f"no such file or directory: {path}")
        self.path = path


@dataclass
class File:
    name: str
    content: str = ""

    @property
    def size(self) -> int:
        return len(self.content)

    def append(self, text: str) -> None:
        self.content += text


@dataclass
class Directory:
    name: str
    parent: Optional[Directory] = None
    children: Dict[str, Union[File, Directory]] = field(default_factory=dict)

    @property
    def size(self) -> int:
        return sum(child.size for child in self.children.values())

    @property
    def path(self) -> str:
        if self.parent is None:
            return "/"
        return f"{self.parent.path}{self.name}/"

    def walk(self) -> Iterator[Directory]:
        yield self
        for child in self.children.values():
            if isinstance(child, Directory):
                yield from child.walk()

    def files(self) -> List[File]:
        return [child for child in self.children.values() if isinstance(child, File)]


class FileSystem:
    def __init__(self, capacity: int):
        self.root = Directory("")
        self.current = self.root
        self.capacity = capacity

    def change(self, name: str) -> None:
        if name == "/":
            self.current = self.root
        elif name == "..":
            if self.current.parent is not None:
                self.current = self.current.parent
        else:
            child = self.current.children.get(name)
            if not isinstance(child, Directory):
                raise NotFoundError(self.current.path + name)
            self.current = child

    def make_directory(self, name: str) -> Directory:
        if name in self.current.children:
            raise FileSystemError(f"{name} exists already")
        directory = Directory(name, self.current)
        self.current.children[name] = directory
        return directory

    def write(self, name: str, content: str) -> File:
        if self.root.size + len(content) > self.capacity:
            raise FileSystemError("the disk is full")
        file = self.current.children.setdefault(name, File(name))
        if isinstance(file, Directory):
            raise FileSystemError(f"{name} is a directory")
        file.append(content)
        return file

    def remove(self, name: str) -> None:
        try:
            del self.current.children[name]
        except KeyError as error:
            raise NotFoundError(name) from error

    def execute(self, line: str) -> int:
        command, *arguments = line.split()
        if command == "cd":
            self.change(arguments[0])
        elif command == "mkdir":
            self.make_directory(arguments[0])
        elif command == "write":
            self.write(arguments[0], " ".join(arguments[1:]))
        elif command == "rm":
            self.remove(arguments[0])
        else:
            raise FileSystemError(f"unknown command {command!r}")
        return self.root.size


def largest(root: Directory, limit: int) -> Optional[Directory]:
    best = None
    for directory in root.walk():
        if directory.size <= limit and (best is None or directory.size > best.size):
            best = directory
    return best


def main() -> int:
    system = FileSystem(10_000)
    failures = 0
    for number in range(60):
        commands = [f"mkdir d{number}", f"cd d{number}", f"write f {'x' * (number % 9)}"]
        if number % 5 == 4:
            commands.append("cd /")
        for command in commands:
            try:
                system.execute(command)
            except FileSystemError as error:
                failures += 1
                print(f"failed: {error}")
        print(system.root.size + failures)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
# ---
class EditorError(Exception):
    pass


class Command:
    def __init__(self, editor):
        self.editor = editor

    def do(self):
        raise NotImplementedError

    def undo(self):
        raise NotImplementedError


class Insert(Command):
    def __init__(self, editor, text):
        super().__init__(editor)
        self.text = text
        self.position = editor.cursor

    def do(self):
        buffer = self.editor.buffer
        buffer[self.position:self.position] = list(self.text)
        self.editor.cursor = self.position + len(self.text)

    def undo(self):
        del self.editor.buffer[self.position:self.position + len(self.text)]
        self.editor.cursor = self.position


class Delete(Command):
    def __init__(self, editor, count):
        super().__init__(editor)
        self.count = min(count, editor.cursor)
        self.removed = []

    def do(self):
        start = self.editor.cursor - self.count
        self.removed = self.editor.buffer[start:self.editor.cursor]
        del self.editor.buffer[start:self.editor.cursor]
        self.editor.cursor = start

    def undo(self):
        start = self.editor.cursor
        self.editor.buffer[start:start] = self.removed
        self.editor.cursor = start + len(self.removed)


class Editor:
    def __init__(self):
        self.buffer = []
        self.cursor = 0
        self.done = []
        self.undone = []

    @property
    def text(self):
        return "".join(self.buffer)

    def execute(self, command):
        command.do()
        self.done.append(command)
        self.undone.clear()

    def insert(self, text):
        self.execute(Insert(self, text))

    def delete(self, count=1):
        self.execute(Delete(self, count))

    def undo(self):
        if not self.done:
            raise EditorError("there is nothing to undo")
        command = self.done.pop()
        command.undo()
        self.undone.append(command)

    def redo(self):
        if not self.undone:
            raise EditorError("there is nothing to redo")
        command = self.undone.pop()
        command.do()
        self.done.append(command)

    def move(self, offset):
        self.cursor = max(0, min(len(self.buffer), self.cursor + offset))

    def word_count(self):
        return len(self.text.split())


def script(editor, steps):
    for step in range(steps):
        action = step * step % 11
        if action < 5:
            editor.insert("ab " * (action + 1))
        elif action == 5 and editor.done:
            editor.undo()
        elif action == 9:
            editor.delete(step % 4 + 1)
        else:
            editor.move(action - 7)
        yield len(editor.buffer)


for length in script(Editor(), 100):
    print(length)
# ---
from collections import defaultdict, deque
from dataclasses import dataclass
from typing import DefaultDict, Deque, Dict, List, NamedTuple, Optional, Set
import heapq


@dataclass(frozen=True)
class Packet:
    identifier: int
    source: str
    destination: str
    size: int
    lifetime: int = 16


class Link(NamedTuple):
    target: str
    delay: int
    bandwidth: int = 1


class Delivery(NamedTuple):
    time: int
    packet: Packet
    node: str


class Router:
    def __init__(self, name: str) -> None:
        self.name = name
        self.links: List[Link] = []
        self.table: Dict[str, str] = {}
        self.queue: Deque[Packet] = deque()
        self.dropped = 0
        self.forwarded = 0

    def connect(self, other: "Router", delay: int) -> None:
        self.links.append(Link(other.name, delay))
        other.links.append(Link(self.name, delay))

    def receive(self, packet: Packet) -> None:
        if packet.lifetime == 0 or len(self.queue) >= 8:
            self.dropped += 1
            return
        self.queue.append(packet)

    def next_hop(self, packet: Packet) -> Optional[str]:
        return self.table.get(packet.destination)

    def delay_to(self, name: str) -> int:
        for link in self.links:
            if link.target == name:
                return link.delay
        raise KeyError(name)


class Network:
    def __init__(self) -> None:
        self.routers: Dict[str, Router] = {}
        self.time = 0
        self.in_flight: List[Delivery] = []
        self.arrived: List[Packet] = []
        self.traffic: DefaultDict[str, int] = defaultdict(int)

    def add(self, name: str) -> Router:
        router = Router(name)
        self.routers[name] = router
        return router

    def shortest_paths(self, start: str) -> Dict[str, str]:
        distances = {start: 0}
        first_hops: Dict[str, str] = {}
        heap = [(0, start)]
        visited: Set[str] = set()
        while heap:
            distance, name = heapq.heappop(heap)
            if name in visited:
                continue
            visited.add(name)
            for link in self.routers[name].links:
                total = distance + link.delay
                if link.target not in distances or total < distances[link.target]:
                    distances[link.target] = total
                    first_hops[link.target] = first_hops.get(name, link.target)
                    heapq.heappush(heap, (total, link.target))
        return first_hops

    def build_tables(self) -> None:
        for name, router in self.routers.items():
            router.table = self.shortest_paths(name)

    def send(self, packet: Packet) -> None:
        self.routers[packet.source].receive(packet)

    def step(self) -> None:
        self.time += 1
        waiting = []
        for delivery in self.in_flight:
            if delivery.time <= self.time:
                self.arrive(delivery)
            else:
                waiting.append(delivery)
        self.in_flight = waiting
        for router in self.routers.values():
            self.forward(router)

    def arrive(self, delivery: Delivery) -> None:
        packet, node = delivery.packet, delivery.node
        self.traffic[node] += packet.size
        if packet.destination == node:
            self.arrived.append(packet)
        else:
            self.routers[node].receive(packet)

    def forward(self, router: Router) -> None:
        if not router.queue:
            return
        packet = router.queue.popleft()
        hop = router.next_hop(packet)
        if hop is None:
            router.dropped += 1
            return
        router.forwarded += 1
        time = self.time + router.delay_to(hop)
        self.in_flight.append(Delivery(time, packet, hop))

    @property
    def total_dropped(self) -> int:
        return sum(router.dropped for router in self.routers.values())


def build(count: int) -> Network:
    network = Network()
    routers = [network.add(f"r{i}") for i in range(count)]
    for i, router in enumerate(routers):
        router.connect(routers[(i + 1) % count], 1 + i % 3)
        if i % 3 == 0:
            router.connect(routers[(i * i + 2) % count], 2)
    network.build_tables()
    return network


def main() -> None:
    network = build(9)
    names = list(network.routers)
    for number in range(120):
        source = names[number % len(names)]
        destination = names[(number * number + 1) % len(names)]
        if source != destination:
            network.send(Packet(number, source, destination, 1 + number % 4))
        network.step()
        print(len(network.arrived) - network.total_dropped)


if __name__ == "__main__":
    main()
# ---
import re
from typing import Any, Dict, List, Tuple


class TemplateError(ValueError):
    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line


class Node:
    def render(self, context: Dict[str, Any]) -> str:
        raise NotImplementedError()


class Text(Node):
    def __init__(self, text: str) -> None:
        self.text = text

    def render(self, context: Dict[str, Any]) -> str:
        return self.text


class Variable(Node):
    def __init__(self, name: str, filters: List[str]) -> None:
        self.name = name
        self.filters = filters

    def render(self, context: Dict[str, Any]) -> str:
        if self.name not in context:
            raise TemplateError(f"unknown variable {self.name!r}")
        value = context[self.name]
        for name in self.filters:
            value = FILTERS[name](value)
        return str(value)


class Loop(Node):
    def __init__(self, variable: str, iterable: str, body: List[Node]) -> None:
        self.variable = variable
        self.iterable = iterable
        self.body = body

    def render(self, context: Dict[str, Any]) -> str:
        parts = []
        for item in context[self.iterable]:
            inner = dict(context)
            inner[self.variable] = item
            parts.extend(node.render(inner) for node in self.body)
        return "".join(parts)


class Condition(Node):
    def __init__(self, name: str, body: List[Node], otherwise: List[Node]) -> None:
        self.name = name
        self.body = body
        self.otherwise = otherwise

    def render(self, context: Dict[str, Any]) -> str:
        branch = self.body if context.get(self.name) else self.otherwise
        return "".join(node.render(context) for node in branch)


FILTERS = {
    "upper": str.upper,
    "title": lambda value: str(value).title(),
    "length": len,
    "double": lambda value: value * 2,
}


class Template:
    TAG = re.compile(r"(\{\{.*?\}\}|\{%.*?%\})")

    def __init__(self, source: str) -> None:
        self.parts = self.TAG.split(source)
        self.index = 0
        self.nodes = self.parse(())

    def parse(self, endings: Tuple[str, ...]) -> List[Node]:
        nodes: List[Node] = []
        while self.index < len(self.parts):
            part = self.parts[self.index]
            if part.startswith("{%"):
                words = part[2:-2].split()
                if words[0] in endings:
                    return nodes
                self.index += 1
                nodes.append(self.block(words))
            elif part.startswith("{{"):
                self.index += 1
                name, *filters = [word.strip() for word in part[2:-2].split("|")]
                nodes.append(Variable(name, filters))
            else:
                self.index += 1
                if part:
                    nodes.append(Text(part))
        if endings:
            raise TemplateError(f"missing {endings[-1]}")
        return nodes

    def block(self, words: List[str]) -> Node:
        if words[0] == "for":
            body = self.parse(("end",))
            self.index += 1
            return Loop(words[1], words[3], body)
        if words[0] == "if":
            body = self.parse(("else", "end"))
            otherwise: List[Node] = []
            if "else" in self.parts[self.index]:
                self.index += 1
                otherwise = self.parse(("end",))
            self.index += 1
            return Condition(words[1], body, otherwise)
        raise TemplateError(f"unknown tag {words[0]!r}")

    def render(self, **context: Any) -> str:
        return "".join(node.render(context) for node in self.nodes)


def main():
    template = Template("{% for x in items %}{{ x|double }},{% end %}{% if odd %}{{ name|upper }}{% else %}-{% end %}")
    for n in range(100):
        text = template.render(items=range(n), odd=n % 2, name="n" * n)
        print(len(text))


if __name__ == "__main__":
    main()
# ---
from dataclasses import dataclass
from enum import Enum
from functools import total_ordering
import math
import random


class Suit(Enum):
    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"


@total_ordering
class Card:
    def __init__(self, rank: int, suit: Suit):
        self.rank = rank
        self.suit = suit

    def __eq__(self, other):
        return self.rank == other.rank

    def __lt__(self, other):
        return self.rank < other.rank

    def __hash__(self):
        return hash((self.rank, self.suit))

    def __str__(self):
        return f"{self.rank}{self.suit.value}"


class EmptyDeck(Exception):
    """All cards have been dealt."""


class Deck:
    def __init__(self, ranks=13):
        self.cards = [Card(rank, suit) for suit in Suit for rank in range(1, ranks + 1)]

    def __len__(self):
        return len(self.cards)

    def __iter__(self):
        return iter(self.cards)

    def shuffle(self, seed):
        generator = random.Random(seed)
        generator.shuffle(self.cards)

    def riffle(self):
        middle = len(self.cards) // 2
        left, right = self.cards[:middle], self.cards[middle:]
        self.cards = [card for pair in zip(left, right) for card in pair]

    def cut(self, position):
        self.cards = self.cards[position:] + self.cards[:position]

    def deal(self, count=1):
        if count > len(self.cards):
            raise EmptyDeck(f"only {len(self.cards)} cards are left")
        hand, self.cards = self.cards[:count], self.cards[count:]
        return hand


class Player:
    def __init__(self, name):
        self.name = name
        self.hand = []
        self.score = 0
        self.wins = 0

    def take(self, cards):
        self.hand.extend(cards)

    def play(self, lead=None):
        if lead is not None:
            following = [card for card in self.hand if card.suit == lead.suit]
            if following:
                card = max(following)
                self.hand.remove(card)
                return card
        card = min(self.hand)
        self.hand.remove(card)
        return card

    def has_cards(self):
        return bool(self.hand)


class Game:
    def __init__(self, names, seed=1):
        self.players = [Player(name) for name in names]
        self.deck = Deck()
        self.seed = seed
        self.rounds_played = 0

    def deal_all(self):
        size = len(self.deck) // len(self.players)
        for player in self.players:
            player.take(self.deck.deal(size))

    def play_round(self):
        lead = None
        best = None
        winner = None
        for player in self.players:
            card = player.play(lead)
            if lead is None:
                lead = card
            if best is None or (card.suit == lead.suit and card > best):
                best, winner = card, player
        winner.wins += 1
        winner.score += best.rank
        self.rounds_played += 1
        self.players.remove(winner)
        self.players.insert(0, winner)
        return winner

    def play_all(self):
        while all(player.has_cards() for player in self.players):
            winner = self.play_round()
            yield winner.score

    def ranking(self):
        return sorted(self.players, key=lambda player: (-player.score, player.name))


def main():
    for seed in range(10):
        game = Game(["north", "east", "south", "west"], seed)
        for _ in range(seed + 1):
            game.deck.riffle()
            game.deck.cut(seed * 3)
        game.deal_all()
        for score in game.play_all():
            print(score)
        print(game.ranking()[0].wins)


if __name__ == "__main__":
    main()
# ---
from __future__ import annotations
import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import ClassVar, Dict, Iterable, Iterator, List, Optional, Tuple


@dataclass(frozen=True)
class Vector:
    x: int
    y: int

    def __add__(self, other: Vector) -> Vector:
        return Vector(self.x + other.x, self.y + other.y)

    def __sub__(self, other: Vector) -> Vector:
        return Vector(self.x - other.x, self.y - other.y)

    def __mul__(self, factor: int) -> Vector:
        return Vector(self.x * factor, self.y * factor)

    def __neg__(self) -> Vector:
        return Vector(-self.x, -self.y)

    def dot(self, other: Vector) -> int:
        return self.x * other.x + self.y * other.y

    def cross(self, other: Vector) -> int:
        return self.x * other.y - self.y * other.x

    def length_squared(self) -> int:
        return self.dot(self)

    def rotated(self) -> Vector:
        return Vector(-self.y, self.x)

    def manhattan(self) -> int:
        return abs(self.x) + abs(self.y)

    def neighbours(self) -> Iterator[Vector]:
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            yield Vector(self.x + dx, self.y + dy)


class Shape(ABC):
    count: ClassVar[int] = 0

    def __init__(self, colour: str = "black") -> None:
        self.colour = colour
        Shape.count += 1

    @abstractmethod
    def area(self) -> int:
        ...

    @abstractmethod
    def contains(self, point: Vector) -> bool:
        ...

    def covered(self, width: int, height: int) -> int:
        total = 0
        for y in range(height):
            for x in range(width):
                if self.contains(Vector(x, y)):
                    total += 1
        return total


class Rectangle(Shape):
    def __init__(self, corner: Vector, width: int, height: int, colour: str = "black") -> None:
        super().__init__(colour)
        self.corner = corner
        self.width = width
        self.height = height

    def area(self) -> int:
        return self.width * self.height

    def contains(self, point: Vector) -> bool:
        offset = point - self.corner
        return 0 <= offset.x < self.width and 0 <= offset.y < self.height


class Circle(Shape):
    def __init__(self, centre: Vector, radius: int) -> None:
        super().__init__()
        self.centre = centre
        self.radius = radius

    def area(self) -> int:
        return int(math.pi * self.radius ** 2)

    def contains(self, point: Vector) -> bool:
        return (point - self.centre).length_squared() <= self.radius ** 2


class Polygon(Shape):
    def __init__(self, points: Iterable[Vector]) -> None:
        super().__init__()
        self.points = list(points)
        if len(self.points) < 3:
            raise ValueError("a polygon needs at least three points")

    def edges(self) -> List[Tuple[Vector, Vector]]:
        return list(zip(self.points, self.points[1:] + self.points[:1]))

    def area(self) -> int:
        return abs(sum(a.cross(b) for a, b in self.edges())) // 2

    def contains(self, point: Vector) -> bool:
        inside = False
        for a, b in self.edges():
            if (a.y > point.y) != (b.y > point.y):
                side = (b - a).cross(point - a)
                if (side > 0) == (b.y > a.y):
                    inside = not inside
        return inside


class Canvas:
    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.pixels: Dict[Vector, str] = {}
        self.shapes: List[Shape] = []

    def draw(self, shape: Shape) -> int:
        changed = 0
        for y in range(self.height):
            for x in range(self.width):
                point = Vector(x, y)
                if shape.contains(point) and self.pixels.get(point) != shape.colour:
                    self.pixels[point] = shape.colour
                    changed += 1
        self.shapes.append(shape)
        return changed

    def flood(self, start: Vector, colour: str) -> int:
        old = self.pixels.get(start)
        if old == colour:
            return 0
        stack = [start]
        filled = 0
        while stack:
            point = stack.pop()
            if not (0 <= point.x < self.width and 0 <= point.y < self.height):
                continue
            if self.pixels.get(point) != old:
                continue
            self.pixels[point] = colour
            filled += 1
            stack.extend(point.neighbours())
        return filled

    def histogram(self) -> Dict[str, int]:
        counts: Dict[str, int] = {}
        for colour in self.pixels.values():
            counts[colour] = counts.get(colour, 0) + 1
        return counts


def shapes(count: int) -> Iterator[Shape]:
    for i in range(count):
        corner = Vector(i * 5 % 13, i * 7 % 11)
        if i % 3 == 0:
            yield Rectangle(corner, 1 + i % 4, 2 + i % 3, "red")
        elif i % 3 == 1:
            yield Circle(corner, 1 + i % 5)
        else:
            yield Polygon([corner, corner + Vector(4, 0), corner + Vector(0, 3 + i % 2)])


def main() -> None:
    canvas = Canvas(16, 12)
    for shape in shapes(60):
        changed = canvas.draw(shape)
        print(changed + shape.area())
    print(canvas.flood(Vector(0, 0), "blue"), sorted(canvas.histogram().items()))


if __name__ == "__main__":
    main()
# ---
import sys
from collections import OrderedDict
from typing import Dict, Generic, Hashable, Iterator, List, Optional, Tuple, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class CacheStatistics:
    def __init__(self) -> None:
        self.hits = 0
        self.misses = 0
        self.evictions = 0

    @property
    def requests(self) -> int:
        return self.hits + self.misses

    def ratio(self) -> float:
        if self.requests == 0:
            return 0.0
        return self.hits / self.requests


class Cache(Generic[K, V]):
    def __init__(self, capacity: int) -> None:
        if capacity <= 0:
            raise ValueError(f"capacity must be positive, not {capacity}")
        self.capacity = capacity
        self.entries: "OrderedDict[K, V]" = OrderedDict()
        self.statistics = CacheStatistics()

    def get(self, key: K) -> Optional[V]:
        if key not in self.entries:
            self.statistics.misses += 1
            return None
        self.statistics.hits += 1
        self.entries.move_to_end(key)
        return self.entries[key]

    def put(self, key: K, value: V) -> None:
        if key in self.entries:
            self.entries.move_to_end(key)
        elif len(self.entries) >= self.capacity:
            self.entries.popitem(last=False)
            self.statistics.evictions += 1
        self.entries[key] = value

    def __contains__(self, key: K) -> bool:
        return key in self.entries

    def __len__(self) -> int:
        return len(self.entries)


class TreeNode:
    def __init__(self, key: int, value: Optional[int] = None) -> None:
        self.key = key
        self.value = value
        self.left: Optional["TreeNode"] = None
        self.right: Optional["TreeNode"] = None
        self.height = 1


class SearchTree:
    def __init__(self):
        self.root = None
        self.size = 0

    def insert(self, key, value=None):
        if self.root is None:
            self.root = TreeNode(key, value)
            self.size = 1
            return
        node = self.root
        while True:
            if key == node.key:
                node.value = value
                return
            if key < node.key:
                if node.left is None:
                    node.left = TreeNode(key, value)
                    break
                node = node.left
            else:
                if node.right is None:
                    node.right = TreeNode(key, value)
                    break
                node = node.right
        self.size += 1

    def find(self, key):
        node = self.root
        while node is not None and node.key != key:
            node = node.left if key < node.key else node.right
        return node

    def depth(self, node="root"):
        if node == "root":
            node = self.root
        if node is None:
            return 0
        return 1 + max(self.depth(node.left), self.depth(node.right))

    def in_order(self, node):
        if node is not None:
            yield from self.in_order(node.left)
            yield node.key
            yield from self.in_order(node.right)

    def __iter__(self):
        return self.in_order(self.root)


class LinkedList:
    class Node:
        def __init__(self, value, next=None):
            self.value = value
            self.next = next

    def __init__(self, values=()):
        self.head = None
        self.tail = None
        self.length = 0
        for value in values:
            self.append(value)

    def append(self, value):
        node = self.Node(value)
        if self.tail is None:
            self.head = node
        else:
            self.tail.next = node
        self.tail = node
        self.length += 1

    def prepend(self, value):
        self.head = self.Node(value, self.head)
        if self.tail is None:
            self.tail = self.head
        self.length += 1

    def reverse(self):
        previous = None
        current = self.head
        self.tail = self.head
        while current is not None:
            current.next, previous, current = previous, current, current.next
        self.head = previous

    def __iter__(self):
        node = self.head
        while node is not None:
            yield node.value
            node = node.next

    def __len__(self):
        return self.length


class MinHeap:
    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)
        self._up(len(self.items) - 1)

    def pop(self):
        if not self.items:
            raise IndexError("the heap is empty")
        self.items[0], self.items[-1] = self.items[-1], self.items[0]
        item = self.items.pop()
        self._down(0)
        return item

    def _up(self, index):
        while index > 0:
            parent = (index - 1) // 2
            if self.items[parent] <= self.items[index]:
                break
            self.items[parent], self.items[index] = self.items[index], self.items[parent]
            index = parent

    def _down(self, index):
        size = len(self.items)
        while True:
            smallest = index
            for child in (2 * index + 1, 2 * index + 2):
                if child < size and self.items[child] < self.items[smallest]:
                    smallest = child
            if smallest == index:
                return
            self.items[index], self.items[smallest] = self.items[smallest], self.items[index]
            index = smallest


def main(argv):
    limit = int(argv[1]) if len(argv) > 1 else 100
    cache = Cache(8)
    tree = SearchTree()
    heap = MinHeap()
    chain = LinkedList()
    for n in range(limit):
        key = n * n % 17
        value = cache.get(key)
        if value is None:
            value = n
            cache.put(key, value)
        tree.insert(value % 23, n)
        heap.push(-value)
        if n % 3 == 2:
            chain.prepend(heap.pop())
        print(cache.statistics.hits + tree.depth() - len(chain))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
# ---
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Union

Value = Union[None, bool, int, str, List[Any], Dict[str, Any]]


class DecodeError(ValueError):
    def __init__(self, message: str, text: str, position: int) -> None:
        line = text.count("\n", 0, position) + 1
        super().__init__(f"{message}: line {line}, position {position}")
        self.message = message
        self.position = position


class Decoder:
    WHITESPACE = " \t\r\n"
    ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "/": "/"}
    CONSTANTS = {"true": True, "false": False, "null": None}

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0

    def error(self, message: str) -> DecodeError:
        return DecodeError(message, self.text, self.position)

    def skip(self) -> None:
        while self.position < len(self.text) and self.text[self.position] in self.WHITESPACE:
            self.position += 1

    def current(self) -> str:
        self.skip()
        if self.position >= len(self.text):
            raise self.error("unexpected end")
        return self.text[self.position]

    def accept(self, character: str) -> bool:
        if self.current() == character:
            self.position += 1
            return True
        return False

    def require(self, character: str) -> None:
        if not self.accept(character):
            raise self.error(f"expected {character!r}")

    def decode(self) -> Value:
        value = self.value()
        self.skip()
        if self.position != len(self.text):
            raise self.error("extra data")
        return value

    def value(self) -> Value:
        character = self.current()
        if character == "{":
            return self.object()
        if character == "[":
            return self.array()
        if character == '"':
            return self.string()
        if character.isdigit() or character == "-":
            return self.number()
        for word, constant in self.CONSTANTS.items():
            if self.text.startswith(word, self.position):
                self.position += len(word)
                return constant
        raise self.error(f"unexpected {character!r}")

    def object(self) -> Dict[str, Any]:
        result: Dict[str, Any] = {}
        self.require("{")
        if self.accept("}"):
            return result
        while True:
            key = self.string()
            self.require(":")
            result[key] = self.value()
            if self.accept("}"):
                return result
            self.require(",")

    def array(self) -> List[Any]:
        result: List[Any] = []
        self.require("[")
        if self.accept("]"):
            return result
        while True:
            result.append(self.value())
            if self.accept("]"):
                return result
            self.require(",")

    def string(self) -> str:
        self.require('"')
        characters = []
        while True:
            if self.position >= len(self.text):
                raise self.error("unterminated string")
            character = self.text[self.position]
            self.position += 1
            if character == '"':
                return "".join(characters)
            if character == "\\":
                escape = self.text[self.position]
                self.position += 1
                if escape not in self.ESCAPES:
                    raise self.error(f"unknown escape {escape!r}")
                character = self.ESCAPES[escape]
            characters.append(character)

    def number(self) -> int:
        start = self.position
        if self.text[self.position] == "-":
            self.position += 1
        while self.position < len(self.text) and self.text[self.position].isdigit():
            self.position += 1
        return int(self.text[start:self.position])


def encode(value: Value, indent: int = 0) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list):
        return "[" + ", ".join(encode(item, indent + 1) for item in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f'"{key}": {encode(item)}' for key, item in value.items()) + "}"
    raise TypeError(f"cannot encode {type(value).__name__}")


def depth(value: Value) -> int:
    if isinstance(value, dict):
        return 1 + max(map(depth, value.values()), default=0)
    if isinstance(value, list):
        return 1 + max((depth(item) for item in value), default=0)
    return 0


def build(n: int) -> Value:
    if n == 0:
        return None
    if n % 3 == 0:
        return {"left": build(n // 3), "size": n}
    if n % 3 == 1:
        return [build(n // 2), n, n % 2 == 0]
    return str(n)


if __name__ == "__main__":
    for n in range(100):
        text = encode(build(n))
        try:
            assert Decoder(text).decode() == build(n)
        except DecodeError as error:
            print(error.message, error.position)
            break
        print(len(text) + depth(build(n)))
# ---
"""Traffic lights at a crossing."""
from collections import deque
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Deque, Dict, List, Optional


class Colour(Enum):
    RED = auto()
    GREEN = auto()
    AMBER = auto()

    def next(self) -> "Colour":
        members = list(Colour)
        return members[(members.index(self) + 1) % len(members)]


@dataclass
class Car:
    number: int
    entered: int
    left: Optional[int] = None

    @property
    def delay(self) -> int:
        return 0 if self.left is None else self.left - self.entered


@dataclass
class Lane:
    name: str
    capacity: int
    cars: Deque[Car] = field(default_factory=deque)
    rejected: int = 0

    def __len__(self) -> int:
        return len(self.cars)

    def push(self, car: Car) -> bool:
        if len(self.cars) >= self.capacity:
            self.rejected += 1
            return False
        self.cars.append(car)
        return True

    def pop(self, time: int) -> Optional[Car]:
        if not self.cars:
            return None
        car = self.cars.popleft()
        car.left = time
        return car


@dataclass
class Light:
    lane: Lane
    colour: Colour = Colour.RED
    timer: int = 0
    durations: Dict[Colour, int] = field(default_factory=lambda: {Colour.GREEN: 5, Colour.AMBER: 2})

    def switch(self) -> None:
        self.colour = self.colour.next()
        self.timer = self.durations.get(self.colour, 0)

    def tick(self) -> bool:
        if self.colour is Colour.RED:
            return False
        self.timer -= 1
        if self.timer <= 0:
            self.switch()
        return self.colour is Colour.RED


class Controller:
    def __init__(self, lights: List[Light]) -> None:
        if not lights:
            raise ValueError("at least one light is needed")
        self.lights = lights
        self.active = 0
        self.lights[0].switch()

    @property
    def current(self) -> Light:
        return self.lights[self.active]

    def advance(self) -> None:
        """Gives green to the fullest lane."""
        others = [i for i in range(len(self.lights)) if i != self.active]
        self.active = max(others, key=lambda i: (len(self.lights[i].lane), -i))
        self.current.switch()

    def tick(self) -> None:
        if self.current.tick():
            self.advance()


class Crossing:
    def __init__(self, names: List[str], capacity: int = 10) -> None:
        self.lanes = [Lane(name, capacity) for name in names]
        self.controller = Controller([Light(lane) for lane in self.lanes])
        self.time = 0
        self.passed: List[Car] = []

    def arrive(self, index: int) -> None:
        car = Car(len(self.passed), self.time)
        self.lanes[index % len(self.lanes)].push(car)

    def tick(self) -> None:
        self.time += 1
        self.controller.tick()
        light = self.controller.current
        if light.colour is Colour.GREEN:
            car = light.lane.pop(self.time)
            if car is not None:
                self.passed.append(car)

    def total_delay(self) -> int:
        return sum(car.delay for car in self.passed)

    def waiting(self) -> int:
        return sum(len(lane) for lane in self.lanes)


def main() -> None:
    crossing = Crossing(["north", "east", "south", "west"])
    for time in range(100):
        if time % 3 != 1:
            crossing.arrive(time * time % 7)
        crossing.tick()
        print(crossing.waiting(), crossing.total_delay())


if __name__ == "__main__":
    main()
# ---
import random
from collections import deque
from enum import Enum

WIDTH, HEIGHT = 12, 8


class Direction(Enum):
    UP = (0, -1)
    DOWN = (0, 1)
    LEFT = (-1, 0)
    RIGHT = (1, 0)

    def is_opposite(self, other):
        return self.value[0] + other.value[0] == 0 and self.value[1] + other.value[1] == 0


class Collision(Exception):
    def __init__(self, position):
        super().__init__(f"collision at {position}")
        self.position = position


class Snake:
    def __init__(self, start, length=3):
        x, y = start
        self.body = deque((x - i, y) for i in range(length))
        self.direction = Direction.RIGHT
        self.growing = 0

    @property
    def head(self):
        return self.body[0]

    def turn(self, direction):
        if not direction.is_opposite(self.direction):
            self.direction = direction

    def grow(self, amount=1):
        self.growing += amount

    def move(self):
        dx, dy = self.direction.value
        x, y = self.head
        position = ((x + dx) % WIDTH, (y + dy) % HEIGHT)
        if position in self.body:
            raise Collision(position)
        self.body.appendleft(position)
        if self.growing > 0:
            self.growing -= 1
        else:
            self.body.pop()


class Food:
    def __init__(self, seed=0):
        self.random = random.Random(seed)
        self.position = None

    def place(self, occupied):
        free = [(x, y) for x in range(WIDTH) for y in range(HEIGHT) if (x, y) not in occupied]
        self.position = self.random.choice(free)


class Pilot:
    def choose(self, snake, food):
        def distance(direction):
            dx, dy = direction.value
            x, y = snake.head
            target_x, target_y = food.position
            return abs((x + dx) % WIDTH - target_x) + abs((y + dy) % HEIGHT - target_y)

        options = [d for d in Direction if not d.is_opposite(snake.direction)]
        return min(options, key=distance)


class Game:
    def __init__(self):
        self.snake = Snake((5, 4))
        self.food = Food(7)
        self.food.place(self.snake.body)
        self.pilot = Pilot()
        self.score = 0
        self.games = 1

    def restart(self):
        self.snake = Snake((5, 4))
        self.food.place(self.snake.body)
        self.games += 1

    def step(self):
        self.snake.turn(self.pilot.choose(self.snake, self.food))
        try:
            self.snake.move()
        except Collision:
            self.restart()
            return
        if self.snake.head == self.food.position:
            self.score += 10
            self.snake.grow(2)
            self.food.place(self.snake.body)

    def draw(self):
        rows = []
        for y in range(HEIGHT):
            row = ""
            for x in range(WIDTH):
                if (x, y) == self.food.position:
                    row += "*"
                elif (x, y) in self.snake.body:
                    row += "o"
                else:
                    row += " "
            rows.append(row)
        return "\n".join(rows)


game = Game()
for _ in range(100):
    game.step()
    print(game.score + len(game.snake.body) * game.games)
# ---
from __future__ import annotations

from typing import Callable, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple
import math


class Permutation:
    __slots__ = ("images",)

    def __init__(self, images: Iterable[int]) -> None:
        self.images = tuple(images)
        if sorted(self.images) != list(range(len(self.images))):
            raise ValueError(f"not a permutation: {self.images}")

    @classmethod
    def identity(cls, size: int) -> Permutation:
        return cls(range(size))

    @classmethod
    def from_cycles(cls, size: int, *cycles: Sequence[int]) -> Permutation:
        images = list(range(size))
        for cycle in cycles:
            for here, there in zip(cycle, list(cycle[1:]) + [cycle[0]]):
                images[here] = there
        return cls(images)

    def __call__(self, point: int) -> int:
        return self.images[point]

    def __mul__(self, other: Permutation) -> Permutation:
        return Permutation(self.images[image] for image in other.images)

    def __pow__(self, exponent: int) -> Permutation:
        result = Permutation.identity(len(self.images))
        base = self
        while exponent:
            if exponent % 2:
                result = result * base
            base = base * base
            exponent //= 2
        return result

    def inverse(self) -> Permutation:
        images = [0] * len(self.images)
        for point, image in enumerate(self.images):
            images[image] = point
        return Permutation(images)

    def cycles(self) -> List[List[int]]:
        seen = set()
        result = []
        for start in range(len(self.images)):
            if start in seen:
                continue
            cycle = []
            point = start
            while point not in seen:
                seen.add(point)
                cycle.append(point)
                point = self.images[point]
            result.append(cycle)
        return result

    def order(self) -> int:
        return math.lcm(*(len(cycle) for cycle in self.cycles()))

    def sign(self) -> int:
        return (-1) ** sum(len(cycle) - 1 for cycle in self.cycles())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Permutation):
            return NotImplemented
        return self.images == other.images

    def __hash__(self) -> int:
        return hash(self.images)

    def __repr__(self) -> str:
        return "".join(str(tuple(cycle)) for cycle in self.cycles() if len(cycle) > 1) or "()"


class Group:
    def __init__(self, generators: Sequence[Permutation]) -> None:
        self.generators = list(generators)
        self._elements: Optional[List[Permutation]] = None

    def elements(self) -> List[Permutation]:
        if self._elements is None:
            identity = Permutation.identity(len(self.generators[0].images))
            found = {identity}
            frontier = [identity]
            while frontier:
                new = []
                for element in frontier:
                    for generator in self.generators:
                        product = generator * element
                        if product not in found:
                            found.add(product)
                            new.append(product)
                frontier = new
            self._elements = sorted(found, key=lambda element: element.images)
        return self._elements

    def __len__(self) -> int:
        return len(self.elements())

    def __iter__(self) -> Iterator[Permutation]:
        return iter(self.elements())

    def __contains__(self, element: Permutation) -> bool:
        return element in set(self.elements())

    def count(self, predicate: Callable[[Permutation], bool]) -> int:
        return sum(1 for element in self if predicate(element))

    def orbit(self, point: int) -> List[int]:
        return sorted({element(point) for element in self})

    def colourings(self, colours: int) -> int:
        total = sum(colours ** len(element.cycles()) for element in self)
        return total // len(self)

    def order_statistics(self) -> Dict[int, int]:
        statistics: Dict[int, int] = {}
        for element in self:
            order = element.order()
            statistics[order] = statistics.get(order, 0) + 1
        return statistics


def dihedral(size: int) -> Group:
    rotation = Permutation([(i + 1) % size for i in range(size)])
    reflection = Permutation([-i % size for i in range(size)])
    return Group([rotation, reflection])


def main() -> None:
    for size in range(3, 12):
        group = dihedral(size)
        print(len(group), group.colourings(2), max(group.order_statistics()))
        print(group.count(lambda element: element.sign() == 1), len(group.orbit(0)))


main()
# ---
import sys
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Callable, Dict, Iterable, Iterator, List, Optional, Tuple, Type


class PipelineError(RuntimeError):
    def __init__(self, stage: str, reason: str) -> None:
        super().__init__(f"stage {stage!r} failed: {reason}")
        self.stage = stage
        self.reason = reason


@dataclass
class Record:
    key: int
    fields: Dict[str, int] = field(default_factory=dict)
    tags: List[str] = field(default_factory=list)

    def get(self, name: str, default: int = 0) -> int:
        return self.fields.get(name, default)

    def with_field(self, name: str, value: int) -> "Record":
        fields = dict(self.fields)
        fields[name] = value
        return Record(self.key, fields, list(self.tags))


class Stage(ABC):
    registry: Dict[str, Type["Stage"]] = {}
    name = ""

    def __init_subclass__(cls, **kwargs) -> None:
        super().__init_subclass__(**kwargs)
        if cls.name:
            Stage.registry[cls.name] = cls

    @abstractmethod
    def process(self, records: Iterable[Record]) -> Iterator[Record]:
        ...

    @classmethod
    def create(cls, name: str, *arguments) -> "Stage":
        try:
            return cls.registry[name](*arguments)
        except KeyError:
            raise PipelineError(name, "there is no such stage") from None


class Filter(Stage):
    name = "filter"

    def __init__(self, predicate: Callable[[Record], bool]) -> None:
        self.predicate = predicate
        self.dropped = 0

    def process(self, records):
        for record in records:
            if self.predicate(record):
                yield record
            else:
                self.dropped += 1


class Map(Stage):
    name = "map"

    def __init__(self, source: str, target: str, function: Callable[[int], int]) -> None:
        self.source = source
        self.target = target
        self.function = function

    def process(self, records):
        for record in records:
            yield record.with_field(self.target, self.function(record.get(self.source)))


class Window(Stage):
    name = "window"

    def __init__(self, size: int) -> None:
        if size < 1:
            raise PipelineError(self.name, "the size must be positive")
        self.size = size
        self.values: List[int] = []

    def process(self, records):
        for record in records:
            self.values.append(record.get("value"))
            if len(self.values) > self.size:
                self.values.pop(0)
            yield record.with_field("mean", sum(self.values) // len(self.values))


class Pipeline:
    def __init__(self, *stages: Stage) -> None:
        self.stages = list(stages)

    def add(self, stage: Stage) -> "Pipeline":
        self.stages.append(stage)
        return self

    def run(self, records: Iterable[Record]) -> Iterator[Record]:
        for stage in self.stages:
            records = stage.process(records)
        return iter(records)


class Summary:
    def __init__(self) -> None:
        self.count = 0
        self.total = 0
        self.minimum: Optional[int] = None
        self.maximum: Optional[int] = None

    def add(self, value: int) -> None:
        self.count += 1
        self.total += value
        self.minimum = value if self.minimum is None else min(self.minimum, value)
        self.maximum = value if self.maximum is None else max(self.maximum, value)

    @property
    def mean(self) -> float:
        if self.count == 0:
            raise ZeroDivisionError("no values were added")
        return self.total / self.count

    def lines(self) -> List[str]:
        return [
            f"count:   {self.count:>8}",
            f"total:   {self.total:>8}",
            f"mean:    {self.mean:>8.2f}",
            f"range:   {self.minimum}..{self.maximum}",
        ]


def source(count: int) -> Iterator[Record]:
    for key in range(count):
        yield Record(key, {"value": key * key % 31})


def main() -> int:
    pipeline = Pipeline(Filter(lambda record: record.key % 4 != 3))
    pipeline.add(Stage.create("map", "value", "double", lambda value: 2 * value))
    pipeline.add(Stage.create("window", 5))
    summary = Summary()
    try:
        for record in pipeline.run(source(120)):
            summary.add(record.get("double"))
            print(record.get("mean") + record.get("double"))
    except PipelineError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    for line in summary.lines():
        print(line, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
# ---
from dataclasses import dataclass, replace
from functools import lru_cache, cached_property
from typing import Dict, Iterator, List, NamedTuple, Optional, Tuple


class CalendarError(Exception):
    pass


class Date(NamedTuple):
    year: int
    month: int
    day: int

    def is_valid(self) -> bool:
        return 1 <= self.month <= 12 and 1 <= self.day <= days_in_month(self.year, self.month)

    def ordinal(self) -> int:
        days = 365 * (self.year - 1) + (self.year - 1) // 4 - (self.year - 1) // 100 + (self.year - 1) // 400
        for month in range(1, self.month):
            days += days_in_month(self.year, month)
        return days + self.day

    def weekday(self) -> int:
        return (self.ordinal() + 6) % 7

    def next(self) -> "Date":
        if self.day < days_in_month(self.year, self.month):
            return self._replace(day=self.day + 1)
        if self.month < 12:
            return Date(self.year, self.month + 1, 1)
        return Date(self.year + 1, 1, 1)

    def __str__(self) -> str:
        return f"{self.year:04}-{self.month:02}-{self.day:02}"


def is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


@lru_cache(maxsize=None)
def days_in_month(year: int, month: int) -> int:
    if month == 2:
        return 29 if is_leap(year) else 28
    return 30 if month in (4, 6, 9, 11) else 31


@dataclass(frozen=True)
class Interval:
    start: int
    end: int

    def __post_init__(self):
        if self.start > self.end:
            raise ValueError("the interval ends before it starts")

    @property
    def length(self):
        return self.end - self.start

    def overlaps(self, other):
        return self.start < other.end and other.start < self.end

    def merge(self, other):
        return Interval(min(self.start, other.start), max(self.end, other.end))

    def __contains__(self, point):
        return self.start <= point < self.end


@dataclass
class Booking:
    room: str
    guest: str
    interval: Interval
    cancelled: bool = False


class Hotel:
    def __init__(self, rooms: List[str]) -> None:
        self.rooms = rooms
        self.bookings: Dict[str, List[Booking]] = {room: [] for room in rooms}
        self.refused = 0

    def is_available(self, room: str, interval: Interval) -> bool:
        return not any(
            booking.interval.overlaps(interval)
            for booking in self.bookings[room]
            if not booking.cancelled
        )

    def find_room(self, interval: Interval) -> Optional[str]:
        for room in self.rooms:
            if self.is_available(room, interval):
                return room
        return None

    def book(self, guest: str, start: int, nights: int) -> Booking:
        interval = Interval(start, start + nights)
        room = self.find_room(interval)
        if room is None:
            self.refused += 1
            raise CalendarError(f"no room for {guest} from {start} to {interval.end}")
        booking = Booking(room, guest, interval)
        self.bookings[room].append(booking)
        return booking

    def cancel(self, guest: str) -> int:
        count = 0
        for bookings in self.bookings.values():
            for booking in bookings:
                if booking.guest == guest and not booking.cancelled:
                    booking.cancelled = True
                    count += 1
        return count

    def guests_on(self, day: int) -> List[str]:
        return sorted(
            booking.guest
            for bookings in self.bookings.values()
            for booking in bookings
            if day in booking.interval and not booking.cancelled
        )

    def occupancy(self, day: int) -> int:
        return 100 * len(self.guests_on(day)) // len(self.rooms)


def merge_all(intervals: List[Interval]) -> List[Interval]:
    merged: List[Interval] = []
    for interval in sorted(intervals, key=lambda interval: interval.start):
        if merged and interval.start <= merged[-1].end:
            merged[-1] = merged[-1].merge(interval)
        else:
            merged.append(interval)
    return merged


def main() -> None:
    hotel = Hotel([f"room {number}" for number in range(1, 9)])
    date = Date(2023, 12, 1)
    for day in range(100):
        for offset in range(1 + day % 3):
            try:
                hotel.book(f"guest {day * day % 50}", day + offset, 1 + (day + offset) % 6)
            except CalendarError:
                continue
        if day % 10 == 9:
            hotel.cancel(f"guest {day % 50}")
        if date.weekday() == 4 and date.day == 13:
            print("Friday", date)
        print(hotel.occupancy(day) + hotel.refused)
        date = date.next()


if __name__ == "__main__":
    main()
