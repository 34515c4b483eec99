# Writes out every string of beads and keeps the least turn of each.
from itertools import product

for n in range(1, 201):
    count = 0
    for beads in product("bw", repeat=n):
        count += all(beads <= beads[i:] + beads[:i] for i in range(n))
    print(count)
