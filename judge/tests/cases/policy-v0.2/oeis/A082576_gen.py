from itertools import islice
from itertools import count

def A082576_gen():  # generator of terms
    yield from (
        1,
        5,
        6,
        9,
        11,
        16,
        21,
        25,
        31,
        36,
        41,
        49,
        51,
        56,
        57,
        61,
        71,
        75,
        76,
        81,
        91,
        93,
        96,
        99,
    )
    for i in count(100, 100):
        for j in (1, 25, 49, 51, 57, 75, 76, 93, 99):
            m = i + j
            if pow(m, m, 10 ** (len(str(m)))) == m:
                yield m

print(*islice(A082576_gen(), 200), sep='\n')
