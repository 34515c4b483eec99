"""Clustering of integers by Lloyd's algorithm, with integer arithmetic only.

For n = 2, 3, ... the first n squares modulo a prime are grouped into a few
clusters. What is printed is the sum of the distances to the centres.
"""

import math
from typing import List, Sequence, Tuple


def assign(values: Sequence[int], centres: Sequence[int]) -> List[List[int]]:
    """Puts each value into the cluster of the nearest centre."""
    clusters: List[List[int]] = [[] for _ in centres]
    for value in values:
        nearest = min(range(len(centres)), key=lambda index: (abs(value - centres[index]), index))
        clusters[nearest].append(value)
    return clusters


def median(values: Sequence[int]) -> int:
    """The lower median of some values."""
    if not values:
        raise ValueError("median of an empty sequence")
    ordered = sorted(values)
    return ordered[(len(ordered) - 1) // 2]


def initial_centres(values: Sequence[int], count: int) -> List[int]:
    """Spreads the centres evenly between the extremes."""
    low, high = min(values), max(values)
    if count == 1:
        return [(low + high) // 2]
    return [low + (high - low) * index // (count - 1) for index in range(count)]


def cluster(values: Sequence[int], count: int, max_iterations: int = 100) -> Tuple[List[int], int]:
    """Returns the centres and the total distance."""
    centres = initial_centres(values, count)
    for _ in range(max_iterations):
        clusters = assign(values, centres)
        updated = [
            median(members) if members else centre
            for members, centre in zip(clusters, centres)
        ]
        if updated == centres:
            break
        centres = updated
    clusters = assign(values, centres)
    cost = sum(
        abs(member - centre)
        for members, centre in zip(clusters, centres)
        for member in members
    )
    return centres, cost


def main() -> None:
    prime = 1009
    values = [0]
    for n in range(1, 151):
        values.append(n * n % prime)
        number_of_clusters = max(1, math.isqrt(len(values)) // 2)
        _, cost = cluster(values, number_of_clusters)
        print(cost)


if __name__ == "__main__":
    main()
