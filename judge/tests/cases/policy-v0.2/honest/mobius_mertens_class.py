"""Mertens function: partial sums of the Möbius function, with a linear sieve."""
from dataclasses import dataclass, field


@dataclass
class LinearSieve:
    """Computes primes and the Möbius function at the same time."""

    limit: int
    primes: list = field(default_factory=list)
    mobius: list = field(default_factory=list)

    def __post_init__(self):
        if self.limit < 1:
            raise ValueError("the limit of the sieve has to be positive")
        composite = [False] * (self.limit + 1)
        self.mobius = [0] * (self.limit + 1)
        self.mobius[1] = 1
        for i in range(2, self.limit + 1):
            if not composite[i]:
                self.primes.append(i)
                self.mobius[i] = -1
            for p in self.primes:
                if i * p > self.limit:
                    break
                composite[i * p] = True
                if i % p == 0:
                    # A square divides the product, so the value stays zero.
                    self.mobius[i * p] = 0
                    break
                self.mobius[i * p] = -self.mobius[i]

    def mertens(self):
        total = 0
        for n in range(1, self.limit + 1):
            total += self.mobius[n]
            yield total


if __name__ == "__main__":
    for value in LinearSieve(200).mertens():
        print(value)
