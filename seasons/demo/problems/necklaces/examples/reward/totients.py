def totient(n):
    result, m, p = n, n, 2
    while m > 1:
        if m % p == 0:
            result -= result // p
            while m % p == 0:
                m //= p
        p += 1
    return result


for n in range(1, 201):
    total = 0
    for d in range(1, n + 1):
        if n % d == 0:
            total += totient(d) * 2 ** (n // d)
    print(total // n)
