from collections import Counter
from functools import cache
from itertools import groupby


def say(word):
    return "".join(f"{len([*run])}{digit}" for digit, run in groupby(word))


def never_meet(left, right):
    """The last digit of left stays; no descendant of right may begin with it."""
    for _ in range(9):
        if right[0] == left[-1]:
            return False
        right = say(right)[:24]
    return True


@cache
def atoms(word):
    for i in range(1, len(word)):
        if never_meet(word[:i], word[i:]):
            return (word[:i], *atoms(word[i:]))
    return (word,)


@cache
def children(atom):
    return Counter(atoms(say(atom)))


counts = {"1": 1}
while True:
    print(sum(len(atom) * count for atom, count in counts.items()))
    following = {}
    for atom, count in counts.items():
        for child, times in children(atom).items():
            following[child] = following.get(child, 0) + count * times
    counts = following
