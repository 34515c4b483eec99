from math import isqrt

def period(n: int) -> int:
    """Length of the period of sqrt(n); zero for squares.

    >>> period(7)
    4
    """
    root = isqrt(n)
    if root * root == n:
        return 0
    m, d, a, length = 0, 1, root, 0
    while a != 2 * root:
        m = d * a - m
        d = (n - m * m) // d
        a = (root + m) // d
        length += 1
    return length

def test_period():
    assert [period(n) for n in (2, 3, 5, 6, 7, 8)] == [1, 2, 1, 2, 4, 2]
    assert period(61) == 11, "61 has a long period"

if __name__ == "__main__":
    test_period()
    for n in range(1, 201):
        print(period(n))
