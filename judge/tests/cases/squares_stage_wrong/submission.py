for n in range(200):
    print(n * n if n != 150 else 0)
