"""Sums of the numbers on the diagonals of a square spiral of growing size."""
import argparse
import logging
from enum import Enum

logger = logging.getLogger("spiral")


class Corner(Enum):
    """The four corners of each ring, in the order in which they are met."""

    BOTTOM_RIGHT = 0
    BOTTOM_LEFT = 1
    TOP_LEFT = 2
    TOP_RIGHT = 3


def ring_corners(ring: int) -> dict[Corner, int]:
    """Return the values at the four corners of the given ring."""
    if ring < 1:
        raise ValueError(f"ring must be positive, but it is {ring}")
    side = 2 * ring + 1
    biggest = side * side
    return {
        Corner.TOP_RIGHT: biggest - 3 * (side - 1),
        Corner.TOP_LEFT: biggest - 2 * (side - 1),
        Corner.BOTTOM_LEFT: biggest - (side - 1),
        Corner.BOTTOM_RIGHT: biggest,
    }


def diagonal_sum(rings: int) -> int:
    """Return the sum over all corners up to the given ring, the centre included."""
    total = 1
    for ring in range(1, rings + 1):
        corners = ring_corners(ring)
        logger.debug("ring %d has corners %s", ring, corners)
        total += sum(corners.values())
    return total


def parse_arguments(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--terms", type=int, default=200, help="how many terms to print")
    parser.add_argument("--verbose", action="store_true", help="show what is going on")
    return parser.parse_args(argv)


def main():
    arguments = parse_arguments([])
    logging.basicConfig(level=logging.DEBUG if arguments.verbose else logging.WARNING)
    for rings in range(arguments.terms):
        print(diagonal_sum(rings))


if __name__ == "__main__":
    main()
