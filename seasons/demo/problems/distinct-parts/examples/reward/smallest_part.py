from functools import cache


@cache
def count(n, smallest):
    """Partitions of n into distinct parts, none below smallest."""
    if n == 0:
        return 1
    return sum(count(n - part, part + 1) for part in range(smallest, n + 1))


for n in range(200):
    print(count(n, 1))
