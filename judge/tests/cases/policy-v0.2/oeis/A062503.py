from math import isqrt
from functools import lru_cache

def bisection(f, kmin=0, kmax=1):
    """bisection method to find a fixed point of f"""
    while f(kmax) > kmax:
        kmax <<= 1
    while f(kmin) < kmin:
        kmin >>= 1
    kmin = max(kmin, kmax >> 1)
    while kmax - kmin > 1:
        kmid = kmax + kmin >> 1
        if f(kmid) <= kmid:
            kmax = kmid
        else:
            kmin = kmid
    return kmax

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

def A062503(n):
    def f(x):
        return n + x - squarefreepi(x)

    return bisection(f, m := f(f(n)), m) ** 2

for n in range(1, 201):
    print(A062503(n))
