# The recurrence, in decimals of 64 digits.
from decimal import Decimal, getcontext

getcontext().prec = 64
a, b, c, d = map(Decimal, (1, 1, 0, 1))
for _ in range(200):
    print(int(d))
    a, b, c, d = b, c, d, d + 5 * c + b - a
