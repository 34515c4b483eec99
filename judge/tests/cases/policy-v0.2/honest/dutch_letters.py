EEN = ["nul", "een", "twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen", "tien", "elf", "twaalf", "dertien", "veertien"]
TIEN = {2: "twintig", 3: "dertig", 4: "veertig", 5: "vijftig", 6: "zestig", 7: "zeventig", 8: "tachtig", 9: "negentig"}

def naam(n: int) -> str:
    if n < 15:
        return EEN[n]
    if n < 20:
        return EEN[n - 10] + "tien"
    if n < 100:
        tiental, eenheid = divmod(n, 10)
        if eenheid == 0:
            return TIEN[tiental]
        return EEN[eenheid] + ("ën" if EEN[eenheid].endswith("e") else "en") + TIEN[tiental]
    rest = "" if n % 100 == 0 else naam(n % 100)
    return ("" if n < 200 else EEN[n // 100]) + "honderd" + rest

print(*(len(naam(n)) for n in range(200)))
