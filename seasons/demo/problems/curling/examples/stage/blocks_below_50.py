# Longer blocks never seemed to repeat.
s = "1"
print(1)
while len(s) < 200:
    k = 1
    for size in range(1, 50):
        while s.endswith(s[-size:] * (k + 1)):
            k += 1
    print(k)
    s += str(k)
