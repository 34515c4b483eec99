"""Edit distance between the binary expansions of n and n*n."""

from functools import lru_cache


def edit_distance(first: str, second: str) -> int:
    """Levenshtein distance, top down with memoization.

    Parameters
    ----------
    first, second : str
        The two words to be compared.

    Returns
    -------
    int
        The least number of insertions, deletions and substitutions.
    """

    @lru_cache(maxsize=None)
    def distance(i: int, j: int) -> int:
        if i == 0:
            return j
        if j == 0:
            return i
        cost = 0 if first[i - 1] == second[j - 1] else 1
        return min(
            distance(i - 1, j) + 1,
            distance(i, j - 1) + 1,
            distance(i - 1, j - 1) + cost,
        )

    return distance(len(first), len(second))


if __name__ == "__main__":
    for n in range(200):
        print(edit_distance(bin(n)[2:], bin(n * n)[2:]))
