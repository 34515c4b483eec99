"""A tiny state machine reads the decimal expansion of 1/n and counts how often it changes its state."""
from enum import Enum, auto


class State(Enum):
    START = auto()
    RISING = auto()
    FALLING = auto()
    LEVEL = auto()


def expansion(denominator, length):
    """Yield the first decimal digits of 1/denominator."""
    remainder = 1 % denominator
    for _ in range(length):
        digit, remainder = divmod(10 * remainder, denominator)
        yield digit


def next_state(last, digit):
    if last is None:
        return State.START
    if digit > last:
        return State.RISING
    if digit < last:
        return State.FALLING
    return State.LEVEL


def changes(denominator, length=50):
    """Count how often the machine changes its state on the expansion of 1/denominator."""
    state, last, count = State.START, None, 0
    for digit in expansion(denominator, length):
        following = next_state(last, digit)
        if following is not state:
            count += 1
        state, last = following, digit
    return count


if __name__ == "__main__":
    for denominator in range(1, 201):
        print(changes(denominator))
