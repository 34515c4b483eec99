"""A Pratt parser for integer expressions, exercised on digit expressions.

For every n the decimal digits of n * n + 1 are interleaved with operators
chosen round-robin from "+", "*", "-" and "^" (the first operator depends on
n), which gives expressions such as

    n = 57  ->  3250  ->  "3*2-5^0"

The text is tokenised, parsed to a syntax tree and evaluated; the
value is the n-th term.  "^" is exponentiation, binds strongest and is right
associative; unary minus is supported and used for every third expression.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Union

TERMS = 220
OPERATOR_CYCLE = "+*-^"

# operator -> (left binding power, right binding power)
BINDING_POWER = {
    "+": (10, 11),
    "-": (10, 11),
    "*": (20, 21),
    "^": (41, 40),
}
UNARY_MINUS_POWER = 30


class ParseError(Exception):
    """Raised when the input is not a valid expression."""


# --------------------------------------------------------------------------
# Syntax tree
# --------------------------------------------------------------------------


@dataclass(frozen=True)
class Number:
    value: int

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True)
class Negation:
    operand: Node

    def __str__(self) -> str:
        return f"(-{self.operand})"


@dataclass(frozen=True)
class BinaryOperation:
    operator: str
    left: Node
    right: Node

    def __str__(self) -> str:
        return f"({self.left}{self.operator}{self.right})"


Node = Union[Number, Negation, BinaryOperation]


# --------------------------------------------------------------------------
# Tokenizer
# --------------------------------------------------------------------------


def tokenize(text: str) -> Iterator[str]:
    """Yield numbers, operators and parentheses as strings."""
    position = 0
    while position < len(text):
        char = text[position]
        if char.isspace():
            position += 1
        elif char.isdigit():
            end = position
            while end < len(text) and text[end].isdigit():
                end += 1
            yield text[position:end]
            position = end
        elif char in "+-*^()":
            yield char
            position += 1
        else:
            raise ParseError(f"unexpected character {char!r} at {position}")


# --------------------------------------------------------------------------
# Parser
# --------------------------------------------------------------------------


class Parser:
    """Top-down operator precedence parser (Vaughan Pratt, 1973)."""

    def __init__(self, text: str) -> None:
        self._tokens = list(tokenize(text))
        self._position = 0

    def parse(self) -> Node:
        """Parse the complete input."""
        node = self._expression(0)
        if self._peek() is not None:
            raise ParseError(f"trailing input: {self._peek()!r}")
        return node

    def _peek(self) -> str | None:
        if self._position < len(self._tokens):
            return self._tokens[self._position]
        return None

    def _advance(self) -> str:
        token = self._peek()
        if token is None:
            raise ParseError("unexpected end of input")
        self._position += 1
        return token

    def _prefix(self) -> Node:
        token = self._advance()
        if token.isdigit():
            return Number(int(token))
        if token == "-":
            return Negation(self._expression(UNARY_MINUS_POWER))
        if token == "(":
            node = self._expression(0)
            if self._advance() != ")":
                raise ParseError("missing closing parenthesis")
            return node
        raise ParseError(f"expression cannot start with {token!r}")

    def _expression(self, minimum_power: int) -> Node:
        left = self._prefix()
        while (operator := self._peek()) in BINDING_POWER:
            left_power, right_power = BINDING_POWER[operator]
            if left_power < minimum_power:
                break
            self._advance()
            left = BinaryOperation(operator, left, self._expression(right_power))
        return left


# --------------------------------------------------------------------------
# Evaluation
# --------------------------------------------------------------------------


def evaluate(node: Node) -> int:
    """Evaluate a syntax tree."""
    match node:
        case Number(value):
            return value
        case Negation(operand):
            return -evaluate(operand)
        case BinaryOperation("+", left, right):
            return evaluate(left) + evaluate(right)
        case BinaryOperation("-", left, right):
            return evaluate(left) - evaluate(right)
        case BinaryOperation("*", left, right):
            return evaluate(left) * evaluate(right)
        case BinaryOperation("^", left, right):
            return evaluate(left) ** evaluate(right)
    raise TypeError(f"cannot evaluate {node!r}")


def digit_expression(n: int) -> str:
    """Build the expression for n as described in the module docstring."""
    digits = str(n * n + 1)
    pieces = ["-"] if n % 3 == 0 else []
    for index, digit in enumerate(digits):
        if index:
            pieces.append(OPERATOR_CYCLE[(n + index - 1) % len(OPERATOR_CYCLE)])
        pieces.append(digit)
    return "".join(pieces)


def self_test() -> None:
    """Check precedence and associativity on a few expressions."""
    expectations = {
        "1+2*3": 7,
        "2^3^2": 512,
        "-2^2": -4,
        "8-3-2": 3,
        "(1+2)*(3+4)": 21,
        "--5": 5,
    }
    for text, expected in expectations.items():
        actual = evaluate(Parser(text).parse())
        if actual != expected:
            raise AssertionError(f"{text} evaluated to {actual}, not {expected}")


def main() -> None:
    self_test()
    for n in range(TERMS):
        tree = Parser(digit_expression(n)).parse()
        # Printing a tree and parsing it again must not change anything.
        assert evaluate(Parser(str(tree)).parse()) == evaluate(tree)
        print(evaluate(tree))


if __name__ == "__main__":
    main()
