def period(n):
    remainders = []
    r = 1
    while r and r not in remainders:
        remainders.append(r)
        r = 10 * r % n
    return len(remainders) - remainders.index(r) if r else 0


for n in range(1, 201):
    print(period(n))
