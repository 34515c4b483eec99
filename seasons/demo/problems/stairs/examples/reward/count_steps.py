# With t threes and d doubles there are n - 3t - 2d ones; shuffle them.
from math import comb

for n in range(200):
    total = 0
    for t in range(n // 3 + 1):
        for d in range((n - 3 * t) // 2 + 1):
            ones = n - 3 * t - 2 * d
            steps = ones + d + t
            total += comb(steps, t) * comb(steps - t, d)
    print(total)
