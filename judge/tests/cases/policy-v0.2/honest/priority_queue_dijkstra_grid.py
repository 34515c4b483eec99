"""Cheapest cost to reach each cell of an infinite grid whose cells cost (x*y) mod 7 + 1, read along antidiagonals."""
import heapq
from typing import Dict, Iterator, Tuple

Cell = Tuple[int, int]


def cell_cost(cell: Cell) -> int:
    """Return the cost of entering a cell."""
    x, y = cell
    return x * y % 7 + 1


def neighbours(cell: Cell, size: int) -> Iterator[Cell]:
    x, y = cell
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        if 0 <= x + dx < size and 0 <= y + dy < size:
            yield x + dx, y + dy


def dijkstra(start: Cell, size: int) -> Dict[Cell, int]:
    """Return the distance of every cell from the start, using Dijkstra's algorithm."""
    distances = {start: 0}
    queue = [(0, start)]
    while queue:
        distance, cell = heapq.heappop(queue)
        if distance > distances[cell]:
            continue  # an outdated entry of the queue
        for neighbour in neighbours(cell, size):
            candidate = distance + cell_cost(neighbour)
            if neighbour not in distances or candidate < distances[neighbour]:
                distances[neighbour] = candidate
                heapq.heappush(queue, (candidate, neighbour))
    return distances


def main() -> None:
    size = 25
    distances = dijkstra((0, 0), size)
    printed = 0
    for diagonal in range(size):
        for x in range(diagonal + 1):
            if printed == 200:
                return
            print(distances[x, diagonal - x])
            printed += 1


if __name__ == "__main__":
    main()
