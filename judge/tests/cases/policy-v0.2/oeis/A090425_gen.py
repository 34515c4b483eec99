from itertools import islice
from itertools import count

def d(n, m):
    return not n % m

def A090425_gen():  # generator of terms
    for n in count(1):
        c = 1
        while n not in {1, 37, 58, 89, 145, 42, 20, 4, 16}:
            n = sum((0, 1, 4, 9, 16, 25, 36, 49, 64, 81)[ord(d) - 48] for d in str(n))
            c += 1
        if n == 1:
            yield c

print(*islice(A090425_gen(), 200), sep='\n')
