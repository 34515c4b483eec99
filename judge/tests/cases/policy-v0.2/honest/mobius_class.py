class ArithmeticFunctions:
    """A small collection of multiplicative functions computed with a linear sieve."""

    def __init__(self, limit):
        if limit < 1:
            raise ValueError(f"limit must be positive, got {limit}")
        self.limit = limit
        self._smallest_factor = [0] * (limit + 1)
        self._primes = []
        self._mobius = [0] * (limit + 1)
        self._totient = [0] * (limit + 1)
        self._build()

    def _build(self):
        self._mobius[1] = self._totient[1] = 1
        for number in range(2, self.limit + 1):
            if not self._smallest_factor[number]:
                self._smallest_factor[number] = number
                self._primes.append(number)
                self._mobius[number] = -1
                self._totient[number] = number - 1
            for prime in self._primes:
                product = prime * number
                if product > self.limit or prime > self._smallest_factor[number]:
                    break
                self._smallest_factor[product] = prime
                if number % prime == 0:
                    self._mobius[product] = 0
                    self._totient[product] = self._totient[number] * prime
                    break
                self._mobius[product] = -self._mobius[number]
                self._totient[product] = self._totient[number] * (prime - 1)

    def mobius(self, n):
        self._check(n)
        return self._mobius[n]

    def totient(self, n):
        self._check(n)
        return self._totient[n]

    def _check(self, n):
        if not isinstance(n, int):
            raise TypeError("n must be an integer")
        if not 1 <= n <= self.limit:
            raise IndexError(f"n={n} is outside of 1..{self.limit}")


def mertens_numbers(count):
    functions = ArithmeticFunctions(count)
    total = 0
    for n in range(1, count + 1):
        total += functions.mobius(n)
        yield total


if __name__ == "__main__":
    # A002321: Mertens's function
    print(*mertens_numbers(200), sep="\n")
