from math import isqrt

def A001950(n):
    return (n + isqrt(5 * n**2) >> 1) + n

def A276885(n):
    return n + (n - 1 + isqrt(5 * (n - 1) ** 2) & -2)

def bsearch(f, n, kmin=0, kmax=1):
    """use bisection search to compute largest integer k>=0 such that f(k) <= n. assumes f is increasing."""
    while f(kmax) <= n:
        kmax <<= 1
    kmin = max(kmin, kmax >> 1)
    while True:
        kmid = kmax + kmin >> 1
        if f(kmid) > n:
            kmax = kmid
        else:
            kmin = kmid
        if kmax - kmin <= 1:
            break
    return kmin

def A383670(n):
    for i, f in enumerate((A276885, A001950)):
        if f(bsearch(f, n)) == n:
            return i
    return 2

for n in range(1, 201):
    print(A383670(n))
