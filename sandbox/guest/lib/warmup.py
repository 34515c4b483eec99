# Small programs that are run while the snapshot is made, so that what they first touch is there.
def fib(n):
    a, b = 0, 1
    terms = []
    for _ in range(n):
        terms.append(a)
        a, b = b, a + b
    return terms


print(*fib(5))
print([i for i in range(9)], {1: 2}, {3}, (4,), f"{3.5:.2f}", "%d" % 3)
for term in fib(8):
    print(term, end=" ")
# ----
1 / 0
# ----
import sys
from math import *
from itertools import *
from fractions import Fraction
from functools import lru_cache, reduce


@lru_cache(None)
def partitions(n, k):
    return 1 if n == 0 else sum(partitions(n - i, i) for i in range(1, min(n, k) + 1))


sys.setrecursionlimit(sys.getrecursionlimit())
print(partitions(9, 9), Fraction(1, 3) + 1, comb(9, 4), gcd(9, 6), isqrt(99), 2**200)
print(sorted({3, 1, 2}, key=lambda x: -x), "".join(reversed("abc")), int("12", 3), str(10**30))
print(list(islice(accumulate(count(1)), 9)), reduce(lambda a, b: a * b, range(1, 9)))
