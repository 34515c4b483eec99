# The last step was 1, 2 or 3 high.
from functools import lru_cache


@lru_cache(None)
def ways(n):
    if n < 0:
        return 0
    if n == 0:
        return 1
    return ways(n - 1) + ways(n - 2) + ways(n - 3)


for n in range(200):
    print(ways(n))
