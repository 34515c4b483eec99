n = 1
while True:
    seen = {}
    rest, place = 1 % n, 0
    while rest and rest not in seen:
        seen[rest] = place
        rest = rest * 10 % n
        place += 1
    print(place - seen[rest] if rest else 0)
    n += 1
