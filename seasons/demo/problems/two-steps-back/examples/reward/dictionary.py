q = {1: 1, 2: 1}
for n in range(1, 201):
    if n not in q:
        a = n - q[n - 1]
        b = n - q[n - 2]
        q[n] = q[a] + q[b]
    print(q[n])
