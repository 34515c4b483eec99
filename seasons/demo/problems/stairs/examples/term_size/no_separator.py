# All the terms end up in one endless number.
a, b, c = 0, 0, 1
while True:
    print(c, end="")
    a, b, c = b, c, a + b + c
