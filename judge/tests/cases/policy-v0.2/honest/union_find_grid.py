class DisjointSets:
    """Disjoint sets with path halving."""
    def __init__(self, size):
        self.parent = list(range(size))
        self.components = 0
    def find(self, x):
        while self.parent[x] != x:
            self.parent[x] = self.parent[self.parent[x]]
            x = self.parent[x]
        return x
    def union(self, a, b):
        a, b = self.find(a), self.find(b)
        if a != b:
            self.parent[a] = b
            self.components -= 1

WIDTH = 20
sets, opened = DisjointSets(WIDTH * WIDTH), set()
for step in range(200):
    cell = step * step * 7 % (WIDTH * WIDTH)
    if cell not in opened:
        opened.add(cell)
        sets.components += 1
        for neighbour in (cell - 1, cell + 1, cell - WIDTH, cell + WIDTH):
            if neighbour in opened:
                sets.union(cell, neighbour)
    print(sets.components)
