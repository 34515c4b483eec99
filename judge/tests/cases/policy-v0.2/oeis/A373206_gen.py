from itertools import islice
from itertools import count

def A373206_gen():  # generator of terms
    yield from (
        1,
        751,
        1001,
        2001,
        2751,
        3001,
        4001,
        5001,
        5376,
        6001,
        6751,
        7001,
        8001,
        9001,
    )
    for i in count(10000, 10000):
        for j in (1, 625, 1249, 4193, 7057, 8751, 9375, 9376):
            m = i + j
            if pow(m, m, 100 * 10 ** (len(str(m)))) == m:
                yield m

print(*islice(A373206_gen(), 200), sep='\n')
