SIZE = 7
grid = [[0] * SIZE for _ in range(SIZE)]

def drop(y, x):
    """Add a grain, topple until stable, and count what is lost."""
    lost, unstable = 0, [(y, x)]
    grid[y][x] += 1
    while unstable:
        y, x = unstable.pop()
        if grid[y][x] < 4:
            continue
        grid[y][x] -= 4
        unstable.append((y, x))
        for v, u in ((y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)):
            if 0 <= v < SIZE and 0 <= u < SIZE:
                grid[v][u] += 1
                unstable.append((v, u))
            else:
                lost += 1
    return lost

for n in range(400):
    lost = drop(SIZE // 2, n % SIZE)
    if n >= 200:
        print(lost)
