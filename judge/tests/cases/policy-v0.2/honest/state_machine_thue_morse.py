"""Run lengths in the Thue-Morse word, produced by a tiny automatic-sequence machine."""
from enum import Enum
from itertools import count, groupby, islice


class State(Enum):
    EVEN = 0
    ODD = 1

    def on(self, bit: str) -> "State":
        if bit == "1":
            return State.ODD if self is State.EVEN else State.EVEN
        return self


def thue_morse(n: int) -> int:
    state = State.EVEN
    for bit in format(n, "b"):
        state = state.on(bit)
    return state.value


def run_lengths():
    word = map(thue_morse, count())
    for _, group in groupby(word):
        yield sum(1 for _ in group)


for length in islice(run_lengths(), 200):
    print(length)
