# Take out 2 and 5; what is left divides 10^k - 1 for the first time at the period.
for n in range(1, 201):
    for p in (2, 5):
        while n % p == 0:
            n //= p
    k = 0
    if n > 1:
        k = 1
        while pow(10, k, n) != 1:
            k += 1
    print(k)
