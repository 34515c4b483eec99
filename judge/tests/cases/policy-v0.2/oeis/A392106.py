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

def A392106(n):
    def g(x):
        return x + (x - 1 << x + 1) + 2

    def f(x):
        return n + 1 + bsearch(g, x)

    a = bisection(f, n + 1, n + 1) - n
    q, r = divmod(n - (a - 2 << a) - 2, a)
    return 1 + int(format(q, "0" + str(a) + "b")[r])

for n in range(1, 201):
    print(A392106(n))
