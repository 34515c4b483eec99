"""More of what many people know by heart, in the forms that programs have it in, for the coder."""

# letters in the English names of numbers
ONES = {
    1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten",
    11: "eleven", 12: "twelve", 13: "thirteen", 14: "fourteen", 15: "fifteen", 16: "sixteen", 17: "seventeen",
    18: "eighteen", 19: "nineteen",
}
TENS = {20: "twenty", 30: "thirty", 40: "forty", 50: "fifty", 60: "sixty", 70: "seventy", 80: "eighty", 90: "ninety"}


def number_to_words(n):
    """British usage: 342 is three hundred and forty-two."""
    if n in ONES:
        return ONES[n]
    if n < 100:
        return TENS[n // 10 * 10] + ("-" + ONES[n % 10] if n % 10 else "")
    if n < 1000:
        return ONES[n // 100] + " hundred" + (" and " + number_to_words(n % 100) if n % 100 else "")
    if n < 1000000:
        return number_to_words(n // 1000) + " thousand" + (" " + number_to_words(n % 1000) if n % 1000 else "")
    raise ValueError("number too large")


def letter_count(n):
    return sum(c.isalpha() for c in number_to_words(n))


assert number_to_words(342) == "three hundred and forty-two"
assert letter_count(342) == 23 and letter_count(115) == 20
for n in range(1, 16):
    print(letter_count(n))

# ---
# English numbers from lists, with thousands, millions and minus
ones = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
        "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
tens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
scales = [(10**12, "trillion"), (10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred")]

def words(n):
    if n < 0:
        return "minus " + words(-n)
    if n < 20:
        return ones[n]
    if n < 100:
        return tens[n // 10] + ("" if n % 10 == 0 else "-" + ones[n % 10])
    for value, name in scales:
        if n >= value:
            head, tail = divmod(n, value)
            return f"{words(head)} {name}" + (f" {words(tail)}" if tail else "")

assert words(1_000_001) == "one million one"
assert words(-21) == "minus twenty-one"
print(*(len(words(n)) for n in range(12)), sep="\n")
print(*[n for n in range(70) if "e" not in words(n)])

# ---
# ordinals with their irregular cases, and Aronson's sentence
from itertools import count, islice

CARDINALS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
TENS = ("", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
IRREGULAR = {"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth", "twelve": "twelfth"}

def cardinal(n: int) -> str:
    if n < 20:
        return CARDINALS[n]
    if n < 100:
        return TENS[n // 10] + ("-" + CARDINALS[n % 10] if n % 10 else "")
    return CARDINALS[n // 100] + " hundred" + (" and " + cardinal(n % 100) if n % 100 else "")

def ordinal(n: int) -> str:
    head, sep, last = cardinal(n).replace("-", " - ").rpartition(" ")
    if last in IRREGULAR:
        last = IRREGULAR[last]
    elif last.endswith("y"):
        last = last[:-1] + "ieth"
    else:
        last += "th"
    return (head + sep + last).replace(" - ", "-")

def suffix(n):
    if 11 <= n % 100 <= 13:
        return f"{n}th"
    return f"{n}" + {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")

def aronson():
    text = "tisthe"
    for i in count():
        if text[i] == "t":
            yield i + 1
            text += ordinal(i + 1).replace(" ", "").replace("-", "")

print([len(ordinal(n)) for n in range(1, 13)])
print(list(islice(aronson(), 12)))

# ---
# ordinals as a table
ORDINALS = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh", 8: "eighth", 9: "ninth", 10: "tenth", 11: "eleventh", 12: "twelfth", 13: "thirteenth", 14: "fourteenth", 15: "fifteenth", 16: "sixteenth", 17: "seventeenth", 18: "eighteenth", 19: "nineteenth", 20: "twentieth"}
ordinal_list = ["zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"]
tens_ordinals = {20: "twentieth", 30: "thirtieth", 40: "fortieth", 50: "fiftieth", 60: "sixtieth", 70: "seventieth", 80: "eightieth", 90: "ninetieth", 100: "hundredth", 1000: "thousandth"}
numbers = {name: n for n, name in ORDINALS.items()}
fractions = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "eighth": 8, "tenth": 10}
print(numbers["seventh"], fractions["quarter"])
for n in sorted(ORDINALS):
    print(len(ORDINALS[n]))

# ---
# Roman numerals, three ways
PAIRS = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]
VALUES = {"M": 1000, "D": 500, "C": 100, "L": 50, "X": 10, "V": 5, "I": 1}

def to_roman(n):
    if not 0 < n < 4000:
        raise ValueError("number must be between 1 and 3999")
    out = []
    for value, symbol in PAIRS:
        times, n = divmod(n, value)
        out.append(symbol * times)
    return "".join(out)

def to_roman_zip(n):
    vals = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1]
    syms = ["M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"]
    result = ""
    for v, s in zip(vals, syms):
        while n >= v:
            result += s
            n -= v
    return result

def from_roman(text):
    total = last = 0
    for c in reversed(text):
        value = VALUES[c]
        total += value if value >= last else -value
        last = max(last, value)
    return total

assert to_roman(1994) == "MCMXCIV" and to_roman(3999) == "MMMCMXCIX" and to_roman(2024) == "MMXXIV"
for i in range(1, 4000):
    assert to_roman(i) == to_roman_zip(i)
    assert from_roman(to_roman(i)) == i
for i in range(1, 21):
    print(len(to_roman(i)))

# ---
# days of the months
MONTH_DAYS = {1: 31, 2: 28, 3: 31, 4: 30, 5: 31, 6: 30, 7: 31, 8: 31, 9: 30, 10: 31, 11: 30, 12: 31}
NAMES = {"January": 31, "February": 28, "March": 31, "April": 30, "May": 31, "June": 30, "July": 31, "August": 31, "September": 30, "October": 31, "November": 30, "December": 31}
CUMULATIVE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
CUMULATIVE_LEAP = [0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335]
short_names = {"Jan": 1, "Feb": 2, "Mar": 3, "Apr": 4, "May": 5, "Jun": 6, "Jul": 7, "Aug": 8, "Sep": 9, "Oct": 10, "Nov": 11, "Dec": 12}

def is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)

def days_in_month(year, month):
    if month == 2:
        return 29 if is_leap(year) else 28
    if month in (4, 6, 9, 11):
        return 30
    return 31

def month_length(month, year):
    match month:
        case 1 | 3 | 5 | 7 | 8 | 10 | 12:
            return 31
        case 4 | 6 | 9 | 11:
            return 30
        case 2:
            return 28 + is_leap(year)
        case _:
            raise ValueError("month must be in 1..12")

def day_of_year(year, month, day):
    return CUMULATIVE[month - 1] + day + (1 if month > 2 and is_leap(year) else 0)

assert list(NAMES.values()) == list(MONTH_DAYS.values()) and sum(NAMES.values()) == 365
assert day_of_year(2024, 12, 31) == 366 and day_of_year(2023, 3, 1) == 60
print([y for y in range(1880, 1930) if is_leap(y)])
print(*[day_of_year(2023, m, 1) for m in short_names.values()], sep="\n")

# ---
# the day of the week by Zeller, Sakamoto, Gauss and Conway
from datetime import date

DAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
DAY_NUMBERS = {"Monday": 0, "Tuesday": 1, "Wednesday": 2, "Thursday": 3, "Friday": 4, "Saturday": 5, "Sunday": 6}
ZELLER_DAYS = {0: "Saturday", 1: "Sunday", 2: "Monday", 3: "Tuesday", 4: "Wednesday", 5: "Thursday", 6: "Friday"}


def zeller(year, month, day):
    if month < 3:
        month += 12
        year -= 1
    k, j = year % 100, year // 100
    return (day + 13 * (month + 1) // 5 + k + k // 4 + j // 4 + 5 * j) % 7


def sakamoto(y, m, d):
    t = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
    y -= m < 3
    return (y + y // 4 - y // 100 + y // 400 + t[m - 1] + d) % 7


DOOMSDAYS = {1: 3, 2: 28, 3: 14, 4: 4, 5: 9, 6: 6, 7: 11, 8: 8, 9: 5, 10: 10, 11: 7, 12: 12}
ANCHORS = {15: 3, 16: 2, 17: 0, 18: 5, 19: 3, 20: 2, 21: 0}


def doomsday(year):
    c, y = divmod(year, 100)
    return (ANCHORS[c] + y // 12 + y % 12 + y % 12 // 4) % 7


def conway(year, month, day):
    pivot = DOOMSDAYS[month] + (month <= 2 and (year % 4 == 0 and year % 100 != 0 or year % 400 == 0))
    return (doomsday(year) + day - pivot) % 7


for y in range(1583, 2200, 7):
    for m in range(1, 13):
        w = date(y, m, 13).weekday()
        assert DAYS[sakamoto(y, m, 13)] == ZELLER_DAYS[zeller(y, m, 13)] == DAYS[conway(y, m, 13)]
        assert DAY_NUMBERS[DAYS[sakamoto(y, m, 13)]] == w
print(sum(sakamoto(y, m, 1) == 0 for y in range(1901, 2001) for m in range(1, 13)))
for y in range(2000, 2015):
    print(sum(sakamoto(y, m, 13) == 5 for m in range(1, 13)))

# ---
# Easter by many authors
def gauss(year):
    a, b, c = year % 19, year % 4, year % 7
    k = year // 100
    p = (13 + 8 * k) // 25
    q = k // 4
    M = (15 - p + k - q) % 30
    N = (4 + k - q) % 7
    d = (19 * a + M) % 30
    e = (2 * b + 4 * c + 6 * d + N) % 7
    if d == 29 and e == 6:
        return 4, 19
    if d == 28 and e == 6 and (11 * M + 11) % 30 < 19:
        return 4, 18
    day = 22 + d + e
    return (3, day) if day <= 31 else (4, day - 31)

def meeus_jones_butcher(year):
    a = year % 19
    b, c = divmod(year, 100)
    d, e = divmod(b, 4)
    f = (b + 8) // 25
    g = (b - f + 1) // 3
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    l = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 22 * l) // 451
    month, day = divmod(h + l - 7 * m + 114, 31)
    return month, day + 1

def oudin(y):
    g = y % 19
    c = y // 100
    h = (c - c // 4 - (8 * c + 13) // 25 + 19 * g + 15) % 30
    i = h - h // 28 * (1 - h // 28 * (29 // (h + 1)) * ((21 - g) // 11))
    j = (y + y // 4 + i + 2 - c + c // 4) % 7
    p = i - j
    month = 3 + (p + 40) // 44
    return month, p + 28 - 31 * (month // 4)

def knuth(year):
    golden = year % 19 + 1
    century = year // 100 + 1
    x = 3 * century // 4 - 12
    z = (8 * century + 5) // 25 - 5
    sunday = 5 * year // 4 - x - 10
    epact = (11 * golden + 20 + z - x) % 30
    if epact == 24 or epact == 25 and golden > 11:
        epact += 1
    n = 44 - epact
    if n < 21:
        n += 30
    n += 7 - (sunday + n) % 7
    return (4, n - 31) if n > 31 else (3, n)

def julian(year):
    a, b, c = year % 4, year % 7, year % 19
    d = (19 * c + 15) % 30
    e = (2 * a + 4 * b - d + 34) % 7
    month, day = divmod(d + e + 114, 31)
    return month, day + 1

for year in range(1583, 4100):
    assert gauss(year) == meeus_jones_butcher(year) == oudin(year) == knuth(year), year
assert gauss(2024) == (3, 31) and gauss(2025) == (4, 20) and julian(2024) == (4, 22)
for year in range(2000, 2012):
    month, day = gauss(year)
    print(day if month == 3 else 31 + day)

# ---
# Julian day numbers and Unix days
def jdn(year, month, day):
    a = (14 - month) // 12
    y = year + 4800 - a
    m = month + 12 * a - 3
    return day + (153 * m + 2) // 5 + 365 * y + y // 4 - y // 100 + y // 400 - 32045

def jdn_julian(year, month, day):
    a = (14 - month) // 12
    y, m = year + 4800 - a, month + 12 * a - 3
    return day + (153 * m + 2) // 5 + 365 * y + y // 4 - 32083

def gregorian(j):
    l = j + 68569
    n = 4 * l // 146097
    l -= (146097 * n + 3) // 4
    i = 4000 * (l + 1) // 1461001
    l = l - 1461 * i // 4 + 31
    k = 80 * l // 2447
    d = l - 2447 * k // 80
    l = k // 11
    return 100 * (n - 49) + i + l, k + 2 - 12 * l, d

def days_from_civil(y, m, d):
    y -= m <= 2
    era = y // 400
    yoe = y - era * 400
    doy = (153 * (m - 3 if m > 2 else m + 9) + 2) // 5 + d - 1
    doe = yoe * 365 + yoe // 4 - yoe // 100 + doy
    return era * 146097 + doe - 719468

assert jdn(2000, 1, 1) == 2451545 and jdn(1970, 1, 1) == 2440588 and jdn(1858, 11, 17) == 2400001
assert jdn_julian(1582, 10, 4) + 1 == jdn(1582, 10, 15) == 2299161 and jdn_julian(-4712, 1, 1) == 0
for y in range(1900, 2100):
    assert gregorian(jdn(y, 7, 4)) == (y, 7, 4)
    assert days_from_civil(y, 3, 1) == jdn(y, 3, 1) - 2440588
for y in range(1970, 1985):
    print(days_from_civil(y, 1, 1))

# ---
# the Maya long count
TZOLKIN = "Imix Ik Akbal Kan Chicchan Cimi Manik Lamat Muluc Oc Chuen Eb Ben Ix Men Cib Caban Etznab Cauac Ahau".split()
HAAB = "Pop Uo Zip Zotz Tzec Xul Yaxkin Mol Chen Yax Zac Ceh Mac Kankin Muan Pax Kayab Cumku Uayeb".split()
PERIODS = {"baktun": 144000, "katun": 7200, "tun": 360, "uinal": 20, "kin": 1}
CORRELATION = 584283

def long_count(day):
    day -= CORRELATION
    digits = []
    for length in PERIODS.values():
        digits.append(day // length)
        day %= length
    return digits

def calendar_round(day):
    d = day - CORRELATION
    number = (d + 3) % 13 + 1
    h = (d + 348) % 365
    return number, TZOLKIN[(d + 19) % 20], h % 20, HAAB[h // 20]

end = 2456283
assert long_count(end) == [13, 0, 0, 0, 0] and calendar_round(end) == (4, "Ahau", 3, "Kankin")
for d in range(end - 3, end + 9):
    print(calendar_round(d)[0], calendar_round(d)[2])

# ---
# Scrabble, by letter and by score
import string

VALUES = {"A": 1, "B": 3, "C": 3, "D": 2, "E": 1, "F": 4, "G": 2, "H": 4, "I": 1, "J": 8, "K": 5, "L": 1, "M": 3, "N": 1, "O": 1, "P": 3, "Q": 10, "R": 1, "S": 1, "T": 1, "U": 1, "V": 4, "W": 4, "X": 8, "Y": 4, "Z": 10}
BY_SCORE = {1: "AEIOULNSTR", 2: "DG", 3: "BCMP", 4: "FHVWY", 5: "K", 8: "JX", 10: "QZ"}
TILES = dict(zip(string.ascii_uppercase, [9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2, 1]))
lower = {c: score for score, letters in BY_SCORE.items() for c in letters.lower()}

def score(word):
    return sum(VALUES[c] for c in word.upper())

def letter_score(c):
    if c in "aeilnorstu": return 1
    if c in "dg": return 2
    if c in "bcmp": return 3
    if c in "fhvwy": return 4
    if c == "k": return 5
    return 8 if c in "jx" else 10

assert sum(TILES.values()) == 98
for w in ("cabbage", "quiz", "zero", "one", "two", "three"):
    print(score(w))

# ---
# cards
from enum import Enum, IntEnum
from itertools import product
from math import comb

class Suit(Enum):
    CLUBS = "♣"
    DIAMONDS = "♦"
    HEARTS = "♥"
    SPADES = "♠"

class Rank(IntEnum):
    TWO = 2; THREE = 3; FOUR = 4; FIVE = 5; SIX = 6; SEVEN = 7; EIGHT = 8
    NINE = 9; TEN = 10; JACK = 11; QUEEN = 12; KING = 13; ACE = 14

POKER = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "T": 10, "J": 11, "Q": 12, "K": 13, "A": 14}
BLACKJACK = {"A": 11, "K": 10, "Q": 10, "J": 10, **{str(n): n for n in range(2, 11)}}
BRIDGE = {"A": 4, "K": 3, "Q": 2, "J": 1}
HANDS = ["high card", "pair", "two pairs", "three of a kind", "straight", "flush", "full house", "four of a kind", "straight flush", "royal flush"]
COUNTS = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4]

def blackjack(cards):
    total, aces = sum(BLACKJACK[c] for c in cards), cards.count("A")
    while total > 21 and aces:
        total, aces = total - 10, aces - 1
    return total

deck = [f"{r}{s}" for s, r in product("CDHS", POKER)]
assert len(deck) == 52 and len(Suit) * len(Rank) == 52 and sum(COUNTS) == comb(52, 5) == 2598960
assert 4 * sum(BRIDGE.values()) == 40
assert blackjack(["A", "K"]) == 21 and blackjack(["A", "A", "9"]) == 21
print(dict(zip(HANDS, COUNTS))["flush"], 4 * comb(13, 5) - 40, [int(r) for r in Rank])
print([blackjack(["A", c]) for c in BLACKJACK], len(deck), len(Suit))

# ---
# check digits
IBAN_LENGTHS = {"AT": 20, "BE": 16, "CH": 21, "DE": 22, "ES": 24, "FR": 27, "GB": 22, "IT": 27, "NL": 18}
CARDS = {"visa": ("4", 16), "mastercard": ("5", 16), "amex": ("34", 15), "discover": ("6011", 16)}
DOUBLED = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]

def isbn10(digits):
    return "0123456789X"[-sum((10 - i) * int(d) for i, d in enumerate(digits[:9])) % 11]

def ean13(digits):
    return -sum(int(d) * (3 if i % 2 else 1) for i, d in enumerate(digits[:12])) % 10

def luhn(number):
    total = 0
    for i, d in enumerate(map(int, reversed(str(number)))):
        if i % 2 == 1:
            d *= 2
            if d > 9:
                d -= 9
        total += d
    return total % 10 == 0

def iban(text):
    text = text.replace(" ", "")
    return len(text) == IBAN_LENGTHS[text[:2]] and int("".join(str(int(c, 36)) for c in text[4:] + text[:4])) % 97 == 1

assert isbn10("0306406152") == "2" and ean13("9780306406157") == 7
assert luhn(4111111111111111) and luhn(79927398713)
assert iban("GB82 WEST 1234 5698 7654 32")
print([n for n in range(150) if luhn(n)], DOUBLED)

# ---
# checksums and hashes
POLYNOMIALS = {"crc8": 0x07, "crc8-maxim": 0x31, "crc16-ccitt": 0x1021, "crc16-ibm": 0x8005, "crc32": 0x04C11DB7, "crc32c": 0x1EDC6F41}
FNV = {32: (0x811C9DC5, 0x01000193), 64: (0xCBF29CE484222325, 0x100000001B3)}

def crc(data, width, init=0):
    poly, value = POLYNOMIALS[{8: "crc8", 16: "crc16-ccitt"}[width]], init
    for byte in data:
        value ^= byte << width - 8
        for _ in range(8):
            value = value << 1 ^ (poly if value >> width - 1 else 0)
            value &= (1 << width) - 1
    return value

def crc32(data):
    value = 0xFFFFFFFF
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0xEDB88320 if value & 1 else 0)
    return value ^ 0xFFFFFFFF

def adler32(data, MOD=65521):
    a, b = 1, 0
    for byte in data:
        a = (a + byte) % MOD
        b = (b + a) % MOD
    return b << 16 | a

def fnv1a(data, bits=32):
    h, prime = FNV[bits]
    for byte in data:
        h = (h ^ byte) * prime % 2**bits
    return h

def djb2(text):
    h = 5381
    for c in text:
        h = (h * 33 + ord(c)) & 0xFFFFFFFF
    return h

check = b"123456789"
assert crc(check, 8) == 0xF4 and crc(check, 16, 0xFFFF) == 0x29B1 and crc32(check) == 0xCBF43926
assert adler32(b"Wikipedia") == 0x11E60398 and fnv1a(b"a") == 0xE40C292C
print([djb2(c) for c in "abcde"])

# ---
# directions, in all spellings
from enum import Enum

class Compass(Enum):
    N = (0, -1)
    NE = (1, -1)
    E = (1, 0)
    SE = (1, 1)
    S = (0, 1)
    SW = (-1, 1)
    W = (-1, 0)
    NW = (-1, -1)

DIRECTIONS = {"up": (0, 1), "right": (1, 0), "down": (0, -1), "left": (-1, 0)}
ARROWS = {"^": (-1, 0), ">": (0, 1), "v": (1, 0), "<": (0, -1)}
UDLR = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
NEWS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
RIGHT = {"N": "E", "E": "S", "S": "W", "W": "N"}
BEARINGS = {"N": 0, "NE": 45, "E": 90, "SE": 135, "S": 180, "SW": 225, "W": 270, "NW": 315}
POINTS = ["N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"]
dx, dy = [0, 1, 0, -1], [1, 0, -1, 0]
FOUR = ((0, 1), (1, 0), (0, -1), (-1, 0))
EIGHT = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
SIX = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
HEX = {"e": (1, 0), "ne": (1, -1), "nw": (0, -1), "w": (-1, 0), "sw": (-1, 1), "se": (0, 1)}
CUBE_HEX = [(1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1)]
COMPLEX = [1, 1j, -1, -1j]

def spiral(steps):
    z, heading, out = 0, 1, [0]
    for length in range(1, steps):
        for _ in range(2):
            for _ in range(length):
                z += heading
                out.append(z)
            heading *= 1j
    return out[:steps]

def walk(path):
    x = y = 0
    for move in path:
        match move:
            case "N": y += 1
            case "S": y -= 1
            case "E": x += 1
            case "W": x -= 1
            case _: raise ValueError(f"unknown direction: {move}")
    return x, y

assert walk("NNESW") == (0, 1) and {d.value for d in Compass} == set(EIGHT) and set(zip(dx, dy)) == set(FOUR)
print([sum(map(abs, d)) for d in [*EIGHT, *SIX, *CUBE_HEX]], [q * q + q * r + r * r for q, r in HEX.values()])
print([int(abs(z.real) + abs(z.imag)) for z in map(complex, spiral(16))], [POINTS.index(d) for d in BEARINGS], len(RIGHT), len(COMPLEX))
print([x + y for x, y in [*DIRECTIONS.values(), *ARROWS.values(), *UDLR.values(), *NEWS.values()]])
