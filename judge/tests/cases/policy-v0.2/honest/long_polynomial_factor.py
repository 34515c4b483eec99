"""How many irreducible factors does x^n - 1 have over the field with two elements?

Polynomials over GF(2) are stored as the bits of an integer, so that addition
is exclusive or. The factorisation goes by distinct degrees.
"""

from __future__ import annotations

from typing import Iterator


class BinaryPolynomial:
    """A polynomial over the field with two elements."""

    def __init__(self, bits: int) -> None:
        if bits < 0:
            raise ValueError("the coefficients of a polynomial are not negative")
        self.bits = bits

    @property
    def degree(self) -> int:
        """The degree; -1 for the zero polynomial."""
        return self.bits.bit_length() - 1

    def is_zero(self) -> bool:
        return self.bits == 0

    def __add__(self, other: BinaryPolynomial) -> BinaryPolynomial:
        return BinaryPolynomial(self.bits ^ other.bits)

    def __mul__(self, other: BinaryPolynomial) -> BinaryPolynomial:
        product = 0
        shifted = self.bits
        factor = other.bits
        while factor:
            if factor & 1:
                product ^= shifted
            shifted <<= 1
            factor >>= 1
        return BinaryPolynomial(product)

    def divide(self, divisor: BinaryPolynomial) -> tuple[BinaryPolynomial, BinaryPolynomial]:
        """Long division: quotient and remainder."""
        if divisor.is_zero():
            raise ZeroDivisionError("division by the zero polynomial")
        quotient, remainder = 0, self.bits
        while remainder.bit_length() >= divisor.bits.bit_length():
            shift = remainder.bit_length() - divisor.bits.bit_length()
            quotient |= 1 << shift
            remainder ^= divisor.bits << shift
        return BinaryPolynomial(quotient), BinaryPolynomial(remainder)

    def __floordiv__(self, divisor: BinaryPolynomial) -> BinaryPolynomial:
        return self.divide(divisor)[0]

    def __mod__(self, divisor: BinaryPolynomial) -> BinaryPolynomial:
        return self.divide(divisor)[1]

    def __str__(self) -> str:
        terms = [f"x^{power}" for power in range(self.degree, -1, -1) if self.bits >> power & 1]
        return " + ".join(terms) or "0"


X = BinaryPolynomial(2)


def gcd(one: BinaryPolynomial, other: BinaryPolynomial) -> BinaryPolynomial:
    """Euclid's algorithm."""
    while not other.is_zero():
        one, other = other, one % other
    return one


def distinct_degrees(polynomial: BinaryPolynomial) -> Iterator[tuple[int, int]]:
    """Pairs of a degree and the number of irreducible factors that have it."""
    power = X
    degree = 0
    while polynomial.degree > 0:
        degree += 1
        power = power * power % polynomial
        common = gcd(polynomial, power + X)
        if common.degree > 0:
            yield degree, common.degree // degree
            polynomial = polynomial // common
            if polynomial.degree > 0:
                power = power % polynomial


def number_of_factors(n: int) -> int:
    """Irreducible factors of x^n - 1, with their multiplicity."""
    odd, multiplicity = n, 1
    while odd % 2 == 0:
        odd //= 2
        multiplicity *= 2
    polynomial = BinaryPolynomial(1 << odd | 1)
    return multiplicity * sum(count for _, count in distinct_degrees(polynomial))


for n in range(1, 121):
    print(number_of_factors(n))
