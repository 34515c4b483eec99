from math import comb, isqrt
from functools import lru_cache

@lru_cache(maxsize=None)
def A002321(n):
    if n == 0:
        return 0
    c, j = n, 2
    k1 = n // j
    while k1 > 1:
        j2 = n // k1 + 1
        c += (j2 - j) * A002321(k1)
        j, k1 = j2, n // j2
    return j - c

def A013928(n):
    c, j, w = 0, 1, 0
    while (j2 := j**2) < n:
        k = (n - 1) // j2
        m = isqrt((n - 1) // k)
        c += (-w + (w := A002321(m))) * k
        j = m + 1
    return c

@lru_cache(maxsize=None)
def A336276(n):
    if n <= 1:
        return 1
    c, j = 1, 2
    k1 = n // j
    while k1 > 1:
        j2 = n // k1 + 1
        c -= (
            (j2 * (j2 - 1) * ((j2 << 1) - 1) - j * (j - 1) * ((j << 1) - 1))
            // 6
            * A336276(k1)
        )
        j, k1 = j2, n // j2
    return c - (n * (n + 1) * ((n << 1) + 1) - j * (j - 1) * ((j << 1) - 1)) // 6

def A066779(n):
    c, j, w = 0, 1, 0
    while (j2 := j**2) <= n:
        k = n // j2
        m = isqrt(n // k)
        c += (-w + (w := A336276(m))) * comb(k + 1, 2)
        j = m + 1
    return c

def A294062(n):
    return n * A013928(n + 1) - A066779(n) << 1

for n in range(1, 201):
    print(A294062(n))
