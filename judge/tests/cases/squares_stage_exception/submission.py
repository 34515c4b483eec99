for n in range(200):
    print(n * n)
    1 / (n - 110)
