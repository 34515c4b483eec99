def digit_sum(n):
    total = 0
    while n:
        n, digit = divmod(n, 10)
        total += digit
    return total


for n in range(200):
    print(digit_sum(n))
