"""Dropping pieces on a board, as in a well-known game, with a greedy player.

Each piece is placed where it leaves the lowest, flattest stack. The sequence
is the number of filled cells on the board after each piece.
"""
from dataclasses import dataclass
from typing import Dict, FrozenSet, Iterator, List, NamedTuple, Optional, Set, Tuple

Cell = Tuple[int, int]

WIDTH = 10
HEIGHT = 40


class GameOver(Exception):
    """There is no place left for the next piece."""


@dataclass(frozen=True)
class Piece:
    """A piece is a set of cells; the lowest and leftmost ones have coordinate 0."""

    name: str
    cells: FrozenSet[Cell]

    @classmethod
    def from_rows(cls, name: str, *rows: str) -> "Piece":
        cells = set()
        for y, row in enumerate(reversed(rows)):
            for x, mark in enumerate(row):
                if mark == "#":
                    cells.add((x, y))
        return cls(name, frozenset(cells))

    def rotated(self) -> "Piece":
        turned = [(y, -x) for x, y in self.cells]
        left = min(x for x, _ in turned)
        bottom = min(y for _, y in turned)
        return Piece(self.name, frozenset((x - left, y - bottom) for x, y in turned))

    def orientations(self) -> List["Piece"]:
        result: List[Piece] = []
        piece = self
        for _ in range(4):
            if piece not in result:
                result.append(piece)
            piece = piece.rotated()
        return result

    @property
    def width(self) -> int:
        return 1 + max(x for x, _ in self.cells)

    def moved(self, dx: int, dy: int) -> Set[Cell]:
        return {(x + dx, y + dy) for x, y in self.cells}


class Placement(NamedTuple):
    cost: int
    column: int
    turn: int


class Board:
    """The cells that are filled."""

    def __init__(self, width: int = WIDTH, height: int = HEIGHT) -> None:
        self.width = width
        self.height = height
        self.filled: Set[Cell] = set()
        self.lines_cleared = 0

    def fits(self, cells: Set[Cell]) -> bool:
        return all(0 <= x < self.width and 0 <= y and (x, y) not in self.filled for x, y in cells)

    def drop(self, piece: Piece, column: int) -> Optional[Set[Cell]]:
        """The cells in which a piece comes to rest, or None if it does not fit."""
        row = self.height
        if not self.fits(piece.moved(column, row)):
            return None
        while self.fits(piece.moved(column, row - 1)):
            row -= 1
        cells = piece.moved(column, row)
        if any(y >= self.height for _, y in cells):
            return None
        return cells

    def column_heights(self, extra: Set[Cell]) -> List[int]:
        heights = [0] * self.width
        for x, y in self.filled | extra:
            heights[x] = max(heights[x], y + 1)
        return heights

    def cost(self, cells: Set[Cell]) -> int:
        """Lower is better: holes are worse than height, height worse than bumps."""
        heights = self.column_heights(cells)
        holes = sum(heights) - len(self.filled) - len(cells)
        bumps = sum(abs(a - b) for a, b in zip(heights, heights[1:]))
        return 8 * holes + 3 * sum(heights) + bumps

    def place(self, cells: Set[Cell]) -> None:
        self.filled |= cells
        self.clear_lines()

    def clear_lines(self) -> None:
        row = 0
        while row < self.height:
            if all((x, row) in self.filled for x in range(self.width)):
                self.filled = {(x, y - (y > row)) for x, y in self.filled if y != row}
                self.lines_cleared += 1
            else:
                row += 1


class Player:
    def __init__(self, board: Board, pieces: List[Piece]) -> None:
        self.board = board
        self.pieces = pieces
        self.cache: Dict[str, List[Piece]] = {piece.name: piece.orientations() for piece in pieces}

    def candidates(self, piece: Piece) -> Iterator[Placement]:
        for turn, turned in enumerate(self.cache[piece.name]):
            for column in range(self.board.width - turned.width + 1):
                cells = self.board.drop(turned, column)
                if cells is not None:
                    yield Placement(self.board.cost(cells), column, turn)

    def play(self, piece: Piece) -> None:
        best = min(self.candidates(piece), default=None)
        if best is None:
            raise GameOver(f"no place for {piece.name}")
        turned = self.cache[piece.name][best.turn]
        self.board.place(self.board.drop(turned, best.column))


def main() -> None:
    pieces = [
        Piece.from_rows("bar", "####"),
        Piece.from_rows("square", "##", "##"),
        Piece.from_rows("tee", "###", ".#."),
        Piece.from_rows("ess", ".##", "##."),
        Piece.from_rows("ell", "#..", "###"),
    ]
    player = Player(Board(), pieces)
    for turn in range(200):
        player.play(pieces[turn * turn % 7 % len(pieces)])
        print(len(player.board.filled))


if __name__ == "__main__":
    main()
