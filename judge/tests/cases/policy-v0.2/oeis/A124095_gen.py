from itertools import islice
from itertools import combinations_with_replacement, count

def d(n, m):
    return not n % m

def A124095_gen():  # generator of terms
    for l in count(1):
        for m in combinations_with_replacement("123456789", l):
            k = t = int("".join(m))
            while k not in {1, 37, 58, 89, 145, 42, 20, 4, 16}:
                k = sum(
                    (0, 1, 4, 9, 16, 25, 36, 49, 64, 81)[ord(d) - 48] for d in str(k)
                )
            if k == 1:
                yield t

print(*islice(A124095_gen(), 200), sep='\n')
