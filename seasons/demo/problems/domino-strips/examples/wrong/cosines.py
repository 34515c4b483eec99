# Kasteleyn's product; floats cannot carry it to the end.
from math import cos, pi

for n in range(200):
    product = 1
    for j in (1, 2):
        for k in range(1, n // 2 + 1):
            product *= 4 * cos(pi * j / 5) ** 2 + 4 * cos(pi * k / (n + 1)) ** 2
    if n % 2:
        product *= (2 * cos(pi / 5)) * (2 * cos(2 * pi / 5))
    print(round(product))
