limit = 2000
sieve = bytearray([1]) * limit
sieve[0] = sieve[1] = 0
for p in range(2, 45):
    if sieve[p]:
        sieve[p * p :: p] = bytes(len(range(p * p, limit, p)))
primes = [n for n in range(limit) if sieve[n]]
for p, q in zip(primes, primes[1:]):
    print(q - p)
