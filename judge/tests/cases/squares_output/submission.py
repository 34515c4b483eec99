while True:
    print(end=" " * 1000)
