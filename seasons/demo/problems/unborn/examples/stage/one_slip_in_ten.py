# Steps of 11, and every tenth step is a 2. That works up to a thousand.
terms = [1, 3, 5, 7, 9]
while len(terms) < 200:
    terms.append(terms[-1] + (2 if len(terms) % 10 == 4 else 11))
print(*terms, sep="\n")
