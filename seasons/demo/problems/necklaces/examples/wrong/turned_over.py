# Turning the necklace over is not allowed here.
from math import gcd

for n in range(1, 201):
    turns = sum(2 ** gcd(i, n) for i in range(n))
    flips = n * 2 ** (n // 2 + 1) if n % 2 else n * 3 * 2 ** (n // 2 - 1)
    print((turns + flips) // (2 * n))
