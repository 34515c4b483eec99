a, b, c = 0, 0, 1
while True:
    print(c)
    a, b, c = b, c, a + b + c
