"""Continued fractions of rational numbers, with exact arithmetic and full error checking."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import total_ordering


class FractionError(ArithmeticError):
    """Raised when a fraction would not make sense."""


@total_ordering
@dataclass(frozen=True, eq=False)
class Ratio:
    """A rational number in lowest terms with a positive denominator."""

    numerator: int
    denominator: int = 1

    @classmethod
    def of(cls, numerator: int, denominator: int = 1) -> "Ratio":
        """Brings a fraction into lowest terms."""
        if denominator == 0:
            raise FractionError(f"{numerator}/0 is not a number")
        if denominator < 0:
            numerator, denominator = -numerator, -denominator
        common = math.gcd(numerator, denominator)
        return cls(numerator // common, denominator // common)

    def __add__(self, other: "Ratio") -> "Ratio":
        return Ratio.of(
            self.numerator * other.denominator + other.numerator * self.denominator,
            self.denominator * other.denominator,
        )

    def __mul__(self, other: "Ratio") -> "Ratio":
        return Ratio.of(self.numerator * other.numerator, self.denominator * other.denominator)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ratio):
            return NotImplemented
        return (self.numerator, self.denominator) == (other.numerator, other.denominator)

    def __lt__(self, other: "Ratio") -> bool:
        return self.numerator * other.denominator < other.numerator * self.denominator

    def __hash__(self) -> int:
        return hash((self.numerator, self.denominator))

    def reciprocal(self) -> "Ratio":
        """One divided by this."""
        return Ratio.of(self.denominator, self.numerator)

    def floor(self) -> int:
        """The largest integer that is not larger."""
        return self.numerator // self.denominator

    def continued_fraction(self) -> list[int]:
        """The partial quotients."""
        quotients = []
        rest = self
        while True:
            whole = rest.floor()
            quotients.append(whole)
            rest = rest + Ratio(-whole)
            if rest == Ratio(0):
                return quotients
            rest = rest.reciprocal()


def from_continued_fraction(quotients: list[int]) -> Ratio:
    """The inverse of `continued_fraction`."""
    if not quotients:
        raise FractionError("an empty continued fraction has no value")
    value = Ratio(quotients[-1])
    for quotient in reversed(quotients[:-1]):
        value = Ratio(quotient) + value.reciprocal()
    return value


def harmonic_numbers():
    """1, 1 + 1/2, 1 + 1/2 + 1/3, ..."""
    total = Ratio(0)
    index = 0
    while True:
        index += 1
        total = total + Ratio.of(1, index)
        yield total


def main():
    """Prints how many partial quotients the harmonic numbers have."""
    for count, number in enumerate(harmonic_numbers()):
        if count == 120:
            break
        quotients = number.continued_fraction()
        if from_continued_fraction(quotients) != number:
            raise AssertionError("the continued fraction is wrong")
        print(len(quotients))


main()
