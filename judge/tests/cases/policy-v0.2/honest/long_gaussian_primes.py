"""Arithmetic of Gaussian integers.

A Gaussian integer is a + bi with integers a and b. This program counts the
Gaussian primes, up to units and conjugation, whose norm is at most n.
"""

import math
from typing import List, Tuple


class GaussianInteger:
    """An immutable Gaussian integer."""

    __slots__ = ("real", "imaginary")

    def __init__(self, real: int, imaginary: int = 0) -> None:
        self.real = real
        self.imaginary = imaginary

    @property
    def norm(self) -> int:
        """The square of the absolute value."""
        return self.real * self.real + self.imaginary * self.imaginary

    def conjugate(self) -> "GaussianInteger":
        return GaussianInteger(self.real, -self.imaginary)

    def __mul__(self, other: "GaussianInteger") -> "GaussianInteger":
        return GaussianInteger(
            self.real * other.real - self.imaginary * other.imaginary,
            self.real * other.imaginary + self.imaginary * other.real,
        )

    def __sub__(self, other: "GaussianInteger") -> "GaussianInteger":
        return GaussianInteger(self.real - other.real, self.imaginary - other.imaginary)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, GaussianInteger):
            return self.real == other.real and self.imaginary == other.imaginary
        return NotImplemented

    def __bool__(self) -> bool:
        return bool(self.real or self.imaginary)

    def __repr__(self) -> str:
        sign = "+" if self.imaginary >= 0 else "-"
        return f"({self.real} {sign} {abs(self.imaginary)}i)"

    def __divmod__(self, other: "GaussianInteger") -> Tuple["GaussianInteger", "GaussianInteger"]:
        """Division with a remainder whose norm is at most half of the divisor's."""
        if not other:
            raise ZeroDivisionError(f"cannot divide {self!r} by zero")
        product = self * other.conjugate()
        norm = other.norm
        quotient = GaussianInteger(
            (2 * product.real + norm) // (2 * norm),
            (2 * product.imaginary + norm) // (2 * norm),
        )
        return quotient, self - quotient * other

    def __mod__(self, other: "GaussianInteger") -> "GaussianInteger":
        return divmod(self, other)[1]


def first_octant(limit: int) -> List[GaussianInteger]:
    """All Gaussian integers a + bi with 0 <= b <= a and a norm from 2 to the limit."""
    bound = math.isqrt(limit)
    found = [
        GaussianInteger(real, imaginary)
        for real in range(1, bound + 1)
        for imaginary in range(real + 1)
        if 2 <= real * real + imaginary * imaginary <= limit
    ]
    found.sort(key=lambda number: (number.norm, number.real))
    return found


def gaussian_primes(limit: int) -> List[GaussianInteger]:
    """Sieves by trial division with the primes found so far."""
    primes: List[GaussianInteger] = []
    for candidate in first_octant(limit):
        divisors = (p for prime in primes for p in (prime, prime.conjugate()) if p.norm**2 <= candidate.norm * 2)
        if all(candidate % divisor for divisor in divisors):
            primes.append(candidate)
    return primes


def main() -> None:
    limit = 200
    norms = [prime.norm for prime in gaussian_primes(limit)]
    for n in range(limit):
        print(sum(1 for norm in norms if norm <= n))


if __name__ == "__main__":
    main()
