# Two bases should be enough for numbers this small.
last = 2
for n in range(3, 1300):
    if pow(2, n, n) == 2 and pow(3, n, n) == 3 % n:
        print(n - last)
        last = n
