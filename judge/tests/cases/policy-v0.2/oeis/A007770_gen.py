from itertools import islice
from itertools import count

def d(n, m):
    return not n % m

def A007770_gen(startvalue=1):  # generator of terms
    for n in count(max(startvalue, 1)):
        m = n
        while m not in {1, 37, 58, 89, 145, 42, 20, 4, 16}:
            m = sum((0, 1, 4, 9, 16, 25, 36, 49, 64, 81)[ord(d) - 48] for d in str(m))
        if m == 1:
            yield n

print(*islice(A007770_gen(), 200), sep='\n')
