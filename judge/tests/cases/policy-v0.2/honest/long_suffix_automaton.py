"""Distinct substrings of prefixes of the Fibonacci word, with a suffix automaton."""

from __future__ import annotations

import itertools
import sys
from dataclasses import dataclass, field


@dataclass
class State:
    """A state stands for a class of substrings that end in the same places."""

    length: int
    link: int
    transitions: dict[str, int] = field(default_factory=dict)


class SuffixAutomaton:
    """Built letter by letter, in constant amortised time each."""

    def __init__(self) -> None:
        self.states = [State(length=0, link=-1)]
        self.last = 0
        self.substrings = 0

    def _add_state(self, length: int, link: int, transitions: dict[str, int] | None = None) -> int:
        self.states.append(State(length, link, dict(transitions or {})))
        return len(self.states) - 1

    def extend(self, letter: str) -> None:
        """Appends a letter to the text."""
        current = self._add_state(self.states[self.last].length + 1, 0)
        state = self.last
        while state != -1 and letter not in self.states[state].transitions:
            self.states[state].transitions[letter] = current
            state = self.states[state].link
        if state == -1:
            self.states[current].link = 0
        else:
            target = self.states[state].transitions[letter]
            if self.states[target].length == self.states[state].length + 1:
                self.states[current].link = target
            else:
                self.states[current].link = self._clone(state, target, letter)
        self.last = current
        link = self.states[current].link
        self.substrings += self.states[current].length - self.states[link].length

    def _clone(self, state: int, target: int, letter: str) -> int:
        """Splits the state `target` in two."""
        original = self.states[target]
        clone = self._add_state(self.states[state].length + 1, original.link, original.transitions)
        while state != -1 and self.states[state].transitions.get(letter) == target:
            self.states[state].transitions[letter] = clone
            state = self.states[state].link
        original.link = clone
        return clone

    def __contains__(self, text: str) -> bool:
        state = 0
        for letter in text:
            if letter not in self.states[state].transitions:
                return False
            state = self.states[state].transitions[letter]
        return True


def fibonacci_word():
    """The letters of abaababaabaab..."""
    previous, current = "a", "ab"
    while len(current) < 1000:
        previous, current = current, current + previous
    return iter(current)


def main() -> int:
    automaton = SuffixAutomaton()
    for letter in itertools.islice(fibonacci_word(), 160):
        automaton.extend(letter)
        print(automaton.substrings)
    if "bb" in automaton:
        print("the Fibonacci word has no bb", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
