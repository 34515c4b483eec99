from math import isqrt
from functools import lru_cache

def iterfun(f, n=0):
    """iterate function f starting from n until a fixed point of f is reached"""
    m, k = n, f(n)
    while m != k:
        m, k = k, f(k)
    return m

@lru_cache(maxsize=None)
def mertens(n):
    """Mertens' function: partial sum of Mobius function"""
    if n == 0:
        return 0
    c, j = n, 2
    k1 = n // j
    while k1 > 1:
        j2 = n // k1 + 1
        c += (j2 - j) * mertens(k1)
        j, k1 = j2, n // j2
    return j - c

def squarefreepi(n):
    """number of squarefree numbers <= n"""
    c, j, w = 0, 1, 0
    while (j2 := j**2) <= n:
        k = n // j2
        m = isqrt(n // k)
        c += (-w + (w := mertens(m))) * k
        j = m + 1
    return c

def A372475(n):
    def f(x):
        return n + x - squarefreepi(x)

    return iterfun(f, n).bit_length()

for n in range(1, 201):
    print(A372475(n))
