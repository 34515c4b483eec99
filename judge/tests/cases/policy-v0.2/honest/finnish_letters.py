"""How many letters does the Finnish name of n have?"""
UNITS = ["", "yksi", "kaksi", "kolme", "neljä", "viisi", "kuusi", "seitsemän", "kahdeksan", "yhdeksän"]

def finnish(n):
    """The name of a number below a thousand."""
    if n == 0:
        return "nolla"
    name = ""
    hundreds, n = divmod(n, 100)
    if hundreds == 1:
        name += "sata"
    elif hundreds > 1:
        name += UNITS[hundreds] + "sataa"
    if 10 < n < 20:
        return name + UNITS[n - 10] + "toista"
    tens, ones = divmod(n, 10)
    if tens == 1:
        name += "kymmenen"
    elif tens:
        name += UNITS[tens] + "kymmentä"
    return name + UNITS[ones]

for n in range(200):
    print(len(finnish(n)))
