# Shift the word by p and see how far back it agrees with itself.
a = []
for n in range(200):
    k = 1
    for p in range(1, n):
        m = 0
        while m + p < n and a[-1 - m] == a[-1 - m - p]:
            m += 1
        k = max(k, 1 + m // p)
    a.append(k)
print(*a)
