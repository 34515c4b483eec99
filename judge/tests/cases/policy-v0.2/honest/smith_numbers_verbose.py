"""
Smith numbers (A006753)
=======================

A composite number is called a Smith number if the sum of its digits equals the sum of the digits
of its prime factors, counted with multiplicity. For example 22 = 2 * 11 and 2 + 2 = 2 + 1 + 1.
"""
import itertools
import sys


def sum_of_digits(n: int) -> int:
    """Return the sum of the decimal digits of n.

    >>> sum_of_digits(4937775)
    42
    """
    return sum(map(int, str(n)))


def prime_factors(n: int) -> list:
    """Return the prime factors of n with multiplicity, in ascending order.

    >>> prime_factors(360)
    [2, 2, 2, 3, 3, 5]
    """
    factors = []
    divisor = 2
    while divisor * divisor <= n:
        while n % divisor == 0:
            factors.append(divisor)
            n //= divisor
        divisor += 1 if divisor == 2 else 2
    if n > 1:
        factors.append(n)
    return factors


def is_smith(n: int) -> bool:
    """Check whether n is a Smith number."""
    factors = prime_factors(n)
    if len(factors) < 2:
        return False  # primes (and one) are excluded by definition
    return sum_of_digits(n) == sum(sum_of_digits(p) for p in factors)


def main() -> int:
    smith_numbers = filter(is_smith, itertools.count(4))
    for number in itertools.islice(smith_numbers, 200):
        print(number)
    return 0


if __name__ == "__main__":
    sys.exit(main())
