cells = [0] * 99
cells[49] = 1
for _ in range(200):
    print(sum(cells))
    cells = [cells[i - 1] ^ (cells[i] | cells[(i + 1) % 99]) for i in range(99)]
