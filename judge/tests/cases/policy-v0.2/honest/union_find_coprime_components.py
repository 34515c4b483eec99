"""Number of connected components of the graph on 2..n whose edges join numbers with a common factor."""
from math import gcd


class DisjointSet:
    """Union-find with path compression and union by size."""

    def __init__(self):
        self.parent = {}
        self.size = {}
        self.components = 0

    def add(self, item):
        if item in self.parent:
            raise KeyError(f"{item} has been added before")
        self.parent[item] = item
        self.size[item] = 1
        self.components += 1

    def find(self, item):
        root = item
        while self.parent[root] != root:
            root = self.parent[root]
        while self.parent[item] != root:
            self.parent[item], item = root, self.parent[item]
        return root

    def union(self, first, second):
        first, second = self.find(first), self.find(second)
        if first == second:
            return False
        if self.size[first] < self.size[second]:
            first, second = second, first
        self.parent[second] = first
        self.size[first] += self.size[second]
        self.components -= 1
        return True


def main():
    sets = DisjointSet()
    for n in range(2, 202):
        sets.add(n)
        for other in range(2, n):
            if gcd(n, other) > 1:
                sets.union(n, other)
        print(sets.components)


if __name__ == "__main__":
    main()
