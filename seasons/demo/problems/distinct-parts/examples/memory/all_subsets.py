# Every set of different parts, written out once and for all. There are rather many sets.
from collections import Counter

sets = [frozenset()]
for part in range(1, 200):
    sets += [chosen | {part} for chosen in sets]
counts = Counter(map(sum, sets))
for n in range(200):
    print(counts[n])
