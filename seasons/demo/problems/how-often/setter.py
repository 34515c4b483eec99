terms = [1, 2, 2]
n = 3
while len(terms) < 400:
    terms += [n] * terms[n - 1]
    n += 1
for term in terms:
    print(term)
