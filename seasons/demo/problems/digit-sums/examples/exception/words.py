for n in range(200):
    print(sum(str(n)))
