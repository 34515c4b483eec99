def lucky_numbers(limit):
    """Sieve of Josephus Flavius, version for lucky numbers (A000959)."""
    numbers = list(range(1, limit, 2))
    position = 1
    while position < len(numbers) and numbers[position] <= len(numbers):
        step = numbers[position]
        # Delete every step-th of those that are left.
        del numbers[step - 1::step]
        position += 1
    return numbers


TERMS_WANTED = 200
bound = 2 * TERMS_WANTED
while True:
    result = lucky_numbers(bound)
    if len(result) >= TERMS_WANTED:
        break
    bound *= 2
for number in result[:TERMS_WANTED]:
    print(number)
