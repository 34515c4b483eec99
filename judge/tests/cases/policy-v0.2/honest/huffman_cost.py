"""Total cost of a Huffman code for the weights 1, 2, ..., n (a variant of A033156)."""
import heapq
from itertools import count
from typing import NamedTuple, Optional


class Node(NamedTuple):
    weight: int
    order: int
    left: Optional["Node"] = None
    right: Optional["Node"] = None

    @property
    def is_leaf(self) -> bool:
        return self.left is None


def build_tree(weights) -> Node:
    """Build a Huffman tree; ties are broken by the order of creation."""
    order = count()
    heap = [Node(weight, next(order)) for weight in weights]
    heapq.heapify(heap)
    if not heap:
        raise ValueError("cannot build a tree without weights")
    while len(heap) > 1:
        first = heapq.heappop(heap)
        second = heapq.heappop(heap)
        heapq.heappush(heap, Node(first.weight + second.weight, next(order), first, second))
    return heap[0]


def cost(node: Node, depth: int = 0) -> int:
    """Sum of weight times depth over all leaves."""
    if node.is_leaf:
        return node.weight * depth
    return cost(node.left, depth + 1) + cost(node.right, depth + 1)


if __name__ == "__main__":
    for n in range(1, 201):
        print(cost(build_tree(range(1, n + 1))))
