# Every set of parts has a sum. There are rather many sets.
from collections import Counter

sums = [0]
for part in range(1, 200):
    sums += [s + part for s in sums]
counts = Counter(sums)
for n in range(200):
    print(counts[n])
