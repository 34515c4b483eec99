n = 1
while True:
    n += 1
    if all(n % d for d in range(2, n)):
        print(n)
