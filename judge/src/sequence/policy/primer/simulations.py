"""Event driven simulation of a small post office.

Customers arrive at regular but shifting intervals, wait in one of several
queues and are served by clerks of different speed. Every two minutes the
number of waiting customers is recorded.
"""

import argparse
import heapq
import random
import statistics
from collections import Counter, deque
from dataclasses import dataclass, field
from enum import IntEnum, unique
from typing import Any, Callable, Deque, List, Optional, Tuple

OPENING_TIME = 8 * 60
CLOSING_TIME = 16 * 60


@unique
class Service(IntEnum):
    """What a customer may want."""

    STAMPS = 1
    PARCEL = 2
    BANKING = 3
    PASSPORT = 4

    @property
    def duration(self) -> int:
        return {
            Service.STAMPS: 2,
            Service.PARCEL: 5,
            Service.BANKING: 7,
            Service.PASSPORT: 12,
        }[self]


class SimulationError(Exception):
    """Something happened that should be impossible."""


@dataclass(order=True)
class Event:
    time: int
    sequence: int
    action: Callable[..., None] = field(compare=False)
    arguments: Tuple[Any, ...] = field(compare=False, default=())


@dataclass
class Customer:
    number: int
    service: Service
    arrival: int
    started: Optional[int] = None
    finished: Optional[int] = None

    @property
    def waiting_time(self) -> int:
        if self.started is None:
            raise SimulationError(f"customer {self.number} has not been served yet")
        return self.started - self.arrival


class Clerk:
    """A clerk serves the customers of its own queue one after the other."""

    def __init__(self, name: str, skills: frozenset, speed: float = 1.0) -> None:
        self.name = name
        self.skills = skills
        self.speed = speed
        self.queue: Deque[Customer] = deque()
        self.customer: Optional[Customer] = None
        self.busy_minutes = 0

    @property
    def is_idle(self) -> bool:
        return self.customer is None

    @property
    def workload(self) -> int:
        return len(self.queue) + (not self.is_idle)

    def duration_for(self, customer: Customer) -> int:
        return max(1, round(customer.service.duration / self.speed))


class Scheduler:
    def __init__(self) -> None:
        self.now = OPENING_TIME
        self._events: List[Event] = []
        self._counter = 0

    def at(self, time: int, action: Callable[..., None], *arguments: Any) -> None:
        if time < self.now:
            raise SimulationError(f"cannot schedule an event at {time}, it is {self.now} already")
        self._counter += 1
        heapq.heappush(self._events, Event(time, self._counter, action, arguments))

    def after(self, delay: int, action: Callable[..., None], *arguments: Any) -> None:
        self.at(self.now + delay, action, *arguments)

    def run_until(self, end: int) -> None:
        while self._events and self._events[0].time <= end:
            event = heapq.heappop(self._events)
            self.now = event.time
            event.action(*event.arguments)
        self.now = end


class PostOffice:
    def __init__(self, clerks: List[Clerk], seed: int = 0) -> None:
        self.clerks = clerks
        self.scheduler = Scheduler()
        self.customers: List[Customer] = []
        self.services: Counter = Counter()
        self.seed = seed

    def open(self) -> None:
        self.scheduler.at(OPENING_TIME, self.arrive)

    def choose_clerk(self, customer: Customer) -> Clerk:
        candidates = [clerk for clerk in self.clerks if customer.service in clerk.skills]
        if not candidates:
            raise SimulationError(f"nobody can handle {customer.service.name}")
        return min(candidates, key=lambda clerk: (clerk.workload, clerk.name))

    def arrive(self) -> None:
        self.seed = (self.seed * 16807 + 11) % 2147483647
        service = Service(self.seed % len(Service) + 1)
        customer = Customer(len(self.customers) + 1, service, self.scheduler.now)
        self.customers.append(customer)
        self.services[service] += 1
        clerk = self.choose_clerk(customer)
        clerk.queue.append(customer)
        if clerk.is_idle:
            self.start(clerk)
        if self.scheduler.now < CLOSING_TIME:
            self.scheduler.after(1 + self.seed // 7 % 3, self.arrive)

    def start(self, clerk: Clerk) -> None:
        customer = clerk.queue.popleft()
        customer.started = self.scheduler.now
        clerk.customer = customer
        duration = clerk.duration_for(customer)
        clerk.busy_minutes += duration
        self.scheduler.after(duration, self.finish, clerk)

    def finish(self, clerk: Clerk) -> None:
        clerk.customer.finished = self.scheduler.now
        clerk.customer = None
        if clerk.queue:
            self.start(clerk)

    @property
    def waiting(self) -> int:
        return sum(len(clerk.queue) for clerk in self.clerks)

    def report(self) -> str:
        served = [customer for customer in self.customers if customer.started is not None]
        mean = statistics.mean(customer.waiting_time for customer in served)
        lines = [f"{len(served)} of {len(self.customers)} customers were served"]
        lines.append(f"mean waiting time: {mean:.1f} minutes")
        for clerk in self.clerks:
            share = clerk.busy_minutes / (CLOSING_TIME - OPENING_TIME)
            lines.append(f"{clerk.name:<10} {share:6.1%}")
        return "\n".join(lines)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=2024)
    parser.add_argument("--report", action="store_true", help="print a summary at the end")
    return parser.parse_args()


def main() -> None:
    arguments = parse_arguments()
    everything = frozenset(Service)
    office = PostOffice(
        [
            Clerk("Anna", everything, 1.2),
            Clerk("Boris", everything - {Service.PASSPORT}),
            Clerk("Clara", frozenset({Service.STAMPS, Service.PARCEL}), 1.5),
        ],
        seed=arguments.seed,
    )
    office.open()
    for step in range(200):
        office.scheduler.run_until(OPENING_TIME + 2 * step)
        print(office.waiting)
    if arguments.report:
        print(office.report())


if __name__ == "__main__":
    main()
# ---
"""A tree walking interpreter for a tiny imperative language."""
import re
import sys
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Tuple

KEYWORDS = {"let", "while", "if", "else", "end", "print", "def", "return"}

TOKEN_SPECIFICATION = [
    ("NUMBER", r"\d+"),
    ("NAME", r"[a-z_]+"),
    ("OP", r"==|!=|<=|>=|[-+*/%<>=(),]"),
    ("NEWLINE", r"\n"),
    ("SKIP", r"[ \t]+"),
    ("MISMATCH", r"."),
]
TOKEN_REGEX = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in TOKEN_SPECIFICATION))


class InterpreterError(Exception):
    pass


class SyntaxProblem(InterpreterError):
    def __init__(self, message: str, line: int):
        super().__init__(f"line {line}: {message}")


class ReturnSignal(Exception):
    def __init__(self, value: int):
        self.value = value


@dataclass
class Token:
    kind: str
    value: str
    line: int


def lex(code: str) -> List[Token]:
    tokens = []
    line = 1
    for match in TOKEN_REGEX.finditer(code):
        kind = match.lastgroup
        value = match.group()
        if kind == "NEWLINE":
            line += 1
            continue
        if kind == "SKIP":
            continue
        if kind == "MISMATCH":
            raise SyntaxProblem(f"unexpected {value!r}", line)
        if kind == "NAME" and value in KEYWORDS:
            kind = "KEYWORD"
        tokens.append(Token(kind, value, line))
    tokens.append(Token("EOF", "", line))
    return tokens


@dataclass
class Node:
    kind: str
    value: Any = None
    children: List["Node"] = field(default_factory=list)


class Parser:
    LEVELS = [("==", "!=", "<", "<=", ">", ">="), ("+", "-"), ("*", "/", "%")]

    def __init__(self, tokens: List[Token]):
        self.tokens = tokens
        self.pos = 0

    def peek(self) -> Token:
        return self.tokens[self.pos]

    def next(self) -> Token:
        token = self.tokens[self.pos]
        self.pos += 1
        return token

    def match(self, *values: str) -> Optional[Token]:
        if self.peek().value in values and self.peek().kind != "EOF":
            return self.next()
        return None

    def expect(self, value: str) -> Token:
        token = self.match(value)
        if token is None:
            raise SyntaxProblem(f"expected {value!r}", self.peek().line)
        return token

    def block(self, *terminators: str) -> Node:
        node = Node("block")
        while self.peek().value not in terminators and self.peek().kind != "EOF":
            node.children.append(self.statement())
        return node

    def statement(self) -> Node:
        if self.match("let"):
            name = self.next().value
            self.expect("=")
            return Node("assign", name, [self.expression()])
        if self.match("while"):
            condition = self.expression()
            body = self.block("end")
            self.expect("end")
            return Node("while", None, [condition, body])
        if self.match("if"):
            condition = self.expression()
            consequence = self.block("else", "end")
            alternative = self.block("end") if self.match("else") else Node("block")
            self.expect("end")
            return Node("if", None, [condition, consequence, alternative])
        if self.match("def"):
            name = self.next().value
            self.expect("(")
            parameters = []
            while not self.match(")"):
                parameters.append(self.next().value)
                self.match(",")
            body = self.block("end")
            self.expect("end")
            return Node("function", (name, parameters), [body])
        if self.match("return"):
            return Node("return", None, [self.expression()])
        return Node("expression", None, [self.expression()])

    def expression(self, level: int = 0) -> Node:
        if level == len(self.LEVELS):
            return self.primary()
        left = self.expression(level + 1)
        while True:
            operator = self.match(*self.LEVELS[level])
            if operator is None:
                return left
            left = Node("binary", operator.value, [left, self.expression(level + 1)])

    def primary(self) -> Node:
        token = self.next()
        if token.kind == "NUMBER":
            return Node("number", int(token.value))
        if token.kind == "NAME":
            if self.match("("):
                arguments = []
                while not self.match(")"):
                    arguments.append(self.expression())
                    self.match(",")
                return Node("call", token.value, arguments)
            return Node("name", token.value)
        if token.value == "(":
            inner = self.expression()
            self.expect(")")
            return inner
        raise SyntaxProblem(f"unexpected {token.value!r}", token.line)


class Interpreter:
    def __init__(self):
        self.functions: Dict[str, Tuple[List[str], Node]] = {}
        self.frames: List[Dict[str, int]] = [{}]

    def evaluate(self, node: Node) -> Any:
        method = getattr(self, f"eval_{node.kind}")
        return method(node)

    def eval_block(self, node):
        for child in node.children:
            self.evaluate(child)

    def eval_assign(self, node):
        self.frames[-1][node.value] = self.evaluate(node.children[0])

    def eval_while(self, node):
        condition, body = node.children
        while self.evaluate(condition):
            self.evaluate(body)

    def eval_if(self, node):
        condition, consequence, alternative = node.children
        self.evaluate(consequence if self.evaluate(condition) else alternative)

    def eval_function(self, node):
        name, parameters = node.value
        self.functions[name] = (parameters, node.children[0])

    def eval_return(self, node):
        raise ReturnSignal(self.evaluate(node.children[0]))

    def eval_expression(self, node):
        return self.evaluate(node.children[0])

    def eval_number(self, node):
        return node.value

    def eval_name(self, node):
        for scope in (self.frames[-1], self.frames[0]):
            if node.value in scope:
                return scope[node.value]
        raise InterpreterError(f"undefined variable {node.value}")

    def eval_call(self, node):
        return self.call(node.value, [self.evaluate(child) for child in node.children])

    def eval_binary(self, node):
        left, right = (self.evaluate(child) for child in node.children)
        return {
            "+": lambda: left + right,
            "-": lambda: left - right,
            "*": lambda: left * right,
            "/": lambda: left // right,
            "%": lambda: left % right,
            "==": lambda: left == right,
            "!=": lambda: left != right,
            "<": lambda: left < right,
            "<=": lambda: left <= right,
            ">": lambda: left > right,
            ">=": lambda: left >= right,
        }[node.value]()

    def call(self, name: str, arguments: List[int]) -> int:
        if name not in self.functions:
            raise InterpreterError(f"undefined function {name}")
        parameters, body = self.functions[name]
        self.frames.append(dict(zip(parameters, arguments)))
        try:
            self.evaluate(body)
        except ReturnSignal as signal:
            return signal.value
        finally:
            self.frames.pop()
        return 0


PROGRAM = """
def gcd(a, b)
    while b != 0
        let t = a % b
        let a = b
        let b = t
    end
    return a
end

def totient(n)
    let count = 0
    let k = 1
    while k <= n
        if gcd(n, k) == 1
            let count = count + 1
        end
        let k = k + 1
    end
    return count
end
"""


def main():
    interpreter = Interpreter()
    try:
        interpreter.evaluate(Parser(lex(PROGRAM)).block())
        for n in range(1, 201):
            print(interpreter.call("totient", [n]))
    except InterpreterError as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
# ---
"""Simulation of a lending library.

Members borrow and return books, fines are charged for late returns and
a waiting list is kept for books that are out. After each day the total
of fines and open reservations is printed.
"""
import heapq
import itertools
import logging
from collections import defaultdict, deque
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import Enum
from typing import Deque, Dict, List, Optional, Set

logger = logging.getLogger(__name__)

LOAN_PERIOD = 14
DAILY_FINE = 25
MAX_LOANS = 3


class Status(Enum):
    AVAILABLE = "available"
    ON_LOAN = "on loan"
    RESERVED = "reserved"
    LOST = "lost"


class LibraryError(Exception):
    """Base class of the errors of this module."""


class BookNotAvailable(LibraryError):
    def __init__(self, book: "Book"):
        super().__init__(f"'{book.title}' is {book.status.value}")
        self.book = book


class TooManyLoans(LibraryError):
    pass


@dataclass
class Book:
    identifier: int
    title: str
    status: Status = Status.AVAILABLE
    waiting: Deque["Member"] = field(default_factory=deque)

    @property
    def is_available(self) -> bool:
        return self.status is Status.AVAILABLE


@dataclass(eq=False)
class Member:
    name: str
    fines: int = 0
    loans: List["Loan"] = field(default_factory=list)

    def can_borrow(self) -> bool:
        return len(self.loans) < MAX_LOANS and self.fines < 1000

    def pay(self, amount: int) -> int:
        """Pay at most ``amount`` and return what was paid."""
        paid = min(amount, self.fines)
        self.fines -= paid
        return paid


@dataclass(order=True)
class Loan:
    due: date
    number: int
    book: Book = field(compare=False)
    member: Member = field(compare=False)

    def days_late(self, today: date) -> int:
        return max(0, (today - self.due).days)


class Library:
    def __init__(self, start: date):
        self.today = start
        self.books: Dict[int, Book] = {}
        self.members: Dict[str, Member] = {}
        self.loans: List[Loan] = []
        self.returned: Set[int] = set()
        self.statistics: Dict[str, int] = defaultdict(int)
        self._numbers = itertools.count(1)

    def add_book(self, title: str) -> Book:
        book = Book(len(self.books) + 1, title)
        self.books[book.identifier] = book
        return book

    def add_member(self, name: str) -> Member:
        if name in self.members:
            raise LibraryError(f"{name} is a member already")
        member = self.members[name] = Member(name)
        return member

    def borrow(self, member: Member, book: Book) -> Loan:
        if not member.can_borrow():
            raise TooManyLoans(f"{member.name} may not borrow any more books")
        first_in_line = book.status is Status.RESERVED and book.waiting and book.waiting[0] is member
        if not book.is_available and not first_in_line:
            book.waiting.append(member)
            self.statistics["reservations"] += 1
            raise BookNotAvailable(book)
        if first_in_line:
            book.waiting.popleft()
            self.statistics["reservations"] -= 1
        loan = Loan(self.today + timedelta(days=LOAN_PERIOD), next(self._numbers), book, member)
        book.status = Status.ON_LOAN
        member.loans.append(loan)
        heapq.heappush(self.loans, loan)
        self.statistics["loans"] += 1
        logger.debug("%s borrowed %s", member.name, book.title)
        return loan

    def give_back(self, loan: Loan) -> None:
        late = loan.days_late(self.today)
        if late:
            loan.member.fines += late * DAILY_FINE
            self.statistics["fines"] += late * DAILY_FINE
        loan.member.loans.remove(loan)
        loan.book.status = Status.RESERVED if loan.book.waiting else Status.AVAILABLE
        self.returned.add(loan.number)

    def overdue(self) -> List[Loan]:
        return [loan for loan in sorted(self.loans) if loan.due < self.today and loan.number not in self.returned]

    def next_day(self) -> None:
        self.today += timedelta(days=1)
        while self.loans and self.loans[0].number in self.returned:
            heapq.heappop(self.loans)

    def total_fines(self) -> int:
        return sum(member.fines for member in self.members.values())


class RandomSource:
    """The linear congruential generator of the C standard."""

    def __init__(self, seed: int = 1):
        self.state = seed

    def next(self, limit: int) -> int:
        self.state = (self.state * 1103515245 + 12345) % 2**31
        return (self.state >> 16) % limit


def simulate(days: int = 200) -> List[int]:
    library = Library(date(2024, 1, 1))
    random = RandomSource(42)
    for number in range(20):
        library.add_book(f"Volume {number}")
    for name in ("Alice", "Bob", "Carol", "Dave", "Eve"):
        library.add_member(name)
    results = []
    for _ in range(days):
        for member in library.members.values():
            action = random.next(4)
            if action == 0 and member.loans:
                library.give_back(member.loans[random.next(len(member.loans))])
            elif action == 1:
                book: Optional[Book] = library.books.get(1 + random.next(20))
                try:
                    library.borrow(member, book)
                except LibraryError as error:
                    logger.info("refused: %s", error)
            elif action == 2:
                member.pay(100)
        library.next_day()
        results.append(library.total_fines() + len(library.overdue()) + library.statistics["reservations"])
    return results


if __name__ == "__main__":
    for value in simulate():
        print(value)
# ---
"""Exact arithmetic with polynomials over the rational numbers.

Implements a small but complete class with division, greatest common
divisors, evaluation, composition, derivatives and Lagrange interpolation,
and uses it to tabulate values of Chebyshev and Legendre polynomials.
"""
from __future__ import annotations

from fractions import Fraction
from functools import lru_cache, reduce
from itertools import zip_longest
from math import gcd
from typing import Iterable, Sequence, Union

Coefficient = Union[int, Fraction]


class PolynomialError(ArithmeticError):
    """Raised when an operation on polynomials is not defined."""


class Polynomial:
    """A polynomial with the coefficient of x**i at index i."""

    __slots__ = ("coefficients",)

    def __init__(self, coefficients: Iterable[Coefficient] = ()):
        trimmed = [Fraction(c) for c in coefficients]
        while trimmed and trimmed[-1] == 0:
            trimmed.pop()
        self.coefficients = tuple(trimmed)

    @classmethod
    def monomial(cls, degree: int, coefficient: Coefficient = 1) -> Polynomial:
        return cls([0] * degree + [coefficient])

    @property
    def degree(self) -> int:
        return len(self.coefficients) - 1

    @property
    def leading(self) -> Fraction:
        if not self:
            raise PolynomialError("the zero polynomial has no leading coefficient")
        return self.coefficients[-1]

    def __bool__(self) -> bool:
        return bool(self.coefficients)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Polynomial):
            return NotImplemented
        return self.coefficients == other.coefficients

    def __hash__(self) -> int:
        return hash(self.coefficients)

    def __add__(self, other: Polynomial) -> Polynomial:
        pairs = zip_longest(self.coefficients, other.coefficients, fillvalue=0)
        return Polynomial(a + b for a, b in pairs)

    def __neg__(self) -> Polynomial:
        return Polynomial(-c for c in self.coefficients)

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + -other

    def __mul__(self, other: Union[Polynomial, Coefficient]) -> Polynomial:
        if isinstance(other, (int, Fraction)):
            return Polynomial(c * other for c in self.coefficients)
        if not self or not other:
            return Polynomial()
        product = [Fraction(0)] * (self.degree + other.degree + 1)
        for i, a in enumerate(self.coefficients):
            for j, b in enumerate(other.coefficients):
                product[i + j] += a * b
        return Polynomial(product)

    __rmul__ = __mul__

    def __pow__(self, exponent: int) -> Polynomial:
        if exponent < 0:
            raise PolynomialError("negative powers are not polynomials")
        result, base = Polynomial([1]), self
        while exponent:
            if exponent & 1:
                result = result * base
            base = base * base
            exponent >>= 1
        return result

    def __divmod__(self, divisor: Polynomial) -> tuple[Polynomial, Polynomial]:
        if not divisor:
            raise ZeroDivisionError("division by the zero polynomial")
        quotient, remainder = Polynomial(), self
        while remainder and remainder.degree >= divisor.degree:
            shift = remainder.degree - divisor.degree
            factor = Polynomial.monomial(shift, remainder.leading / divisor.leading)
            quotient = quotient + factor
            remainder = remainder - factor * divisor
        return quotient, remainder

    def __floordiv__(self, other: Polynomial) -> Polynomial:
        return divmod(self, other)[0]

    def __mod__(self, other: Polynomial) -> Polynomial:
        return divmod(self, other)[1]

    def __call__(self, x: Coefficient) -> Coefficient:
        return reduce(lambda total, c: total * x + c, reversed(self.coefficients), Fraction(0))

    def derivative(self) -> Polynomial:
        return Polynomial(i * c for i, c in enumerate(self.coefficients) if i)

    def compose(self, inner: Polynomial) -> Polynomial:
        result = Polynomial()
        for coefficient in reversed(self.coefficients):
            result = result * inner + Polynomial([coefficient])
        return result

    def monic(self) -> Polynomial:
        return self * (1 / self.leading) if self else self

    def content(self) -> int:
        return reduce(gcd, (c.numerator for c in self.coefficients), 0)

    def __repr__(self) -> str:
        if not self:
            return "Polynomial(0)"
        terms = [f"{c}*x^{i}" for i, c in enumerate(self.coefficients) if c]
        return f"Polynomial({' + '.join(terms)})"


X = Polynomial([0, 1])


def polynomial_gcd(a: Polynomial, b: Polynomial) -> Polynomial:
    while b:
        a, b = b, a % b
    return a.monic()


def interpolate(points: Sequence[tuple[int, Coefficient]]) -> Polynomial:
    """The polynomial of least degree through the given points."""
    result = Polynomial()
    for i, (xi, yi) in enumerate(points):
        term = Polynomial([yi])
        for j, (xj, _) in enumerate(points):
            if i != j:
                term = term * (X - Polynomial([xj])) * Fraction(1, xi - xj)
        result = result + term
    return result


@lru_cache(maxsize=None)
def chebyshev(n: int) -> Polynomial:
    if n < 2:
        return X ** n
    return 2 * X * chebyshev(n - 1) - chebyshev(n - 2)


@lru_cache(maxsize=None)
def legendre(n: int) -> Polynomial:
    if n < 2:
        return X ** n
    upper = (2 * n - 1) * X * legendre(n - 1)
    return (upper - (n - 1) * legendre(n - 2)) * Fraction(1, n)


def main() -> None:
    printed = 0
    degree = 1
    while printed < 200:
        t = chebyshev(degree % 12 + 1)
        p = legendre(degree % 7 + 1)
        common = polynomial_gcd(t, p.derivative())
        curve = interpolate([(k, t(k) % 97) for k in range(degree % 5 + 1)])
        value = t(degree) + p(2).numerator + 3 * common.degree + curve(5).numerator
        print(int(value) % 100003)
        printed += 1
        degree += 1


if __name__ == "__main__":
    main()
# ---
"""Expression evaluator built from a lexer, a Pratt parser and a visitor.

The expressions are evaluated for increasing values of x and y and the result
is reduced modulo a prime before it is printed.
"""
import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import Enum
from typing import Dict, Iterator, List, NamedTuple


class TokenType(Enum):
    NUMBER = "number"
    IDENTIFIER = "identifier"
    OPERATOR = "operator"
    LEFT_PAREN = "("
    RIGHT_PAREN = ")"
    COMMA = ","
    END = "end"


class Token(NamedTuple):
    type: TokenType
    text: str
    position: int


class ParseError(Exception):
    """Raised when the expression is malformed."""

    def __init__(self, message: str, position: int):
        super().__init__(f"{message} at position {position}")
        self.position = position


class EvaluationError(Exception):
    pass


TOKEN_PATTERN = re.compile(r"\s*(?:(\d+)|([A-Za-z_]\w*)|(.))")


def tokenize(source: str) -> Iterator[Token]:
    """Yield the tokens of an expression, followed by an END token."""
    position = 0
    source = source.rstrip()
    while position < len(source):
        match = TOKEN_PATTERN.match(source, position)
        number, identifier, symbol = match.groups()
        if number is not None:
            yield Token(TokenType.NUMBER, number, position)
        elif identifier is not None:
            yield Token(TokenType.IDENTIFIER, identifier, position)
        elif symbol in "+-*/%^":
            yield Token(TokenType.OPERATOR, symbol, position)
        elif symbol == "(":
            yield Token(TokenType.LEFT_PAREN, symbol, position)
        elif symbol == ")":
            yield Token(TokenType.RIGHT_PAREN, symbol, position)
        elif symbol == ",":
            yield Token(TokenType.COMMA, symbol, position)
        else:
            raise ParseError(f"unexpected character {symbol!r}", position)
        position = match.end()
    yield Token(TokenType.END, "", position)


class Expression(ABC):
    @abstractmethod
    def accept(self, visitor: "Visitor") -> int:
        """Call the method of the visitor for this kind of node."""


@dataclass(frozen=True)
class Number(Expression):
    value: int

    def accept(self, visitor):
        return visitor.visit_number(self)


@dataclass(frozen=True)
class Variable(Expression):
    name: str

    def accept(self, visitor):
        return visitor.visit_variable(self)


@dataclass(frozen=True)
class Unary(Expression):
    operator: str
    operand: Expression

    def accept(self, visitor):
        return visitor.visit_unary(self)


@dataclass(frozen=True)
class Binary(Expression):
    operator: str
    left: Expression
    right: Expression

    def accept(self, visitor):
        return visitor.visit_binary(self)


@dataclass(frozen=True)
class Call(Expression):
    function: str
    arguments: tuple

    def accept(self, visitor):
        return visitor.visit_call(self)


class Parser:
    """A top down operator precedence parser."""

    PRECEDENCE = {"+": 10, "-": 10, "*": 20, "/": 20, "%": 20, "^": 30}
    RIGHT_ASSOCIATIVE = {"^"}

    def __init__(self, source: str):
        self.tokens: List[Token] = list(tokenize(source))
        self.index = 0

    @property
    def current(self) -> Token:
        return self.tokens[self.index]

    def advance(self) -> Token:
        token = self.current
        self.index += 1
        return token

    def expect(self, kind: TokenType) -> Token:
        if self.current.type is not kind:
            raise ParseError(f"expected {kind.value}, got {self.current.text!r}", self.current.position)
        return self.advance()

    def parse(self) -> Expression:
        expression = self.expression(0)
        self.expect(TokenType.END)
        return expression

    def expression(self, minimum: int) -> Expression:
        left = self.prefix()
        while self.current.type is TokenType.OPERATOR:
            operator = self.current.text
            precedence = self.PRECEDENCE[operator]
            if precedence < minimum:
                break
            self.advance()
            next_minimum = precedence if operator in self.RIGHT_ASSOCIATIVE else precedence + 1
            left = Binary(operator, left, self.expression(next_minimum))
        return left

    def prefix(self) -> Expression:
        token = self.advance()
        if token.type is TokenType.NUMBER:
            return Number(int(token.text))
        if token.type is TokenType.IDENTIFIER:
            if self.current.type is TokenType.LEFT_PAREN:
                return self.call(token.text)
            return Variable(token.text)
        if token.type is TokenType.LEFT_PAREN:
            inner = self.expression(0)
            self.expect(TokenType.RIGHT_PAREN)
            return inner
        if token.type is TokenType.OPERATOR and token.text == "-":
            return Unary("-", self.expression(25))
        raise ParseError(f"unexpected token {token.text!r}", token.position)

    def call(self, name: str) -> Call:
        self.expect(TokenType.LEFT_PAREN)
        arguments = [self.expression(0)]
        while self.current.type is TokenType.COMMA:
            self.advance()
            arguments.append(self.expression(0))
        self.expect(TokenType.RIGHT_PAREN)
        return Call(name, tuple(arguments))


class Visitor:
    FUNCTIONS = {"max": max, "min": min, "abs": abs}

    def __init__(self, variables: Dict[str, int]):
        self.variables = variables

    def visit_number(self, node: Number) -> int:
        return node.value

    def visit_variable(self, node: Variable) -> int:
        if node.name not in self.variables:
            raise EvaluationError(f"undefined variable {node.name}")
        return self.variables[node.name]

    def visit_unary(self, node: Unary) -> int:
        return -node.operand.accept(self)

    def visit_binary(self, node: Binary) -> int:
        left = node.left.accept(self)
        right = node.right.accept(self)
        if node.operator == "+":
            return left + right
        if node.operator == "-":
            return left - right
        if node.operator == "*":
            return left * right
        if node.operator == "^":
            return left ** right
        if right == 0:
            raise EvaluationError("division by zero")
        return left // right if node.operator == "/" else left % right

    def visit_call(self, node: Call) -> int:
        return self.FUNCTIONS[node.function](*(argument.accept(self) for argument in node.arguments))


def main():
    formulas = ["x^2 + 3*x - 7", "max(x, 10) * (y + 1)", "-x % 17 + abs(y - 5)"]
    trees = [Parser(formula).parse() for formula in formulas]
    y = 0
    for x in range(1, 201):
        visitor = Visitor({"x": x, "y": y})
        y = sum(tree.accept(visitor) for tree in trees) % 10007
        print(y)


if __name__ == "__main__":
    main()
# ---
"""Robots cleaning rooms of a map that is drawn with characters."""

from __future__ import annotations

import sys
from collections import deque
from dataclasses import dataclass, field
from enum import Enum
from typing import Iterable, Iterator, Optional


FLOOR_PLAN = """
####################
#R....#.......#....#
#.....#..###..#.D..#
#..#.....#.......#.#
#..#..#..#..###....#
#.....#.....#......#
####.####.###..#####
#.........#........#
#..D......#....R...#
####################
""".strip()


class Direction(Enum):
    NORTH = (-1, 0)
    EAST = (0, 1)
    SOUTH = (1, 0)
    WEST = (0, -1)

    @property
    def opposite(self) -> Direction:
        dr, dc = self.value
        return Direction((-dr, -dc))

    def turn_right(self) -> Direction:
        members = list(Direction)
        return members[(members.index(self) + 1) % len(members)]


class RoomError(ValueError):
    """The map cannot be used."""


@dataclass(frozen=True, order=True)
class Position:
    row: int
    column: int

    def step(self, direction: Direction) -> Position:
        dr, dc = direction.value
        return Position(self.row + dr, self.column + dc)

    def distance(self, other: Position) -> int:
        return abs(self.row - other.row) + abs(self.column - other.column)


@dataclass
class Robot:
    name: str
    position: Position
    direction: Direction = Direction.EAST
    battery: int = 50
    cleaned: int = 0
    path: deque[Position] = field(default_factory=deque)

    def is_low(self) -> bool:
        return self.battery < 15


class Room:
    WALL = "#"
    FREE = "."
    DOCK = "D"
    ROBOT = "R"

    def __init__(self, rows: Iterable[str]):
        self.rows = [list(row) for row in rows]
        if len({len(row) for row in self.rows}) != 1:
            raise RoomError("all rows of the map must have the same length")
        self.dust = {position: 1 for position in self.positions() if self.at(position) != self.WALL}
        self.docks = [position for position in self.positions() if self.at(position) == self.DOCK]

    @classmethod
    def parse(cls, text: str) -> Room:
        return cls(line for line in text.splitlines() if line)

    def at(self, position: Position) -> str:
        return self.rows[position.row][position.column]

    def positions(self) -> Iterator[Position]:
        for r, row in enumerate(self.rows):
            for c in range(len(row)):
                yield Position(r, c)

    def neighbours(self, position: Position) -> Iterator[Position]:
        for direction in Direction:
            neighbour = position.step(direction)
            if self.at(neighbour) != self.WALL:
                yield neighbour

    def find_path(self, start: Position, is_goal) -> Optional[list[Position]]:
        """Breadth first search; the path is without its start."""
        previous: dict[Position, Optional[Position]] = {start: None}
        queue = deque([start])
        while queue:
            current = queue.popleft()
            if is_goal(current):
                path = []
                while previous[current] is not None:
                    path.append(current)
                    current = previous[current]
                return path[::-1]
            for neighbour in self.neighbours(current):
                if neighbour not in previous:
                    previous[neighbour] = current
                    queue.append(neighbour)
        return None


class Simulation:
    def __init__(self, room: Room):
        self.room = room
        self.time = 0
        self.robots = [
            Robot(f"robot {number}", position)
            for number, position in enumerate(room.positions())
            if room.at(position) == Room.ROBOT
        ]

    def plan(self, robot: Robot) -> None:
        if robot.is_low():
            path = self.room.find_path(robot.position, lambda p: p in self.room.docks)
        else:
            taken = {other.path[-1] for other in self.robots if other is not robot and other.path}
            path = self.room.find_path(
                robot.position, lambda p: self.room.dust[p] > 2 and p not in taken
            )
        if path is None:
            path = self.room.find_path(robot.position, lambda p: self.room.dust[p] == 1)
        robot.path = deque(path or [])

    def move(self, robot: Robot) -> None:
        if self.room.at(robot.position) == Room.DOCK and robot.battery < 50:
            robot.battery = min(50, robot.battery + 10)
            return
        if not robot.path:
            self.plan(robot)
        if robot.path and robot.battery > 0:
            robot.position = robot.path.popleft()
            robot.battery -= 1
        robot.cleaned += self.room.dust[robot.position]
        self.room.dust[robot.position] = 0

    def tick(self) -> int:
        self.time += 1
        for robot in self.robots:
            self.move(robot)
        if self.time % 5 == 0:
            for position in self.room.dust:
                if (position.row * 7 + position.column * 3 + self.time) % 11 == 0:
                    self.room.dust[position] += 1
        return sum(self.room.dust.values())


def main(argv: list[str]) -> int:
    steps = int(argv[1]) if len(argv) > 1 else 200
    try:
        simulation = Simulation(Room.parse(FLOOR_PLAN))
    except RoomError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    for _ in range(steps):
        print(simulation.tick())
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv))
# ---
"""Turn-based battles between heroes and monsters.

A deterministic random generator decides about hits and damage. For each
battle the number of rounds and the remaining health of the winner are
combined to one number.
"""
from __future__ import annotations

import enum
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import ClassVar, Iterator, Optional


class Dice:
    """A reproducible source of rolls (xorshift32)."""

    def __init__(self, seed: int) -> None:
        if seed == 0:
            raise ValueError("the seed must not be zero")
        self._state = seed & 0xFFFFFFFF

    def _next(self) -> int:
        x = self._state
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
        self._state = x
        return x

    def roll(self, count: int, sides: int) -> int:
        return sum(self._next() % sides + 1 for _ in range(count))


class DamageType(enum.Enum):
    PHYSICAL = "physical"
    FIRE = "fire"
    COLD = "cold"
    POISON = "poison"


class GameError(Exception):
    """Base class for all errors in the game."""


class DeadCharacterError(GameError):
    def __init__(self, character: Character) -> None:
        super().__init__(f"{character.name} is dead and cannot act")
        self.character = character


@dataclass(frozen=True)
class Weapon:
    name: str
    count: int
    sides: int
    bonus: int = 0
    damage_type: DamageType = DamageType.PHYSICAL

    def damage(self, dice: Dice) -> int:
        return dice.roll(self.count, self.sides) + self.bonus


@dataclass
class Character(ABC):
    name: str
    max_health: int
    armor: int
    weapon: Weapon
    health: int = field(init=False)
    resistances: set[DamageType] = field(default_factory=set)

    attack_bonus: ClassVar[int] = 0

    def __post_init__(self) -> None:
        self.health = self.max_health

    @property
    def is_alive(self) -> bool:
        return self.health > 0

    def take_damage(self, amount: int, damage_type: DamageType) -> int:
        if damage_type in self.resistances:
            amount //= 2
        amount = min(amount, self.health)
        self.health -= amount
        return amount

    def heal(self, amount: int) -> None:
        self.health = min(self.max_health, self.health + amount)

    def attack(self, target: Character, dice: Dice) -> Optional[int]:
        """Return the damage, or None if the attack missed."""
        if not self.is_alive:
            raise DeadCharacterError(self)
        if dice.roll(1, 20) + self.attack_bonus < target.armor:
            return None
        return target.take_damage(self.weapon.damage(dice), self.weapon.damage_type)

    @abstractmethod
    def act(self, enemy: Character, dice: Dice) -> None:
        """Do whatever the character does in its turn."""


class Fighter(Character):
    attack_bonus = 4

    def act(self, enemy: Character, dice: Dice) -> None:
        self.attack(enemy, dice)
        if enemy.is_alive and dice.roll(1, 6) == 6:
            self.attack(enemy, dice)


class Wizard(Character):
    attack_bonus = 1
    mana: int = 10

    def act(self, enemy: Character, dice: Dice) -> None:
        if self.mana >= 3:
            self.mana -= 3
            enemy.take_damage(dice.roll(3, 6), DamageType.FIRE)
        else:
            self.mana += 1
            self.attack(enemy, dice)


class Cleric(Character):
    attack_bonus = 2

    def act(self, enemy: Character, dice: Dice) -> None:
        if self.health * 3 < self.max_health:
            self.heal(dice.roll(2, 8))
        else:
            self.attack(enemy, dice)


class Troll(Character):
    attack_bonus = 5

    def act(self, enemy: Character, dice: Dice) -> None:
        self.attack(enemy, dice)
        self.heal(3)


@dataclass
class Battle:
    left: Character
    right: Character
    dice: Dice
    rounds: int = 0
    log: list[str] = field(default_factory=list)

    MAX_ROUNDS: ClassVar[int] = 100

    def turns(self) -> Iterator[tuple[Character, Character]]:
        while self.left.is_alive and self.right.is_alive and self.rounds < self.MAX_ROUNDS:
            self.rounds += 1
            yield self.left, self.right
            if self.right.is_alive:
                yield self.right, self.left

    def fight(self) -> Optional[Character]:
        for attacker, defender in self.turns():
            before = defender.health
            attacker.act(defender, self.dice)
            self.log.append(f"{attacker.name} hits {defender.name} for {before - defender.health}")
        if self.left.is_alive and self.right.is_alive:
            return None
        return self.left if self.left.is_alive else self.right


SWORD = Weapon("long sword", 1, 8, 3)
STAFF = Weapon("staff", 1, 6)
MACE = Weapon("mace", 1, 6, 2)
CLAWS = Weapon("claws", 2, 6, 1)


def create_hero(number: int) -> Character:
    match number % 3:
        case 0:
            return Fighter("Conan", 45, 16, SWORD)
        case 1:
            return Wizard("Merlin", 30, 12, STAFF, {DamageType.COLD})
        case _:
            return Cleric("Tuck", 38, 15, MACE, {DamageType.POISON})


def main() -> None:
    for number in range(200):
        hero = create_hero(number)
        monster = Troll("troll", 40 + number % 7, 13, CLAWS, {DamageType.FIRE} if number % 2 else set())
        battle = Battle(hero, monster, Dice(number + 1))
        winner = battle.fight()
        score = battle.rounds * 100
        if winner is not None:
            score += winner.health
        print(score if winner is hero else -score)


if __name__ == "__main__":
    main()
# ---
"""Warehouse robots told what to do by a script of commands."""
import json
import shlex
import sys
from collections import OrderedDict, defaultdict
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import wraps
from typing import Any, Callable, Dict, List, Optional

CONFIGURATION = """
{
    "name": "central",
    "shelves": 12,
    "capacity": 40,
    "products": {"bolt": 3, "nut": 2, "gear": 11, "motor": 25}
}
"""

SCRIPT = """
# fill the shelves
receive bolt 10
receive nut 15
receive gear 4
store
ship bolt 3
receive motor 1
store
ship nut 6
ship gear 1
audit
"""


class WarehouseError(Exception):
    """Base class of all errors."""


class OutOfStockError(WarehouseError):
    def __init__(self, product: str, wanted: int, available: int):
        self.product = product
        self.wanted = wanted
        self.available = available
        super().__init__(f"cannot ship {wanted} of {product}: only {available} left")


class CommandError(WarehouseError):
    pass


@dataclass
class Product:
    name: str
    weight: int


@dataclass
class Shelf:
    number: int
    capacity: int
    items: Dict[str, int] = field(default_factory=lambda: defaultdict(int))
    load: int = 0

    def fits(self, product: Product) -> bool:
        return self.load + product.weight <= self.capacity

    def put(self, product: Product) -> None:
        if not self.fits(product):
            raise WarehouseError(f"shelf {self.number} is full")
        self.items[product.name] += 1
        self.load += product.weight

    def take(self, product: Product) -> bool:
        if self.items[product.name] == 0:
            return False
        self.items[product.name] -= 1
        self.load -= product.weight
        return True


COMMANDS: Dict[str, Callable] = {}


def command(name: str, *types: type):
    """Register a method as a command with arguments of these types."""

    def decorate(function):
        @wraps(function)
        def wrapper(self, *words: str):
            if len(words) != len(types):
                raise CommandError(f"{name} takes {len(types)} arguments, not {len(words)}")
            try:
                arguments = [convert(word) for convert, word in zip(types, words)]
            except ValueError as error:
                raise CommandError(f"bad argument for {name}: {error}") from error
            return function(self, *arguments)

        COMMANDS[name] = wrapper
        return wrapper

    return decorate


class Warehouse:
    def __init__(self, name: str, shelves: int, capacity: int, products: Dict[str, int]):
        self.name = name
        self.shelves = [Shelf(number, capacity) for number in range(shelves)]
        self.products = OrderedDict((key, Product(key, weight)) for key, weight in products.items())
        self.dock: List[Product] = []
        self.shipped: Dict[str, int] = defaultdict(int)
        self.history: List[Dict[str, Any]] = []
        self.moves = 0
        self.score = 0

    @classmethod
    def from_json(cls, text: str) -> "Warehouse":
        return cls(**json.loads(text))

    @contextmanager
    def transaction(self, description: str):
        before = self.score
        try:
            yield
        except OutOfStockError as error:
            self.score -= error.wanted - error.available
        finally:
            self.history.append({"what": description, "change": self.score - before})

    def product(self, name: str) -> Product:
        if name not in self.products:
            raise CommandError(f"unknown product {name!r}")
        return self.products[name]

    def stock(self, product: Product) -> int:
        return sum(shelf.items[product.name] for shelf in self.shelves)

    @command("receive", str, int)
    def receive(self, name: str, count: int) -> None:
        self.dock.extend([self.product(name)] * count)

    @command("store")
    def store(self) -> None:
        self.dock.sort(key=lambda product: (-product.weight, product.name))
        remaining = []
        for product in self.dock:
            shelf = self.find_shelf(product)
            if shelf is None:
                remaining.append(product)
                continue
            shelf.put(product)
            self.moves += shelf.number + 1
        self.dock = remaining

    @command("ship", str, int)
    def ship(self, name: str, count: int) -> None:
        product = self.product(name)
        with self.transaction(f"ship {count} {name}"):
            available = self.stock(product)
            if available < count:
                raise OutOfStockError(name, count, available)
            for _ in range(count):
                shelf = next(shelf for shelf in reversed(self.shelves) if shelf.take(product))
                self.moves += shelf.number + 1
            self.shipped[name] += count
            self.score += count * product.weight

    @command("audit")
    def audit(self) -> None:
        for shelf in self.shelves:
            expected = sum(self.products[name].weight * count for name, count in shelf.items.items())
            assert shelf.load == expected, f"shelf {shelf.number} has a wrong load"
        self.score += 1

    def find_shelf(self, product: Product) -> Optional[Shelf]:
        fitting = [shelf for shelf in self.shelves if shelf.fits(product)]
        return min(fitting, key=lambda shelf: (shelf.capacity - shelf.load, shelf.number), default=None)

    def execute(self, line: str) -> None:
        words = shlex.split(line, comments=True)
        if not words:
            return
        name, *arguments = words
        if name not in COMMANDS:
            raise CommandError(f"unknown command {name!r}")
        COMMANDS[name](self, *arguments)

    def summary(self) -> Dict[str, Any]:
        return {"shelves": [asdict(shelf) for shelf in self.shelves], "moves": self.moves}


def main() -> int:
    warehouse = Warehouse.from_json(CONFIGURATION)
    lines = SCRIPT.strip().splitlines()
    for step in range(200):
        try:
            warehouse.execute(lines[step * 7 % len(lines)])
        except WarehouseError as error:
            print(error, file=sys.stderr)
            return 1
        print(warehouse.score + 3 * warehouse.moves)
    return 0


if __name__ == "__main__":
    sys.exit(main())
# ---
"""A stack based virtual machine with a tiny assembler.

The machine executes a program that computes the number of divisors of ``n``.
One value is printed for each ``n`` from 1 to 200.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Callable, Optional


class OpCode(Enum):
    """Every instruction that the machine understands."""

    PUSH = auto()
    POP = auto()
    DUP = auto()
    SWAP = auto()
    ADD = auto()
    SUB = auto()
    MUL = auto()
    MOD = auto()
    LOAD = auto()
    STORE = auto()
    JUMP = auto()
    JUMP_IF_ZERO = auto()
    LESS = auto()
    PRINT = auto()
    HALT = auto()


class MachineError(RuntimeError):
    """Base class for everything that can go wrong while a program runs."""


class StackUnderflowError(MachineError):
    """An instruction needed more operands than the stack holds."""


class UnknownLabelError(MachineError):
    """A jump refers to a label that was never defined."""


@dataclass(frozen=True)
class Instruction:
    """An operation together with its optional argument."""

    op: OpCode
    argument: Optional[int | str] = None

    def __str__(self) -> str:
        if self.argument is None:
            return self.op.name
        return f"{self.op.name} {self.argument}"


@dataclass
class Program:
    instructions: list[Instruction] = field(default_factory=list)
    labels: dict[str, int] = field(default_factory=dict)

    def emit(self, op: OpCode, argument: Optional[int | str] = None) -> Program:
        self.instructions.append(Instruction(op, argument))
        return self

    def label(self, name: str) -> Program:
        if name in self.labels:
            raise ValueError(f"label {name!r} is already defined")
        self.labels[name] = len(self.instructions)
        return self

    def resolve(self, name: str) -> int:
        try:
            return self.labels[name]
        except KeyError as error:
            raise UnknownLabelError(f"no such label: {name}") from error


class VirtualMachine:
    """Runs one program with a fresh stack and memory."""

    MAX_STEPS = 1_000_000

    def __init__(self, program: Program) -> None:
        self.program = program
        self.stack: list[int] = []
        self.memory: dict[str, int] = {}
        self.output: list[int] = []
        self.pc = 0
        self.steps = 0
        self._dispatch: dict[OpCode, Callable[[Instruction], None]] = {
            OpCode.PUSH: self._push,
            OpCode.POP: lambda _: self._pop(),
            OpCode.DUP: self._dup,
            OpCode.SWAP: self._swap,
            OpCode.ADD: lambda _: self._binary(lambda a, b: a + b),
            OpCode.SUB: lambda _: self._binary(lambda a, b: a - b),
            OpCode.MUL: lambda _: self._binary(lambda a, b: a * b),
            OpCode.MOD: lambda _: self._binary(lambda a, b: a % b),
            OpCode.LESS: lambda _: self._binary(lambda a, b: int(a < b)),
            OpCode.LOAD: self._load,
            OpCode.STORE: self._store,
            OpCode.JUMP: self._jump,
            OpCode.JUMP_IF_ZERO: self._jump_if_zero,
            OpCode.PRINT: lambda _: self.output.append(self._pop()),
        }

    def _pop(self) -> int:
        if not self.stack:
            raise StackUnderflowError(f"stack is empty at instruction {self.pc}")
        return self.stack.pop()

    def _push(self, instruction: Instruction) -> None:
        self.stack.append(int(instruction.argument))

    def _dup(self, _: Instruction) -> None:
        top = self._pop()
        self.stack.extend((top, top))

    def _swap(self, _: Instruction) -> None:
        a, b = self._pop(), self._pop()
        self.stack.extend((a, b))

    def _binary(self, function: Callable[[int, int], int]) -> None:
        right = self._pop()
        left = self._pop()
        self.stack.append(function(left, right))

    def _load(self, instruction: Instruction) -> None:
        self.stack.append(self.memory.get(instruction.argument, 0))

    def _store(self, instruction: Instruction) -> None:
        self.memory[instruction.argument] = self._pop()

    def _jump(self, instruction: Instruction) -> None:
        self.pc = self.program.resolve(instruction.argument)

    def _jump_if_zero(self, instruction: Instruction) -> None:
        if self._pop() == 0:
            self._jump(instruction)

    def run(self, **variables: int) -> list[int]:
        self.memory.update(variables)
        while self.pc < len(self.program.instructions):
            instruction = self.program.instructions[self.pc]
            self.pc += 1
            self.steps += 1
            if self.steps > self.MAX_STEPS:
                raise MachineError("the program does not seem to end")
            if instruction.op is OpCode.HALT:
                break
            self._dispatch[instruction.op](instruction)
        return self.output


def divisor_count_program() -> Program:
    program = Program()
    program.emit(OpCode.PUSH, 1).emit(OpCode.STORE, "i")
    program.label("loop")
    program.emit(OpCode.LOAD, "n").emit(OpCode.LOAD, "i").emit(OpCode.LESS)
    program.emit(OpCode.JUMP_IF_ZERO, "test")
    program.emit(OpCode.LOAD, "count").emit(OpCode.PRINT).emit(OpCode.HALT)
    program.label("test")
    program.emit(OpCode.LOAD, "n").emit(OpCode.LOAD, "i").emit(OpCode.MOD)
    program.emit(OpCode.JUMP_IF_ZERO, "found").emit(OpCode.JUMP, "next")
    program.label("found")
    program.emit(OpCode.LOAD, "count").emit(OpCode.PUSH, 1).emit(OpCode.ADD).emit(OpCode.STORE, "count")
    program.label("next")
    program.emit(OpCode.LOAD, "i").emit(OpCode.PUSH, 1).emit(OpCode.ADD).emit(OpCode.STORE, "i")
    program.emit(OpCode.JUMP, "loop")
    return program


def main() -> None:
    program = divisor_count_program()
    for n in range(1, 201):
        machine = VirtualMachine(program)
        try:
            result = machine.run(n=n)
        except MachineError as error:
            print(f"machine stopped: {error}", file=sys.stderr)
            sys.exit(1)
        print(result[0])


if __name__ == "__main__":
    main()
# ---
"""Number names, their letters and chains.

Spells numbers in English and German, counts letters, follows each number to
the length of its name until the chain repeats, and prints a checksum.
"""
import string
import unicodedata
from abc import ABC, abstractmethod
from collections import Counter
from typing import Dict, List, Set, Tuple, Type


class SpellingError(ValueError):
    """The number cannot be spelled."""


class Speller(ABC):
    registry: Dict[str, Type["Speller"]] = {}
    language: str = ""

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        Speller.registry[cls.language] = cls

    @classmethod
    def for_language(cls, language: str) -> "Speller":
        try:
            return cls.registry[language]()
        except KeyError:
            known = ", ".join(sorted(cls.registry))
            raise SpellingError(f"no speller for {language!r}, only for {known}") from None

    def spell(self, number: int) -> str:
        if number < 0:
            raise SpellingError("negative numbers are not supported")
        if number >= 1000:
            raise SpellingError(f"{number} is too large")
        return self._spell(number)

    @abstractmethod
    def _spell(self, number: int) -> str:
        ...


class EnglishSpeller(Speller):
    language = "en"

    SMALL = (
        "zero one two three four five six seven eight nine ten eleven twelve thirteen "
        "fourteen fifteen sixteen seventeen eighteen nineteen"
    ).split()
    TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()

    def _spell(self, number: int) -> str:
        if number < 20:
            return self.SMALL[number]
        if number < 100:
            tens, ones = divmod(number, 10)
            word = self.TENS[tens - 2]
            return f"{word}-{self.SMALL[ones]}" if ones else word
        hundreds, rest = divmod(number, 100)
        result = self.SMALL[hundreds] + " hundred"
        if rest:
            result += " and " + self._spell(rest)
        return result


class GermanSpeller(Speller):
    language = "de"

    SMALL = [
        "null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn",
        "elf", "zwölf", "dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn",
    ]
    TENS = ["zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"]

    def _spell(self, number: int) -> str:
        if number < 20:
            return self.SMALL[number]
        if number < 100:
            tens, ones = divmod(number, 10)
            word = self.TENS[tens - 2]
            if not ones:
                return word
            prefix = "ein" if ones == 1 else self.SMALL[ones]
            return f"{prefix}und{word}"
        hundreds, rest = divmod(number, 100)
        prefix = "ein" if hundreds == 1 else self.SMALL[hundreds]
        return prefix + "hundert" + (self._spell(rest) if rest else "")


def letters_of(text: str) -> List[str]:
    """The letters of a text without accents, in lower case."""
    decomposed = unicodedata.normalize("NFD", text.lower())
    return [character for character in decomposed if character in string.ascii_lowercase]


def letter_value(letter: str) -> int:
    return ord(letter) - ord("a") + 1


def chain(speller: Speller, number: int) -> Tuple[List[int], int]:
    """Follow a number to the length of its name; return the chain and where it closes."""
    seen: Dict[int, int] = {}
    numbers: List[int] = []
    while number not in seen:
        seen[number] = len(numbers)
        numbers.append(number)
        number = len(letters_of(speller.spell(number)))
    return numbers, seen[number]


class Statistics:
    def __init__(self):
        self.letters: Counter = Counter()
        self.used: Set[str] = set()
        self.longest = ""

    def add(self, name: str) -> None:
        letters = letters_of(name)
        self.letters.update(letters)
        self.used.update(letters)
        if len(letters) > len(letters_of(self.longest)):
            self.longest = name

    @property
    def missing(self) -> List[str]:
        return sorted(set(string.ascii_lowercase) - self.used)

    def most_common(self) -> str:
        (letter, _), *_ = self.letters.most_common(1)
        return letter


def main() -> None:
    spellers = [Speller.for_language(language) for language in ("en", "de")]
    statistics = Statistics()
    for number in range(1, 201):
        checksum = 0
        for weight, speller in enumerate(spellers, start=1):
            name = speller.spell(number)
            statistics.add(name)
            numbers, start = chain(speller, number)
            checksum += weight * sum(map(letter_value, letters_of(name))) + len(numbers) - start
        checksum += len(statistics.missing) + letter_value(statistics.most_common())
        print(checksum)


if __name__ == "__main__":
    main()
