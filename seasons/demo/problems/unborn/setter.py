def children(limit):
    return {n + sum(int(d) for d in str(n)) for n in range(1, limit)}


limit = 6000
born = children(limit)
for n in range(1, limit):
    if n not in born:
        print(n)
