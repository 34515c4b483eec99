"""A small engine for regular expressions, with Thompson's construction.

Supported are letters, ``.``, ``*``, ``+``, ``?``, ``|`` and parentheses. For
each n from 1 to 200 the program counts how many binary words that stand for
the numbers up to n are matched by a pattern.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Optional, Set


class PatternError(ValueError):
    """The pattern cannot be understood."""


class State:
    """A state of the automaton, with at most two arrows out of it."""

    _count = 0

    def __init__(self, symbol: Optional[str] = None) -> None:
        self.symbol = symbol
        self.arrows: List[State] = []
        self.number = State._count
        State._count += 1

    def connect(self, other: State) -> None:
        self.arrows.append(other)

    @property
    def is_silent(self) -> bool:
        return self.symbol is None

    def accepts(self, letter: str) -> bool:
        return self.symbol == letter or self.symbol == "."

    def __repr__(self) -> str:
        targets = ", ".join(str(state.number) for state in self.arrows)
        return f"State({self.number}, {self.symbol!r} -> {targets})"


@dataclass
class Fragment:
    """A part of the automaton with one way in and one way out."""

    start: State
    end: State

    @classmethod
    def letter(cls, symbol: str) -> Fragment:
        start, end = State(symbol), State()
        start.connect(end)
        return cls(start, end)

    @classmethod
    def empty(cls) -> Fragment:
        state = State()
        return cls(state, state)

    def then(self, other: Fragment) -> Fragment:
        self.end.connect(other.start)
        return Fragment(self.start, other.end)

    def either(self, other: Fragment) -> Fragment:
        start, end = State(), State()
        start.connect(self.start)
        start.connect(other.start)
        self.end.connect(end)
        other.end.connect(end)
        return Fragment(start, end)

    def repeated(self, at_least_once: bool) -> Fragment:
        start, end = State(), State()
        start.connect(self.start)
        self.end.connect(self.start)
        self.end.connect(end)
        if not at_least_once:
            start.connect(end)
        return Fragment(start, end)

    def optional(self) -> Fragment:
        start, end = State(), State()
        start.connect(self.start)
        start.connect(end)
        self.end.connect(end)
        return Fragment(start, end)


class Compiler:
    """Reads a pattern and builds its automaton."""

    SPECIAL = set("*+?|()")

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.position = 0

    def peek(self) -> str:
        if self.position < len(self.pattern):
            return self.pattern[self.position]
        return ""

    def expect(self, symbol: str) -> None:
        if self.peek() != symbol:
            raise PatternError(f"expected {symbol!r} at {self.position} in {self.pattern!r}")
        self.position += 1

    def compile(self) -> Fragment:
        fragment = self.alternatives()
        if self.position != len(self.pattern):
            raise PatternError(f"nothing expected at {self.position}")
        return fragment

    def alternatives(self) -> Fragment:
        fragment = self.sequence()
        while self.peek() == "|":
            self.expect("|")
            fragment = fragment.either(self.sequence())
        return fragment

    def sequence(self) -> Fragment:
        fragment = Fragment.empty()
        while self.peek() and self.peek() not in "|)":
            fragment = fragment.then(self.repetition())
        return fragment

    def repetition(self) -> Fragment:
        fragment = self.atom()
        while self.peek() and self.peek() in "*+?":
            symbol = self.peek()
            self.expect(symbol)
            if symbol == "?":
                fragment = fragment.optional()
            else:
                fragment = fragment.repeated(at_least_once=symbol == "+")
        return fragment

    def atom(self) -> Fragment:
        symbol = self.peek()
        if symbol == "(":
            self.expect("(")
            fragment = self.alternatives()
            self.expect(")")
            return fragment
        if not symbol or symbol in self.SPECIAL:
            raise PatternError(f"a letter is missing at {self.position}")
        self.expect(symbol)
        return Fragment.letter(symbol)


class Matcher:
    """Runs the automaton on all its states at once."""

    def __init__(self, pattern: str) -> None:
        self.fragment = Compiler(pattern).compile()
        self.cache: Dict[str, bool] = {}

    def closure(self, states: Set[State]) -> Set[State]:
        todo = list(states)
        reached = set(states)
        while todo:
            state = todo.pop()
            if state.is_silent:
                for target in state.arrows:
                    if target not in reached:
                        reached.add(target)
                        todo.append(target)
        return reached

    def matches(self, text: str) -> bool:
        if text not in self.cache:
            current = self.closure({self.fragment.start})
            for letter in text:
                moved = {target for state in current if state.accepts(letter) for target in state.arrows}
                current = self.closure(moved)
            self.cache[text] = self.fragment.end in current
        return self.cache[text]


def main() -> None:
    matcher = Matcher("1(0|11)*(01?0)+.?1*")
    count = 0
    for n in range(1, 201):
        if matcher.matches(f"{n:b}"):
            count += 1
        print(count)


if __name__ == "__main__":
    main()
