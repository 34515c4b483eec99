primes = []
n = 2
while True:
    if all(n % p for p in primes):
        primes.append(n)
        print(n)
    n += 1
