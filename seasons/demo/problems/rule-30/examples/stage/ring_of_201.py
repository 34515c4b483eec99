# A strip of 201 cells whose ends meet is wide enough for a while.
width = 201
cells = [0] * width
cells[100] = 1
for _ in range(200):
    print(sum(cells))
    cells = [cells[i - 1] ^ (cells[i] | cells[(i + 1) % width]) for i in range(width)]
