"""More ordinary Python for the coder: programs as people write them who like classes, types and names."""
from __future__ import annotations

import argparse
import bisect
import calendar
import cmath
import collections
import contextlib
import copy
import datetime
import decimal
import fractions
import functools
import heapq
import io
import itertools
import json
import logging
import math
import operator
import os
import random
import re
import statistics
import string
import sys
import textwrap
import time
from abc import ABC, abstractmethod
from array import array
from collections import ChainMap, Counter, OrderedDict, defaultdict, deque, namedtuple
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, astuple, dataclass, field, replace
from enum import Enum, IntEnum, IntFlag, auto
from functools import cached_property, partial, singledispatch, total_ordering, wraps
from itertools import compress, dropwhile, filterfalse, pairwise, starmap, tee, zip_longest
from operator import add, attrgetter, itemgetter
from types import SimpleNamespace
from typing import Any, ClassVar, Dict, Final, Generic, List, NamedTuple, Optional, Protocol, Set, Tuple, TypeVar, Union

LIMIT: Final = 200
MODULUS = 10**9 + 7
T = TypeVar("T")
Point = namedtuple("Point", ["x", "y"])
Pair = Tuple[int, int]

# ---
class Kind(Enum):
    FIRST = 1
    SECOND = 2
    OTHER = auto()


class Direction(Enum):
    NORTH = (0, 1)
    EAST = (1, 0)
    SOUTH = (0, -1)
    WEST = (-1, 0)

    def turn_left(self) -> Direction:
        order = list(Direction)
        return order[(order.index(self) - 1) % 4]

    def turn_right(self) -> Direction:
        order = list(Direction)
        return order[(order.index(self) + 1) % len(order)]

    @property
    def opposite(self):
        return Direction((-self.value[0], -self.value[1]))

# ---
class SequenceError(ValueError):
    """Raised when a term cannot be computed."""

    def __init__(self, message: str, index: int = 0) -> None:
        super().__init__(message)
        self.index = index


@dataclass
class Term:
    index: int
    value: int = 0
    parts: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.index < 0:
            raise ValueError("the index must not be negative")

    def __str__(self) -> str:
        return str(self.value)

# ---
@dataclass(frozen=True, order=True)
class Fraction2:
    numerator: int
    denominator: int = 1

    def __add__(self, other: Fraction2) -> Fraction2:
        return Fraction2(self.numerator * other.denominator + other.numerator * self.denominator, self.denominator * other.denominator)

    def __mul__(self, other):
        if not isinstance(other, Fraction2):
            return NotImplemented
        return Fraction2(self.numerator * other.numerator, self.denominator * other.denominator)


class Matrix:
    __slots__ = ("rows",)

    def __init__(self, rows: Sequence[Sequence[int]]):
        self.rows = [list(row) for row in rows]

    @classmethod
    def identity(cls, size: int) -> "Matrix":
        return cls([[1 if i == j else 0 for j in range(size)] for i in range(size)])

    @staticmethod
    def zero(size):
        return Matrix([[0] * size for _ in range(size)])

    def __getitem__(self, key):
        row, column = key
        return self.rows[row][column]

    def __setitem__(self, key, value):
        self.rows[key[0]][key[1]] = value

    def __len__(self):
        return len(self.rows)

    def __iter__(self):
        return iter(self.rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Matrix) and self.rows == other.rows

    def __hash__(self):
        return hash(tuple(map(tuple, self.rows)))

    def __repr__(self):
        return f"{type(self).__name__}({self.rows!r})"

    def __matmul__(self, other):
        columns = list(zip(*other.rows))
        return Matrix([[sum(a * b for a, b in zip(row, column)) % MODULUS for column in columns] for row in self.rows])

    def __pow__(self, exponent: int):
        result, base = Matrix.identity(len(self)), self
        while exponent > 0:
            if exponent & 1:
                result = result @ base
            base = base @ base
            exponent >>= 1
        return result

    def trace(self):
        return sum(self.rows[i][i] for i in range(len(self.rows)))

    def transpose(self):
        return Matrix(zip(*self.rows))

# ---
class Polynomial:
    def __init__(self, *coefficients):
        self.coefficients = list(coefficients) or [0]
        while len(self.coefficients) > 1 and self.coefficients[-1] == 0:
            self.coefficients.pop()

    @property
    def degree(self):
        return len(self.coefficients) - 1

    def __call__(self, x):
        result = 0
        for coefficient in reversed(self.coefficients):
            result = result * x + coefficient
        return result

    def __neg__(self):
        return Polynomial(*(-c for c in self.coefficients))

    def __sub__(self, other):
        return self + -other

    def __add__(self, other):
        return Polynomial(*(a + b for a, b in zip_longest(self.coefficients, other.coefficients, fillvalue=0)))

    def derivative(self):
        return Polynomial(*[i * c for i, c in enumerate(self.coefficients)][1:])

# ---
class Shape(ABC):
    name: ClassVar[str] = "shape"

    @abstractmethod
    def area(self) -> float:
        ...

    @abstractmethod
    def next_term(self) -> int:
        raise NotImplementedError


class Square(Shape):
    def __init__(self, side: float = 1.0):
        self.side = side
        self._cache: Dict[int, int] = {}

    def area(self) -> float:
        return self.side ** 2

    def next_term(self) -> int:
        return 4

# ---
class Stack(Generic[T]):
    def __init__(self) -> None:
        self._items: List[T] = []

    def push(self, item: T) -> None:
        self._items.append(item)

    def pop(self) -> T:
        if not self._items:
            raise IndexError("pop from an empty stack")
        return self._items.pop()

    def peek(self) -> Optional[T]:
        return self._items[-1] if self._items else None

    def is_empty(self) -> bool:
        return len(self._items) == 0

# ---
class UnionFind:
    def __init__(self, n):
        self.parent = list(range(n))
        self.rank = [0] * n
        self.size = [1] * n

    def find(self, x):
        while self.parent[x] != x:
            self.parent[x] = self.parent[self.parent[x]]
            x = self.parent[x]
        return x

    def union(self, a, b):
        a, b = self.find(a), self.find(b)
        if a == b:
            return False
        if self.size[a] < self.size[b]:
            a, b = b, a
        self.parent[b] = a
        self.size[a] += self.size[b]
        return True

# ---
class LinkedNode(NamedTuple):
    value: int
    left: Any = None
    right: Any = None


class Graph:
    def __init__(self, edges=()):
        self.adjacency = defaultdict(set)
        for u, v in edges:
            self.add_edge(u, v)

    def add_edge(self, u, v, weight=1):
        self.adjacency[u].add(v)
        self.adjacency[v].add(u)

    def neighbours(self, node):
        yield from sorted(self.adjacency.get(node, ()))

    def bfs(self, start):
        queue = deque([start])
        visited = {start}
        distance = {start: 0}
        while queue:
            node = queue.popleft()
            for neighbour in self.adjacency[node]:
                if neighbour not in visited:
                    visited.add(neighbour)
                    distance[neighbour] = distance[node] + 1
                    queue.append(neighbour)
        return distance

    def dijkstra(self, source):
        best = {source: 0}
        heap = [(0, source)]
        while heap:
            cost, node = heapq.heappop(heap)
            if cost > best.get(node, math.inf):
                continue
            for target, weight in self.edges[node].items():
                candidate = cost + weight
                if candidate < best.get(target, float("inf")):
                    best[target] = candidate
                    heapq.heappush(heap, (candidate, target))
        return best

# ---
class Machine:
    """A small virtual machine with registers and a program counter."""

    def __init__(self, program, *args, **kwargs):
        self.registers = dict.fromkeys("abcd", 0)
        self.counter = 0
        self.stack = []
        self.output = []
        self.program = program
        self.__state = kwargs.get("state", None)
        self.operations = {"add": operator.add, "sub": operator.sub, "mul": operator.mul, "jmp": self.jump}

    def jump(self, offset):
        self.counter += offset - 1

    def step(self):
        opcode, *arguments = self.program[self.counter].split()
        if opcode == "push":
            self.stack.append(int(arguments[0]))
        elif opcode == "add":
            b, a = self.stack.pop(), self.stack.pop()
            self.stack.append(a + b)
        elif opcode in ("jz", "jnz"):
            if (self.stack[-1] == 0) == (opcode == "jz"):
                self.jump(int(arguments[0]))
        else:
            raise RuntimeError(f"unknown operation {opcode!r}")
        self.counter += 1

    def run(self, limit=1_000_000):
        for _ in range(limit):
            if not 0 <= self.counter < len(self.program):
                break
            self.step()
        return self.output

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return False

# ---
def evaluate(node, environment=None):
    match node:
        case int() | float():
            return node
        case str() as name if environment is not None:
            return environment[name]
        case ("+", left, right):
            return evaluate(left, environment) + evaluate(right, environment)
        case ("*", left, right):
            return evaluate(left, environment) * evaluate(right, environment)
        case Point(x=0, y=0):
            return 0
        case [first, *rest]:
            return evaluate(first) + sum(map(evaluate, rest))
        case {"value": value}:
            return value
        case _:
            raise TypeError("unknown expression: %r" % (node,))

# ---
def tokenize(text: str) -> Iterator[Tuple[str, str]]:
    pattern = re.compile(r"\s*(?:(\d+)|(.))")
    for number, symbol in pattern.findall(text):
        yield ("NUMBER", number) if number else ("SYMBOL", symbol)


def memoize(function: Callable) -> Callable:
    cache: dict = {}

    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        if args not in cache:
            cache[args] = function(*args, **kwargs)
        return cache[args]

    return wrapper

# ---
@memoize
def stirling(n: int, k: int) -> int:
    if n == k:
        return 1
    if k == 0 or k > n:
        return 0
    return k * stirling(n - 1, k) + stirling(n - 1, k - 1)


@functools.lru_cache(maxsize=None)
def catalan(n: int) -> int:
    return 1 if n <= 1 else sum(catalan(i) * catalan(n - 1 - i) for i in range(n))


@functools.cache
def grundy(n):
    reachable = {grundy(n - move) for move in (1, 3, 4) if move <= n}
    return next(value for value in itertools.count() if value not in reachable)

# ---
def extended_gcd(a: int, b: int) -> Tuple[int, int, int]:
    """Returns (g, x, y) with a*x + b*y = g."""
    old_r, r = a, b
    old_s, s = 1, 0
    old_t, t = 0, 1
    while r != 0:
        quotient = old_r // r
        old_r, r = r, old_r - quotient * r
        old_s, s = s, old_s - quotient * s
        old_t, t = t, old_t - quotient * t
    return old_r, old_s, old_t


def totient(n: int) -> int:
    result = n
    p = 2
    while p * p <= n:
        if n % p == 0:
            while n % p == 0:
                n //= p
            result -= result // p
        p += 1
    if n > 1:
        result -= result // n
    return result

# ---
def primes() -> Generator[int, None, None]:
    composites: Dict[int, List[int]] = {}
    candidate = 2
    while True:
        if candidate not in composites:
            yield candidate
            composites[candidate * candidate] = [candidate]
        else:
            for prime in composites.pop(candidate):
                composites.setdefault(prime + candidate, []).append(prime)
        candidate += 1


def to_base(number: int, base: int = 10) -> str:
    alphabet = string.digits + string.ascii_lowercase
    if number < 0:
        return "-" + to_base(-number, base)
    digits: List[str] = []
    while number:
        number, remainder = divmod(number, base)
        digits.append(alphabet[remainder])
    return "".join(reversed(digits)) or "0"

# ---
def longest_common_subsequence(first: str, second: str) -> int:
    rows, columns = len(first), len(second)
    table = [[0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(1, rows + 1):
        for j in range(1, columns + 1):
            if first[i - 1] == second[j - 1]:
                table[i][j] = table[i - 1][j - 1] + 1
            else:
                table[i][j] = max(table[i - 1][j], table[i][j - 1])
    return table[rows][columns]


def solve(board, row=0):
    if row == len(board):
        return 1
    count = 0
    for column in range(len(board)):
        if all(board[r] != column and abs(board[r] - column) != row - r for r in range(row)):
            board[row] = column
            count += solve(board, row + 1)
            board[row] = -1
    return count

# ---
def backtrack(path: list, remaining: set) -> None:
    global best_length
    if not remaining:
        best_length = min(best_length, len(path))
        return
    for item in list(remaining):
        remaining.remove(item)
        path.append(item)
        backtrack(path, remaining)
        path.pop()
        remaining.add(item)


def neighbours(cells):
    counts = Counter((x + dx, y + dy) for x, y in cells for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
    return {cell for cell, n in counts.items() if n == 3 or n == 2 and cell in cells}

# ---
def look_and_say(term: str) -> str:
    return "".join(str(len(list(group))) + digit for digit, group in itertools.groupby(term))


def make_counter(start=0, *, step=1):
    count = start

    def increment():
        nonlocal count
        count += step
        return count

    return increment


@contextmanager
def precision(digits: int):
    context = decimal.getcontext()
    saved, context.prec = context.prec, digits
    try:
        yield context
    finally:
        context.prec = saved

# ---
def continued_fraction(value: fractions.Fraction, terms: int = 10) -> list:
    result = []
    for _ in range(terms):
        whole = math.floor(value)
        result.append(whole)
        fraction = value - whole
        if fraction == 0:
            break
        value = 1 / fraction
    return result


def number_to_words(n, joiner=" and "):
    if n < 20:
        return ONES[n]
    if n < 100:
        tens, ones = divmod(n, 10)
        return TENS[tens] + ("-" + ONES[ones] if ones else "")
    hundreds, rest = divmod(n, 100)
    words = ONES[hundreds] + " hundred"
    if rest:
        words += joiner + number_to_words(rest)
    return words

# ---
def rotate(items, k):
    return items[k:] + items[:k]


def is_palindrome(text):
    text = str(text)
    return text == text[::-1]


def digital_root(n):
    return 1 + (n - 1) % 9 if n else 0


def rule(number, cells):
    size = len(cells)
    return [number >> (cells[i - 1] << 2 | cells[i] << 1 | cells[(i + 1) % size]) & 1 for i in range(size)]

# ---
def simulate(steps=1000, *, seed=42):
    generator = random.Random(seed)
    position = complex(0, 0)
    heading = 1j
    grid: Dict[complex, int] = {}
    trail = [position]
    for step in range(steps):
        colour = grid.get(position, 0)
        heading *= -1j if colour else 1j
        grid[position] = 1 - colour
        position += heading
        trail.append(position)
    return sum(grid.values()), int(position.real), int(position.imag)


def quick_sort(values):
    if len(values) <= 1:
        return values
    pivot, *rest = values
    smaller = [v for v in rest if v < pivot]
    larger = [v for v in rest if v >= pivot]
    return quick_sort(smaller) + [pivot] + quick_sort(larger)

# ---
def generate(limit: int) -> list[int]:
    sequence: list[int] = [1, 2]
    used: set[int] = set(sequence)
    while len(sequence) < limit:
        candidate = min(x for x in itertools.count(1) if x not in used)
        if candidate % 2 == 0 and candidate not in used and math.gcd(candidate, sequence[-1]) > 1:
            sequence.append(candidate)
        elif any(candidate % p == 0 for p in sequence[:5]):
            sequence.insert(0, candidate)
        else:
            sequence.extend(range(3))
        used.update(sequence)
        used.discard(0)
    return sequence[:limit]

# ---
def parse_arguments():
    parser = argparse.ArgumentParser(description="Print the terms of a sequence.")
    parser.add_argument("-n", "--terms", type=int, default=200, help="how many terms")
    return parser.parse_args()


def main() -> None:
    sys.setrecursionlimit(10**6)
    total = running = 0
    terms = []
    for index, value in enumerate(itertools.islice(primes(), LIMIT), start=1):
        total += value
        terms.append(Term(index, value))
    terms.sort(key=lambda term: (-term.value, term.index), reverse=True)
    for term in terms:
        print(term)
    print("\n".join(str(term.value) for term in terms))
    print(*(f"{a}/{b}" for a, b in pairwise(map(int, "0123"))), sep=", ", end="\n", file=sys.stderr, flush=True)
    words = sorted({"one": 1, "two": 2}.items(), key=itemgetter(1))
    assert len(words) == 2, "there are two"
    letters = "abc".upper().lower().title().strip().replace(" ", "").startswith("a")
    try:
        value = int(input())
    except (ValueError, EOFError) as error:
        logging.debug("no input: %s", error)
    except KeyError:
        value = None
    else:
        value += 1
    finally:
        del value
    with suppress(IndexError), open(os.devnull) as handle:
        data = handle.read().splitlines()
    numbers = array("I", [1, 2, 3])
    bits = (5).bit_length() + bin(10).count("1") + 3 .bit_count()
    mask = ~0 & 0xFF | 1 << 8 ^ 3
    flags = bytearray(b"\x01") * (LIMIT + 1)
    flags[0:2] = b"\x00\x00"
    today = datetime.date(2000, 1, 1) + datetime.timedelta(days=1)
    weekday = today.weekday() == calendar.FRIDAY and today.isoformat() != ""
    mean, ratio = statistics.mean([1.5, 2.5]), round(0.5 * (1 + math.sqrt(5)), 3)
    angle = math.atan2(math.sin(math.pi / 2), math.cos(0.0)) + math.exp(1) + math.log2(8) + abs(cmath.phase(1j))
    memory = sum(x is not None for x in [None, True, False])
    if "key" not in globals() and hasattr(Machine, "run") and callable(getattr(Machine, "run")):
        while True:
            running += 1
            if running > 10:
                break
            pass
    print(functools.reduce(lambda a, b: a * b % MODULUS, range(1, 20), 1), max(terms, key=attrgetter("value"), default=0))
    print("{:>5}|{}".format(total, "x" * 3), "%03d" % running, repr(ratio), chr(ord("a") + 1), hex(255), oct(8), format(10, "b"))

# ---
if __name__ == "__main__":
    main()
# ---
def power(base, exp, mod):
    result = 1
    while exp:
        if exp & 1:
            result = result * base % mod
        base = base * base % mod
        exp >>= 1
    return result


def inv(a, modulus):
    if a % modulus == 0:
        raise ArithmeticError("there is no inverse")
    return pow(a, -1, modulus)


def digit_sum(num):
    assert num >= 0, "num must not be negative"
    S = 0
    while num:
        num, val = divmod(num, 10)
        S += val
    return S


def primes_up_to(N):
    L = [True] * (N + 1)
    for p in range(2, isqrt(N) + 1):
        if L[p]:
            for m in range(p * p, N + 1, p):
                L[m] = False
    return [p for p in range(2, N + 1) if L[p]]


def polygon_area(x1, y1, x2, y2, h):
    sign = -1 if x1 * y2 < x2 * y1 else 1
    return sign * abs(x1 * y2 - x2 * y1) * h // 2


def determinant(A, depth=0):
    if len(A) == 1:
        return A[0][0]
    C = 0
    for j, first in enumerate(A[0]):
        M = [row[:j] + row[j + 1:] for row in A[1:]]
        C += (-1) ** j * first * determinant(M, depth + 1)
    return C


def search(arr, key):
    lo, hi = 0, len(arr)
    while lo < hi:
        mid = (lo + hi) // 2
        if arr[mid] < key:
            lo = mid + 1
        else:
            hi = mid
    return lo


def caesar(msg, shift):
    out = ""
    for char in msg:
        pos = ascii_lowercase.find(char)
        out += char if pos < 0 else ascii_lowercase[(pos + shift) % 26]
    return out


def partition(l, r, arr):
    pivot = arr[r]
    for j in range(l, r):
        if arr[j] <= pivot:
            arr[l], arr[j] = arr[j], arr[l]
            l += 1
    arr[l], arr[r] = arr[r], arr[l]
    return l
# ---
def delay(fn, initial=0):
    memo = {}
    prev = initial

    def op(day):
        nonlocal prev
        if day not in memo:
            memo[day] = fn(day) + prev
            prev = memo[day]
        return memo[day]

    return op


class Matrix:
    """A small matrix of integers, by rows."""

    def __init__(self, rows):
        self.rows = [list(row) for row in rows]
        self.width = len(self.rows[0])

    def __floordiv__(self, other):
        return Matrix([[x // other for x in row] for row in self.rows])

    def __mod__(self, other):
        return Matrix([[x % other for x in row] for row in self.rows])

    def __ge__(self, other):
        return self.rows >= other.rows

    def __le__(self, other):
        return self.rows <= other.rows

    def __gt__(self, other):
        return self.rows > other.rows

    def multiply(self, m1, m2):
        return [[sum(a * b for a, b in zip(r, c)) for c in zip(*m2)] for r in m1]


def gen(seed, block=16):
    X = seed
    while True:
        X = (X * 1103515245 + 12345) & 0x7FFFFFFF
        yield X >> block & 1


def final(I, width=8):
    bits = bin(I).lstrip("0b").zfill(width)
    prefix, _, suffix = bits.partition("1")
    table = str.maketrans("01", "10")
    return int(prefix + bits.translate(table) + suffix, 2), int(log10(I + 1)), (I / 2).is_integer()


for func in (final, delay(len), frozenset(filter(None, [1, 2, 3]))):
    try:
        print(func, eval("1 + 1"))
    except AssertionError as err:
        print("assertion failed:", err)
# ---
year, delta, population = 1900, 3, 100
for op in ("add", "sub"):
    weights = [choice([1, 2, 3]) for _ in range(4)]
    shuffle(weights)
    population += randint(1, delta) * percent // 100
    info, unique = len(weights), sorted(set(weights))
