n = 1
while True:
    m, steps = n, 0
    while m != 1:
        m = 3 * m + 1 if m % 2 else m // 2
        steps += 1
    print(steps)
    n += 1
