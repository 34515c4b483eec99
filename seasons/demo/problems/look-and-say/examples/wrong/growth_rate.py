# Conway's constant gives the growth, not the terms.
length = 1
for _ in range(200):
    print(round(length))
    length *= 1.303577269
