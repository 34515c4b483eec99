"""A006968: number of letters in the Roman numeral representation of n."""

NUMERALS = [
    ("M", 1000), ("CM", 900), ("D", 500), ("CD", 400),
    ("C", 100), ("XC", 90), ("L", 50), ("XL", 40),
    ("X", 10), ("IX", 9), ("V", 5), ("IV", 4), ("I", 1),
]


def to_roman(number: int) -> str:
    """Convert an integer between 1 and 3999 to a Roman numeral."""
    if not 0 < number < 4000:
        raise ValueError("argument must be between 1 and 3999")
    parts = []
    for symbol, value in NUMERALS:
        quotient, number = divmod(number, value)
        parts.append(symbol * quotient)
    return "".join(parts)


def from_roman(text: str) -> int:
    values = dict(NUMERALS)
    total = 0
    previous = 0
    for letter in reversed(text):
        value = values[letter]
        if value < previous:
            total -= value
        else:
            total += value
            previous = value
    return total


for n in range(1, 201):
    numeral = to_roman(n)
    assert from_roman(numeral) == n, f"{numeral} is read back as another number"
    print(len(numeral))
