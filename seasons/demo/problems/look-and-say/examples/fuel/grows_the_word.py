# Grows the word itself, one digit at a time, without keeping it.
def word(day):
    """The digits of the word of this day, made while they are read."""
    if day == 0:
        yield 1
        return
    digits = word(day - 1)
    last, run = next(digits), 1
    for digit in digits:
        if digit == last:
            run += 1
        else:
            yield run
            yield last
            last, run = digit, 1
    yield run
    yield last


for day in range(200):
    print(sum(1 for _ in word(day)))
