# How long is a word after some days? Cut it into pieces that never mix, ask each piece
# for one day less, and remember the answers.
from functools import cache
from itertools import groupby


def say(word):
    return "".join(str(len(list(run))) + digit for digit, run in groupby(word))


@cache
def pieces(word):
    for cut in range(1, len(word)):
        left, right = word[:cut], word[cut:]
        a, b, both = left, right, word
        for _ in range(10):
            a, b, both = say(a), say(b), say(both)
            if a + b != both:
                break
        else:
            return [left] + pieces(right)
    return [word]


@cache
def length(word, days):
    if days == 0:
        return len(word)
    return sum(length(piece, days - 1) for piece in pieces(say(word)))


for day in range(200):
    print(length("1", day))
