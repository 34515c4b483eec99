# Forty digits should do for an average.
from decimal import Decimal, getcontext
from math import gcd

getcontext().prec = 40
for n in range(1, 201):
    print(int(sum(Decimal(2) ** gcd(turn, n) for turn in range(n)) / n))
