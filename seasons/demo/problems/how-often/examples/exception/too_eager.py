a = [1]
n = 2
while len(a) < 200:
    print(a[n])
    a += [n] * a[n - 1]
    n += 1
