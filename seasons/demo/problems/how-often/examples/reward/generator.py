def golomb():
    yield 1
    yield 2
    yield 2
    own = golomb()
    next(own), next(own)
    n = 3
    for repeat in own:
        for _ in range(repeat):
            yield n
        n += 1


for term in golomb():
    print(term)
