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

def A054634(n):
    if n == 0:
        return 0

    def g(x):
        return (
            x
            + (m := (x.bit_length() + 2) // 3) * (x + 1)
            - ((1 << 3 * (m - 1)) - 1 << 3) // 7
            if x
            else 1
        )

    def f(x):
        return n + 1 + bsearch(g, x)

    return int(
        (s := oct(a := bisection(f, n + 1, n + 1) - n)[2:])[
            n - 1 - a * (k := len(s)) + ((1 << 3 * k) - 1) // 7
        ]
    )

for n in range(1, 201):
    print(A054634(n))
