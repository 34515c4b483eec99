# Integers of many digits, exact fractions and decimals.
from decimal import Decimal, getcontext
from fractions import Fraction
from math import comb, factorial, isqrt, lcm


def bernoulli(n):
    row = []
    for m in range(n + 1):
        row.append(Fraction(1, m + 1))
        for j in range(m, 0, -1):
            row[j - 1] = j * (row[j - 1] - row[j])
    return row[0]


def pi_digits(n):
    q, r, t, k, m, x = 1, 0, 1, 1, 3, 3
    while n:
        if 4 * q + r - t < m * t:
            yield m
            n -= 1
            q, r, m = 10 * q, 10 * (r - m * t), (10 * (3 * q + r)) // t - 10 * m
        else:
            q, r, t, k, m, x = q * k, (2 * q + r) * x, t * x, k + 1, (q * (7 * k + 2) + r * x) // (t * x), x + 2


def continued_fraction(n, terms):
    a0 = isqrt(n)
    m, d, a, found = 0, 1, a0, [a0]
    while len(found) < terms and a0 * a0 != n:
        m = d * a - m
        d = (n - m * m) // d
        a = (a0 + m) // d
        found.append(a)
    return found


print(*[factorial(n) for n in range(80)])
print(*[comb(n, n // 2) for n in range(150)])
print(*[2**n - 1 for n in range(300)])
print(*pi_digits(200))
print(*[bernoulli(n).numerator for n in range(30)])
print(*[continued_fraction(n, 30) for n in range(2, 40)])
getcontext().prec = 120
print(str(Decimal(2).sqrt())[:110], Decimal(1).exp(), Decimal(10).ln(), Decimal(22) / Decimal(7))
h, l = Fraction(0), 1
for n in range(1, 120):
    h, l = h + Fraction(1, n), lcm(l, n)
    print(h.numerator, h.denominator, l)
x = 3
for _ in range(9):
    x = x * x + 1
    print(len(str(x)), x % 10**9)
n, total = 7**400, 0
while n:
    n, r = divmod(n, 10)
    total += r
print(total, sum(map(int, str(3**1000))), (10**200 - 1) // 7 * 13 % 10**50, pow(2, 10**6, 10**30 + 57))
