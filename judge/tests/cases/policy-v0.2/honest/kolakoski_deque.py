from collections import deque
from typing import Generator


def kolakoski(alphabet: tuple[int, int] = (1, 2)) -> Generator[int, None, None]:
    """Generate the Kolakoski sequence, the run lengths of itself.

    The alphabet is the pair of symbols that alternate. The ordinary sequence
    (OEIS A000002) uses 1 and 2.
    """
    first, second = alphabet
    pending: deque[int] = deque()
    yield from (1, 2, 2)
    pending.append(2)
    symbol = first
    while True:
        run_length = pending.popleft()
        for _ in range(run_length):
            pending.append(symbol)
            yield symbol
        symbol = second if symbol == first else first


for number_of_terms, term in enumerate(kolakoski(), start=1):
    print(term)
    if number_of_terms == 200:
        break
