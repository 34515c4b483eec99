for n in range(120):
    print(n * n)
