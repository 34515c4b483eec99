# state: which cells of the next column are already covered by lying dominoes.
def fill(state, row, following, out):
    """Adds to out every state of the following column once this column is full."""
    if row == 4:
        out.append(following)
    elif state >> row & 1:
        fill(state, row + 1, following, out)
    else:
        fill(state, row + 1, following | 1 << row, out)
        if row < 3 and not state >> (row + 1) & 1:
            fill(state, row + 2, following, out)


moves = []
for state in range(16):
    out = []
    fill(state, 0, 0, out)
    moves.append(out)
ways = [1] + [0] * 15
for _ in range(200):
    print(ways[0])
    after = [0] * 16
    for state, count in enumerate(ways):
        for target in moves[state]:
            after[target] += count
    ways = after
