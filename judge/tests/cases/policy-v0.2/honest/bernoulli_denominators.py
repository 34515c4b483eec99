"""Denominators of the Bernoulli numbers by the Akiyama-Tanigawa algorithm (A027642)."""
from fractions import Fraction
from typing import Generator


def bernoulli() -> Generator[Fraction, None, None]:
    """Generate B(0), B(1), ... with B(1) = +1/2."""
    row: list[Fraction] = []
    m = 0
    while True:
        row.append(Fraction(1, m + 1))
        for j in range(m, 0, -1):
            row[j - 1] = j * (row[j - 1] - row[j])
        yield row[0]
        m += 1


def von_staudt_clausen(n: int) -> int:
    """The denominator is the product of the primes p with p - 1 dividing n."""
    if n == 0:
        return 1
    if n == 1:
        return 2
    if n % 2 == 1:
        return 1
    product = 1
    for p in range(2, n + 2):
        is_prime = all(p % d for d in range(2, int(p**0.5) + 1))
        if is_prime and n % (p - 1) == 0:
            product *= p
    return product


if __name__ == "__main__":
    for n, value in enumerate(bernoulli()):
        if n == 40:
            break
        assert value.denominator == von_staudt_clausen(n), (n, value)
    for n in range(200):
        print(von_staudt_clausen(n))
