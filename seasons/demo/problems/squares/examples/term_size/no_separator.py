# Every square lands in one endless number.
n = 0
while True:
    print(n * n, end="")
    n += 1
