# A slot for every value that could ever turn up.
seen = [-1] * 10**8
term = place = 0
while True:
    print(term)
    back = place - seen[term] if seen[term] >= 0 else 0
    seen[term] = place
    term = back
    place += 1
