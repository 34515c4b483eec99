limit = 500
primes = [n for n in range(2, limit) if all(n % d for d in range(2, n))]
for p, q in zip(primes, primes[1:]):
    print(q - p)
