def d(n, m):
    return not n % m

def A364682(n):
    c = 1
    while n not in {0, 1, 37, 58, 89, 145, 42, 20, 4, 16}:
        n = sum((0, 1, 4, 9, 16, 25, 36, 49, 64, 81)[ord(d) - 48] for d in str(n))
        c += 1
    return c

for n in range(1, 201):
    print(A364682(n))
