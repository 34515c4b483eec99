"""Scores of tennis matches that are played by a deterministic opponent.

After each point the total number of points, games and sets is combined into
one number, so that the sequence shows how the match develops.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Generator, Optional


class Player(Enum):
    """The two players."""

    SERVER = "server"
    RECEIVER = "receiver"

    @property
    def opponent(self) -> "Player":
        return Player.RECEIVER if self is Player.SERVER else Player.SERVER


class MatchOver(Exception):
    """Raised when somebody plays on after the end."""


@dataclass
class Score:
    """What a player has won."""

    points: int = 0
    games: int = 0
    sets: int = 0


class Match:
    """A match over three winning sets, without tie breaks."""

    SETS_TO_WIN = 3
    GAMES_TO_WIN = 6
    POINTS_TO_WIN = 4

    def __init__(self) -> None:
        self.scores = {player: Score() for player in Player}
        self.winner: Optional[Player] = None

    @staticmethod
    def _has_won(own: int, other: int, needed: int) -> bool:
        """Enough, and two more than the opponent."""
        return own >= needed and own - other >= 2

    def point_for(self, player: Player) -> None:
        """Somebody wins a point."""
        if self.winner is not None:
            raise MatchOver(f"{self.winner.value} has won already")
        score = self.scores[player]
        other = self.scores[player.opponent]
        score.points += 1
        if self._has_won(score.points, other.points, self.POINTS_TO_WIN):
            score.points = other.points = 0
            score.games += 1
            if self._has_won(score.games, other.games, self.GAMES_TO_WIN):
                score.games = other.games = 0
                score.sets += 1
                if score.sets == self.SETS_TO_WIN:
                    self.winner = player

    def summary(self) -> int:
        """A number that says everything about the score."""
        total = 0
        for score in self.scores.values():
            total = total * 1000 + 100 * score.sets + 10 * score.games + min(score.points, 9)
        return total


def strokes(seed: int) -> Generator[Player, None, None]:
    """Who wins each point: a blend of luck and skill."""
    state = seed
    while True:
        state = (state * 5 + 3) % 256
        yield Player.SERVER if state % 16 < 9 else Player.RECEIVER


def main() -> None:
    match = Match()
    luck = strokes(seed=11)
    printed = 0
    while printed < 160:
        try:
            match.point_for(next(luck))
        except MatchOver:
            match = Match()
            continue
        print(match.summary())
        printed += 1


if __name__ == "__main__":
    main()
