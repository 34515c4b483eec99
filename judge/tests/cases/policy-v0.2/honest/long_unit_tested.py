"""Partitions of n into distinct parts, with the tests in the same file."""

import functools
import unittest
from typing import Iterator, List


def partitions(n: int, largest: int) -> Iterator[List[int]]:
    """All partitions of n into distinct parts that are at most `largest`."""
    if n < 0:
        raise ValueError("negative numbers have no partitions")
    if n == 0:
        yield []
        return
    for part in range(min(n, largest), 0, -1):
        for rest in partitions(n - part, part - 1):
            yield [part, *rest]


@functools.cache
def count_partitions(n: int, largest: int) -> int:
    """How many there are."""
    if n == 0:
        return 1
    if n < 0 or largest <= 0:
        return 0
    return count_partitions(n - largest, largest - 1) + count_partitions(n, largest - 1)


def count_odd_partitions(n: int) -> int:
    """Partitions into odd parts, of which there are as many by Euler's theorem."""
    ways = [1] + [0] * n
    for part in range(1, n + 1, 2):
        for total in range(part, n + 1):
            ways[total] += ways[total - part]
    return ways[n]


class PartitionTests(unittest.TestCase):
    """Checks the functions against each other."""

    def test_small_numbers(self):
        self.assertEqual(list(partitions(5, 5)), [[5], [4, 1], [3, 2]])
        self.assertEqual(count_partitions(0, 0), 1)

    def test_counts_agree_with_lists(self):
        for n in range(15):
            with self.subTest(n=n):
                self.assertEqual(len(list(partitions(n, n))), count_partitions(n, n))

    def test_euler(self):
        for n in range(30):
            self.assertEqual(count_partitions(n, n), count_odd_partitions(n))

    def test_negative_numbers_are_refused(self):
        with self.assertRaises(ValueError):
            next(partitions(-1, 3))


def main() -> None:
    for n in range(150):
        print(count_partitions(n, n))


if __name__ == "__main__":
    main()
