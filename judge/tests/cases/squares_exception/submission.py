for n in range(200):
    print(n * n)
    assert n < 9, "no more"
