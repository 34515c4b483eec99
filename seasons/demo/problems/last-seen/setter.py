seen = {}
term = 0
place = 0
while True:
    print(term)
    back = place - seen.get(term, place)
    seen[term] = place
    term = back
    place += 1
