# Closed forms and digit work, one term a line: most programs look like this.
from math import comb, gcd, isqrt


def term(n):
    return n * (n + 1) // 2 + (n & 1) * 3 - (n >> 1)


def digits(n):
    return sum(int(d) ** 2 for d in str(n)) * len(bin(n)[2:])


def reverse_bits(n):
    return int(bin(n)[:1:-1], 2) if n else 0


for _ in range(6):
    for n in range(200):
        print(term(n))
    for n in range(200):
        print(digits(n), reverse_bits(n), n.bit_count(), 2**n % (n + 1))
    for n in range(1, 200):
        print(comb(2 * n, n) // (n + 1))
    for n in range(1, 200):
        print(isqrt(n * n * n), gcd(n, 360), pow(3, n, 1000007), n**3 - 2 * n**2 + 5, -n // 7, divmod(n * n, 11)[1])
    for n in range(1, 200):
        print(int(str(n), 11), hex(n)[2:], oct(n * n)[2:], (5 << n) // 3, n ^ (n >> 1), ~n & 255, abs(n - 100))
