known = {1: 0}


def steps(n):
    if n not in known:
        known[n] = 1 + steps(3 * n + 1 if n % 2 else n // 2)
    return known[n]


for n in range(1, 201):
    print(steps(n))
