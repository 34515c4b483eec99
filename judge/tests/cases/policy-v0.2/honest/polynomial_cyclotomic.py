"""Heights of cyclotomic polynomials and their values at 2 (A019320)."""
from __future__ import annotations


class Polynomial:
    """A polynomial with integer coefficients, the constant one first."""

    def __init__(self, coefficients: list[int]):
        while len(coefficients) > 1 and coefficients[-1] == 0:
            coefficients = coefficients[:-1]
        self.coefficients = coefficients

    @property
    def degree(self) -> int:
        return len(self.coefficients) - 1

    def __floordiv__(self, other: Polynomial) -> Polynomial:
        """Exact division by a monic polynomial."""
        remainder = list(self.coefficients)
        quotient = [0] * (self.degree - other.degree + 1)
        for shift in reversed(range(len(quotient))):
            factor = remainder[shift + other.degree]
            quotient[shift] = factor
            for i, coefficient in enumerate(other.coefficients):
                remainder[shift + i] -= factor * coefficient
        if any(remainder):
            raise ArithmeticError("the division leaves a remainder")
        return Polynomial(quotient)

    def __call__(self, x: int) -> int:
        result = 0
        for coefficient in reversed(self.coefficients):
            result = result * x + coefficient
        return result

    def __str__(self) -> str:
        return " + ".join(f"{c}*x^{i}" for i, c in enumerate(self.coefficients) if c)


def cyclotomic(n: int, known: dict[int, Polynomial]) -> Polynomial:
    """Divide x^n - 1 by the cyclotomic polynomials of all proper divisors of n."""
    result = Polynomial([-1] + [0] * (n - 1) + [1])
    for divisor in range(1, n):
        if n % divisor == 0:
            result //= known[divisor]
    known[n] = result
    return result


def main() -> None:
    known: dict[int, Polynomial] = {}
    for n in range(1, 101):
        polynomial = cyclotomic(n, known)
        print(max(map(abs, polynomial.coefficients)))
        print(polynomial(2))


if __name__ == "__main__":
    main()
