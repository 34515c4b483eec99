def A000792(n):
    q, r = divmod(n, 3)
    return int((3, 4, 6)[r] * 3 ** (q - 1))

for n in range(1, 201):
    print(A000792(n))
