n = 0
while True:
    print(n * n)
    n += 1
