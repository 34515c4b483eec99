"""Ways to check out n points with at most three darts, the last one a double."""
BOARD = [20, 1, 18, 4, 13, 6, 10, 15, 2, 17, 3, 19, 7, 16, 8, 11, 14, 9, 12, 5]
doubles = [2 * value for value in BOARD] + [50]
singles = BOARD + [25] + [3 * value for value in BOARD] + doubles
ways = [0] * 200
for last in doubles:
    ways[last] += 1
    for first in singles:
        ways[last + first] += 1
        for second in singles:
            ways[last + first + second] += 1
print(*ways, sep="\n")
