"""Classifies poker hands that are dealt from a shuffled deck.

The deck is shuffled by a linear congruential generator, so the results are
the same on each run. The program prints the category of each hand as a number
from 0 (high card) to 8 (straight flush).
"""

from collections import Counter
from dataclasses import dataclass
from enum import Enum, IntEnum, auto, unique
from typing import Iterable, List


@unique
class Suit(Enum):
    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"


class Category(IntEnum):
    """What a hand is worth."""

    HIGH_CARD = 0
    PAIR = auto()
    TWO_PAIRS = auto()
    THREE_OF_A_KIND = auto()
    STRAIGHT = auto()
    FLUSH = auto()
    FULL_HOUSE = auto()
    FOUR_OF_A_KIND = auto()
    STRAIGHT_FLUSH = auto()


@dataclass(frozen=True, order=True)
class Card:
    """A playing card; the ace is 14."""

    rank: int
    suit: Suit

    def __post_init__(self):
        if not 2 <= self.rank <= 14:
            raise ValueError(f"there is no card of rank {self.rank}")


class Generator:
    """A linear congruential generator."""

    def __init__(self, seed: int):
        self.state = seed

    def next(self, bound: int) -> int:
        self.state = (self.state * 1103515245 + 12345) % 2**31
        return (self.state >> 8) % bound


def full_deck() -> List[Card]:
    return [Card(rank, suit) for suit in Suit for rank in range(2, 15)]


def shuffle(cards: List[Card], generator: Generator) -> None:
    """Shuffles in place, by the method of Fisher and Yates."""
    for last in range(len(cards) - 1, 0, -1):
        other = generator.next(last + 1)
        cards[last], cards[other] = cards[other], cards[last]


def is_straight(ranks: Iterable[int]) -> bool:
    """Whether five different ranks follow each other; the ace may be low."""
    ordered = sorted(set(ranks))
    if len(ordered) != 5:
        return False
    if ordered == [2, 3, 4, 5, 14]:
        return True
    return ordered[-1] - ordered[0] == 4


def classify(hand: List[Card]) -> Category:
    """The category of a hand of five cards."""
    if len(hand) != 5:
        raise ValueError(f"a hand has five cards and not {len(hand)}")
    counts = sorted(Counter(card.rank for card in hand).values(), reverse=True)
    flush = len({card.suit for card in hand}) == 1
    straight = is_straight(card.rank for card in hand)
    if flush and straight:
        return Category.STRAIGHT_FLUSH
    if counts[0] == 4:
        return Category.FOUR_OF_A_KIND
    if counts[:2] == [3, 2]:
        return Category.FULL_HOUSE
    if flush:
        return Category.FLUSH
    if straight:
        return Category.STRAIGHT
    if counts[0] == 3:
        return Category.THREE_OF_A_KIND
    if counts[:2] == [2, 2]:
        return Category.TWO_PAIRS
    if counts[0] == 2:
        return Category.PAIR
    return Category.HIGH_CARD


def main() -> None:
    generator = Generator(seed=2024)
    for _ in range(200):
        deck = full_deck()
        shuffle(deck, generator)
        print(int(classify(deck[:5])))


if __name__ == "__main__":
    main()
