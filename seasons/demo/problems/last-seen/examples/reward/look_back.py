terms = [0]
while len(terms) < 200:
    last = terms[-1]
    for distance in range(1, len(terms)):
        if terms[-1 - distance] == last:
            terms.append(distance)
            break
    else:
        terms.append(0)
print(*terms, sep="\n")
