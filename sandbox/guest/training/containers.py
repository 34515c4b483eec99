# Strings, lists, sets, dicts, sorting and the iteration tools.
import heapq
import re
from bisect import bisect_left, insort
from collections import Counter, defaultdict, deque
from functools import reduce
from itertools import accumulate, chain, combinations, groupby, permutations, product, repeat
from operator import itemgetter, mul, xor


def look_and_say(n):
    term = "1"
    for _ in range(n):
        yield term
        term = "".join(str(len(list(run))) + digit for digit, run in groupby(term))


def say_by_pattern(s):
    return re.sub(r"(.)\1*", lambda m: str(len(m.group(0))) + m.group(1), s)


def stern(n):
    row = deque([1, 1])
    for _ in range(n):
        yield row[0]
        a = row.popleft()
        row.extend((a + row[0], row[0]))


def hamming(n):
    heap, seen = [1], {1}
    for _ in range(n):
        x = heapq.heappop(heap)
        yield x
        for factor in (2, 3, 5):
            if x * factor not in seen:
                seen.add(x * factor)
                heapq.heappush(heap, x * factor)


def queens(n, row=0, columns=0, left=0, right=0):
    if row == n:
        return 1
    total = 0
    free = ~(columns | left | right) & ((1 << n) - 1)
    while free:
        bit = free & -free
        free ^= bit
        total += queens(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1)
    return total


class Walker:
    def __init__(self):
        self.x = self.y = 0
        self.seen = {(0, 0)}

    def step(self, direction):
        dx, dy = ((0, 1), (1, 0), (0, -1), (-1, 0))[direction % 4]
        self.x += dx
        self.y += dy
        fresh = (self.x, self.y) not in self.seen
        self.seen.add((self.x, self.y))
        return fresh


def nim(limit):
    grundy = []
    for n in range(limit):
        reachable = {grundy[n - k] ^ k for k in range(1, n + 1) if k * k <= n}
        value = 0
        while value in reachable:
            value += 1
        grundy.append(value)
    return grundy


def life(cells, steps):
    for _ in range(steps):
        near = Counter((x + i, y + j) for x, y in cells for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
        cells = {c for c, k in near.items() if k == 3 or k == 2 and c in cells}
        yield len(cells)


print(*look_and_say(16))
print(say_by_pattern("1112233"), *re.findall(r"\d+", "a1b22c333"))
print(*stern(400))
print(*hamming(300))
print(*[queens(n) for n in range(8)])
print(*nim(300))
print(*life({(0, 1), (1, 0), (2, 0), (2, 1), (2, 2)}, 20))
walker = Walker()
print(sum(walker.step(n * n // 7) for n in range(2000)))
print(len([p for p in permutations(range(6)) if all(a != i for i, a in enumerate(p))]))
print(sum(1 for c in combinations(range(12), 4) if sum(c) % 5 == 0))
print(sorted({sum(t) for t in product((1, 3, 4), repeat=4)}, reverse=True))
print(*accumulate(range(100), xor), reduce(mul, range(1, 30)))
words = ["".join(chr(97 + n * k % 26) for k in range(1, 6)) for n in range(200)]
print(len(set(words)), sorted(words, key=itemgetter(2, 1))[0], max(words, key=len).upper().replace("A", "b").split("B"))
groups = defaultdict(list)
for word in words:
    groups[word[0]].append(word)
print(*[f"{key}:{len(found):>3}" for key, found in sorted(groups.items())], sep=", ")
ordered = []
for n in range(500):
    insort(ordered, n * 7919 % 1009)
print(bisect_left(ordered, 500), ordered[::50], min(ordered), max(ordered), sum(ordered[1:-1]))
print(*Counter(str(2**500)).most_common(), sep=" ")
grid = [[(i * j) % 7 for j in range(40)] for i in range(40)]
print(sum(map(sum, zip(*grid))), list(map(list, zip(*grid)))[3][:5], [row.index(6) for row in grid if 6 in row][:5])
print(*chain.from_iterable(repeat(n, n) for n in range(8)), any(x > 38 for x in ordered), all(ordered))
s = ""
for n in range(300):
    s += str(n % 10) if n % 3 else "-"
print(s.count("-"), s.find("89"), s[::-1][:20], s.strip("-")[:9], "7" in s, s.startswith("-1"), "%05d|%-4s|%x" % (42, "ab", 255))
try:
    print([1, 2, 3][7])
except IndexError as error:
    print(error)
thue = [0]
while len(thue) < 1000:
    thue += [1 - t for t in thue]
print("".join(map(str, thue[:64])))
matrix = {(i, j): i * j for i in range(30) for j in range(30) if (i + j) % 2}
print(sum(v for (i, j), v in matrix.items() if i < j), len(matrix), matrix.get((0, 1)), (3, 3) in matrix)
