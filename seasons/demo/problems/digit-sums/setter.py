n = 0
while True:
    print(sum(int(digit) for digit in str(n)))
    n += 1
