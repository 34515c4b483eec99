# Sequences that are defined by their own earlier terms.
import sys
from functools import cache, lru_cache


@cache
def hofstadter(n):
    return 1 if n < 3 else hofstadter(n - hofstadter(n - 1)) + hofstadter(n - hofstadter(n - 2))


@lru_cache(maxsize=None)
def partitions(n, largest):
    if n == 0:
        return 1
    if n < 0 or largest == 0:
        return 0
    return partitions(n - largest, largest) + partitions(n, largest - 1)


def fibonacci():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


def recaman(n):
    seen, position, terms = {0}, 0, [0]
    for step in range(1, n):
        lower = position - step
        if lower > 0 and lower not in seen:
            position = lower
        else:
            position += step
        seen.add(position)
        terms.append(position)
    return terms


def golomb(n):
    a = [0, 1]
    for i in range(2, n):
        a.append(1 + a[i - a[a[i - 1]]])
    return a


def bell(n):
    row, terms = [1], [1]
    for _ in range(n):
        new = [row[-1]]
        for x in row:
            new.append(new[-1] + x)
        row = new
        terms.append(row[0])
    return terms


def ackermann(m, n):
    return n + 1 if m == 0 else ackermann(m - 1, 1 if n == 0 else ackermann(m, n - 1))


def matrix_power(a, n):
    def times(x, y):
        return [[sum(p * q for p, q in zip(r, c)) for c in zip(*y)] for r in x]

    result = [[1 if i == j else 0 for j in range(len(a))] for i in range(len(a))]
    while n:
        if n % 2:
            result = times(result, a)
        a = times(a, a)
        n //= 2
    return result


sys.setrecursionlimit(3000)
print(*[hofstadter(n) for n in range(1, 300)])
print(*[partitions(n, n) for n in range(60)])
for n, term in zip(range(300), fibonacci()):
    print(term, end=" ")
print(*recaman(2000))
print(*golomb(2000))
print(*bell(80))
print(ackermann(2, 30))
print(*[matrix_power([[1, 1, 0], [1, 0, 1], [0, 1, 1]], n)[0][0] for n in range(100)])
a, b, c = 0, 1, 1
for _ in range(2000):
    a, b, c = b, c, (a + b * c) % 10007
    if c % 5 == 0:
        c += 1
    elif c == 3:
        c -= 1
print(a, b, c)
