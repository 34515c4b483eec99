# A parent of n lies at most 9 per digit below n.
def digit_sum(n):
    return sum(map(int, str(n)))


n = 1
while True:
    lowest = max(0, n - 9 * len(str(n)))
    if all(m + digit_sum(m) != n for m in range(lowest, n)):
        print(n)
    n += 1
