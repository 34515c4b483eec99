ROTOR = "EKMFLGDQVZNTOWYHXUSPAIBRCJ"
REFLECTOR = "YRUHQSLDPXNGOKMIEBFZCWVJAT"

def encipher(letter: int, offset: int) -> int:
    """Through the rotor, the reflector and back."""
    inward = (ord(ROTOR[(letter + offset) % 26]) - 65 - offset) % 26
    turned = ord(REFLECTOR[inward]) - 65
    return (ROTOR.index(chr((turned + offset) % 26 + 65)) - offset) % 26

for n in range(200):
    print(encipher(n // 26, n % 26))
