# Keep only the places of the black cells.
black = {0}
for _ in range(200):
    print(len(black))
    near = {x + d for x in black for d in (-1, 0, 1)}
    black = {x for x in near if (x - 1 in black) != (x in black or x + 1 in black)}
