from typing import List, Sequence, Tuple

Matrix = Tuple[Tuple[int, ...], ...]


def identity(size: int) -> Matrix:
    return tuple(tuple(int(row == column) for column in range(size)) for row in range(size))


def multiply(a: Matrix, b: Matrix) -> Matrix:
    """Multiply two square matrices of equal size."""
    size = len(a)
    if size != len(b):
        raise ValueError("cannot multiply matrices of different sizes: %d and %d" % (size, len(b)))
    return tuple(
        tuple(sum(a[i][k] * b[k][j] for k in range(size)) for j in range(size))
        for i in range(size)
    )


def power(matrix: Matrix, exponent: int) -> Matrix:
    """Exponentiation by squaring."""
    result = identity(len(matrix))
    while exponent:
        exponent, odd = divmod(exponent, 2)
        if odd:
            result = multiply(result, matrix)
        matrix = multiply(matrix, matrix)
    return result


def companion(coefficients: Sequence[int]) -> Matrix:
    order = len(coefficients)
    rows: List[Tuple[int, ...]] = []
    for i in range(order - 1):
        rows.append(tuple(1 if j == i + 1 else 0 for j in range(order)))
    rows.append(tuple(reversed(coefficients)))
    return tuple(rows)


def perrin(n: int) -> int:
    initial = (3, 0, 2)
    step = companion((0, 1, 1))
    first_row = power(step, n)[0]
    return sum(c * x for c, x in zip(first_row, initial))


if __name__ == "__main__":
    terms = [perrin(n) for n in range(200)]
    assert terms[:6] == [3, 0, 2, 3, 2, 5]
    print("\n".join(str(term) for term in terms))
