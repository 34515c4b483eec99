from math import gcd, isqrt
from typing import NamedTuple


class Triple(NamedTuple):
    """A Pythagorean triple with a < b < c."""

    a: int
    b: int
    c: int

    @property
    def is_primitive(self) -> bool:
        return gcd(gcd(self.a, self.b), self.c) == 1

    @property
    def perimeter(self) -> int:
        return self.a + self.b + self.c

    @property
    def area(self) -> int:
        return self.a * self.b // 2


def children(triple: Triple):
    """The three children in the tree of Barning and Hall."""
    a, b, c = triple
    yield Triple(a - 2 * b + 2 * c, 2 * a - b + 2 * c, 2 * a - 2 * b + 3 * c)
    yield Triple(a + 2 * b + 2 * c, 2 * a + b + 2 * c, 2 * a + 2 * b + 3 * c)
    yield Triple(-a + 2 * b + 2 * c, -2 * a + b + 2 * c, -2 * a + 2 * b + 3 * c)


def hypotenuses(limit):
    found = set()
    stack = [Triple(3, 4, 5)]
    while stack:
        triple = stack.pop()
        if triple.c > limit:
            continue
        assert triple.is_primitive, triple
        found.add(triple.c)
        stack.extend(children(triple))
    return sorted(found)


for hypotenuse in hypotenuses(2000)[:200]:
    print(hypotenuse)
