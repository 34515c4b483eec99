"""Walk the Stern-Brocot tree level by level and print the numerators."""
from collections import deque
from fractions import Fraction
from typing import Iterator

def mediants() -> Iterator[Fraction]:
    """Yield every positive rational exactly once."""
    queue = deque([((0, 1), (1, 0))])
    while True:
        (a, b), (c, d) = queue.popleft()
        middle = a + c, b + d
        yield Fraction(*middle)
        queue.append(((a, b), middle))
        queue.append((middle, (c, d)))

if __name__ == "__main__":
    for count, value in zip(range(200), mediants()):
        print(value.numerator)
