# A bunch of helpers for binary sequences, then the one we want: A030101, bits reversed.
def popcount(n): return bin(n).count("1")
def parity(n): return popcount(n) & 1
def gray(n): return n ^ (n >> 1)
def reverse_bits(n):
    r = 0
    while n:
        r = (r << 1) | (n & 1)
        n >>= 1
    return r
def trailing_zeros(n): return (n & -n).bit_length() - 1 if n else 0
assert popcount(255) == 8 and parity(7) == 1
assert gray(3) == 2
assert trailing_zeros(40) == 3
for n in range(200):
    print(reverse_bits(n))
