def curl(word):
    best = 1
    for size in range(1, len(word) // 2 + 1):
        block = word[-size:]
        repeats = 1
        while word.endswith(block * (repeats + 1)):
            repeats += 1
        best = max(best, repeats)
    return best


word = ""
for _ in range(200):
    k = curl(word)
    print(k)
    word += str(k)
