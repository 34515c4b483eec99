"""Height of an AVL tree after inserting the first n values of a permutation.

The tree is kept balanced by rotations, as described by Adelson-Velsky and
Landis in 1962. All operations take logarithmic time.
"""

from typing import Iterator, Optional


class Node:
    """A node of the tree, with the height of the tree below it."""

    __slots__ = ("key", "left", "right", "height")

    def __init__(self, key: int) -> None:
        self.key = key
        self.left: Optional["Node"] = None
        self.right: Optional["Node"] = None
        self.height = 1


def height(node: Optional[Node]) -> int:
    """The height of a tree that may be empty."""
    return node.height if node is not None else 0


def balance(node: Node) -> int:
    """How much higher the left side is than the right one."""
    return height(node.left) - height(node.right)


def update(node: Node) -> None:
    node.height = 1 + max(height(node.left), height(node.right))


def rotate_right(node: Node) -> Node:
    """Lifts the left child."""
    pivot = node.left
    assert pivot is not None, "a right rotation needs a left child"
    node.left, pivot.right = pivot.right, node
    update(node)
    update(pivot)
    return pivot


def rotate_left(node: Node) -> Node:
    """Lifts the right child."""
    pivot = node.right
    assert pivot is not None, "a left rotation needs a right child"
    node.right, pivot.left = pivot.left, node
    update(node)
    update(pivot)
    return pivot


def rebalance(node: Node) -> Node:
    """Restores the balance of a node whose children are balanced."""
    update(node)
    if balance(node) > 1:
        if balance(node.left) < 0:
            node.left = rotate_left(node.left)
        return rotate_right(node)
    if balance(node) < -1:
        if balance(node.right) > 0:
            node.right = rotate_right(node.right)
        return rotate_left(node)
    return node


def insert(node: Optional[Node], key: int) -> Node:
    """Inserts a key; a key that is there already changes nothing."""
    if node is None:
        return Node(key)
    if key < node.key:
        node.left = insert(node.left, key)
    elif key > node.key:
        node.right = insert(node.right, key)
    return rebalance(node)


def in_order(node: Optional[Node]) -> Iterator[int]:
    """All keys, the smallest first."""
    if node is not None:
        yield from in_order(node.left)
        yield node.key
        yield from in_order(node.right)


def is_search_tree(node: Optional[Node]) -> bool:
    """Checks the invariant that the whole module is about."""
    keys = list(in_order(node))
    return all(smaller < larger for smaller, larger in zip(keys, keys[1:]))


def main() -> None:
    root: Optional[Node] = None
    modulus = 211
    for step in range(200):
        root = insert(root, step * 97 % modulus)
        if not is_search_tree(root):
            raise RuntimeError(f"the tree is out of order after step {step}")
        print(root.height * 1000 + root.key)


if __name__ == "__main__":
    main()
