"""Programs as people write them who explain what they do, for the coder."""

# ---
# argparse collatz
"""Print the number of halving and tripling steps to reach 1 in the Collatz ("3x+1") problem."""

import argparse
import functools
import sys


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", "--number-of-terms", type=int, default=200, metavar="N", help="how many terms to print (default: %(default)s)")
    parser.add_argument("--separator", default="\n", help="text between terms")
    parser.add_argument("--verbose", action="store_true", help="also explain what is going on")
    return parser


@functools.lru_cache(maxsize=None)
def collatz_steps(n: int) -> int:
    """Steps from n down to 1; 0 for n = 1."""
    if n <= 0:
        raise ValueError("Collatz steps are defined for positive integers only")
    if n == 1:
        return 0
    if n % 2 == 0:
        return 1 + collatz_steps(n // 2)
    return 1 + collatz_steps(3 * n + 1)


def main(argv=None) -> int:
    arguments = build_parser().parse_args(argv)
    if arguments.verbose:
        print("computing", arguments.number_of_terms, "terms", file=sys.stderr)
    terms = (collatz_steps(n) for n in range(1, arguments.number_of_terms + 1))
    print(arguments.separator.join(map(str, terms)))
    return 0


if __name__ == "__main__":
    sys.exit(main([]))

# ---
# bank account simulation
"""Balance of a savings account in cents, with interest compounded monthly and rounded half even."""

from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal


class InsufficientFunds(Exception):
    def __init__(self, requested: Decimal, available: Decimal):
        self.requested = requested
        self.available = available
        super().__init__(f"cannot withdraw {requested}: only {available} available")


@dataclass
class Account:
    balance: Decimal = Decimal("100.00")
    annual_rate: Decimal = Decimal("0.045")

    def deposit(self, amount: Decimal) -> None:
        if amount <= 0:
            raise ValueError("deposits must be positive")
        self.balance += amount

    def withdraw(self, amount: Decimal) -> None:
        if amount > self.balance:
            raise InsufficientFunds(amount, self.balance)
        self.balance -= amount

    def add_monthly_interest(self) -> None:
        interest = self.balance * self.annual_rate / 12
        self.deposit(interest.quantize(Decimal("0.01"), rounding=ROUND_HALF_EVEN))

    @property
    def cents(self) -> int:
        return int(self.balance * 100)


def simulate(months: int) -> list[int]:
    account = Account()
    history = []
    for month in range(months):
        history.append(account.cents)
        account.add_monthly_interest()
        if month % 12 == 11:
            account.deposit(Decimal("25"))
        try:
            account.withdraw(Decimal("1.50"))
        except InsufficientFunds as error:
            print(error)
    return history


for cents in simulate(200):
    print(cents)

# ---
# lexer calculator
"""Values of a + b*c - d//e for many small numbers, by a hand-written expression parser."""

import re
from dataclasses import dataclass
from typing import Iterator, List, Optional, Union

TOKEN = re.compile(r"\s*(?:(?P<number>\d+)|(?P<operator>[-+*/()]))")


@dataclass(frozen=True)
class Token:
    kind: str
    text: str


class ParseError(SyntaxError):
    pass


def tokenize(text: str) -> Iterator[Token]:
    position = 0
    while position < len(text):
        match = TOKEN.match(text, position)
        if match is None:
            raise ParseError(f"unexpected character {text[position]!r} at position {position}")
        kind = match.lastgroup
        yield Token(kind, match.group(kind))
        position = match.end()


class Parser:
    """Recursive descent: expression, term and factor."""

    def __init__(self, text: str):
        self.tokens: List[Token] = list(tokenize(text))
        self.position = 0

    def peek(self) -> Optional[Token]:
        return self.tokens[self.position] if self.position < len(self.tokens) else None

    def accept(self, *texts: str) -> Optional[str]:
        token = self.peek()
        if token and token.text in texts:
            self.position += 1
            return token.text
        return None

    def expression(self) -> int:
        value = self.term()
        while operator := self.accept("+", "-"):
            right = self.term()
            value = value + right if operator == "+" else value - right
        return value

    def term(self) -> int:
        value = self.factor()
        while operator := self.accept("*", "/"):
            right = self.factor()
            if operator == "/" and right == 0:
                raise ZeroDivisionError("division by zero in an expression")
            value = value * right if operator == "*" else value // right
        return value

    def factor(self) -> int:
        if self.accept("-"):
            return -self.factor()
        if self.accept("("):
            value = self.expression()
            if not self.accept(")"):
                raise ParseError("expected a closing bracket")
            return value
        token = self.peek()
        if token is None or token.kind != "number":
            raise ParseError("expected a number")
        self.position += 1
        return int(token.text)


def evaluate(text: str) -> int:
    parser = Parser(text)
    value = parser.expression()
    if parser.peek() is not None:
        raise ParseError("unexpected text at the end")
    return value


for n in range(1, 201):
    print(evaluate(f"{n} + {n % 7} * ({n} - 3) - 100 / {n}"))

# ---
# event queue
"""How many customers wait in a bank with three desks, minute by minute (a deterministic simulation)."""
import heapq
import itertools
from collections import deque


class Simulation:
    DESKS = 3

    def __init__(self, seed: int = 2024) -> None:
        self.state = seed
        self.now = 0
        self.waiting = deque()
        self.busy = []
        self.customer_ids = itertools.count(1)
        self.served = 0

    def random(self, bound: int) -> int:
        """A linear congruential generator with the parameters of Numerical Recipes."""
        self.state = (1664525 * self.state + 1013904223) % 2**32
        return self.state >> 16 % bound and (self.state >> 8) % bound

    def arrive(self) -> None:
        for _ in range(self.random(4)):
            self.waiting.append(next(self.customer_ids))

    def finish(self) -> None:
        while self.busy and self.busy[0][0] <= self.now:
            heapq.heappop(self.busy)
            self.served += 1

    def start(self) -> None:
        while self.waiting and len(self.busy) < self.DESKS:
            customer = self.waiting.popleft()
            heapq.heappush(self.busy, (self.now + 1 + self.random(3), customer))

    def tick(self) -> int:
        self.finish()
        self.arrive()
        self.start()
        self.now += 1
        return len(self.waiting)


simulation = Simulation()
for _ in range(200):
    print(simulation.tick())

# ---
# abundancy cli
"""List deficient, perfect and abundant numbers.

Usage: abundancy.py [kind] [count]
"""
import sys
from enum import IntEnum


class Kind(IntEnum):
    DEFICIENT = -1
    PERFECT = 0
    ABUNDANT = 1

    @classmethod
    def of(cls, number):
        difference = divisor_sum(number) - 2 * number
        if difference < 0:
            return cls.DEFICIENT
        if difference > 0:
            return cls.ABUNDANT
        return cls.PERFECT


def divisor_sum(number):
    return sum(d + (number // d if d * d != number else 0) for d in range(1, int(number**0.5) + 1) if number % d == 0)


def numbers_of_kind(kind, count):
    number = 0
    while count:
        number += 1
        if Kind.of(number) is kind:
            count -= 1
            yield number


def parse(arguments):
    kind = Kind.ABUNDANT
    count = 200
    if len(arguments) > 0:
        try:
            kind = Kind[arguments[0].upper()]
        except KeyError:
            choices = ", ".join(member.name.lower() for member in Kind)
            sys.exit(f"unknown kind {arguments[0]!r}; choose one of {choices}")
    if len(arguments) > 1:
        count = int(arguments[1])
    return kind, count


if __name__ == "__main__":
    chosen, wanted = parse(sys.argv[1:])
    for found in numbers_of_kind(chosen, wanted):
        print(found)

# ---
# polynomial chebyshev
from typing import Dict, Iterable


class Polynomial:
    """Sparse polynomials in one variable with integer coefficients."""

    def __init__(self, coefficients: Dict[int, int] | None = None):
        self.coefficients = {e: c for e, c in (coefficients or {}).items() if c != 0}

    @classmethod
    def monomial(cls, exponent: int, coefficient: int = 1) -> "Polynomial":
        return cls({exponent: coefficient})

    def __add__(self, other: "Polynomial") -> "Polynomial":
        result = dict(self.coefficients)
        for exponent, coefficient in other.coefficients.items():
            result[exponent] = result.get(exponent, 0) + coefficient
        return Polynomial(result)

    def __neg__(self) -> "Polynomial":
        return Polynomial({e: -c for e, c in self.coefficients.items()})

    def __sub__(self, other: "Polynomial") -> "Polynomial":
        return self + (-other)

    def __mul__(self, other: "Polynomial") -> "Polynomial":
        result: Dict[int, int] = {}
        for e1, c1 in self.coefficients.items():
            for e2, c2 in other.coefficients.items():
                result[e1 + e2] = result.get(e1 + e2, 0) + c1 * c2
        return Polynomial(result)

    @property
    def degree(self) -> int:
        return max(self.coefficients, default=-1)

    def row(self) -> Iterable[int]:
        for exponent in range(self.degree + 1):
            yield self.coefficients.get(exponent, 0)


def chebyshev(kind: int = 1):
    """Chebyshev polynomials of the first or the second kind."""
    x = Polynomial.monomial(1)
    two_x = Polynomial.monomial(1, 2)
    previous, current = Polynomial.monomial(0), x if kind == 1 else two_x
    while True:
        yield previous
        previous, current = current, two_x * current - previous


def main() -> None:
    printed = 0
    for polynomial in chebyshev(kind=2):
        for coefficient in polynomial.row():
            print(coefficient)
            printed += 1
            if printed == 200:
                return


main()

# ---
# turtle dragon
import cmath
from dataclasses import dataclass, field
from typing import ClassVar


@dataclass
class Turtle:
    """Walks on the integer lattice and remembers every place it has been."""

    position: complex = 0j
    heading: complex = 1 + 0j
    visited: dict[complex, int] = field(default_factory=dict)
    LEFT: ClassVar[complex] = 1j
    RIGHT: ClassVar[complex] = -1j

    def __post_init__(self) -> None:
        self.visited[self.position] = 1

    def forward(self) -> None:
        self.position += self.heading
        self.visited[self.position] = self.visited.get(self.position, 0) + 1

    def turn(self, direction: complex) -> None:
        self.heading *= direction

    def distance_squared(self) -> int:
        return round(abs(self.position) ** 2)


def turns_left(n: int) -> bool:
    """Whether the n-th turn of the paper-folding curve is to the left."""
    return ((n & -n) << 1) & n == 0


turtle = Turtle()
for step in range(1, 201):
    turtle.forward()
    print(turtle.distance_squared())
    turtle.turn(Turtle.LEFT if turns_left(step) else Turtle.RIGHT)

# ---
# trie counts
class TrieNode:
    def __init__(self):
        self.children: dict[str, "TrieNode"] = {}
        self.is_word: bool = False

    def insert(self, word: str) -> int:
        """Insert a word and return how many nodes were created for it."""
        node, created = self, 0
        for letter in word:
            if letter not in node.children:
                node.children[letter] = TrieNode()
                created += 1
            node = node.children[letter]
        node.is_word = True
        return created

    def __contains__(self, word: str) -> bool:
        node = self
        for letter in word:
            if letter not in node.children:
                return False
            node = node.children[letter]
        return node.is_word

    def __len__(self) -> int:
        return int(self.is_word) + sum(len(child) for child in self.children.values())


def square_words():
    n = 0
    while True:
        yield str(n * n)
        n += 1


trie = TrieNode()
nodes = 1
for word, _ in zip(square_words(), range(200)):
    nodes += trie.insert(word)
    assert word in trie, f"{word} was not stored"
    print(nodes)

# ---
# aliquot lengths
"""Length of the aliquot sequence starting at n, until it reaches 0, 1 or a cycle.

Sequences that grow beyond a bound are cut off there, so that the program always ends.
"""

import logging
from dataclasses import dataclass, field
from enum import Enum, auto

logger = logging.getLogger(__name__)

UPPER_BOUND = 1_000_000
NUMBER_OF_TERMS = 200


class Outcome(Enum):
    """How an aliquot sequence may come to its end."""

    TERMINATED = auto()
    PERIODIC = auto()
    UNKNOWN = auto()


@dataclass
class AliquotResult:
    start: int
    trajectory: list[int] = field(default_factory=list)
    outcome: Outcome = Outcome.UNKNOWN

    @property
    def length(self) -> int:
        return len(self.trajectory)


def sum_of_proper_divisors(n: int) -> int:
    """Return the sum of all divisors of ``n`` except ``n`` itself."""
    if n < 2:
        return 0
    total = 1
    divisor = 2
    while divisor * divisor <= n:
        if n % divisor == 0:
            total += divisor
            partner = n // divisor
            if partner != divisor:
                total += partner
        divisor += 1
    return total


def follow(start: int) -> AliquotResult:
    result = AliquotResult(start)
    seen: set[int] = set()
    current = start
    while current not in seen:
        if current > UPPER_BOUND or len(seen) > 40:
            logger.warning("gave up on %d at %d", start, current)
            return result
        seen.add(current)
        result.trajectory.append(current)
        if current == 0:
            result.outcome = Outcome.TERMINATED
            return result
        current = sum_of_proper_divisors(current)
    result.outcome = Outcome.PERIODIC
    return result


def main() -> None:
    logging.basicConfig(level=logging.ERROR)
    for start in range(1, NUMBER_OF_TERMS + 1):
        print(follow(start).length)


if __name__ == "__main__":
    main()

# ---
# partitions distinct
"""A000009: partitions of n into distinct parts (equivalently, odd parts)."""

import unittest
from functools import cache


@cache
def distinct(n: int, largest: int) -> int:
    """Partitions of n into distinct parts, none above largest."""
    if n == 0:
        return 1
    if largest == 0 or largest * (largest + 1) // 2 < n:
        return 0
    without = distinct(n, largest - 1)
    if largest > n:
        return without
    return without + distinct(n - largest, largest - 1)


def odd(n: int) -> int:
    ways = [1] + [0] * n
    for part in range(1, n + 1, 2):
        for total in range(part, n + 1):
            ways[total] += ways[total - part]
    return ways[n]


class DistinctTest(unittest.TestCase):
    def test_first_terms(self):
        self.assertEqual([distinct(n, n) for n in range(8)], [1, 1, 1, 2, 2, 3, 4, 5])

    def test_euler(self):
        for n in range(30):
            with self.subTest(n=n):
                self.assertEqual(distinct(n, n), odd(n))


if __name__ == "__main__":
    for n in range(200):
        print(distinct(n, n))

# ---
# pisano protocol
from abc import ABC, abstractmethod
from typing import Protocol


class Sequence(Protocol):
    def term(self, n: int) -> int: ...


class Sieve(ABC):
    """Base class for anything that yields numbers below a limit."""

    def __init__(self, limit: int) -> None:
        self._limit = limit

    @abstractmethod
    def survivors(self) -> list[int]:
        """The numbers that are left."""

    def __iter__(self):
        return iter(self.survivors())


class PrimeSieve(Sieve):
    def survivors(self) -> list[int]:
        flags = bytearray([1]) * (self._limit + 1)
        flags[0:2] = b"\0\0"
        for candidate in range(2, int(self._limit**0.5) + 1):
            if flags[candidate]:
                flags[candidate * candidate :: candidate] = bytes(len(flags[candidate * candidate :: candidate]))
        return [number for number, flag in enumerate(flags) if flag]


class PisanoPeriod:
    def term(self, n: int) -> int:
        previous, current = 0, 1
        for period in range(1, 6 * n + 1):
            previous, current = current, (previous + current) % n
            if previous == 0 and current == 1:
                return period
        raise RuntimeError(f"no period found for {n}")


def print_terms(sequence: Sequence, arguments) -> None:
    for argument in arguments:
        print(sequence.term(argument))


print_terms(PisanoPeriod(), list(PrimeSieve(1300))[:200])

# ---
# knights tour counts
from collections import deque, namedtuple

Square = namedtuple("Square", "file rank")

MOVES = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


class Board:
    """An infinite chess board on which a single knight moves."""

    def __init__(self, origin=Square(0, 0)):
        self.origin = origin
        self.distances = {origin: 0}

    def neighbours(self, square):
        for df, dr in MOVES:
            yield Square(square.file + df, square.rank + dr)

    def explore(self, limit):
        queue = deque([self.origin])
        while queue:
            square = queue.popleft()
            distance = self.distances[square]
            if distance == limit:
                continue
            for neighbour in self.neighbours(square):
                if neighbour not in self.distances:
                    self.distances[neighbour] = distance + 1
                    queue.append(neighbour)

    def shell_sizes(self, limit):
        counts = [0] * (limit + 1)
        for distance in self.distances.values():
            counts[distance] += 1
        return counts


board = Board()
board.explore(30)
sizes = board.shell_sizes(30)
# After a few shells the counts grow by 28 each time.
while len(sizes) < 200:
    sizes.append(sizes[-1] + 28)
assert sizes[1] == 8 and sizes[2] == 32, "the first shells of a knight are known"
for size in sizes:
    print(size)

# ---
# polygon numbers functional
from functools import partial, reduce
from itertools import chain, count, islice
import operator


def compose(*functions):
    """compose(f, g, h)(x) == f(g(h(x)))"""
    return reduce(lambda f, g: lambda *args, **kwargs: f(g(*args, **kwargs)), functions)


def polygonal(sides, n):
    return ((sides - 2) * n * n - (sides - 4) * n) // 2


triangular = partial(polygonal, 3)
square = partial(polygonal, 4)
pentagonal = partial(polygonal, 5)
hexagonal = partial(polygonal, 6)


def merge(*streams):
    """Merge increasing streams, dropping what comes twice."""
    heads = [next(stream) for stream in streams]
    while True:
        smallest = min(heads)
        yield smallest
        for at, head in enumerate(heads):
            if head == smallest:
                heads[at] = next(streams[at])


streams = [map(kind, count(1)) for kind in (triangular, square, pentagonal, hexagonal)]
take = compose(list, lambda stream: islice(stream, 200))
print(*take(merge(*streams)), sep="\n")


TOKENS = re.compile(r"\s*(?:(?P<number>\d+)|(?P<name>[A-Za-z_]\w*)|(?P<operator>[-+*/%()]))")
SPECIFICATION = [
    ("NUMBER", r"\d+(\.\d*)?"),
    ("NAME", r"[A-Za-z_][A-Za-z0-9_]*"),
    ("STRING", r"'[^']*'|\"[^\"]*\""),
    ("OP", r"[+\-*/()=]"),
    ("NEWLINE", r"\n"),
    ("SKIP", r"[ \t]+"),
    ("MISMATCH", r"."),
]
PATTERN = "|".join("(?P<%s>%s)" % pair for pair in SPECIFICATION)
WORDS = re.compile(r"\b\w+\b|[^\w\s]"), re.compile(r"^([a-z]+)\s*=\s*(-?\d+)$"), re.compile(r"(\w+) (\d+),(\d+) -> (\d+)")


def scan(text):
    position = 0
    while position < len(text):
        match = TOKENS.match(text, position)
        if match is None:
            raise SyntaxError(f"unexpected character {text[position]!r} at {position}")
        kind = match.lastgroup
        yield kind, match.group(kind)
        position = match.end()


class Version:
    __slots__ = ("major", "minor")

    def __init__(self, major: int, minor: int = 0) -> None:
        self.major = major
        self.minor = minor

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Version):
            return NotImplemented
        return (self.major, self.minor) == (other.major, other.minor)

    def __lt__(self, other: "Version") -> bool:
        return (self.major, self.minor) < (other.major, other.minor)

    def __bool__(self) -> bool:
        return bool(self.major or self.minor)

    def __iter__(self):
        yield from (self.major, self.minor)

    def __contains__(self, part: int) -> bool:
        return part in (self.major, self.minor)


def solve(numbers: list[int], target: int) -> bool:
    """
    >>> solve([1, 2, 3], 5)
    True
    """
    if not numbers or any(not isinstance(number, int) for number in numbers):
        raise ValueError("the numbers must be integers")
    reachable = {0}
    for number in numbers:
        reachable |= {total + number for total in reachable}
    return target in reachable


if __name__ == "__main__":
    import doctest

    doctest.testmod()
    doctest.testmod(verbose=False)
    grid = copy.deepcopy([[0] * 3 for _ in range(3)])
    heapq.heapify(heap := [5, 3, 1])
    print(string.ascii_uppercase.index("C"), "abc".isdigit(), "abc".isalpha(), "abc".encode("utf-8").decode())
    print(datetime.date(2024, 1, 1) + datetime.timedelta(days=1), Decimal("0.01").quantize(Decimal(1)))
