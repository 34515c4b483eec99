"""Number of nodes in a trie of the binary, ternary and decimal names of numbers."""

import argparse
from typing import Dict, Iterator, List, Optional


class TrieNode:
    """A node with its children by their letters."""

    def __init__(self) -> None:
        self.children: Dict[str, "TrieNode"] = {}
        self.is_word = False

    def child(self, letter: str) -> "TrieNode":
        """The child for a letter, which is made if it is missing."""
        if letter not in self.children:
            self.children[letter] = TrieNode()
        return self.children[letter]


class Trie:
    """A set of words that shares their prefixes."""

    def __init__(self) -> None:
        self.root = TrieNode()
        self.size = 0

    def insert(self, word: str) -> bool:
        """Adds a word; says whether it was new."""
        node = self.root
        for letter in word:
            node = node.child(letter)
        if node.is_word:
            return False
        node.is_word = True
        self.size += 1
        return True

    def find(self, prefix: str) -> Optional[TrieNode]:
        node = self.root
        for letter in prefix:
            if letter not in node.children:
                return None
            node = node.children[letter]
        return node

    def words(self, prefix: str = "") -> Iterator[str]:
        """All words that start so, in alphabetical order."""
        start = self.find(prefix)
        stack = [(prefix, start)] if start else []
        while stack:
            word, node = stack.pop()
            if node.is_word:
                yield word
            for letter in sorted(node.children, reverse=True):
                stack.append((word + letter, node.children[letter]))

    def __len__(self) -> int:
        return self.size

    def count_nodes(self) -> int:
        """All nodes, the root included."""
        total = 0
        stack = [self.root]
        while stack:
            node = stack.pop()
            total += 1
            stack.extend(node.children.values())
        return total


def to_base(number: int, base: int) -> str:
    """Writes a number in a base from 2 to 10."""
    if not 2 <= base <= 10:
        raise ValueError(f"base {base} is not supported")
    digits: List[str] = []
    while True:
        number, digit = divmod(number, base)
        digits.append(str(digit))
        if number == 0:
            return "".join(reversed(digits))


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=int, default=150, help="how many numbers to insert")
    parser.add_argument("--bases", type=int, nargs="*", default=[2, 3, 10])
    return parser.parse_args()


def main() -> None:
    arguments = parse_arguments()
    trie = Trie()
    for number in range(arguments.limit):
        for base in arguments.bases:
            trie.insert(to_base(number, base))
        assert len(list(trie.words())) == len(trie)
        print(trie.count_nodes())


if __name__ == "__main__":
    main()
