for n in range(200):
    print(n * n if n < 5 else n * n / 1)
