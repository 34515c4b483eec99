"""Fixed point filters over a square wave, built from generators.

Samples are integers with 8 fractional bits. A pipeline of filters is applied
to a square wave and the result is printed.
"""

from collections import deque
from contextlib import contextmanager
from functools import reduce
from itertools import islice
from typing import Callable, Iterable, Iterator, List

FRACTION_BITS = 8
ONE = 1 << FRACTION_BITS

Filter = Callable[[Iterable[int]], Iterator[int]]


class FilterError(ValueError):
    """A filter has impossible parameters."""


def square_wave(period: int, amplitude: int) -> Iterator[int]:
    """A wave that jumps between two values for ever."""
    if period <= 0 or period % 2:
        raise FilterError(f"the period must be positive and even, not {period}")
    while True:
        for _ in range(period // 2):
            yield amplitude * ONE
        for _ in range(period // 2):
            yield -amplitude * ONE


def low_pass(shift: int) -> Filter:
    """An exponential moving average."""

    def apply(samples: Iterable[int]) -> Iterator[int]:
        state = 0
        for sample in samples:
            state += (sample - state) >> shift
            yield state

    return apply


def moving_average(length: int) -> Filter:
    """The mean of the last samples."""

    def apply(samples: Iterable[int]) -> Iterator[int]:
        window = deque([0] * length, maxlen=length)
        total = 0
        for sample in samples:
            total += sample - window[0]
            window.append(sample)
            yield total // length

    return apply


def difference(samples: Iterable[int]) -> Iterator[int]:
    """How much each sample differs from the one before it."""
    previous = 0
    for sample in samples:
        yield sample - previous
        previous = sample


def clip(low: int, high: int) -> Filter:
    if low > high:
        raise FilterError(f"nothing lies between {low} and {high}")

    def apply(samples: Iterable[int]) -> Iterator[int]:
        for sample in samples:
            yield max(low, min(high, sample))

    return apply


def pipeline(*filters: Filter) -> Filter:
    """One filter after the other."""
    return lambda samples: reduce(lambda stream, one: one(stream), filters, iter(samples))


@contextmanager
def recording():
    """Collects what is printed at the end."""
    log: List[int] = []
    yield log
    for value in log:
        print(value)


def main() -> None:
    process = pipeline(low_pass(2), moving_average(5), clip(-900, 900), difference)
    with recording() as log:
        log.extend(islice(process(square_wave(period=24, amplitude=5)), 180))


if __name__ == "__main__":
    main()
