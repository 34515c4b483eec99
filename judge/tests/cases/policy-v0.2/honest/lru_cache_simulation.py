"""Hits of an LRU cache of size 8 on an access pattern n*n mod 23."""
from collections import OrderedDict


class LRUCache:
    """Least recently used cache."""

    def __init__(self, capacity: int = 8) -> None:
        self.capacity = capacity
        self.entries: OrderedDict = OrderedDict()
        self.hits = 0
        self.misses = 0

    def access(self, key: int) -> bool:
        """Access a key. Returns True on a hit."""
        if key in self.entries:
            self.entries.move_to_end(key)
            self.hits += 1
            return True
        self.misses += 1
        self.entries[key] = None
        if len(self.entries) > self.capacity:
            self.entries.popitem(last=False)
        return False

    @property
    def hit_rate(self) -> float:
        total = self.hits + self.misses
        return self.hits / total if total else 0.0


def access_pattern(n: int) -> int:
    return n * n % 23 + n // 50


def main() -> None:
    cache = LRUCache()
    for n in range(200):
        cache.access(access_pattern(n))
        print(cache.hits)


if __name__ == "__main__":
    main()
