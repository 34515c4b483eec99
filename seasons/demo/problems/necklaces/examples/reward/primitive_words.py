# Words of length d that are no repetition of a shorter one, d of them to each necklace.
primitive = {}
for n in range(1, 201):
    divisors = [d for d in range(1, n + 1) if n % d == 0]
    primitive[n] = 2**n - sum(primitive[d] for d in divisors[:-1])
    print(sum(primitive[d] // d for d in divisors))
