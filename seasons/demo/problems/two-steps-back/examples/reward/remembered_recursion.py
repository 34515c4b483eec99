from functools import cache


@cache
def q(n):
    if n < 3:
        return 1
    return q(n - q(n - 1)) + q(n - q(n - 2))


for n in range(1, 201):
    print(q(n))
