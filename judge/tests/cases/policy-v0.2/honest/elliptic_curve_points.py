"""Number of points on the elliptic curve y^2 = x^3 + 2x + 3 over the prime fields."""
import math
from dataclasses import dataclass
from typing import Iterator


@dataclass(frozen=True)
class EllipticCurve:
    """A curve in short Weierstrass form over a prime field."""

    a: int
    b: int
    p: int

    def right_side(self, x: int) -> int:
        return (x * x * x + self.a * x + self.b) % self.p

    def is_singular(self) -> bool:
        return (4 * self.a**3 + 27 * self.b**2) % self.p == 0

    def number_of_points(self) -> int:
        """Count affine points naively and add the point at infinity."""
        roots = [0] * self.p
        for y in range(self.p):
            roots[y * y % self.p] += 1
        return 1 + sum(roots[self.right_side(x)] for x in range(self.p))


def primes() -> Iterator[int]:
    n = 2
    while True:
        if all(n % d for d in range(2, math.isqrt(n) + 1)):
            yield n
        n += 1


def main() -> None:
    for index, p in enumerate(primes()):
        if index == 200:
            break
        curve = EllipticCurve(a=2, b=3, p=p)
        print(curve.number_of_points())


if __name__ == "__main__":
    main()
