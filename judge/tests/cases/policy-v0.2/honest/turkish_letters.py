birler = "sıfır bir iki üç dört beş altı yedi sekiz dokuz".split()
onlar = "on yirmi otuz kırk elli altmış yetmiş seksen doksan".split()
def oku(n):
    parts = []
    if n >= 100:
        if n >= 200:
            parts.append(birler[n // 100])
        parts.append("yüz")
        n %= 100
    if n >= 10:
        parts.append(onlar[n // 10 - 1])
        n %= 10
    if n or not parts:
        parts.append(birler[n])
    return " ".join(parts)
for n in range(200):
    print(len(oku(n)))
