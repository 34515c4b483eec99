from itertools import product
KNIGHT = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
QUEEN = [d for d in product((-1, 0, 1), repeat=2) if any(d)]

def attacked(row, column, size):
    seen = set()
    for dy, dx in QUEEN:
        y, x = row + dy, column + dx
        while 0 <= y < size and 0 <= x < size:
            seen.add((y, x))
            y, x = y + dy, x + dx
    seen |= {(row + dy, column + dx) for dy, dx in KNIGHT if 0 <= row + dy < size and 0 <= column + dx < size}
    return len(seen)

for n in range(200):
    size = 15
    print(attacked(*divmod(n, size), size))
