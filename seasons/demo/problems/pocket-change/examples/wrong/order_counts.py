# Counts 1+2 and 2+1 twice.
w = [1]
for n in range(1, 200):
    w.append(sum(w[n - c] for c in (1, 2, 5, 10, 20, 50, 100) if c <= n))
print(*w)
