# The value n comes back after as many places as the value before it is long.
g = [0, 1]
for n in range(1, 200):
    g.append(1 + g[n + 1 - g[g[n]]])
for term in g[1:]:
    print(term)
