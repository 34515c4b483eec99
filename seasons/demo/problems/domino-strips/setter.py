a, b, c, d = 1, 1, 0, 1
while True:
    print(d)
    a, b, c, d = b, c, d, d + 5 * c + b - a
