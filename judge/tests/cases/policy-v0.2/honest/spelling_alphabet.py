import string
WORDS = """Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike
November Oscar Papa Quebec Romeo Sierra Tango Uniform Victor Whiskey Xray Yankee Zulu""".split()
table = dict(zip(string.ascii_uppercase, WORDS))
digits = ["ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE"]
for n in range(200):
    print(sum(len(table[letter]) for digit in str(n) for letter in digits[int(digit)]))
