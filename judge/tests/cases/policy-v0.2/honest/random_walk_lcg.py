"""A random walk that is driven by a linear congruential generator (the one of Numerical Recipes)."""
from typing import Iterator


class LinearCongruentialGenerator:
    """x -> (a * x + c) mod m"""

    def __init__(self, seed: int, multiplier: int = 1664525, increment: int = 1013904223, modulus: int = 2**32):
        self.state = seed
        self.multiplier = multiplier
        self.increment = increment
        self.modulus = modulus

    def next(self) -> int:
        self.state = (self.multiplier * self.state + self.increment) % self.modulus
        return self.state

    def next_bit(self) -> int:
        """The highest bit, since the low ones have short periods."""
        return self.next() >> 31


def walk(seed: int) -> Iterator[int]:
    generator = LinearCongruentialGenerator(seed)
    position = 0
    while True:
        yield position
        position += 1 if generator.next_bit() else -1


def main() -> None:
    for step, position in enumerate(walk(seed=42)):
        if step == 200:
            break
        print(position)


if __name__ == "__main__":
    main()
