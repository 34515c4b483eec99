import math


class Rational:
    """An exact fraction in lowest terms, with a positive denominator."""

    def __init__(self, numerator, denominator=1):
        if denominator == 0:
            raise ZeroDivisionError("the denominator of a rational number must not be zero")
        if denominator < 0:
            numerator, denominator = -numerator, -denominator
        common = math.gcd(numerator, denominator)
        self.numerator = numerator // common
        self.denominator = denominator // common

    def __add__(self, other):
        return Rational(
            self.numerator * other.denominator + other.numerator * self.denominator,
            self.denominator * other.denominator,
        )

    def __sub__(self, other):
        return self + Rational(-other.numerator, other.denominator)

    def __mul__(self, other):
        return Rational(self.numerator * other.numerator, self.denominator * other.denominator)

    def __truediv__(self, other):
        return self * Rational(other.denominator, other.numerator)

    def __lt__(self, other):
        return self.numerator * other.denominator < other.numerator * self.denominator

    def __eq__(self, other):
        return (self.numerator, self.denominator) == (other.numerator, other.denominator)

    def __repr__(self):
        return f"Rational({self.numerator}, {self.denominator})"


def harmonic_denominators(count):
    total = Rational(0)
    for n in range(1, count + 1):
        total = total + Rational(1, n)
        yield total.denominator


for denominator in harmonic_denominators(200):
    print(denominator)
