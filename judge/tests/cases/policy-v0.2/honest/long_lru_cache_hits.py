"""How many of the first n requests hit a cache with a least-recently-used policy?

The requests follow a quadratic pattern. The cache is a doubly linked list with
a dictionary for fast access, the way interviewers like it.
"""

from abc import ABC, abstractmethod


class CacheStatistics:
    """Counts hits and misses."""

    def __init__(self):
        self.hits = 0
        self.misses = 0

    @property
    def requests(self):
        return self.hits + self.misses

    def __str__(self):
        return f"{self.hits} of {self.requests} requests were hits"


class Cache(ABC):
    """What every cache can do."""

    def __init__(self, capacity):
        if capacity <= 0:
            raise ValueError("the capacity of a cache must be positive")
        self.capacity = capacity
        self.statistics = CacheStatistics()

    @abstractmethod
    def lookup(self, key):
        """Returns the value of a key, or None."""

    @abstractmethod
    def store(self, key, value):
        """Stores the value of a key, evicting another if necessary."""

    def get_or_compute(self, key, function):
        """The value of a key, which is computed when it is missing."""
        value = self.lookup(key)
        if value is not None:
            self.statistics.hits += 1
            return value
        self.statistics.misses += 1
        value = function(key)
        self.store(key, value)
        return value


class ListNode:
    """An entry of the doubly linked list."""

    def __init__(self, key=None, value=None):
        self.key = key
        self.value = value
        self.previous = None
        self.next = None


class LeastRecentlyUsedCache(Cache):
    """Evicts what has not been used for the longest time."""

    def __init__(self, capacity):
        super().__init__(capacity)
        self.nodes = {}
        self.head = ListNode()
        self.tail = ListNode()
        self.head.next = self.tail
        self.tail.previous = self.head

    def _remove(self, node):
        node.previous.next = node.next
        node.next.previous = node.previous

    def _push_front(self, node):
        node.next = self.head.next
        node.previous = self.head
        self.head.next.previous = node
        self.head.next = node

    def lookup(self, key):
        node = self.nodes.get(key)
        if node is None:
            return None
        self._remove(node)
        self._push_front(node)
        return node.value

    def store(self, key, value):
        if key in self.nodes:
            self._remove(self.nodes.pop(key))
        elif len(self.nodes) >= self.capacity:
            oldest = self.tail.previous
            self._remove(oldest)
            del self.nodes[oldest.key]
        node = ListNode(key, value)
        self.nodes[key] = node
        self._push_front(node)


def expensive_function(key):
    """Pretends to be expensive."""
    return sum(divisor for divisor in range(1, key + 2) if (key + 1) % divisor == 0)


def main():
    cache = LeastRecentlyUsedCache(capacity=10)
    for index in range(200):
        cache.get_or_compute(index * index % 37, expensive_function)
        print(cache.statistics.hits)


if __name__ == "__main__":
    main()
