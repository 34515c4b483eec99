def primes():
    found = []
    n = 2
    while True:
        if all(n % p for p in found if p * p <= n):
            found.append(n)
            yield n
        n += 1


source = primes()
last = next(source)
for prime in source:
    print(prime - last)
    last = prime
