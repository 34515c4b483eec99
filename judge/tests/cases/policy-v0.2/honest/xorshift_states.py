MASK = 0xFFFFFFFF
def xorshift(state=2463534242):
    """Marsaglia's generator of 32 bits."""
    while True:
        state ^= state << 13 & MASK
        state ^= state >> 17
        state ^= state << 5 & MASK
        yield state
generator = xorshift()
for _ in range(200):
    print(next(generator) % 1000)
