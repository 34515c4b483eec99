q = [1, 1]
for n in range(2, 200):
    q.append(q[n - q[n - 1] + 1] + q[n - q[n - 2]])
print(*q)
