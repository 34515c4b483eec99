# The whole product in one integer, 32 bits for each coefficient.
mask = (1 << 6400) - 1
product = 1
for part in range(1, 200):
    product += (product << 32 * part) & mask
    product &= mask
for n in range(200):
    print(product >> 32 * n & 0xFFFFFFFF)
