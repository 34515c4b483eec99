"""Rank each permutation by the Lehmer code of the reversed Gray code: an involved but computable sequence."""


def gray(n: int) -> int:
    """Return the n-th Gray code."""
    return n ^ (n >> 1)


def lehmer_digits(n: int) -> list[int]:
    """Digits of n in the factorial number system, least significant first."""
    digits = []
    base = 1
    while n:
        n, digit = divmod(n, base)
        digits.append(digit)
        base += 1
    return digits


def unrank(n: int) -> list[int]:
    """Return the n-th permutation in lexicographic order of its Lehmer code."""
    digits = lehmer_digits(n)
    available = list(range(len(digits)))
    permutation = []
    for digit in reversed(digits):
        permutation.append(available.pop(digit))
    return permutation


def cycles(permutation: list[int]) -> int:
    """Count the cycles of a permutation."""
    seen = [False] * len(permutation)
    count = 0
    for start in range(len(permutation)):
        if seen[start]:
            continue
        count += 1
        position = start
        while not seen[position]:
            seen[position] = True
            position = permutation[position]
    return count


if __name__ == "__main__":
    for index in range(200):
        print(cycles(unrank(gray(index))))
