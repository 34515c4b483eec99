from math import gcd

n = 1
while True:
    print(sum(2 ** gcd(n, turn) for turn in range(n)) // n)
    n += 1
