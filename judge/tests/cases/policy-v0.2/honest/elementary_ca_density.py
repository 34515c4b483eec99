"""Number of live cells in each generation of an elementary cellular automaton."""
from typing import List


class CellularAutomaton:
    """A one-dimensional automaton with two states and nearest neighbours.

    The rule is given by its Wolfram number between 0 and 255.
    """

    def __init__(self, rule: int, width: int):
        if not 0 <= rule <= 255:
            raise ValueError("the number of a rule is between 0 and 255")
        self.table = {
            (left, centre, right): (rule >> (4 * left + 2 * centre + right)) & 1
            for left in (0, 1)
            for centre in (0, 1)
            for right in (0, 1)
        }
        self.cells: List[int] = [0] * width
        self.cells[width // 2] = 1

    def step(self) -> None:
        """Replace the cells by the next generation. Outside of the row everything is dead."""
        padded = [0] + self.cells + [0]
        self.cells = [
            self.table[padded[i - 1], padded[i], padded[i + 1]] for i in range(1, len(padded) - 1)
        ]

    def population(self) -> int:
        return sum(self.cells)


def main(rule: int = 150, generations: int = 200) -> None:
    automaton = CellularAutomaton(rule, width=2 * generations + 3)
    for _ in range(generations):
        print(automaton.population())
        automaton.step()


if __name__ == "__main__":
    main()
