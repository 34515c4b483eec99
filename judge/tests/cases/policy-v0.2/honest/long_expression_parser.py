"""A calculator for arithmetic expressions, written as a recursive descent parser.

Grammar::

    expression = term { ("+" | "-") term }
    term       = factor { ("*" | "//" | "%") factor }
    factor     = ("+" | "-") factor | power
    power      = atom [ "^" factor ]
    atom       = number | name | "(" expression ")"

The program evaluates one expression for many values of its variable.
"""

import re
from typing import Dict, List, Optional, Union

TOKEN = re.compile(r"\s*(?:(?P<number>\d+)|(?P<name>[a-z]\w*)|(?P<operator>//|[-+*%^()]))")


class ParseError(Exception):
    """The text is not an expression."""

    def __init__(self, message: str, position: int):
        super().__init__(f"{message} at position {position}")
        self.position = position


class Token:
    """A piece of the text with its kind and its position."""

    def __init__(self, kind: str, text: str, position: int):
        self.kind = kind
        self.text = text
        self.position = position


def tokenize(text: str) -> List[Token]:
    """Cuts a text into tokens."""
    tokens = []
    position = 0
    text = text.rstrip()
    while position < len(text):
        match = TOKEN.match(text, position)
        if match is None:
            raise ParseError("unexpected character", position)
        tokens.append(Token(match.lastgroup, match.group(match.lastgroup), position))
        position = match.end()
    tokens.append(Token("end", "", position))
    return tokens


class Parser:
    """Evaluates while it parses."""

    def __init__(self, text: str, variables: Optional[Dict[str, int]] = None):
        self.tokens = tokenize(text)
        self.index = 0
        self.variables = variables or {}

    @property
    def current(self) -> Token:
        return self.tokens[self.index]

    def advance(self) -> Token:
        token = self.current
        self.index += 1
        return token

    def accept(self, *operators: str) -> Optional[str]:
        """Takes the next token if it is one of these operators."""
        if self.current.kind == "operator" and self.current.text in operators:
            return self.advance().text
        return None

    def parse(self) -> int:
        """Evaluates the whole text."""
        value = self.expression()
        if self.current.kind != "end":
            raise ParseError(f"unexpected {self.current.text!r}", self.current.position)
        return value

    def expression(self) -> int:
        value = self.term()
        while operator := self.accept("+", "-"):
            operand = self.term()
            value = value + operand if operator == "+" else value - operand
        return value

    def term(self) -> int:
        value = self.factor()
        while operator := self.accept("*", "//", "%"):
            operand = self.factor()
            if operator == "*":
                value *= operand
            elif operand == 0:
                raise ZeroDivisionError("division by zero in the expression")
            elif operator == "//":
                value //= operand
            else:
                value %= operand
        return value

    def factor(self) -> int:
        if self.accept("-"):
            return -self.factor()
        if self.accept("+"):
            return self.factor()
        return self.power()

    def power(self) -> int:
        base = self.atom()
        if self.accept("^"):
            return base ** self.factor()
        return base

    def atom(self) -> int:
        token = self.advance()
        if token.kind == "number":
            return int(token.text)
        if token.kind == "name":
            try:
                return self.variables[token.text]
            except KeyError:
                raise ParseError(f"unknown variable {token.text}", token.position) from None
        if token.text == "(":
            value = self.expression()
            if not self.accept(")"):
                raise ParseError("expected a closing bracket", self.current.position)
            return value
        raise ParseError("expected a value", token.position)


def evaluate(text: str, **variables: int) -> int:
    """Evaluates an expression with these variables."""
    return Parser(text, variables).parse()


for n in range(150):
    print(evaluate("n^2 - 3*(n + 1) // 2 + -n % 7", n=n))
