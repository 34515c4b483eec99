def multiply(x, y):
    return [[sum(a * b for a, b in zip(row, column)) for column in zip(*y)] for row in x]


def power(m, n):
    result = [[int(i == j) for j in range(3)] for i in range(3)]
    while n:
        if n & 1:
            result = multiply(result, m)
        m = multiply(m, m)
        n >>= 1
    return result


step = [[1, 1, 1], [1, 0, 0], [0, 1, 0]]
for n in range(200):
    print(power(step, n)[0][0])
