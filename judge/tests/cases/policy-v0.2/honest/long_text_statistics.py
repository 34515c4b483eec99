"""Statistics of a text that describes itself.

The text starts with one word. In each round a sentence with the statistics of
the text so far is appended, and the statistics are computed again.
"""

import string
from collections import Counter
from dataclasses import dataclass
from typing import Iterable, List

UNITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
         "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen",
         "eighteen", "nineteen"]
TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def number_in_words(number: int) -> str:
    """The English name of a number below a million."""
    if number < 0 or number >= 1_000_000:
        raise ValueError(f"cannot spell {number}")
    if number < 20:
        return UNITS[number]
    if number < 100:
        tens, units = divmod(number, 10)
        return TENS[tens] + ("-" + UNITS[units] if units else "")
    if number < 1000:
        hundreds, rest = divmod(number, 100)
        words = UNITS[hundreds] + " hundred"
    else:
        thousands, rest = divmod(number, 1000)
        words = number_in_words(thousands) + " thousand"
    return words + (" " + number_in_words(rest) if rest else "")


@dataclass
class Statistics:
    """Numbers of letters, words and vowels."""

    letters: int = 0
    words: int = 0
    vowels: int = 0

    def include(self, text: str) -> None:
        counts = Counter(text.lower())
        self.letters += sum(counts[letter] for letter in string.ascii_lowercase)
        self.vowels += sum(counts[letter] for letter in "aeiou")
        self.words += len(text.split())

    def sentences(self) -> Iterable[str]:
        yield number_in_words(self.letters) + " letters"
        yield number_in_words(self.words) + " words"
        yield number_in_words(self.vowels) + " vowels"


def main() -> None:
    statistics = Statistics()
    statistics.include("begin")
    history: List[int] = []
    while len(history) < 150:
        for sentence in list(statistics.sentences()):
            statistics.include(sentence)
        history.append(statistics.letters)
    print(*history, sep="\n")


if __name__ == "__main__":
    main()
