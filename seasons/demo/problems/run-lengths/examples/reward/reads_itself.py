def word():
    yield from (1, 2, 2)
    lengths = word()
    next(lengths), next(lengths)
    symbol = 1
    for length in lengths:
        for _ in range(length):
            yield symbol
        symbol = 3 - symbol


for symbol in word():
    print(symbol)
