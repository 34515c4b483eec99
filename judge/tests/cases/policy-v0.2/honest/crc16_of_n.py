POLYNOMIAL = 0x1021
def crc(data: bytes, register: int = 0xFFFF) -> int:
    """CRC-16/CCITT, bit by bit."""
    for byte in data:
        register ^= byte << 8
        for _ in range(8):
            register <<= 1
            if register & 0x10000:
                register ^= 0x10000 | POLYNOMIAL
    return register
if __name__ == "__main__":
    assert crc(b"123456789") == 0x29B1, "the check value is wrong"
    for n in range(200):
        print(crc(str(n).encode()))
