terms = []
while True:
    best = 1
    for size in range(1, len(terms) // 2 + 1):
        block = terms[-size:]
        repeats = 1
        while terms[-size * (repeats + 1) : len(terms) - size * repeats] == block:
            repeats += 1
        best = max(best, repeats)
    terms.append(best)
    print(best)
