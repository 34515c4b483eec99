# As many partitions into odd parts, and those need no care about repeats.
ways = [1] + [0] * 199
for part in range(1, 200, 2):
    for total in range(part, 200):
        ways[total] += ways[total - part]
print(*ways, sep="\n")
