# Use the largest coin once more, or put it away for good.
from functools import cache

coins = [1, 2, 5, 10, 20, 50, 100, 200]


@cache
def ways(amount, kinds):
    if amount == 0:
        return 1
    if amount < 0 or kinds == 0:
        return 0
    return ways(amount - coins[kinds - 1], kinds) + ways(amount, kinds - 1)


for amount in range(200):
    print(ways(amount, 8))
