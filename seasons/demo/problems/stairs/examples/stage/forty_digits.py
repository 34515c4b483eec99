# The closed form with the real root; forty digits last a good while.
from decimal import Decimal, getcontext

getcontext().prec = 40
t = Decimal(2)
for _ in range(99):
    t -= (t**3 - t * t - t - 1) / (3 * t * t - 2 * t - 1)
for n in range(200):
    print(int((t ** (n + 2) / (3 * t * t - 2 * t - 1)).to_integral_value()))
