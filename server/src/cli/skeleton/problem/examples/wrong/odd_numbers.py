print(2)
n = 3
while True:
    print(n)
    n += 2
