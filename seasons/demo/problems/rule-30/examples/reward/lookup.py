rule = {(a, b, c): 30 >> (4 * a + 2 * b + c) & 1 for a in (0, 1) for b in (0, 1) for c in (0, 1)}
cells = [1]
for _ in range(200):
    print(sum(cells))
    wide = [0, 0, *cells, 0, 0]
    cells = [rule[triple] for triple in zip(wide, wide[1:], wide[2:])]
