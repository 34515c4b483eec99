def zeckendorf(n):
    numbers = [1, 2]
    while numbers[-1] < n:
        numbers.append(numbers[-1] + numbers[-2])
    parts = []
    for number in reversed(numbers):
        if number <= n:
            parts.append(number)
            n -= number
    return parts
for n in range(1, 201):
    print(len(zeckendorf(n)))
