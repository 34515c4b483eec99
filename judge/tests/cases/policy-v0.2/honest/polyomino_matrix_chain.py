MODULUS = 10**9 + 7

class Matrix:
    """A small square matrix over the integers modulo MODULUS."""

    def __init__(self, rows):
        if any(len(row) != len(rows) for row in rows):
            raise ValueError("the matrix is not square")
        self.rows = rows

    def __matmul__(self, other):
        columns = list(zip(*other.rows))
        return Matrix([[sum(a * b for a, b in zip(row, column)) % MODULUS for column in columns] for row in self.rows])

    def __repr__(self):
        return "Matrix(%r)" % (self.rows,)

step = Matrix([[4, -1], [1, 0]])
power = Matrix([[1, 0], [0, 1]])
for _ in range(200):
    (a, b), (c, d) = power.rows
    print((3 * c + d) % MODULUS)
    power = power @ step
