from fractions import Fraction
from math import ceil

def egyptian(value: Fraction):
    """The denominators of the greedy expansion of a fraction below one."""
    while value:
        denominator = ceil(1 / value)
        yield denominator
        value -= Fraction(1, denominator)

for n in range(1, 201):
    print(sum(1 for _ in egyptian(Fraction(n % 40, n % 40 + 3))))
