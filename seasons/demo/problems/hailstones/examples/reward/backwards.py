# Walk the tree from 1 upwards, level by level, until every start up to 200 was met.
found = {1: 0}
level = [1]
steps = 0
while not all(n in found for n in range(1, 201)):
    steps += 1
    above = []
    for m in level:
        parents = [2 * m]
        if m % 6 == 4:
            parents.append(m // 3)
        for p in parents:
            if p not in found and p < 20000:
                found[p] = steps
                above.append(p)
    level = above
for n in range(1, 201):
    print(found[n])
