v=dict(zip('abcdefghijklmnopqrstuvwxyz',map(int,'1 3 3 2 1 4 2 4 1 8 5 1 3 1 1 3 10 1 1 1 1 4 4 8 4 10'.split())))
u='zero one two three four five six seven eight nine ten eleven twelve'.split()
for n in range(200):print(sum(v[c]for d in str(n)for c in u[int(d)]))
