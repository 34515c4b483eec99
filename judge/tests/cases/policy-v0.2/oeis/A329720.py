from itertools import islice
from math import prod
from re import split

def A000930_gen():  # generator of terms
    blist = [1] * 3
    while True:
        yield blist[0]
        blist = blist[1:] + [blist[0] + blist[2]]

def d(n, m):
    return not n % m

def run_length_transform(f):
    """run length transform of a function f"""
    return lambda n: (
        prod(f(len(d)) for d in split("0+", bin(n)[2:]) if d != "") if n > 0 else 1
    )

def A329720(n):
    return run_length_transform(lambda m: next(islice(A000930_gen(), m, None)))(n)

for n in range(1, 201):
    print(A329720(n))
