terms = [1, 2, 2]
i = 2
while len(terms) < 400:
    terms += [3 - terms[-1]] * terms[i]
    i += 1
for term in terms:
    print(term)
